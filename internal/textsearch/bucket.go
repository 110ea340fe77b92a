package textsearch

import (
	"maps"
	"slices"

	"svcx"
)

// The text index has the conversations of a workspace in buckets by their ids, and
// each bucket has its own words: the cost of a search depends on the buckets that it
// queries and not on how many there are. It queries the newest first, and then those
// of the conversations at the top of the list.

// matches are the conversations of the documents that match, how many documents those
// are, and how many buckets were read for them.
type matches struct {
	ids                []svcx.ConversationID
	documents, buckets int
}

// add parses a list of ids and adds them.
func (m *matches) add(text string) error {
	ids, err := readIDs[svcx.ConversationID](text)
	m.ids = append(m.ids, ids...)
	return err
}

// matcher queries the buckets of the text index for a search.
type matcher struct {
	s     *finder
	terms []queryTerm
	// rest are the buckets that were not queried, newest first.
	rest []int64
	// ids are the matching conversations in the others.
	ids map[svcx.ConversationID]bool
	// new and top are how many documents were found in the newest buckets and in
	// those of the top of the list.
	new, top int
}

func (s *finder) newMatcher(terms []queryTerm) (m *matcher, err error) {
	m = &matcher{s: s, terms: terms, ids: make(map[svcx.ConversationID]bool)}
	if s.id != 0 {
		m.ids[s.id] = true
	}
	maps.Copy(m.ids, s.fresh)
	m.rest, err = s.index.backend.buckets(s.ctx, s.ws, s.index.tuning.bucketBits)
	return m, err
}

// newest queries the newest remaining buckets, until limit documents were found in
// all.
func (m *matcher) newest(limit int) error {
	n, err := m.query(m.rest, limit, &m.new)
	m.rest = m.rest[n:]
	return err
}

// match queries the buckets of these conversations, in their order. If too many
// documents are found in them, it queries the newest buckets instead.
func (m *matcher) match(chunk []Listed) error {
	if len(m.rest) == 0 {
		return nil
	}
	rest := make(map[int64]bool, len(m.rest))
	for _, b := range m.rest {
		rest[b] = true
	}
	bits := m.s.index.tuning.bucketBits
	var wanted []int64
	for _, l := range chunk {
		if b := int64(l.ID) >> bits; rest[b] {
			delete(rest, b)
			wanted = append(wanted, b)
		}
	}
	n, err := m.query(wanted, m.s.index.Bounds.most, &m.top)
	if n > 0 {
		m.rest = slices.DeleteFunc(m.rest, func(b int64) bool { return slices.Contains(wanted[:n], b) })
	}
	if err == nil && n < len(wanted) {
		err = m.newest(m.s.index.Bounds.most)
	}
	return err
}

// query queries buckets until there are limit documents, and returns how many
// buckets it has queried.
func (m *matcher) query(buckets []int64, limit int, documents *int) (int, error) {
	if len(buckets) == 0 || *documents >= limit {
		return 0, nil
	}
	found, err := m.s.index.backend.matching(m.s.ctx, m.s.ws, m.terms, buckets, limit-*documents)
	for _, id := range found.ids {
		m.ids[id] = true
	}
	*documents += found.documents
	return found.buckets, err
}
