package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"svcx"
)

// A search answers in two ways, by the order of its list in both. What most
// conversations have is found by reading the list from its top: a page is full
// after a few. What few have is found by the text index. Reading comes first,
// for a bounded number of messages: it knows what was written a moment ago, and
// no index is asked for the millions of places of a frequent word.
const (
	// walkChunk is how many conversations are read together.
	walkChunk = 64
	// walkFirst is how many messages are read in any case; up to the dialect's
	// walkMost are as long as that may lead to a full page.
	walkFirst = 500
	// walkThread is how many messages of one conversation, the last ones.
	walkThread = 200
	// walkTogether bounds how many messages are read together: there are notes
	// beside those that are counted.
	walkTogether = 20_000
	// walkBytes bounds the text that is read together.
	walkBytes = 8 << 20
)

// searchBounds bound what a search asks of the text index; they are smaller in
// tests.
type searchBounds struct {
	// first is how many documents it is asked for at first, in the newest buckets;
	// most how many at the most, and as many again for what is at the top of the
	// list. Older ones are missed, if there are more and none of them is at the top
	// of the list.
	first, most int
	// lookups is how many matching conversations are looked up one by one; with
	// more, and while not all are known, the list is walked to where enough of them
	// are, in chunks of at least and at most so many, unless they are none of its
	// first listed.
	lookups, leastChunk, mostChunk, listed int
}

var usualBounds = searchBounds{first: 2000, most: 50_000, lookups: 2000, leastChunk: 250, mostChunk: 2000, listed: 10_000}

// SearchConversations lists the conversations in which one message, with its
// author's name and its files', or the head (subject, contact, external id) has
// all the words of q, the last one by its beginning, and the one whose id q is:
// last activity first, behind the mark if there is one, at most limit. A q
// without a letter or digit finds nothing: see HasWords.
func (db *DB) SearchConversations(ctx context.Context, ws svcx.WorkspaceID, f svcx.ConversationFilter, q string, behind *svcx.ConversationCursor, limit int) (svcx.ConversationPage, error) {
	terms, err := searchTerms(q)
	if err != nil || len(terms) == 0 {
		return svcx.ConversationPage{}, err
	}
	s := finder{q: db.reader(ctx), bounds: db.bounds, ws: ws, terms: terms, id: searchedID(q), limit: limit + 1, place: behind}
	s.filtered = conversationsOf(ws, f)
	end, err := s.walk()
	if err == nil && !end {
		err = s.look()
	}
	if err != nil {
		return svcx.ConversationPage{}, err
	}
	return s.page(limit)
}

// HasWords says whether a search for q is one.
func HasWords(q string) bool {
	for range eachWord(q) {
		return true
	}
	return false
}

// searchedID is the conversation whose id q is; 0 if it is none.
func searchedID(q string) (id svcx.ConversationID) {
	q = strings.TrimPrefix(strings.TrimSpace(q), "#")
	if len(q) > 18 {
		return 0
	}
	for _, r := range q {
		if r < '0' || r > '9' {
			return 0
		}
		id = id*10 + svcx.ConversationID(r-'0')
	}
	return id
}

// finder is a search under way.
type finder struct {
	q        reader
	bounds   searchBounds
	ws       svcx.WorkspaceID
	filtered conversationList
	terms    []searchTerm
	id       svcx.ConversationID
	limit    int
	// place is up to where the list is known, nil before its beginning.
	place *svcx.ConversationCursor
	found []listed
}

// listed is a conversation's place in the list.
type listed struct {
	svcx.ConversationCursor
	messages int
}

func scanListed(s scanner) (l listed, err error) {
	return l, s.Scan(&l.ID, &l.UpdatedAt, &l.messages)
}

// after is the part of the list that follows the place.
func (s *finder) after() conversationList {
	if s.place == nil {
		return s.filtered
	}
	return s.filtered.after(*s.place)
}

// list reads the part of the list that follows the place.
func (s *finder) list(n int) ([]listed, error) {
	l := s.after()
	return collect(s.q, l.inOrder(s.q.dialectOf(), "id, updated_at, message_count"), scanListed, append(l.args, n, 0)...)
}

// listTogether is list for many, without their messages: a row for each takes
// longer than finding them.
func (s *finder) listTogether(n int) (chunk []listed, err error) {
	l := s.after()
	query := `SELECT string_agg(CAST(updated_at AS text) || ' ' || CAST(id AS text), ',') FROM (` +
		l.inOrder(s.q.dialectOf(), "id, updated_at") + `) AS part`
	text, err := one(s.q, query, scanValue[*string], append(l.args, n, 0)...)
	if err != nil || text == nil {
		return nil, err
	}
	chunk = make([]listed, 0, n)
	for place := range strings.SplitSeq(*text, ",") {
		at, id, _ := strings.Cut(place, " ")
		updated, err := strconv.ParseInt(at, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
		number, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
		chunk = append(chunk, listed{ConversationCursor: svcx.ConversationCursor{UpdatedAt: svcx.Time(updated), ID: svcx.ConversationID(number)}})
	}
	return chunk, nil
}

// walk reads the list and what is in its conversations, as long as that is
// promising. end says that nothing is left to look for.
func (s *finder) walk() (end bool, err error) {
	read := 0
	for {
		chunk, err := s.list(walkChunk)
		if err != nil {
			return false, err
		}
		few := chunk[:fewOf(chunk)]
		n, messages, err := s.read(few)
		if err != nil || len(s.found) >= s.limit {
			return true, err
		}
		if n < len(few) {
			return false, nil
		}
		if n == len(chunk) && n < walkChunk {
			return true, nil
		}
		read += messages + n
		// How much it takes for a full page, if it goes on like this.
		most := s.q.dialectOf().walkMost()
		promising := len(s.found) > 0 && read*s.limit/len(s.found) <= most
		if read >= most || read >= walkFirst && !promising {
			return false, nil
		}
	}
}

// fewOf is how many of the conversations are not too much to read together.
func fewOf(chunk []listed) int {
	sum := 0
	for i, l := range chunk {
		if sum += min(l.messages, walkThread); sum > walkFirst {
			return max(i, 1)
		}
	}
	return len(chunk)
}

// read looks into conversations in the order of the list: how many were decided
// on, and how many messages that took. It stops before one with too much in it.
func (s *finder) read(chunk []listed) (n, messages int, err error) {
	matching := make(map[svcx.ConversationID]bool)
	n, short := 0, make([]int64, 0, len(chunk))
	for _, l := range chunk {
		if l.messages <= walkThread {
			short = append(short, int64(l.ID))
		}
	}
	heads, err := headsOf(s.q, s.ws, idsOf(chunk))
	if err != nil {
		return 0, 0, err
	}
	d := s.q.dialectOf()
	texts, all, err := readMessages(s.q, walkBytes, `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND `+d.in("conversation_id", "$2")+` LIMIT $3`,
		s.ws, d.array(short), walkTogether)
	if err != nil {
		return 0, 0, err
	}
	all = all && len(texts) < walkTogether
	for _, doc := range append(heads, texts...) {
		if !matching[doc.conversation] && hasTerms(doc.texts, s.terms) {
			matching[doc.conversation] = true
		}
	}
	messages = len(texts)
	for _, l := range chunk {
		found := matching[l.ID] || l.ID == s.id
		if !found && l.messages > walkThread {
			if found, err = s.readLast(l.ID); err != nil {
				return 0, 0, err
			}
			messages += walkThread
		}
		// Without all its messages it is not known that it has none.
		if !found && (!all || l.messages > walkThread) {
			return n, messages, nil
		}
		s.decided(l, found)
		if n++; len(s.found) >= s.limit {
			return n, messages, nil
		}
	}
	return n, messages, nil
}

// readLast looks into the last messages of a long thread.
func (s *finder) readLast(id svcx.ConversationID) (bool, error) {
	last, _, err := readMessages(s.q, walkBytes, `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND conversation_id = $2
		ORDER BY sent_at DESC, id DESC LIMIT $3`, s.ws, id, walkThread)
	return slices.ContainsFunc(last, func(d searchDocument) bool { return hasTerms(d.texts, s.terms) }), err
}

func (s *finder) decided(l listed, found bool) {
	s.place = &l.ConversationCursor
	if found {
		s.found = append(s.found, l)
	}
}

func idsOf(all []listed) []int64 {
	ids := make([]int64, len(all))
	for i, l := range all {
		ids[i] = int64(l.ID)
	}
	return ids
}

// look asks the text index for what follows the place.
func (s *finder) look() error {
	m, err := s.matched()
	if err == nil {
		err = m.newest(s.bounds.first)
	}
	if err != nil {
		return err
	}
	if len(m.rest) > 0 || len(m.ids) > s.bounds.lookups {
		if full, err := s.pick(m); full || err != nil {
			return err
		}
		if err := m.newest(s.bounds.most); err != nil {
			return err
		}
	}
	return s.lookUp(m.ids)
}

// lookUp finds the places of conversations that the list was not walked to.
func (s *finder) lookUp(ids map[svcx.ConversationID]bool) error {
	if len(ids) == 0 {
		return nil
	}
	d := s.q.dialectOf()
	plain := make([]int64, 0, len(ids))
	for id := range ids {
		plain = append(plain, int64(id))
	}
	slices.Sort(plain)
	l := s.after()
	from, among := d.byIDs("id", placeholder(len(l.args)+1))
	// Ordered by a sum, so that it is the ids that are looked up, and the list is
	// not read for the sake of its order.
	query := `SELECT id, updated_at, message_count FROM ` + from + `conversation WHERE ` + l.condition() + ` AND ` + among +
		` ORDER BY updated_at + 0 DESC, id DESC LIMIT ` + placeholder(len(l.args)+2)
	all, err := collect(s.q, query, scanListed, append(l.args, d.array(plain), s.limit-len(s.found))...)
	for _, l := range all {
		s.decided(l, true)
	}
	return err
}

// pick walks the list for those that match. full says that nothing is left to
// look for.
func (s *finder) pick(m *matched) (full bool, err error) {
	for walked, n := 0, s.bounds.leastChunk; walked < s.bounds.listed; n = min(2*n, s.bounds.mostChunk) {
		chunk, err := s.listTogether(n)
		if err == nil {
			err = m.among(chunk)
		}
		if err != nil {
			return false, err
		}
		for _, l := range chunk {
			if s.decided(l, m.ids[l.ID]); len(s.found) >= s.limit {
				return true, nil
			}
		}
		if len(chunk) < n {
			return true, nil
		}
		walked += n
	}
	return false, nil
}

// fewLong is how many conversations a page has where more would be too long.
const fewLong = 8

// page reads what was found.
func (s *finder) page(limit int) (svcx.ConversationPage, error) {
	var page svcx.ConversationPage
	if len(s.found) > limit {
		s.found = s.found[:limit]
		page.Next = &s.found[limit-1].ConversationCursor
	}
	if len(s.found) == 0 {
		return page, nil
	}
	items, cut, err := conversationsByID(s.q, s.ws, idsOf(s.found))
	if cut && len(s.found) > fewLong {
		s.found = s.found[:fewLong]
		page.Next = &s.found[fewLong-1].ConversationCursor
		items, _, err = conversationsByID(s.q, s.ws, idsOf(s.found))
	}
	if err != nil {
		return page, err
	}
	byID := make(map[svcx.ConversationID]*svcx.Conversation, len(items))
	for _, c := range items {
		byID[c.ID] = c
	}
	for _, l := range s.found {
		if c := byID[l.ID]; c != nil {
			page.Items = append(page.Items, c)
		}
	}
	return page, nil
}
