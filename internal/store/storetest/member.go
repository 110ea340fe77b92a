package storetest

import (
	"svcx"
	"svcx/internal/store"
)

func memberCases(f *fixture) {
	add := func(f *fixture, ws svcx.WorkspaceID, email, name string, role svcx.Role) svcx.UserID {
		f.Helper()
		return read(f, ws, func(tx *store.Tx) (svcx.UserID, error) { return tx.AddMember(ws, email, name, role, now) })
	}
	f.Case("a user is the same in all workspaces, with a name and a role in each", func(f *fixture) {
		first, second := f.workspace(), f.workspace()
		id := add(f, first, "Ada@Example.com", "Ada", svcx.RoleAdmin)
		f.equal("same user", add(f, second, "ada@example.COM", "Someone", svcx.RoleAgent), id)
		f.equal("in the first", must(f.db.Read(f.ctx()).Member(first, id))(f), &svcx.Member{ID: id, Email: "Ada@Example.com", Name: "Ada", Role: svcx.RoleAdmin})
		f.equal("in the second", must(f.db.Read(f.ctx()).Member(second, id))(f), &svcx.Member{ID: id, Email: "Ada@Example.com", Name: "Someone", Role: svcx.RoleAgent})
		f.equal("found by address", read(f, first, func(tx *store.Tx) (svcx.UserID, error) { return tx.UserByEmail("ADA@example.com") }), id)
		f.equal("found by id", read(f, first, func(tx *store.Tx) (svcx.User, error) { return tx.User(id) }), svcx.User{ID: id, Email: "Ada@Example.com", Name: "Ada"})
		var ids []svcx.WorkspaceID
		for _, w := range read(f, first, func(tx *store.Tx) ([]*svcx.Workspace, error) { return tx.MemberWorkspaces(id) }) {
			ids = append(ids, w.ID)
		}
		f.equal("workspaces, oldest first", ids, []svcx.WorkspaceID{first, second})
		memberships := must(f.db.Read(f.ctx()).Memberships(id))(f)
		f.equal("memberships", len(memberships), 2)
		for i, role := range []svcx.Role{svcx.RoleAdmin, svcx.RoleAgent} {
			f.equal("role", memberships[i].Role, role)
			f.equal("workspace", memberships[i].Workspace, must(f.db.Read(f.ctx()).Workspace(ids[i]))(f))
		}
	})
	f.Case("a member who is added again is unchanged", func(f *fixture) {
		ws := f.workspace()
		id := add(f, ws, "again@example.com", "Before", svcx.RoleAdmin)
		f.equal("id", add(f, ws, "again@example.com", "After", svcx.RoleAgent), id)
		f.equal("member", must(f.db.Read(f.ctx()).Member(ws, id))(f), &svcx.Member{ID: id, Email: "again@example.com", Name: "Before", Role: svcx.RoleAdmin})
	})
	f.Case("members are listed oldest first, of their workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		b := add(f, ws, "b@example.com", "B", svcx.RoleAgent)
		a := add(f, ws, "a@example.com", "A", svcx.RoleAdmin)
		stranger := add(f, other, "stranger@example.com", "S", svcx.RoleAdmin)
		var ids []svcx.UserID
		for _, m := range must(f.db.Read(f.ctx()).Members(ws))(f) {
			ids = append(ids, m.ID)
		}
		f.equal("members", ids, []svcx.UserID{b, a})
		_, err := f.db.Read(f.ctx()).Member(ws, stranger)
		f.wantKind(err, svcx.KindNotFound)
		err = f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { _, err := tx.Member(ws, stranger); return err })
		f.wantKind(err, svcx.KindNotFound)
	})
	f.Case("a member is changed and removed in one workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		id := add(f, ws, "moves@example.com", "Before", svcx.RoleAdmin)
		add(f, other, "moves@example.com", "There", svcx.RoleAdmin)
		changed := &svcx.Member{ID: id, Email: "moves@example.com", Name: "After", Role: svcx.RoleAgent}
		f.write(ws, func(tx *store.Tx) error { return tx.UpdateMember(ws, changed) })
		f.equal("changed", read(f, ws, func(tx *store.Tx) ([]*svcx.Member, error) { return tx.Members(ws) }), []*svcx.Member{changed})
		f.write(ws, func(tx *store.Tx) error { return tx.RemoveMember(ws, id) })
		_, err := f.db.Read(f.ctx()).Member(ws, id)
		f.wantKind(err, svcx.KindNotFound)
		f.equal("elsewhere", must(f.db.Read(f.ctx()).Member(other, id))(f).Name, "There")
		f.equal("again", add(f, ws, "moves@example.com", "Back", svcx.RoleAgent), id)
	})
	f.Case("a member's conversations are found and unassigned in the workspace alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		id := add(f, ws, "assigned@example.com", "", svcx.RoleAgent)
		var all []*svcx.Conversation
		for _, w := range []svcx.WorkspaceID{ws, ws, ws, other} {
			c := &svcx.Conversation{ChannelType: svcx.ChannelTypeAPI, AssignedTo: &id, CreatedAt: now, UpdatedAt: now}
			if len(all) == 2 {
				c.Status = svcx.StatusClosed
			}
			f.conversations(w, c)
			all = append(all, c)
		}
		open := func(limit int) int {
			return len(read(f, ws, func(tx *store.Tx) ([]svcx.ConversationID, error) { return tx.OpenAssignedTo(ws, id, limit) }))
		}
		f.equal("open", open(10), 2)
		f.equal("at most", open(1), 1)
		unassign := func() int64 {
			return read(f, ws, func(tx *store.Tx) (int64, error) { return tx.UnassignAll(ws, id) })
		}
		f.equal("unassigned", unassign(), int64(3))
		f.equal("again", unassign(), int64(0))
		f.equal("open", open(10), 0)
		for _, c := range all[:3] {
			c.AssignedTo = nil
		}
		for _, c := range all {
			f.equal("conversation", must(f.db.Read(f.ctx()).Conversation(c.Workspace, c.ID))(f), c)
		}
	})
	f.Case("an unknown address or id is not found", func(f *fixture) {
		err := f.db.Write(f.ctx(), 0, func(tx *store.Tx) error { _, err := tx.UserByEmail("nobody@example.com"); return err })
		f.wantKind(err, svcx.KindNotFound)
		err = f.db.Write(f.ctx(), 0, func(tx *store.Tx) error { _, err := tx.User(1 << 40); return err })
		f.wantKind(err, svcx.KindNotFound)
	})
}

// A sign-in link is kept under its hash, and deleted by the retention when it has
// expired (D 6).
func loginTokenCases(f *fixture) {
	insert := func(hash string, createdAt, expiresAt svcx.Time) error {
		return f.db.Write(f.ctx(), 0, func(tx *store.Tx) error {
			return tx.InsertLoginToken(store.LoginToken{Hash: hash, User: 1, Redirect: "/", ExpiresAt: expiresAt, CreatedAt: createdAt})
		})
	}
	trim := func(f *fixture, at svcx.Time) {
		f.Helper()
		if err := f.db.Trim(f.ctx(), store.Retention{Now: at}); err != nil {
			f.Fatal(err)
		}
	}
	f.Case("a hash is unique until its link expires", func(f *fixture) {
		if err := insert("token", now, now+10); err != nil {
			f.Fatal(err)
		}
		trim(f, now+10)
		f.wantConstraint(insert("token", now+10, now+20), "login_token_pkey")
		trim(f, now+11)
		if err := insert("token", now+11, now+20); err != nil {
			f.Fatalf("after the first expired: %v", err)
		}
	})
	f.Case("a link is used once, until it expires", func(f *fixture) {
		for hash, expires := range map[string]svcx.Time{"good": now + 100, "late": now + 50} {
			if err := insert(hash, now, expires); err != nil {
				f.Fatal(err)
			}
		}
		use := func(hash string) error {
			return f.db.Write(f.ctx(), 0, func(tx *store.Tx) error {
				_, err := tx.UseLoginToken(hash, now+50)
				return err
			})
		}
		if err := use("good"); err != nil {
			f.Fatal(err)
		}
		for _, hash := range []string{"good", "late", "nobody's"} {
			f.wantKind(use(hash), svcx.KindNotFound)
		}
		f.write(0, func(tx *store.Tx) error {
			return tx.InsertLoginToken(store.LoginToken{Hash: "whole", User: 7, Redirect: "/x", ExpiresAt: now + 100, CreatedAt: now})
		})
		f.equal("its content", read(f, 0, func(tx *store.Tx) (store.LoginToken, error) { return tx.UseLoginToken("whole", now) }),
			store.LoginToken{Hash: "whole", User: 7, Redirect: "/x", ExpiresAt: now + 100, CreatedAt: now})
	})
}
