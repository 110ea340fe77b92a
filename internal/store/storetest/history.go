package storetest

import (
	"fmt"

	"svcx"
	"svcx/internal/store"
)

func historyCases(f *fixture) {
	f.Case("entries are listed oldest first, of their conversation and workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		var want []svcx.HistoryEntry
		for i := range 5 {
			e := svcx.HistoryEntry{Workspace: ws, Conversation: 1, Type: "conversation.assigned", Actor: svcx.Actor{Kind: svcx.ActorKey, ID: 7, Name: "Key é"}, Detail: fmt.Sprint(i), At: now - svcx.Time(i)}
			sister, stranger := e, e
			sister.Conversation, stranger.Workspace = 2, other
			entries := []svcx.HistoryEntry{e, sister}
			f.write(ws, func(tx *store.Tx) error { return tx.InsertHistory(entries...) })
			f.write(other, func(tx *store.Tx) error { return tx.InsertHistory(stranger) })
			want = append(want, entries[0])
		}
		for _, page := range []svcx.Page{{Limit: 9}, {Limit: 2}, {Limit: 2, Offset: 4}} {
			list := must(f.db.Read(f.ctx()).History(ws, 1, page))(f)
			f.equal("page", list.Items, want[page.Offset:min(page.Offset+page.Limit, len(want))])
			f.equal("total", list.Total, len(want))
		}
		f.equal("of nothing", must(f.db.Read(f.ctx()).History(ws, 3, svcx.Page{Limit: 9}))(f).Total, 0)
	})
	f.Case("none is fine", func(f *fixture) {
		f.write(0, func(tx *store.Tx) error { return tx.InsertHistory() })
	})
}

// R 8: fresh URLs are found by conversation and reference until they expire.
func contentCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	odd := "ref <1> & \"é\""
	put := func(ws svcx.WorkspaceID, conversation svcx.ConversationID, urls ...svcx.ContentURL) {
		f.write(ws, func(tx *store.Tx) error { return tx.PutContentURLs(ws, conversation, urls) })
	}
	put(ws, 1, svcx.ContentURL{Ref: "stays", URL: "u1"}, svcx.ContentURL{Ref: odd, URL: "u2", ExpiresAt: ptr(now + 10)})
	put(ws, 2, svcx.ContentURL{Ref: "stays", URL: "another conversation's"})
	put(other, 1, svcx.ContentURL{Ref: "stays", URL: "another workspace's"})
	urls := func(at svcx.Time, refs ...string) map[string]string {
		f.Helper()
		all := make(map[string]string)
		for _, u := range must(f.db.Read(f.ctx()).ContentURLs(ws, 1, refs, at))(f) {
			all[u.Ref] = u.URL
		}
		return all
	}
	f.equal("the requested ones", urls(now, "stays", "missing"), map[string]string{"stays": "u1"})
	f.equal("none requested", urls(now), map[string]string{})
	f.equal("before it expires", urls(now+9, odd), map[string]string{odd: "u2"})
	f.equal("after", urls(now+10, odd, "stays"), map[string]string{"stays": "u1"})
	put(ws, 1, svcx.ContentURL{Ref: odd, URL: "u3"}, svcx.ContentURL{Ref: "stays", URL: "u4", ExpiresAt: ptr(now)})
	f.equal("replaced", urls(now+10, odd, "stays"), map[string]string{odd: "u3"})
}

// W 8: automatic back requests are counted per contact and type in a window.
func backRequestCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	begin := func(ws svcx.WorkspaceID, contact svcx.ContactID, kind svcx.BackRequestType, at svcx.Time) int64 {
		f.Helper()
		return read(f, ws, func(tx *store.Tx) (int64, error) {
			return tx.BeginBackRequest(store.BackRequest{Workspace: ws, Contact: contact, Type: kind, At: at, Until: at + 30, Since: at - 100, Max: 2})
		})
	}
	end := func(ws svcx.WorkspaceID, id int64) {
		f.Helper()
		f.write(ws, func(tx *store.Tx) error { return tx.EndBackRequest(ws, id) })
	}
	count := func(ws svcx.WorkspaceID, contact svcx.ContactID, kind svcx.BackRequestType, at svcx.Time) bool {
		f.Helper()
		id := begin(ws, contact, kind, at)
		end(ws, id)
		return id != 0
	}
	open := begin(ws, 9, svcx.BackInfo, now)
	f.equal("while one is under way", begin(ws, 9, svcx.BackInfo, now+29), int64(0))
	end(other, open)
	f.equal("another workspace ends nothing", begin(ws, 9, svcx.BackInfo, now+29), int64(0))
	f.equal("another type", begin(ws, 9, svcx.BackAvatar, now+29) != 0, true)
	f.equal("its node died", begin(ws, 9, svcx.BackInfo, now+30) != 0, true)
	f.equal("first", count(ws, 1, svcx.BackInfo, now), true)
	f.equal("second", count(ws, 1, svcx.BackInfo, now+50), true)
	f.equal("over the limit", count(ws, 1, svcx.BackInfo, now+60), false)
	f.equal("another type", count(ws, 1, svcx.BackAvatar, now+60), true)
	f.equal("another contact", count(ws, 2, svcx.BackInfo, now+60), true)
	f.equal("another workspace", count(other, 1, svcx.BackInfo, now+60), true)
	f.equal("the first is outside the window", count(ws, 1, svcx.BackInfo, now+100), true)
	f.equal("only accepted ones count", count(ws, 1, svcx.BackInfo, now+149), false)
}
