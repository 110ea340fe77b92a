package storetest

import (
	"time"

	"svcx"
	"svcx/internal/store"
)

// D 6: sessions are kept under the hash of their cookie.
func sessionCases(f *fixture) {
	ws := f.workspace()
	ada := read(f, ws, func(tx *store.Tx) (svcx.UserID, error) {
		return tx.AddMember(ws, "session@example.com", "Ada", svcx.RoleAdmin, now)
	})
	add := func(f *fixture, hash, id string, at svcx.Time) *svcx.Session {
		f.Helper()
		s := &svcx.Session{ID: id, User: svcx.User{ID: ada, Email: "session@example.com", Name: "Ada"}, CreatedAt: at, LastSeenAt: at, IP: "::1", UserAgent: "é"}
		f.write(0, func(tx *store.Tx) error { return tx.InsertSession(s, hash) })
		return s
	}
	ids := func(f *fixture) (ids []string) {
		f.Helper()
		for _, s := range must(f.db.Read(f.ctx()).Sessions(ada))(f) {
			ids = append(ids, s.ID)
		}
		return ids
	}
	f.Case("what is stored is read back by the hash", func(f *fixture) {
		first := add(f, "h1", "one", now)
		second := add(f, "h2", "two", now+1)
		f.equal("first", must(f.db.Read(f.ctx()).SessionByHash("h1"))(f), first)
		f.equal("newest first", must(f.db.Read(f.ctx()).Sessions(ada))(f), []*svcx.Session{second, first})
		_, err := f.db.Read(f.ctx()).SessionByHash("one")
		f.wantKind(err, svcx.KindNotFound)
		f.equal("of an unknown user", len(must(f.db.Read(f.ctx()).Sessions(987654))(f)), 0)
	})
	f.Case("a session has what its user has chosen", func(f *fixture) {
		chosen := svcx.Preferences{Theme: svcx.ThemeDark, Zone: "Europe/Berlin", Notify: svcx.NotifyAbout{Mine: true}, UndoSend: true}
		f.write(0, func(tx *store.Tx) error { return tx.SetPreferences(ada, chosen) })
		f.equal("by the session", must(f.db.Read(f.ctx()).SessionByHash("h1"))(f).User.Preferences, chosen)
		f.equal("by the user", read(f, ws, func(tx *store.Tx) (svcx.User, error) { return tx.User(ada) }).Preferences, chosen)
		f.write(0, func(tx *store.Tx) error { return tx.SetPreferences(ada, svcx.Preferences{}) })
		f.equal("cleared", must(f.db.Read(f.ctx()).SessionByHash("h1"))(f).User.Preferences, svcx.Preferences{})
	})
	f.Case("the time of last use never moves back", func(f *fixture) {
		for _, at := range []svcx.Time{now + 9, now + 5} {
			f.write(0, func(tx *store.Tx) error { return tx.TouchSession("h1", at) })
		}
		f.equal("seen", must(f.db.Read(f.ctx()).SessionByHash("h1"))(f).LastSeenAt, now+9)
	})
	f.Case("a session is ended by its hash or, for its user, by its id", func(f *fixture) {
		end := func(user svcx.UserID, id string) error {
			return f.db.Write(f.ctx(), 0, func(tx *store.Tx) error { return tx.EndSessionOf(user, id) })
		}
		f.wantKind(end(ada+1, "two"), svcx.KindNotFound)
		if err := end(ada, "two"); err != nil {
			f.Fatal(err)
		}
		f.wantKind(end(ada, "two"), svcx.KindNotFound)
		f.equal("left", ids(f), []string{"one"})
		for range 2 {
			f.write(0, func(tx *store.Tx) error { return tx.EndSession("h1") })
		}
		f.equal("left", len(ids(f)), 0)
	})
	f.Case("expired sessions are deleted by the retention", func(f *fixture) {
		trim := func(at svcx.Time) {
			f.Helper()
			if err := f.db.Trim(f.ctx(), store.Retention{Now: at}); err != nil {
				f.Fatal(err)
			}
		}
		add(f, "idle", "idle", now)
		add(f, "used", "used", now+1)
		add(f, "old", "old", now+1)
		later := now.Add(svcx.SessionIdle)
		f.write(0, func(tx *store.Tx) error { return tx.TouchSession("used", later) })
		add(f, "new", "new", later)
		f.equal("before it", len(ids(f)), 4)
		trim(later)
		f.equal("left", ids(f), []string{"new", "old", "used"})
		for _, at := range []time.Duration{10, 15, 20, 25, 29} {
			f.write(0, func(tx *store.Tx) error { return tx.TouchSession("used", now.Add(at*24*time.Hour)) })
		}
		add(f, "last", "last", now.Add(svcx.SessionLife)+1)
		trim(now.Add(svcx.SessionLife) + 1)
		f.equal("left after 30 days", ids(f), []string{"last"})
	})
}
