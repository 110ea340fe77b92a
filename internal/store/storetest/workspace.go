package storetest

import (
	"svcx"
	"svcx/internal/store"
)

// Rule 4: migrating is idempotent, and the schema's version is readable.
func schemaCases(f *fixture) {
	f.Case("migrating again does nothing", func(f *fixture) {
		n := must(f.db.Migrate(f.ctx()))(f)
		f.equal("migrations run", n, 0)
	})
	f.Case("a migrated database is ready", func(f *fixture) {
		if err := f.db.Ping(f.ctx()); err != nil {
			f.Fatal(err)
		}
		if err := f.db.Ready(f.ctx()); err != nil {
			f.Fatal(err)
		}
		if v := must(f.db.SchemaVersion(f.ctx()))(f); v < 1 {
			f.Fatalf("schema version %d", v)
		}
	})
}

func workspaceCases(f *fixture) {
	f.Case("an empty database has none", func(f *fixture) {
		f.equal("has workspaces", read(f, 0, (*store.Tx).HasWorkspaces), false)
		f.equal("empty", must(f.db.Empty(f.ctx()))(f), true)
		_, err := f.db.Read(f.ctx()).AdminWorkspace()
		f.wantKind(err, svcx.KindNotFound)
		f.equal("workspaces", len(must(f.db.Read(f.ctx()).Workspaces())(f)), 0)
	})
	f.Case("what is stored is read back", func(f *fixture) {
		var all []*svcx.Workspace
		for slug, scopes := range map[string][]svcx.Scope{
			"all":  nil, // every scope of the form (R 5.5)
			"none": {},
			"some": {svcx.ScopeContactsRead, svcx.ScopeMessagesWrite},
		} {
			w := &svcx.Workspace{Slug: slug, Name: "Zoë & Söhne", Form: svcx.FormA, Plan: svcx.PlanPro, APIEnabled: slug == "all", AllowedScopes: scopes, Admin: slug == "some", CreatedAt: now}
			f.write(0, func(tx *store.Tx) error { return tx.InsertWorkspace(w) })
			f.equal("by id", must(f.db.Read(f.ctx()).Workspace(w.ID))(f), w)
			f.equal("by slug", must(f.db.Read(f.ctx()).WorkspaceBySlug(slug))(f), w)
			all = append(all, w)
		}
		f.equal("the admin workspace", must(f.db.Read(f.ctx()).AdminWorkspace())(f).Slug, "some")
		f.equal("oldest first", must(f.db.Read(f.ctx()).Workspaces())(f), all)
		f.equal("has workspaces", read(f, 0, (*store.Tx).HasWorkspaces), true)
		f.equal("empty", must(f.db.Empty(f.ctx()))(f), false)
	})
	f.Case("a missing one is not found", func(f *fixture) {
		_, err := f.db.Read(f.ctx()).Workspace(1 << 40)
		f.wantKind(err, svcx.KindNotFound)
		_, err = f.db.Read(f.ctx()).WorkspaceBySlug("nobody")
		f.wantKind(err, svcx.KindNotFound)
		err = f.db.Write(f.ctx(), 0, func(tx *store.Tx) error { _, err := tx.WorkspaceBySlug("nobody"); return err })
		f.wantKind(err, svcx.KindNotFound)
	})
	f.Case("a change leaves slug, admin and time alone", func(f *fixture) {
		w := must(f.db.Read(f.ctx()).Workspace(f.workspace()))(f)
		f.write(0, func(tx *store.Tx) error {
			changed := *w
			changed.Slug, changed.Admin, changed.CreatedAt = "other", true, 1
			changed.Name, changed.Form, changed.Plan, changed.APIEnabled, changed.AllowedScopes = "New", svcx.FormA, svcx.PlanBusiness, false, []svcx.Scope{}
			return tx.UpdateWorkspace(&changed)
		})
		w.Name, w.Form, w.Plan, w.APIEnabled, w.AllowedScopes = "New", svcx.FormA, svcx.PlanBusiness, false, []svcx.Scope{}
		f.equal("changed", must(f.db.Read(f.ctx()).Workspace(w.ID))(f), w)
	})
	f.Case("a transaction sees its own writes", func(f *fixture) {
		w := &svcx.Workspace{Slug: "own", Form: svcx.FormB, Plan: svcx.PlanFree, CreatedAt: now}
		f.equal("in the transaction", read(f, 0, func(tx *store.Tx) (*svcx.Workspace, error) {
			if err := tx.InsertWorkspace(w); err != nil {
				return nil, err
			}
			return tx.WorkspaceBySlug("own")
		}), w)
		f.equal("by id", read(f, 0, func(tx *store.Tx) (*svcx.Workspace, error) { return tx.Workspace(w.ID) }), w)
	})
}

func settingCases(f *fixture) {
	get := func(f *fixture, name string) string {
		return read(f, 0, func(tx *store.Tx) (string, error) { return tx.ServerSetting(name) })
	}
	f.Case("a setting that was never set is empty", func(f *fixture) { f.equal("value", get(f, "unset"), "") })
	f.Case("the last value that was set is read", func(f *fixture) {
		for _, v := range []string{"first", "", "last"} {
			f.write(0, func(tx *store.Tx) error { return tx.SetServerSetting("name", v) })
			f.equal("value", get(f, "name"), v)
		}
	})
}

func keyCases(f *fixture) {
	insert := func(f *fixture, ws svcx.WorkspaceID, hash string) *svcx.Key {
		k := &svcx.Key{Workspace: ws, Name: "Key", Prefix: "svcx_sk_01234567", Scopes: []svcx.Scope{svcx.ScopeContactsRead, "future:scope"}, CreatedAt: now, ExpiresAt: ptr(now + 9)}
		f.write(ws, func(tx *store.Tx) error { return tx.InsertKey(k, hash) })
		return k
	}
	f.Case("a key is found by the hash of its text, in any workspace", func(f *fixture) {
		for _, hash := range []string{"hash-1", "hash-2"} {
			k := insert(f, f.workspace(), hash)
			f.equal("key", must(f.db.Read(f.ctx()).KeyByHash(hash))(f), k)
		}
		_, err := f.db.Read(f.ctx()).KeyByHash("hash-3")
		f.wantKind(err, svcx.KindNotFound)
	})
	f.Case("a hash is unique", func(f *fixture) {
		ws := f.workspace()
		insert(f, ws, "twice")
		err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { return tx.InsertKey(&svcx.Key{Workspace: ws}, "twice") })
		f.wantConstraint(err, "api_key_hash")
	})
	f.Case("last use moves forward only, and in its workspace only", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		k := insert(f, ws, "used")
		for _, touch := range []struct {
			ws   svcx.WorkspaceID
			at   svcx.Time
			want *svcx.Time
		}{{other, now, nil}, {ws, now, ptr(now)}, {ws, now - 1, ptr(now)}, {ws, now + 5, ptr(now + 5)}} {
			f.write(ws, func(tx *store.Tx) error { return tx.TouchKey(touch.ws, k.ID, touch.at) })
			f.equal("last used", must(f.db.Read(f.ctx()).KeyByHash("used"))(f).LastUsedAt, touch.want)
		}
	})
	f.Case("keys are listed newest first and revoked once, in their workspace only (R 4.5)", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		first, second := insert(f, ws, "list-1"), insert(f, ws, "list-2")
		theirs := insert(f, other, "list-3")
		list := func(revoked bool, page svcx.Page) svcx.List[*svcx.Key] {
			return must(f.db.Read(f.ctx()).Keys(ws, revoked, page))(f)
		}
		f.equal("all", list(false, svcx.Page{Limit: 9}), svcx.List[*svcx.Key]{Items: []*svcx.Key{second, first}, Total: 2})
		f.equal("page", list(true, svcx.Page{Limit: 1, Offset: 1}), svcx.List[*svcx.Key]{Items: []*svcx.Key{first}, Total: 2})
		revoke := func(id svcx.KeyID) error {
			return f.db.Write(f.ctx(), ws, func(tx *store.Tx) error { return tx.RevokeKey(ws, id, now+1) })
		}
		f.wantKind(revoke(theirs.ID), svcx.KindNotFound)
		f.equal("revoking", revoke(first.ID), nil)
		f.wantKind(revoke(first.ID), svcx.KindNotFound)
		first.RevokedAt = ptr(now + 1)
		f.equal("without revoked ones", list(false, svcx.Page{Limit: 9}), svcx.List[*svcx.Key]{Items: []*svcx.Key{second}, Total: 1})
		f.equal("all", list(true, svcx.Page{Limit: 9}).Items, []*svcx.Key{second, first})
		f.equal("by hash", must(f.db.Read(f.ctx()).KeyByHash("list-1"))(f), first)
	})
}

func channelCases(f *fixture) {
	f.Case("what is stored is read back", func(f *fixture) {
		ws := f.workspace()
		full := svcx.Settings{
			WebhookURL: "https://example.com/hook?a=1&b=<2>", MonitoringEnabled: true, AIVerificationTimeout: 30, MessageExportDepth: 1000,
			MaxMessageLength: ptr(0), DisabledActions: []string{"rating.submit"}, DisabledEvents: []svcx.EventType{svcx.EventRatingRequested},
		}
		for _, settings := range []svcx.Settings{svcx.DefaultSettings(), full} {
			c := &svcx.Channel{Workspace: ws, Name: "Chan", Settings: settings, KeyHash: "0123abcd", CreatedAt: now}
			f.equal("in the transaction", read(f, ws, func(tx *store.Tx) (*svcx.Channel, error) {
				if err := tx.InsertChannel(c, nil); err != nil {
					return nil, err
				}
				return tx.Channel(ws, c.ID)
			}), c)
			f.equal("by workspace", must(f.db.Read(f.ctx()).Channel(ws, c.ID))(f), c)
			f.equal("by id alone", must(f.db.Read(f.ctx()).ChannelByID(c.ID))(f), store.ChannelForm{Channel: c, Form: svcx.FormB})
		}
	})
	f.Case("another workspace's and a missing one are not found", func(f *fixture) {
		c := f.channel(f.workspace())
		_, err := f.db.Read(f.ctx()).Channel(f.workspace(), c.Channel)
		f.wantKind(err, svcx.KindNotFound)
		_, err = f.db.Read(f.ctx()).ChannelByID(1 << 40)
		f.wantKind(err, svcx.KindNotFound)
	})
	f.Case("the key is sealed for the row that it is stored in", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Channel{Workspace: ws, KeyHash: "h", CreatedAt: now}
		var sealedFor svcx.ChannelID
		f.write(ws, func(tx *store.Tx) error {
			return tx.InsertChannel(c, func(id svcx.ChannelID) ([]byte, error) { sealedFor = id; return []byte{0, 255, 1}, nil })
		})
		f.equal("sealed for", sealedFor, c.ID)
		f.write(ws, func(tx *store.Tx) error { return tx.DropKeyCiphers(ws) })
		f.equal("hash stays", string(must(f.db.Read(f.ctx()).Channel(ws, c.ID))(f).KeyHash), "h")
	})
	channelChangeCases(f)
	f.Case("a heartbeat is recorded in its workspace only (W 4.4)", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		c := f.channel(ws)
		f.write(other, func(tx *store.Tx) error { return tx.Heartbeat(other, c.Channel, now) })
		f.equal("by another", must(f.db.Read(f.ctx()).Channel(ws, c.Channel))(f).LastHeartbeatAt, (*svcx.Time)(nil))
		f.write(ws, func(tx *store.Tx) error { return tx.Heartbeat(ws, c.Channel, now+1) })
		f.equal("by its own", must(f.db.Read(f.ctx()).Channel(ws, c.Channel))(f).LastHeartbeatAt, ptr(now+1))
	})
}

func channelChangeCases(f *fixture) {
	f.Case("a channel is changed, listed and deleted", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		first, second := f.channel(ws), f.channel(ws)
		theirs := f.channel(other)
		c := must(f.db.Read(f.ctx()).Channel(ws, first.Channel))(f)
		c.Name, c.Settings.WebhookURL = "New", "https://example.com"
		c.Defaults = svcx.Defaults{Category: ptr(svcx.CategoryID(4)), Fields: map[string]string{"é": "1"}}
		f.write(ws, func(tx *store.Tx) error { return tx.UpdateChannel(c) })
		f.equal("changed", must(f.db.Read(f.ctx()).Channel(ws, c.ID))(f), c)
		rest := must(f.db.Read(f.ctx()).Channel(ws, second.Channel))(f)
		f.equal("all", must(f.db.Read(f.ctx()).Channels(ws, svcx.Page{Limit: 9}))(f), svcx.List[*svcx.Channel]{Items: []*svcx.Channel{c, rest}, Total: 2})
		f.equal("page", must(f.db.Read(f.ctx()).Channels(ws, svcx.Page{Limit: 1, Offset: 1}))(f), svcx.List[*svcx.Channel]{Items: []*svcx.Channel{rest}, Total: 2})
		f.write(other, func(tx *store.Tx) error { return tx.DeleteChannel(other, c.ID) })
		f.equal("by another", must(f.db.Read(f.ctx()).Channel(ws, c.ID))(f), c)
		f.write(ws, func(tx *store.Tx) error { return tx.DeleteChannel(ws, c.ID) })
		_, err := f.db.Read(f.ctx()).ChannelByID(c.ID)
		f.wantKind(err, svcx.KindNotFound)
		f.equal("theirs", must(f.db.Read(f.ctx()).Channels(other, svcx.Page{Limit: 9}))(f).Items[0].ID, theirs.Channel)
	})
	f.Case("key and signing secrets are replaced", func(f *fixture) {
		ch := f.channel(f.workspace())
		cipher := func() []byte {
			return read(f, ch.Workspace, func(tx *store.Tx) ([]byte, error) { return tx.KeyCipher(ch.Workspace, ch.Channel) })
		}
		f.equal("none", cipher() == nil, true)
		for _, want := range [][]byte{{0, 255}, nil, {1}} {
			f.write(ch.Workspace, func(tx *store.Tx) error {
				return tx.SetChannelKey(ch.Workspace, ch.Channel, "other", "svcx_0123", want)
			})
			f.equal("cipher", cipher(), want)
			f.equal("none", cipher() == nil, want == nil)
		}
		f.equal("hash", string(must(f.db.Read(f.ctx()).Channel(ch.Workspace, ch.Channel))(f).KeyHash), "other")
		f.equal("hint", must(f.db.Read(f.ctx()).Channel(ch.Workspace, ch.Channel))(f).KeyHint, "svcx_0123")
		for _, want := range []svcx.Signing{{Secret: []byte{0, 1}}, {Secret: []byte{2}, Old: []byte{0, 1}, OldUntil: ptr(now)}, {}} {
			f.write(ch.Workspace, func(tx *store.Tx) error { return tx.SetSigning(ch.Workspace, ch.Channel, want) })
			got := must(f.db.Read(f.ctx()).Channel(ch.Workspace, ch.Channel))(f).Signing
			f.equal("signing", got, want)
			f.equal("none", got.Secret == nil, want.Secret == nil)
		}
		err := f.db.Write(f.ctx(), ch.Workspace, func(tx *store.Tx) error {
			_, err := tx.KeyCipher(ch.Workspace, ch.Channel+100)
			return err
		})
		f.wantKind(err, svcx.KindNotFound)
	})
}

// channel creates a channel of the workspace.
func (f *fixture) channel(ws svcx.WorkspaceID) store.ChannelRef {
	f.Helper()
	c := &svcx.Channel{Workspace: ws, Name: "Channel", Settings: svcx.DefaultSettings(), KeyHash: "hash", CreatedAt: now}
	f.write(ws, func(tx *store.Tx) error { return tx.InsertChannel(c, nil) })
	return store.ChannelRef{Workspace: ws, Channel: c.ID}
}
