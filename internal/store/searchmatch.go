package store

import (
	"slices"

	"svcx"
)

// The conversations of a workspace are in buckets of the text index by their ids,
// and a word is another one in each: what a search costs goes by the buckets that
// it asks, and not by how much there is. The newest are asked first, and then
// those of the conversations at the top of the list.

// matches is what some buckets have.
type matches struct {
	ids                []svcx.ConversationID
	documents, buckets int
}

// add adds ids that are written one behind the other.
func (m *matches) add(text string) error {
	ids, err := readIDs[svcx.ConversationID](text)
	m.ids = append(m.ids, ids...)
	return err
}

// matched is what a search knows of the text index.
type matched struct {
	s *finder
	// rest are the buckets that were not asked, newest first.
	rest []int64
	// ids are the conversations in those that were.
	ids map[svcx.ConversationID]bool
	// new and top are how many documents were found in the newest buckets and in
	// those of the top of the list.
	new, top int
}

func (s *finder) matched() (m *matched, err error) {
	m = &matched{s: s, ids: make(map[svcx.ConversationID]bool)}
	if s.id != 0 {
		m.ids[s.id] = true
	}
	m.rest, err = s.q.dialectOf().buckets(s.q, s.ws)
	return m, err
}

// newest asks the newest buckets that were not, until it has found so many
// documents in all.
func (m *matched) newest(limit int) error {
	n, err := m.ask(m.rest, limit, &m.new)
	m.rest = m.rest[n:]
	return err
}

// among asks the buckets of these conversations, in their order. Where too much
// is found in them, it is left at the newest.
func (m *matched) among(chunk []listed) error {
	if len(m.rest) == 0 {
		return nil
	}
	rest := make(map[int64]bool, len(m.rest))
	for _, b := range m.rest {
		rest[b] = true
	}
	bits := m.s.q.dialectOf().bucketBits()
	var wanted []int64
	for _, l := range chunk {
		if b := int64(l.ID) >> bits; rest[b] {
			delete(rest, b)
			wanted = append(wanted, b)
		}
	}
	n, err := m.ask(wanted, m.s.bounds.most, &m.top)
	if n > 0 {
		m.rest = slices.DeleteFunc(m.rest, func(b int64) bool { return slices.Contains(wanted[:n], b) })
	}
	if err == nil && n < len(wanted) {
		err = m.newest(m.s.bounds.most)
	}
	return err
}

// ask asks buckets until there are limit documents, and returns how many it has
// asked.
func (m *matched) ask(buckets []int64, limit int, documents *int) (int, error) {
	if len(buckets) == 0 || *documents >= limit {
		return 0, nil
	}
	found, err := m.s.q.dialectOf().matching(m.s.q, m.s.ws, m.s.terms, buckets, limit-*documents)
	for _, id := range found.ids {
		m.ids[id] = true
	}
	*documents += found.documents
	return found.buckets, err
}
