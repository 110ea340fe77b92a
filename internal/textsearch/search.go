package textsearch

import (
	"context"
	"slices"

	"svcx"
)

// A search finds conversations in the order of the list in three ways. It reads what is
// not indexed yet, if that is little: so what was written a moment ago is found. Then it
// reads the list from its top, for a bounded number of messages: a frequent word fills a
// page after a few conversations, and the index is not asked for the millions of
// positions of a frequent word. What few conversations have is found by the text index.
const (
	// fewUnindexed is how many messages, and how many heads, are read before the list. If
	// more are not indexed, more of the list is read.
	fewUnindexed = 200
	// walkChunk is how many conversations are read at once, and walkSample how many at
	// first, with as many messages as fewOf allows.
	walkSample, walkChunk = 16, 64
	// learnFrom is of how many documents it is counted which have a term: one
	// that one in frequentTerm has is frequent.
	learnFrom, frequentTerm = 100, 5
	// walkFirst is how many messages are read in any case if not all else is indexed. Up
	// to tuning.walkMost are read as long as a full page is likely; a quarter of that if
	// all else is indexed, since the index then finds the rest sooner.
	walkFirst = 500
	// walkConversation is how many messages of one conversation are read, the last ones.
	walkConversation = 200
	// walkMessages bounds how many messages are read at once: the counted ones come
	// with notes.
	walkMessages = 20_000
	// walkBytes bounds the text that is read at once.
	walkBytes = 8 << 20
)

// Bounds bound what a search requests from the text index.
type Bounds struct {
	// first is how many documents are requested at first, from the newest buckets;
	// most is how many at most, and as many again from the buckets at the top of the
	// list. If more match, older ones that are not at the top of the list are missed.
	first, most int
	// lookups is how many matching conversations are looked up by id. If more match,
	// or not all are known, the list is read until it has enough of them, in chunks
	// of leastChunk to mostChunk conversations, listed at most.
	lookups, leastChunk, mostChunk, listed int
	// counted is where the total of a search for contacts stops being exact.
	counted int
	// fewCompared, soonCompared and compared are how many contacts are read by their ids,
	// to compare words: those that have the rarest of three or more words, those that have
	// the rarer words before it is tried without, and if there is no other way. On SQLite
	// reading one takes some 5 µs.
	fewCompared, soonCompared, compared int
}

// usualBounds are those of an Index.
var usualBounds = Bounds{first: 2000, most: 50_000, lookups: 2000, leastChunk: 250, mostChunk: 2000, listed: 10_000,
	counted: 10_000, fewCompared: 200, soonCompared: 1000, compared: 8000}

// List is a filtered list of conversations, last message first.
type List interface {
	// Next reads the n conversations that follow a cursor, nil for the beginning, with
	// their message counts. NextMany is for many, without the counts.
	Next(ctx context.Context, after *svcx.ConversationCursor, n int) ([]Listed, error)
	NextMany(ctx context.Context, after *svcx.ConversationCursor, n int) ([]Listed, error)
	// Find finds the first n of those with the given ids that follow the cursor.
	Find(ctx context.Context, after *svcx.ConversationCursor, ids []int64, n int) ([]Listed, error)
}

// Listed is a conversation's position in the list.
type Listed struct {
	svcx.ConversationCursor
	Messages int
}

// Search finds conversations of a list in which one document has all the words of q,
// the last one as a prefix, and the conversation whose id q is. A document is a
// message with the names of its author and its files, or the head (subject, contact,
// external id). They are in the order of the list, follow the cursor if there is one,
// and are at most limit. A q without a letter or digit finds nothing: see HasWords.
func (ix *Index) Search(ctx context.Context, ws svcx.WorkspaceID, list List, q string, after *svcx.ConversationCursor, limit int) ([]svcx.ConversationCursor, error) {
	terms, err := parseTerms(q)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	s := finder{index: ix, ctx: ctx, ws: ws, list: list, terms: terms, id: searchedID(q), having: make([]int, len(terms)), limit: limit, position: after}
	err = s.readUnindexed()
	if err != nil {
		return nil, err
	}
	end, err := s.walk()
	if err == nil && !end {
		err = s.searchIndex()
	}
	return s.found, err
}

// finder is a search under way.
type finder struct {
	index *Index
	ctx   context.Context
	ws    svcx.WorkspaceID
	list  List
	terms []queryTerm
	id    svcx.ConversationID
	limit int
	// fresh are the conversations with matching documents that are not indexed yet, if
	// indexed says that all others are.
	fresh   map[svcx.ConversationID]bool
	indexed bool
	// documents are how many documents were read to learn which terms are frequent, and
	// having[i] how many of them had the term i.
	documents int
	having    []int
	// position is up to where the list was searched, nil before its beginning.
	position *svcx.ConversationCursor
	found    []svcx.ConversationCursor
}

// readUnindexed searches what is not indexed yet, if that is little.
func (s *finder) readUnindexed() error {
	queue := s.index.db.QueueOf(s.ws)
	p, err := s.index.backend.indexedTo(s.ctx, queue)
	if err != nil || p.version == 0 {
		return err
	}
	heads, err := s.index.tables.HeadsAfter(s.ctx, queue, p.conversation, fewUnindexed+1)
	if err != nil || len(heads) > fewUnindexed {
		return err
	}
	messages, all, err := s.index.tables.MessagesAfter(s.ctx, queue, p.message, ReadLimit{fewUnindexed + 1, walkBytes})
	if err != nil || !all || len(messages) > fewUnindexed {
		return err
	}
	s.indexed = true
	s.fresh = make(map[svcx.ConversationID]bool)
	for _, doc := range append(heads, messages...) {
		if doc.Workspace == s.ws && hasTerms(doc.Texts, s.terms) {
			s.fresh[doc.Conversation] = true
		}
	}
	return nil
}

// walk reads the list and the messages of its conversations, as long as that is
// promising. end reports that the search is complete.
func (s *finder) walk() (end bool, err error) {
	first, most := walkFirst, s.index.tuning.walkMost
	if s.indexed {
		first, most = 0, most/4
	}
	read := 0
	for together := walkSample; ; together = walkChunk {
		chunk, err := s.list.Next(s.ctx, s.position, together)
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
		if n == len(chunk) && n < together {
			return true, nil
		}
		read += messages + n
		// Promising if a full page takes at most so many messages at this rate.
		promising := len(s.found) > 0 && read*s.limit/len(s.found) <= most
		if read >= most || read >= first && !promising {
			return false, nil
		}
	}
}

// fewOf is how many of the conversations can be read at once.
func fewOf(chunk []Listed) int {
	sum := 0
	for i, l := range chunk {
		if sum += min(l.Messages, walkConversation); sum > walkFirst {
			return max(i, 1)
		}
	}
	return len(chunk)
}

// read searches conversations in the order of the list. It returns how many it has
// decided, and how many messages that took, and stops before one that is too large.
func (s *finder) read(chunk []Listed) (n, messages int, err error) {
	matching := make(map[svcx.ConversationID]bool)
	n, short := 0, make([]int64, 0, len(chunk))
	for _, l := range chunk {
		if l.Messages <= walkConversation {
			short = append(short, int64(l.ID))
		}
	}
	heads, err := s.index.tables.Heads(s.ctx, s.ws, idsOf(chunk))
	if err != nil {
		return 0, 0, err
	}
	texts, all, err := s.index.tables.MessagesIn(s.ctx, s.ws, short, ReadLimit{walkMessages, walkBytes})
	if err != nil {
		return 0, 0, err
	}
	all = all && len(texts) < walkMessages
	for _, doc := range append(heads, texts...) {
		s.learn(doc)
		if !matching[doc.Conversation] && hasTerms(doc.Texts, s.terms) {
			matching[doc.Conversation] = true
		}
	}
	messages = len(texts)
	for _, l := range chunk {
		found := matching[l.ID] || l.ID == s.id
		if !found && l.Messages > walkConversation {
			if found, err = s.readLast(l.ID); err != nil {
				return 0, 0, err
			}
			messages += walkConversation
		}
		// Undecided: not all of its messages were read.
		if !found && (!all || l.Messages > walkConversation) {
			return n, messages, nil
		}
		s.decide(l, found)
		if n++; len(s.found) >= s.limit {
			return n, messages, nil
		}
	}
	return n, messages, nil
}

// learn counts the terms of the first documents.
func (s *finder) learn(doc Document) {
	if len(s.terms) == 1 || s.documents == learnFrom {
		return
	}
	s.documents++
	for i := range s.terms {
		if hasTerms(doc.Texts, s.terms[i:i+1]) {
			s.having[i]++
		}
	}
}

// rareTerms are those that few documents seem to have, if many have the others.
func (s *finder) rareTerms() (rare []queryTerm) {
	for i, t := range s.terms {
		if s.having[i]*frequentTerm < s.documents {
			rare = append(rare, t)
		}
	}
	if len(rare) == len(s.terms) {
		return nil
	}
	return rare
}

// readLast searches the last messages of a long conversation.
func (s *finder) readLast(id svcx.ConversationID) (bool, error) {
	last, err := s.index.tables.LastMessages(s.ctx, s.ws, id, ReadLimit{walkConversation, walkBytes})
	return slices.ContainsFunc(last, func(d Document) bool { return hasTerms(d.Texts, s.terms) }), err
}

// decide moves the position to a conversation, and notes it if it was found.
func (s *finder) decide(l Listed, found bool) {
	s.position = &l.ConversationCursor
	if found {
		s.found = append(s.found, l.ConversationCursor)
	}
}

func idsOf(all []Listed) []int64 {
	ids := make([]int64, len(all))
	for i, l := range all {
		ids[i] = int64(l.ID)
	}
	return ids
}

// searchRare has the index find the rare terms alone, since it reads all documents that
// have a frequent one, and reads the conversations that it finds. end is false if these
// are many, or too long to be read.
func (s *finder) searchRare(rare []queryTerm) (end bool, err error) {
	m, err := s.newMatcher(rare)
	if err == nil {
		err = m.newest(2 * s.index.Bounds.lookups)
	}
	if err != nil || len(m.rest) > 0 {
		return false, err
	}
	all, err := s.find(m.ids, len(m.ids))
	for err == nil && len(all) > 0 {
		few := all[:min(len(all), walkChunk)]
		few = few[:fewOf(few)]
		n, _, failed := s.read(few)
		if failed != nil || len(s.found) >= s.limit {
			return true, failed
		}
		if n < len(few) {
			return false, nil
		}
		all = all[n:]
	}
	return true, err
}

// searchIndex searches what follows the position by the text index.
func (s *finder) searchIndex() error {
	if rare := s.rareTerms(); len(rare) > 0 {
		if end, err := s.searchRare(rare); end || err != nil {
			return err
		}
	}
	m, err := s.newMatcher(s.terms)
	if err == nil {
		err = m.newest(s.index.Bounds.first)
	}
	if err != nil {
		return err
	}
	if len(m.rest) > 0 || len(m.ids) > s.index.Bounds.lookups {
		if end, err := s.pick(m); end || err != nil {
			return err
		}
		if err := m.newest(s.index.Bounds.most); err != nil {
			return err
		}
	}
	return s.lookUp(m.ids)
}

// lookUp finds those of the conversations that follow the position in the list.
func (s *finder) lookUp(ids map[svcx.ConversationID]bool) error {
	all, err := s.find(ids, s.limit-len(s.found))
	for _, l := range all {
		s.decide(l, true)
	}
	return err
}

// find lists the first n of the conversations that follow the position.
func (s *finder) find(ids map[svcx.ConversationID]bool, n int) ([]Listed, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	plain := make([]int64, 0, len(ids))
	for id := range ids {
		plain = append(plain, int64(id))
	}
	slices.Sort(plain)
	return s.list.Find(s.ctx, s.position, plain, n)
}

// pick reads the list and keeps the conversations that match. end reports that the
// search is complete.
func (s *finder) pick(m *matcher) (end bool, err error) {
	for walked, n := 0, s.index.Bounds.leastChunk; walked < s.index.Bounds.listed; n = min(2*n, s.index.Bounds.mostChunk) {
		chunk, err := s.list.NextMany(s.ctx, s.position, n)
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
