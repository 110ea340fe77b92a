package storetest

import (
	"svcx"
	"svcx/internal/store"
)

func ratingCases(f *fixture) {
	f.Case("a conversation has one rating; a new one replaces it and keeps its id", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		a, b := &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(ws, a, b)
		_, err := f.db.Read(f.ctx()).Rating(ws, a.ID)
		f.wantKind(err, svcx.KindNotFound)
		first := f.rating(&svcx.Rating{Workspace: ws, Conversation: a.ID, Rating: 5, Comment: "Zoë \"Q\"", RatedBy: "u", CreatedAt: now})
		sister := f.rating(&svcx.Rating{Workspace: ws, Conversation: b.ID, Rating: 3, CreatedAt: now})
		f.equal("first", must(f.db.Read(f.ctx()).Rating(ws, a.ID))(f), first)
		second := &svcx.Rating{ID: 99, Workspace: ws, Conversation: a.ID, Rating: 1, CreatedAt: now + 1, AssignedTo: ptr(svcx.UserID(7))}
		f.equal("replaced", read(f, ws, func(tx *store.Tx) (*svcx.Rating, error) { return tx.PutRating(second) }), first)
		f.equal("id", second.ID, first.ID)
		f.equal("second", must(f.db.Read(f.ctx()).Rating(ws, a.ID))(f), second)
		f.equal("another conversation's", must(f.db.Read(f.ctx()).Rating(ws, b.ID))(f), sister)
		_, err = f.db.Read(f.ctx()).Rating(other, a.ID)
		f.wantKind(err, svcx.KindNotFound)
	})
	f.Case("the latest, by score and channel, page by page", func(f *fixture) {
		ws := f.workspace()
		ch := f.channel(ws)
		var all []*svcx.Rating
		for i, score := range []int{5, 1, 5, 3, 5} {
			c := &svcx.Conversation{}
			f.conversations(ws, c)
			r := &svcx.Rating{Workspace: ws, Conversation: c.ID, Rating: score, CreatedAt: now + svcx.Time(i/2)}
			if i%2 == 0 {
				r.Channel = &ch.Channel
			}
			all = append(all, f.rating(r))
		}
		latest := func(filter svcx.RatingFilter, after *svcx.RatingCursor, limit int) []*svcx.Rating {
			return must(f.db.LatestRatings(f.ctx(), ws, filter, after, limit))(f)
		}
		f.equal("all", latest(svcx.RatingFilter{}, nil, 9), []*svcx.Rating{all[4], all[3], all[2], all[1], all[0]})
		f.equal("after one", latest(svcx.RatingFilter{}, &svcx.RatingCursor{At: all[3].CreatedAt, ID: all[3].ID}, 2), []*svcx.Rating{all[2], all[1]})
		f.equal("of a score", latest(svcx.RatingFilter{Score: 1}, nil, 9), []*svcx.Rating{all[1]})
		f.equal("of a channel", latest(svcx.RatingFilter{Channel: ch.Channel}, nil, 2), []*svcx.Rating{all[4], all[2]})
		f.equal("of both", latest(svcx.RatingFilter{Channel: ch.Channel, Score: 3}, nil, 9), []*svcx.Rating(nil))
		f.equal("elsewhere", must(f.db.LatestRatings(f.ctx(), f.workspace(), svcx.RatingFilter{}, nil, 9))(f), []*svcx.Rating(nil))
		conversations := must(f.db.RatedConversations(f.ctx(), ws, all[:2]))(f)
		f.equal("their conversations", len(conversations), 2)
	})
	f.Case("two ratings in one transaction are one", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Conversation{}
		f.conversations(ws, c)
		last := &svcx.Rating{Workspace: ws, Conversation: c.ID, Rating: 2, CreatedAt: now}
		f.write(ws, func(tx *store.Tx) error {
			if _, err := tx.PutRating(&svcx.Rating{Workspace: ws, Conversation: c.ID, Rating: 1, CreatedAt: now}); err != nil {
				return err
			}
			_, err := tx.PutRating(last)
			return err
		})
		f.equal("rating", must(f.db.Read(f.ctx()).Rating(ws, c.ID))(f), last)
	})
}

// rating stores a rating.
func (f *fixture) rating(r *svcx.Rating) *svcx.Rating {
	f.Helper()
	f.write(r.Workspace, func(tx *store.Tx) error {
		_, err := tx.PutRating(r)
		return err
	})
	return r
}
