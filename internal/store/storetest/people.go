package storetest

import (
	"fmt"

	"svcx"
	"svcx/internal/store"
)

func peopleCases(f *fixture) {
	f.Case("when a member was last there never moves back, and is of the workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		add := func(ws svcx.WorkspaceID, email string) svcx.UserID {
			return read(f, ws, func(tx *store.Tx) (svcx.UserID, error) { return tx.AddMember(ws, email, "", svcx.RoleAgent, now) })
		}
		ada, bob := add(ws, "ada@people.example"), add(ws, "bob@people.example")
		f.equal("the same user", add(other, "ada@people.example"), ada)
		presences := func(ws svcx.WorkspaceID) map[svcx.UserID]svcx.MemberPresence {
			return must(store.PeopleOf(f.db.Read(f.ctx())).Presences(ws))(f)
		}
		never, seen := svcx.MemberPresence{JoinedAt: now, LastSeenAt: new(svcx.Time)}, now+9
		f.equal("at first", presences(ws), map[svcx.UserID]svcx.MemberPresence{ada: never, bob: never})
		for _, at := range []svcx.Time{seen, now + 5} {
			f.write(0, func(tx *store.Tx) error { return store.PeopleIn(tx).Seen(ws, ada, at) })
		}
		f.equal("seen", presences(ws), map[svcx.UserID]svcx.MemberPresence{ada: {JoinedAt: now, LastSeenAt: &seen}, bob: never})
		f.equal("elsewhere", presences(other), map[svcx.UserID]svcx.MemberPresence{ada: never})
		// A member of before it was stored.
		f.write(0, func(tx *store.Tx) error {
			return Execute(tx, "UPDATE member SET last_seen_at = NULL WHERE user_id = $1", bob)
		})
		f.equal("unknown", presences(ws)[bob], svcx.MemberPresence{JoinedAt: now})
		f.write(0, func(tx *store.Tx) error { return store.PeopleIn(tx).Seen(ws, bob, seen) })
		f.equal("known", presences(ws)[bob].LastSeenAt, &seen)
	})
	f.Case("members and conversations of workspaces are counted", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		for i := range 3 {
			read(f, ws, func(tx *store.Tx) (svcx.UserID, error) {
				return tx.AddMember(ws, fmt.Sprintf("counted%d@people.example", i), "", svcx.RoleAgent, now)
			})
			f.conversations(ws, &svcx.Conversation{ChannelType: svcx.ChannelTypeAPI, Status: svcx.Statuses[i%2], CreatedAt: now, UpdatedAt: now})
		}
		sizes := must(store.PeopleOf(f.db.Read(f.ctx())).WorkspaceSizes([]svcx.WorkspaceID{ws, other}))(f)
		f.equal("sizes", [2]svcx.WorkspaceSize{sizes[ws], sizes[other]}, [2]svcx.WorkspaceSize{{Members: 3, Conversations: 3}})
		f.equal("of none", len(must(store.PeopleOf(f.db.Read(f.ctx())).WorkspaceSizes(nil))(f)), 0)
	})
	f.Case("a link and its session may be of one workspace alone", func(f *fixture) {
		ws := f.workspace()
		user := read(f, ws, func(tx *store.Tx) (svcx.UserID, error) {
			return tx.AddMember(ws, "only@people.example", "", svcx.RoleAgent, now)
		})
		f.write(0, func(tx *store.Tx) error {
			return tx.InsertLoginToken(store.LoginToken{Hash: "only", User: user, ExpiresAt: now + 100, CreatedAt: now, Workspace: &ws})
		})
		f.equal("the link", read(f, 0, func(tx *store.Tx) (store.LoginToken, error) { return tx.UseLoginToken("only", now) }).Workspace, &ws)
		f.write(0, func(tx *store.Tx) error {
			return tx.InsertSession(&svcx.Session{ID: "only", User: svcx.User{ID: user}, CreatedAt: now, LastSeenAt: now, Workspace: &ws}, "only")
		})
		f.equal("the session", must(f.db.Read(f.ctx()).SessionByHash("only"))(f).Workspace, &ws)
	})
}

func auditEntryCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	insert := func(f *fixture, e svcx.AuditEntry) *svcx.AuditEntry {
		f.Helper()
		f.write(e.Workspace, func(tx *store.Tx) error { return tx.InsertAudit(&e) })
		return &e
	}
	user := func(id int64) svcx.Actor { return svcx.Actor{Kind: svcx.ActorUser, ID: id} }
	key := svcx.Actor{Kind: svcx.ActorKey, ID: 1}
	var all []*svcx.AuditEntry
	for i, e := range []svcx.AuditEntry{
		{Actor: user(1), Action: svcx.AuditChannelCreate, Target: "channel/7"},
		{Actor: user(2), Action: svcx.AuditChannelUpdate, Target: "channel/7"},
		{Actor: key, Action: svcx.AuditSecretRead, Target: "secret/a"},
		{Actor: user(1), Action: svcx.AuditRedeliver, Target: "channel/7/delivery/9"},
		{Actor: user(1), Action: svcx.AuditRedeliver, Target: "channel/77/delivery/9"},
		{Actor: user(2), Action: svcx.AuditContactMerge, Target: "contact/5/into/9"},
		{Actor: user(2), Action: svcx.AuditContactBlock, Target: "contact/5"},
		{Actor: svcx.Actor{Kind: svcx.ActorSystem}, Action: svcx.AuditKeyReveal, Target: "channel/7"},
	} {
		e.Workspace, e.At = ws, now+svcx.Time(i)*hour
		all = append(all, insert(f, e))
		e.Workspace = other
		insert(f, e)
	}
	entries := func(f *fixture, filter svcx.AuditFilter, before int64, limit int) (found []*svcx.AuditEntry, next int64) {
		f.Helper()
		found, next, err := store.PeopleOf(f.db.Read(f.ctx())).AuditEntries(ws, filter, before, limit)
		if err != nil {
			f.Fatal(err)
		}
		return found, next
	}
	at := func(i int) *svcx.Time { t := now + svcx.Time(i)*hour; return &t }
	f.Case("a filter finds its entries, newest first, of the workspace alone", func(f *fixture) {
		for name, c := range map[string]struct {
			svcx.AuditFilter
			want []int
		}{
			"all":                   {svcx.AuditFilter{}, []int{7, 6, 5, 4, 3, 2, 1, 0}},
			"by actor":              {svcx.AuditFilter{ActorKind: svcx.ActorUser, ActorID: 1}, []int{4, 3, 0}},
			"by key":                {svcx.AuditFilter{ActorKind: svcx.ActorKey, ActorID: 1}, []int{2}},
			"by the operator":       {svcx.AuditFilter{ActorKind: svcx.ActorSystem}, []int{7}},
			"by action":             {svcx.AuditFilter{Actions: []svcx.AuditAction{svcx.AuditRedeliver}}, []int{4, 3}},
			"by actions":            {svcx.AuditFilter{Actions: []svcx.AuditAction{svcx.AuditRedeliver, svcx.AuditChannelCreate}}, []int{4, 3, 0}},
			"by target, with below": {svcx.AuditFilter{Target: "channel/7"}, []int{7, 3, 1, 0}},
			"by what is below":      {svcx.AuditFilter{Target: "channel/7/delivery/9"}, []int{3}},
			"by a merged contact":   {svcx.AuditFilter{Target: "contact/5"}, []int{6, 5}},
			"by all together":       {svcx.AuditFilter{ActorKind: svcx.ActorUser, ActorID: 1, Actions: []svcx.AuditAction{svcx.AuditRedeliver}, Target: "channel/7"}, []int{3}},
			"from":                  {svcx.AuditFilter{From: at(6)}, []int{7, 6}},
			"to, which is not in":   {svcx.AuditFilter{To: at(2)}, []int{1, 0}},
			"between, by actor":     {svcx.AuditFilter{From: at(1), To: at(4), ActorKind: svcx.ActorUser, ActorID: 1}, []int{3}},
			"before all":            {svcx.AuditFilter{To: at(0)}, nil},
			"after all":             {svcx.AuditFilter{From: at(99)}, nil},
			"none":                  {svcx.AuditFilter{Target: "channel/70"}, nil},
		} {
			found, next := entries(f, c.AuditFilter, 0, 50)
			var want []*svcx.AuditEntry
			for _, i := range c.want {
				want = append(want, all[i])
			}
			f.equal(name, append([]*svcx.AuditEntry(nil), found...), want)
			f.equal(name+": next", next, int64(0))
			// The same, two by two.
			found = nil
			for before := int64(0); ; {
				some, next := entries(f, c.AuditFilter, before, 2)
				found = append(found, some...)
				if before = next; next == 0 {
					break
				}
			}
			f.equal(name+" in pages", found, want)
		}
	})
	f.Case("a search ends after some entries, and goes on from there", func(f *fixture) {
		f.write(ws, func(tx *store.Tx) error {
			for i := range 2500 {
				e := &svcx.AuditEntry{Workspace: ws, Actor: key, Action: svcx.AuditSecretRead, Target: fmt.Sprint("secret/", i%9), At: now + 100*hour}
				if err := tx.InsertAudit(e); err != nil {
					return err
				}
			}
			return nil
		})
		filter := svcx.AuditFilter{ActorKind: svcx.ActorKey, ActorID: 1, Actions: []svcx.AuditAction{svcx.AuditKeyReveal}}
		found, next := entries(f, filter, 0, 50)
		f.equal("nothing yet", len(found), 0)
		if next == 0 {
			f.Fatal("the search ended")
		}
		found, next = entries(f, filter, next, 50)
		f.equal("nothing at all", []int64{int64(len(found)), next}, []int64{0, 0})
	})
}

const hour svcx.Time = 3_600_000
