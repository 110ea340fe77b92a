package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"svcx"
)

// A search finds conversations in the order of the list in two ways. It first reads
// the list from its top, for a bounded number of messages: a frequent word fills a
// page after a few conversations, what was written a moment ago is found before it
// is indexed, and the index is not asked for the millions of positions of a
// frequent word. What few conversations have is found by the text index.
const (
	// walkChunk is how many conversations are read at once.
	walkChunk = 64
	// walkFirst is how many messages are read in any case. Up to the dialect's
	// walkMost are read as long as a full page is likely.
	walkFirst = 500
	// walkConversation is how many messages of one conversation are read, the last ones.
	walkConversation = 200
	// walkMessages bounds how many messages are read at once: the counted ones come
	// with notes.
	walkMessages = 20_000
	// walkBytes bounds the text that is read at once.
	walkBytes = 8 << 20
)

// searchBounds bound what a search requests from the text index; tests use smaller
// ones.
type searchBounds struct {
	// first is how many documents are requested at first, from the newest buckets;
	// most is how many at most, and as many again from the buckets at the top of the
	// list. If more match, older ones that are not at the top of the list are missed.
	first, most int
	// lookups is how many matching conversations are looked up by id. If more match,
	// or not all are known, the list is read until it has enough of them, in chunks
	// of leastChunk to mostChunk conversations, listed at most.
	lookups, leastChunk, mostChunk, listed int
}

var usualBounds = searchBounds{first: 2000, most: 50_000, lookups: 2000, leastChunk: 250, mostChunk: 2000, listed: 10_000}

// SearchConversations lists the conversations in which one document has all the
// words of q, the last one as a prefix, and the conversation whose id q is. A
// document is a message with the names of its author and its files, or the head
// (subject, contact, external id). The list has the last activity first, begins
// after the cursor if there is one, and has at most limit conversations. A q without
// a letter or digit finds nothing: see HasWords.
func (db *DB) SearchConversations(ctx context.Context, ws svcx.WorkspaceID, f svcx.ConversationFilter, q string, after *svcx.ConversationCursor, limit int) (svcx.ConversationPage, error) {
	terms, err := searchTerms(q)
	if err != nil || len(terms) == 0 {
		return svcx.ConversationPage{}, err
	}
	s := finder{q: db.reader(ctx), bounds: db.bounds, ws: ws, terms: terms, id: searchedID(q), limit: limit + 1, position: after}
	s.filtered = conversationsOf(ws, f)
	end, err := s.walk()
	if err == nil && !end {
		err = s.searchIndex()
	}
	if err != nil {
		return svcx.ConversationPage{}, err
	}
	return s.page(limit)
}

// HasWords reports whether q has a word to search for.
func HasWords(q string) bool {
	for range eachWord(q) {
		return true
	}
	return false
}

// searchedID is the conversation whose id q is; 0 if q is no id.
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
	// position is up to where the list was searched, nil before its beginning.
	position *svcx.ConversationCursor
	found    []listed
}

// listed is a conversation's position in the list.
type listed struct {
	svcx.ConversationCursor
	messages int
}

func scanListed(s scanner) (l listed, err error) {
	return l, s.Scan(&l.ID, &l.UpdatedAt, &l.messages)
}

// after is the part of the list that follows the position.
func (s *finder) after() conversationList {
	if s.position == nil {
		return s.filtered
	}
	return s.filtered.after(*s.position)
}

// list reads the next n conversations of the list.
func (s *finder) list(n int) ([]listed, error) {
	l := s.after()
	return collect(s.q, l.inOrder(s.q.dialectOf(), "id, updated_at, message_count"), scanListed, append(l.args, n, 0)...)
}

// listMany is list for many conversations, without their message counts. They come
// in one row: a row for each takes longer than finding them.
func (s *finder) listMany(n int) (chunk []listed, err error) {
	l := s.after()
	query := `SELECT string_agg(CAST(updated_at AS text) || ' ' || CAST(id AS text), ',') FROM (` +
		l.inOrder(s.q.dialectOf(), "id, updated_at") + `) AS part`
	text, err := one(s.q, query, scanValue[*string], append(l.args, n, 0)...)
	if err != nil || text == nil {
		return nil, err
	}
	chunk = make([]listed, 0, n)
	for entry := range strings.SplitSeq(*text, ",") {
		at, id, _ := strings.Cut(entry, " ")
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

// walk reads the list and the messages of its conversations, as long as that is
// promising. end reports that the search is complete.
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
		// Promising if a full page takes at most walkMost messages at this rate.
		most := s.q.dialectOf().walkMost()
		promising := len(s.found) > 0 && read*s.limit/len(s.found) <= most
		if read >= most || read >= walkFirst && !promising {
			return false, nil
		}
	}
}

// fewOf is how many of the conversations can be read at once.
func fewOf(chunk []listed) int {
	sum := 0
	for i, l := range chunk {
		if sum += min(l.messages, walkConversation); sum > walkFirst {
			return max(i, 1)
		}
	}
	return len(chunk)
}

// read searches conversations in the order of the list. It returns how many it has
// decided, and how many messages that took, and stops before one that is too large.
func (s *finder) read(chunk []listed) (n, messages int, err error) {
	matching := make(map[svcx.ConversationID]bool)
	n, short := 0, make([]int64, 0, len(chunk))
	for _, l := range chunk {
		if l.messages <= walkConversation {
			short = append(short, int64(l.ID))
		}
	}
	heads, err := headsOf(s.q, s.ws, idsOf(chunk))
	if err != nil {
		return 0, 0, err
	}
	d := s.q.dialectOf()
	texts, all, err := readMessages(s.q, walkBytes, `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND `+d.in("conversation_id", "$2")+` LIMIT $3`,
		s.ws, d.array(short), walkMessages)
	if err != nil {
		return 0, 0, err
	}
	all = all && len(texts) < walkMessages
	for _, doc := range append(heads, texts...) {
		if !matching[doc.conversation] && hasTerms(doc.texts, s.terms) {
			matching[doc.conversation] = true
		}
	}
	messages = len(texts)
	for _, l := range chunk {
		found := matching[l.ID] || l.ID == s.id
		if !found && l.messages > walkConversation {
			if found, err = s.readLast(l.ID); err != nil {
				return 0, 0, err
			}
			messages += walkConversation
		}
		// Undecided: not all of its messages were read.
		if !found && (!all || l.messages > walkConversation) {
			return n, messages, nil
		}
		s.decide(l, found)
		if n++; len(s.found) >= s.limit {
			return n, messages, nil
		}
	}
	return n, messages, nil
}

// readLast searches the last messages of a long conversation.
func (s *finder) readLast(id svcx.ConversationID) (bool, error) {
	last, _, err := readMessages(s.q, walkBytes, `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND conversation_id = $2
		ORDER BY sent_at DESC, id DESC LIMIT $3`, s.ws, id, walkConversation)
	return slices.ContainsFunc(last, func(d searchDocument) bool { return hasTerms(d.texts, s.terms) }), err
}

// decide moves the position to a conversation, and notes it if it was found.
func (s *finder) decide(l listed, found bool) {
	s.position = &l.ConversationCursor
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

// searchIndex searches what follows the position by the text index.
func (s *finder) searchIndex() error {
	m, err := s.newMatcher()
	if err == nil {
		err = m.newest(s.bounds.first)
	}
	if err != nil {
		return err
	}
	if len(m.rest) > 0 || len(m.ids) > s.bounds.lookups {
		if end, err := s.pick(m); end || err != nil {
			return err
		}
		if err := m.newest(s.bounds.most); err != nil {
			return err
		}
	}
	return s.lookUp(m.ids)
}

// lookUp finds those of the conversations that follow the position in the list.
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
	// Ordered by a sum, so that the planner looks up the ids and does not read the
	// list for its order.
	query := `SELECT id, updated_at, message_count FROM ` + from + `conversation WHERE ` + l.condition() + ` AND ` + among +
		` ORDER BY updated_at + 0 DESC, id DESC LIMIT ` + placeholder(len(l.args)+2)
	all, err := collect(s.q, query, scanListed, append(l.args, d.array(plain), s.limit-len(s.found))...)
	for _, l := range all {
		s.decide(l, true)
	}
	return err
}

// pick reads the list and keeps the conversations that match. end reports that the
// search is complete.
func (s *finder) pick(m *matcher) (end bool, err error) {
	for walked, n := 0, s.bounds.leastChunk; walked < s.bounds.listed; n = min(2*n, s.bounds.mostChunk) {
		chunk, err := s.listMany(n)
		if err == nil {
			err = m.match(chunk)
		}
		if err != nil {
			return false, err
		}
		for _, l := range chunk {
			if s.decide(l, m.ids[l.ID]); len(s.found) >= s.limit {
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

// fewLong is how many conversations a page has if a full one would be too large.
const fewLong = 8

// page reads the found conversations.
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
