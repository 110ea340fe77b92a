package textsearch

import (
	"context"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// firstWalk is how many ids of the list a page without a total looks at first.
const firstWalk = 500

// ContactsAfter is Contacts for a page that follows a contact of the list and has no
// total: the ids of at most limit contacts.
func (ix *Index) ContactsAfter(ctx context.Context, ws svcx.WorkspaceID, search string, after svcx.ContactID, limit int) ([]int64, error) {
	find, err := ix.contactSearch(ctx, ws, search)
	if err != nil {
		return nil, err
	}
	contacts, err := find.sample()
	if err != nil || len(contacts) == 0 {
		return nil, err
	}
	share := shareOf(contacts)
	rarest, frequent := find.byRarity(share)
	if words := slices.Concat(rarest, frequent); len(words) > 2 {
		ids, ok, err := find.findRare(words[0], words[1:])
		if ok || err != nil {
			return followers(ids, int64(after), limit), err
		}
	}
	ids, ok, err := find.walk(int64(after), limit)
	if ok || err != nil {
		return ids, err
	}
	return ix.backend.contactsAfter(contactQuery{q: find.q, ws: ws, prefixes: rarest, frequent: frequent}, int64(after), limit)
}

// followers are the first of the ids, newest first, that follow one.
func followers(ids []int64, after int64, limit int) []int64 {
	from, found := slices.BinarySearchFunc(ids, after, newerFirst)
	if found {
		from++
	}
	return ids[from:min(from+limit, len(ids))]
}

// walk reads the contacts that follow one in the order of the list, while what it has
// found promises to fill the page sooner than the index could, which names all that match.
// Without a hit nothing does: then ok is false.
func (s *contactSearch) walk(after int64, limit int) (ids []int64, ok bool, err error) {
	after = min(after, s.last+1)
	walked := int64(0)
	for n := int64(firstWalk); after > s.first; n *= 2 {
		from := max(after-n, s.first)
		condition, args := beginWords(s.words, s.ws, from, after, limit-len(ids))
		found, err := sqldb.Collect(s.q, `SELECT id FROM contact WHERE workspace_id = $1 AND id >= $2 AND id < $3`+condition+` ORDER BY id DESC LIMIT $4`, sqldb.ScanValue[int64], args...)
		if err != nil {
			return nil, false, err
		}
		ids, walked, after = append(ids, found...), walked+after-from, from
		if len(ids) == limit {
			return ids, true, nil
		}
		share := float64(len(ids)) / float64(walked)
		byIndex := share * float64(s.last-s.first) * s.index.tuning.contactVisit
		if after > s.first && share*byIndex < float64(limit-len(ids)) {
			return nil, false, nil
		}
	}
	return ids, true, nil
}
