package textsearch

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

// The index of contacts reads all that have a word, in no useful order: of "gmail" and
// "com" a third of all. So a search first reads a few contacts at random, which show which
// words are frequent, and then
//
//   - has the index find the rarer words alone, and compares the frequent ones with the
//     rows that it names;
//   - or, if all the words together are frequent, reads the page from the top of the
//     list, and does not count: more contacts drawn at random prove that there are more
//     than are counted.
//
// A page without a total (ContactsAfter) needs no proof, and is read from the list sooner.
//
// What the first ones show decides how long a search takes, never what it finds. The
// newest would not do: those of an import are alike.
const (
	// sampled is how many contacts are read first. A word that one in frequentShare of
	// them has is frequent.
	sampled, frequentShare = 40, 20
	// firstDraw is how many contacts are drawn at first; tuning.mostDrawn is how many at
	// most.
	firstDraw = 256
	// surelyMore is how sure a proof by drawing must be: it is wrong once in e^40 = 2e17
	// searches.
	surelyMore = 40
)

// contactQuery is what a back end is asked: the contacts that have a word with each of the
// prefixes and the frequent prefixes.
type contactQuery struct {
	q                  sqldb.Reader
	ws                 svcx.WorkspaceID
	prefixes, frequent []string
	page               svcx.Page
	bounds             Bounds
}

func newerFirst(a, b int64) int { return cmp.Compare(b, a) }

// contactSearch is a search for contacts under way.
type contactSearch struct {
	index *Index
	q     sqldb.Reader
	ws    svcx.WorkspaceID
	// words are what a contact's words must begin with, after the scope.
	words []string
	page  svcx.Page
	// first and last are the lowest and the highest id of the workspace's contacts.
	first, last int64
}

// find returns a page of ids, newest first, and how many contacts there are, counted to
// a little more than Bounds.counted.
func (s *contactSearch) find() (ids []int64, total int, err error) {
	contacts, err := s.sample()
	if err != nil || len(contacts) == 0 {
		return nil, 0, err
	}
	share := shareOf(contacts)
	if all := share(s.words...); all >= s.index.tuning.leastShare {
		if ids, ok, err := s.findFrequent(all); ok || err != nil {
			return ids, s.index.Bounds.counted + 1, err
		}
	}
	rarest, frequent := s.byRarity(share)
	if words := slices.Concat(rarest, frequent); len(words) > 2 {
		ids, ok, err := s.findRare(words[0], words[1:])
		if ok || err != nil {
			return svcx.Window(ids, s.page).Items, len(ids), err
		}
	}
	return s.index.backend.matchingContacts(contactQuery{s.q, s.ws, rarest, frequent, s.page, s.index.Bounds})
}

// shareOf returns the share of the contacts that have a word with each of some prefixes.
func shareOf(contacts []string) func(prefixes ...string) float64 {
	return func(prefixes ...string) float64 {
		n := 0
		for _, c := range contacts {
			if !slices.ContainsFunc(prefixes, func(p string) bool { return !beginsWord(c, p) }) {
				n++
			}
		}
		return float64(n) / float64(len(contacts))
	}
}

// byRarity returns the words of the search in two parts, the rarest first.
func (s *contactSearch) byRarity(share func(...string) float64) (rare, frequent []string) {
	words := slices.SortedStableFunc(slices.Values(s.words), func(a, b string) int {
		return cmp.Or(cmp.Compare(share(a), share(b)), cmp.Compare(len(b), len(a)))
	})
	n := slices.IndexFunc(words, func(w string) bool { return share(w)*frequentShare >= 1 })
	if n < 0 {
		n = len(words)
	}
	return words[:n], words[n:]
}

// findRare finds the contacts by one of the words, if few have it.
func (s *contactSearch) findRare(rare string, others []string) (ids []int64, ok bool, err error) {
	ids, err = s.index.backend.contactsWith(s.q, s.ws, []string{rare}, s.index.Bounds.fewCompared+1)
	if err != nil || len(ids) > s.index.Bounds.fewCompared {
		return nil, false, err
	}
	ids, err = compared(s.q, s.ws, ids, others)
	return ids, true, err
}

// compared are those of the contacts that have a word with each of the prefixes, newest
// first.
func compared(q sqldb.Reader, ws svcx.WorkspaceID, ids []int64, prefixes []string) ([]int64, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	condition, args := beginWords(prefixes, ws, q.SQL().Array(ids))
	from, among := q.SQL().ByIDs("id", "$2")
	return sqldb.Collect(q, `SELECT id FROM `+from+`contact WHERE workspace_id = $1 AND `+among+condition+` ORDER BY id DESC`, sqldb.ScanValue[int64], args...)
}

// sample reads the words of some contacts: of ids drawn at random, or of the newest
// contacts where most ids are not the workspace's. None are read if it has no contacts.
func (s *contactSearch) sample() (words []string, err error) {
	const first = `(SELECT id FROM contact WHERE workspace_id = $1 ORDER BY id`
	ends, err := sqldb.Collect(s.q, `SELECT `+first+` LIMIT 1), `+first+` DESC LIMIT 1)`,
		func(s sqldb.Scanner) (ends [2]*int64, err error) { return ends, s.Scan(&ends[0], &ends[1]) }, s.ws)
	if err != nil || len(ends) == 0 || ends[0][0] == nil || ends[0][1] == nil {
		return nil, err
	}
	s.first, s.last = *ends[0][0], *ends[0][1]
	d := s.q.SQL()
	from, among := d.ByIDs("id", "$2")
	words, err = sqldb.Collect(s.q, `SELECT search FROM `+from+`contact WHERE workspace_id = $1 AND `+among, sqldb.ScanValue[string], s.ws, d.Array(s.draw(sampled)))
	if err != nil || len(words) >= sampled/2 {
		return words, err
	}
	return sqldb.Collect(s.q, `SELECT search FROM contact WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2`, sqldb.ScanValue[string], s.ws, sampled)
}

// draw returns n ids at random, of contacts or not.
func (s *contactSearch) draw(n int) []int64 {
	ids := make([]int64, n)
	for i := range ids {
		ids[i] = s.first + rand.Int64N(s.last-s.first+1)
	}
	return ids
}

// findFrequent finds the page of a search that so large a share seems to match, unless it
// cannot prove that these are more than are counted, or the page is not near the top.
func (s *contactSearch) findFrequent(share float64) (ids []int64, ok bool, err error) {
	most, end := s.index.tuning.contactWalk, s.page.Offset+s.page.Limit
	if float64(end) > share*float64(most) {
		return nil, false, nil
	}
	if more, err := s.drawsMore(); !more || err != nil {
		return nil, false, err
	}
	ids, err = matchingNewest(s.q, s.ws, s.words, most, end)
	return svcx.Window(ids, s.page).Items, len(ids) == end, err
}

// beginsWord reports whether one of a contact's words begins with the prefix.
func beginsWord(words, prefix string) bool {
	for {
		i := strings.Index(words, prefix)
		if i <= 0 || words[i-1] == ' ' {
			return i >= 0
		}
		words = words[i+1:]
	}
}

// beginWords is beginsWord as a condition for each of the words, whose values follow
// others. It is the same on both databases: folded words have no case, and consist of
// letters and digits only.
func beginWords(words []string, args ...any) (condition string, all []any) {
	for _, w := range words {
		args = append(args, "% "+w+"%")
		condition += ` AND ' ' || search LIKE ` + sqldb.Placeholder(len(args))
	}
	return condition, args
}

// matchingNewest finds those of the newest contacts that match, limit at most.
func matchingNewest(q sqldb.Querier, ws svcx.WorkspaceID, words []string, newest, limit int) ([]int64, error) {
	condition, args := beginWords(words, ws, newest, limit)
	return sqldb.Collect(q, `SELECT id FROM (SELECT id, search FROM contact WHERE workspace_id = $1 ORDER BY id DESC LIMIT $2) AS newest
		WHERE true`+condition+` ORDER BY id DESC LIMIT $3`, sqldb.ScanValue[int64], args...)
}

// drawsMore reports whether contacts drawn at random prove that more than Bounds.counted
// match. Of all ids between the lowest and the highest, whether or not there are such
// contacts, at most Bounds.counted would be hits otherwise.
func (s *contactSearch) drawsMore() (bool, error) {
	bound := float64(s.index.Bounds.counted) / float64(s.last-s.first+1)
	most := s.index.tuning.mostDrawn
	if bound >= 1 {
		return false, nil
	}
	d := s.q.SQL()
	from, among := d.ByIDs("id", "$2")
	condition, args := beginWords(s.words, s.ws, nil)
	hits, drawn := 0, 0
	for n := firstDraw; ; n = min(4*n, most-drawn) {
		args[1] = d.Array(s.draw(n))
		found, err := sqldb.One(s.q, `SELECT count(*) FROM `+from+`contact WHERE workspace_id = $1 AND `+among+condition, sqldb.ScanValue[int], args...)
		if err != nil {
			return false, err
		}
		hits += found
		drawn += n
		certainty := divergence(float64(hits)/float64(drawn), bound)
		if certainty*float64(drawn) >= surelyMore {
			return true, nil
		}
		if certainty*float64(most) < surelyMore {
			return false, nil
		}
	}
}

// divergence says how unlikely so large a share of hits is if the probability of a hit
// is p at most: after n draws at most e^(-n*divergence) (Chernoff). It is 0 for a share
// that is not unlikely.
func divergence(share, p float64) float64 {
	switch {
	case share <= p:
		return 0
	case share >= 1:
		return -math.Log(p)
	}
	return share*math.Log(share/p) + (1-share)*math.Log((1-share)/(1-p))
}
