package rest_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/rest"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/vault"
)

// Members are added with an invitation, changed and removed; other workspaces are not
// affected.
func TestMemberIsInvitedChangedAndRemoved(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	d.want("GET", "/api/a/members", "", 200, `{"data":[{"id":"1","email":"ada@example.com","name":null,"role":"admin"},{"id":"2","email":"bob@example.com","name":"Bob","role":"agent"}],"total":2,"limit":1000,"offset":0}`)
	d.want("GET", "/api/b/members?limit=1&offset=1", "", 200, `{"data":[{"id":2,"email":"bob@example.com","name":"Bob","role":"agent"}],"total":2,"limit":1,"offset":1}`)
	d.want("POST", "/api/b/members", `{"email":"Eve@Example.com","name":"Eve B"}`, 201, `{"data":{"id":3,"email":"eve@example.com","name":"Eve B","role":"agent"}}`)
	want := []svcx.Email{{To: "eve@example.com", Invitation: &svcx.Invitation{Workspace: "B", By: "ada@example.com"}}}
	emails := d.sentEmails()
	if diff := cmp.Diff(want, emails, cmpopts.IgnoreFields(svcx.Email{}, "Token")); diff != "" {
		t.Fatal(diff)
	}
	d.equal("the link", d.call("", "POST", "/api/auth/verify", `{"token":"`+emails[0].Token+`"}`).Body.String(), `{"ok":true,"redirect":"/app/b/inbox"}`)
	d.want("POST", "/api/a/members", `{"email":"new@example.com","role":"admin"}`, 201, `{"data":{"id":"4","email":"new@example.com","name":null,"role":"admin"}}`)
	for body, text := range map[string]string{
		`{"email":"BOB@example.com"}`: "email must not be that of a member: member 2 has it", `{}`: "email must be an e-mail address", `{"email":"x"}`: "email must be",
		`{"email":null}`: "email must be", `{"email":"x@y.test","role":"owner"}`: "role must be one of admin, agent", `{"email":"x@y.test","name":7}`: "name must be", `[]`: "body must be",
	} {
		d.invalid("a", "POST", "/members", body, text)
		d.invalid("b", "POST", "/members", body, text)
	}
	d.equal("no e-mail for a failure", len(d.sentEmails()), 1)

	d.want("PATCH", "/api/b/members/3", `{"name":"Évе","role":"admin","id":9}`, 200, `{"data":{"id":3,"email":"eve@example.com","name":"Évе","role":"admin"}}`)
	d.want("PATCH", "/api/b/members/3", `{"name":null}`, 200, `~"name":null,"role":"admin"`)
	d.want("PATCH", "/api/b/members/3", `{}`, 200, `~"role":"admin"`)
	d.equal("elsewhere", d.call(d.eve, "GET", "/api/other/members", "").Body.String(), `{"data":[{"id":3,"email":"eve@example.com","name":null,"role":"admin"}],"total":1,"limit":1000,"offset":0}`)
	for body, text := range map[string]string{`{"email":"x@y.test"}`: "email must not be given", `{"role":null}`: "role must be", `{"name":[]}`: "name must be"} {
		d.invalid("b", "PATCH", "/members/3", body, text)
	}
	d.want("PATCH", "/api/b/members/4", `{`, 404, `{"error":{"code":"NOT_FOUND","message":"member not found"}}`)
	d.want("DELETE", "/api/b/members/4", "", 404, `{"error":{"code":"NOT_FOUND","message":"member not found"}}`)

	d.want("DELETE", "/api/b/members/3", "", 200, `{"data":{"id":3,"deleted":true}}`)
	d.want("DELETE", "/api/b/members/3", "", 404, `~"member not found"`)
	d.equal("her access", d.call(d.eve, "GET", "/api/b/members", "").Code, 404)
	d.equal("her other workspace", d.call(d.eve, "GET", "/api/other/members", "").Code, 200)
	// A user without memberships gets no more links.
	d.want("DELETE", "/api/a/members/4", "", 200, `{"data":{"id":"4","deleted":true}}`)
	d.call("", "POST", "/api/auth/magic-link", `{"email":"new@example.com"}`)
	d.equal("emails", len(d.sentEmails()), 0)
	_, err := d.inbox.CreateLoginLink(t.Context(), "new@example.com", "")
	d.equal("link", svcx.KindOf(err), svcx.KindNotFound)
	d.want("POST", "/api/a/members", `{"email":"new@example.com"}`, 201, `{"data":{"id":"4","email":"new@example.com","name":null,"role":"agent"}}`)
	var actions string
	for _, e := range d.audit("b") {
		actions += fmt.Sprint(e.Action, " ", e.Target, " by ", e.Actor.Name, "; ")
	}
	d.equal("audit", actions, "member.remove member/3 by ada@example.com; member.update member/3 by ada@example.com; member.update member/3 by ada@example.com; "+
		"member.update member/3 by ada@example.com; member.add member/3 by ada@example.com; ")
}

func (d *sessionFixture) audit(slug string) []*svcx.AuditEntry {
	d.Helper()
	entries, err := d.inbox.AuditLog(d.Context(), d.workspace(slug), svcx.Page{Limit: 100})
	d.must(err)
	return entries.Items
}

// A workspace always has an admin.
func TestWorkspaceKeepsAnAdmin(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	d.invalid("a", "PATCH", "/members/1", `{"role":"agent"}`, "role must stay admin: the workspace has no other admin")
	d.invalid("b", "DELETE", "/members/1", "", "userId must not be the last admin's: the workspace has no other admin")
	d.want("PATCH", "/api/b/members/1", `{"role":"admin","name":"Ada"}`, 200, `~"name":"Ada"`)
	d.want("PATCH", "/api/b/members/2", `{"role":"admin"}`, 200, `~"role":"admin"`)
	d.want("PATCH", "/api/b/members/1", `{"role":"agent"}`, 200, `~"role":"agent"`)
	d.want("PATCH", "/api/b/members/1", `{"role":"admin"}`, 403, `~"only an admin`)
	d.equal("the other", d.call(d.bob, "DELETE", "/api/b/members/1", "").Code, 200)
	d.want("GET", "/api/b/members", "", 404, noWorkspace)
}

// Removing a member unassigns their conversations: open ones with an entry in their
// history, others silently.
func TestRemovingAMemberUnassignsTheirConversations(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { removedAssignee(newSessionFixture(t, "http://inbox.test")) })
	t.Run("postgres", func(t *testing.T) {
		removedAssignee(newSessionFixtureOn(t, "http://inbox.test", store.Options{URL: pgtest.URL(t)}))
	})
}

func removedAssignee(d *sessionFixture) {
	ws, bob := d.workspace("b"), d.user["bob"]
	var ids []svcx.ConversationID
	for range 3 {
		c, err := d.inbox.CreateConversation(d.Context(), inbox.Call{Workspace: ws, Actor: inbox.Operator}, svcx.ConversationDraft{ChannelType: svcx.ChannelTypeAPI, AssignedTo: &bob})
		d.must(err)
		ids = append(ids, c.ID)
	}
	closed, err := d.inbox.Close(d.Context(), inbox.Call{Workspace: ws, Actor: inbox.Operator}, ids[2])
	d.must(err)
	d.pass(1000)
	d.want("DELETE", "/api/b/members/2", "", 200, `{"data":{"id":2,"deleted":true}}`)
	for i, id := range ids {
		c, err := d.db.Read(d.Context()).Conversation(ws.ID, id)
		d.must(err)
		d.equal("unassigned", c.AssignedTo == nil, true)
		history, err := d.inbox.History(d.Context(), ws, id, svcx.Page{Limit: 10})
		d.must(err)
		last := history.Items[len(history.Items)-1]
		if i == 2 {
			d.equal("silently", []any{c.UpdatedAt, last.Type}, []any{closed.UpdatedAt, string(svcx.EventConversationClosed)})
			continue
		}
		d.equal("history", []any{last.Type, last.Actor.Name}, []any{string(svcx.EventConversationAssigned), "ada@example.com"})
	}
}

// A workspace's own settings; the provider's key is never returned.
func TestWorkspaceHidesTheProvidersKey(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	const head = `{"data":{"id":2,"slug":"b","name":"B","form":"B","plan":"business","apiEnabled":true,"allowedScopes":null,"createdAt":"2026-11-27T22:05:01.123Z","ai":`
	d.want("GET", "/api/b/workspace", "", 200, head+`{"enabled":true,"baseUrl":null,"model":null,"hasApiKey":false,"autoRename":false,"autoSummarize":false,"disabled":[],"priceIn":null,"priceOut":null}}}`)
	d.want("GET", "/api/a/workspace", "", 200, `~{"data":{"id":"1","slug":"a"`)
	d.want("PATCH", "/api/b/workspace", `{"ai":{"baseUrl":"https://ai.example.com/v1","model":"m","apiKey":"sk-sekret","autoRename":true}}`, 200,
		head+`{"enabled":true,"baseUrl":"https://ai.example.com/v1","model":"m","hasApiKey":true,"autoRename":true,"autoSummarize":false,"disabled":[],"priceIn":null,"priceOut":null}}}`)
	ws := d.workspace("b")
	key := func() string {
		s, err := d.inbox.AISettings(t.Context(), ws)
		d.must(err)
		if s.APIKey == nil {
			return ""
		}
		plain, err := d.inbox.Vault.Open(s.APIKey, vault.AIKey(ws.ID))
		d.must(err)
		if _, err := d.inbox.Vault.Open(s.APIKey, vault.AIKey(d.workspace("a").ID)); err == nil {
			t.Error("another workspace opens the key")
		}
		return plain
	}
	d.equal("sealed", key(), "sk-sekret")
	d.want("PATCH", "/api/b/workspace", `{"name":"Bee","ai":{"baseUrl":"https://ai.example.com/v1","autoSummarize":true,"enabled":false},"plan":"free","apiEnabled":false}`, 200,
		`~"name":"Bee","form":"B","plan":"business","apiEnabled":true,"allowedScopes":null,"createdAt":"2026-11-27T22:05:01.123Z","ai":{"enabled":false,"baseUrl":"https://ai.example.com/v1","model":"m","hasApiKey":true,"autoRename":true,"autoSummarize":true,"disabled":[],"priceIn":null,"priceOut":null}`)
	d.equal("kept", key(), "sk-sekret")
	d.want("PATCH", "/api/b/workspace", `{"ai":{"baseUrl":"https://other.example.com/v1"}}`, 200, `~"hasApiKey":false`)
	d.equal("dropped with the address", key(), "")
	d.want("PATCH", "/api/b/workspace", `{"ai":{"baseUrl":"https://third.example.com/v1","apiKey":"new"}}`, 200, `~"hasApiKey":true`)
	d.equal("given with the address", key(), "new")
	d.want("PATCH", "/api/b/workspace", `{"ai":{"apiKey":null}}`, 200, `~"hasApiKey":false`)
	d.want("PATCH", "/api/b/workspace", `{"ai":{"apiKey":"x","model":null,"baseUrl":null}}`, 200, `~"baseUrl":null,"model":null,"hasApiKey":true`)
	d.want("PATCH", "/api/b/workspace", `{}`, 200, `~"name":"Bee"`)
	for body, text := range map[string]string{
		`{"name":null}`: "name must be", `{"name":" "}`: "name must be", `{"ai":null}`: "ai must be", `{"ai":[]}`: "ai must be", `{"ai":{"enabled":null}}`: "ai.enabled must be",
		`{"ai":{"autoRename":"yes"}}`: "ai.autoRename must be", `{"ai":{"apiKey":7}}`: "ai.apiKey must be", `{"ai":{"disabled":["x"]}}`: "ai.disabled[0] must be", `{"ai":{"disabled":null}}`: "ai.disabled must be",
		`{"ai":{"priceIn":"-1"}}`: "ai.priceIn must be", `{"ai":{"priceOut":"1.23456"}}`: "ai.priceOut must be", `{"ai":{"baseUrl":7}}`: "ai.baseUrl must be",
	} {
		d.invalid("a", "PATCH", "/workspace", body, text)
		d.invalid("b", "PATCH", "/workspace", body, text)
	}
	for _, url := range []string{"http://ai.example.com", "https://127.0.0.1/v1", "https://10.0.0.1", "ftp://x", "x", "https://ai.example.com/v1?key=x", "https://u:p@ai.example.com"} {
		for _, slug := range []string{"a", "b"} {
			d.want("PATCH", "/api/"+slug+"/workspace", `{"ai":{"baseUrl":"`+url+`"}}`, 422, `~{"error":{"code":"VALIDATION","message":"ai.baseUrl `)
		}
	}
	d.equal("agents read", d.call(d.bob, "GET", "/api/b/workspace", "").Code, 200)
	entries := d.audit("b")
	d.equal("audit", []any{len(entries), entries[0].Action, entries[0].Target}, []any{7, svcx.AuditWorkspaceUpdate, "workspace/2"})
}

// operators creates the admin workspace, main, where ada is admin and bob agent.
func (d *sessionFixture) operators() {
	d.Helper()
	d.must(d.db.Write(d.Context(), 0, func(tx *store.Tx) error {
		w := &svcx.Workspace{Slug: "main", Name: "Main", Form: svcx.FormA, Plan: svcx.PlanBusiness, APIEnabled: true, Admin: true, CreatedAt: d.inbox.Now()}
		if err := tx.InsertWorkspace(w); err != nil {
			return err
		}
		if _, err := tx.AddMember(w.ID, "ada@example.com", "", svcx.RoleAdmin, w.CreatedAt); err != nil {
			return err
		}
		_, err := tx.AddMember(w.ID, "bob@example.com", "", svcx.RoleAgent, w.CreatedAt)
		return err
	}))
}

// D 6: admins of the admin workspace create and change workspaces.
func TestAdminWorkspaceManagesWorkspaces(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	d.operators()
	d.want("GET", "/api/admin/workspaces?limit=2", "", 200, `{"data":[{"id":"1","slug":"a","name":"A","form":"A","plan":"business","apiEnabled":true,"allowedScopes":null,"createdAt":"2026-11-27T22:05:01.123Z"},`+
		`{"id":2,"slug":"b","name":"B","form":"B","plan":"business","apiEnabled":true,"allowedScopes":null,"createdAt":"2026-11-27T22:05:01.123Z"}],"total":4,"limit":2,"offset":0}`)
	d.want("POST", "/api/admin/workspaces", `{"slug":"new","name":"New","adminEmail":"nina@example.com"}`, 201,
		`{"data":{"id":5,"slug":"new","name":"New","form":"B","plan":"free","apiEnabled":true,"allowedScopes":null,"createdAt":"2026-11-27T22:05:01.123Z"}}`)
	want := []svcx.Email{{To: "nina@example.com", Invitation: &svcx.Invitation{Workspace: "New", By: "ada@example.com"}}}
	if diff := cmp.Diff(want, d.sentEmails(), cmpopts.IgnoreFields(svcx.Email{}, "Token")); diff != "" {
		t.Error(diff)
	}
	d.want("GET", "/api/new/members", "", 404, noWorkspace)
	d.want("POST", "/api/admin/workspaces", `{"slug":"mine","name":"Mine","form":"A","plan":"business","apiEnabled":false,"allowedScopes":["messages:read","messages:read"]}`, 201,
		`{"data":{"id":"6","slug":"mine","name":"Mine","form":"A","plan":"business","apiEnabled":false,"allowedScopes":["messages:read"],"createdAt":"2026-11-27T22:05:01.123Z"}}`)
	d.equal("no invitation to the one who created it", len(d.sentEmails()), 0)
	d.want("GET", "/api/mine/members", "", 200, `~"email":"ada@example.com","name":null,"role":"admin"`)
	d.want("GET", "/api/admin/workspaces/mine", "", 200, `~"slug":"mine"`)
	d.want("PATCH", "/api/admin/workspaces/mine", `{"name":"M","form":"B","plan":"pro","apiEnabled":true,"allowedScopes":["secrets:read"]}`, 200,
		`{"data":{"id":6,"slug":"mine","name":"M","form":"B","plan":"pro","apiEnabled":true,"allowedScopes":["secrets:read"],"createdAt":"2026-11-27T22:05:01.123Z"}}`)
	d.want("PATCH", "/api/admin/workspaces/mine", `{"allowedScopes":null,"ai":{"enabled":false}}`, 200, `~"allowedScopes":null`)
	d.want("PATCH", "/api/admin/workspaces/mine", `{"allowedScopes":[]}`, 200, `~"allowedScopes":[]`)
	d.want("GET", "/api/mine/workspace", "", 200, `~"enabled":true`)
	for _, path := range []string{"/nobody", "/Main", "/%00"} {
		d.want("GET", "/api/admin/workspaces"+path, "", 404, `~"NOT_FOUND"`)
	}
	d.want("PATCH", "/api/admin/workspaces/nobody", `{`, 404, noWorkspace)
	for body, text := range map[string]string{
		`{"name":"x"}`: "slug must be", `{"slug":"UPPER","name":"x"}`: "slug must be", `{"slug":"admin","name":"x"}`: "slug must not be", `{"slug":"a","name":"x"}`: "slug must be unique",
		`{"slug":"x"}`: "name must be", `{"slug":"x","name":"x","form":"C"}`: "form must be one of A, B", `{"slug":"x","name":"x","plan":"gold"}`: "plan must be",
		`{"slug":"x","name":"x","apiEnabled":1}`: "apiEnabled must be", `{"slug":"x","name":"x","allowedScopes":["messages:read","nothing"]}`: "allowedScopes[1] must be a scope of form B",
		`{"slug":"x","name":"x","adminEmail":"x"}`: "adminEmail must be",
	} {
		d.want("POST", "/api/admin/workspaces", body, 422, `~"message":"`+text)
	}
	for body, text := range map[string]string{
		`{"slug":"x"}`: "slug must not be given", `{"name":null}`: "name must be", `{"form":null}`: "form must be", `{"plan":7}`: "plan must be", `{"apiEnabled":null}`: "apiEnabled must be",
		`{"allowedScopes":"x"}`: "allowedScopes must be", `{"form":"A","allowedScopes":["secrets:read"]}`: "allowedScopes[0] must be a scope of form A",
	} {
		d.want("PATCH", "/api/admin/workspaces/b", body, 422, `~"message":"`+text)
	}
	for _, slug := range []string{"mine", "main"} {
		var actions []svcx.AuditAction
		for _, e := range d.audit(slug) {
			d.equal("actor", e.Actor, svcx.Actor{Kind: svcx.ActorUser, ID: 1, Name: "ada@example.com", IP: "192.0.2.1"})
			if e.Target == "workspace/6" {
				actions = append(actions, e.Action)
			}
		}
		d.equal(slug, actions, []svcx.AuditAction{svcx.AuditWorkspaceUpdate, svcx.AuditWorkspaceUpdate, svcx.AuditWorkspaceUpdate, svcx.AuditWorkspaceCreate})
	}
}

// Every row of /api/admin: 401 without a cookie, 404 as for an unknown slug for users
// who are not members of the admin workspace, 403 for its agents and for a write from
// another site.
func TestAuthorizationOfEveryOperatorRow(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	for round := range 2 {
		for _, row := range rest.OperatorRows() {
			path := "/api/admin" + row.Path
			w := d.call("", row.Method, path, "")
			d.equal(row.Name+" without a cookie", []any{w.Code, w.Body.String()}, []any{401, noSession})
			w = d.call(d.eve, row.Method, path, "")
			d.equal(row.Name+" by a stranger", []any{w.Code, w.Body.String()}, []any{404, noWorkspace})
			if round == 0 {
				// There is no admin workspace yet.
				d.equal(row.Name, d.call(d.ada, row.Method, path, "").Body.String(), noWorkspace)
				continue
			}
			w = d.call(d.bob, row.Method, path, "")
			d.equal(row.Name+" by an agent", []any{w.Code, w.Body.String()}, []any{403, `{"error":{"code":"INSUFFICIENT_SCOPE","message":"only an admin of the workspace may do this"}}`})
			if row.Method == "GET" {
				continue
			}
			for _, headers := range foreign {
				d.equal(row.Name+" from another site", d.call(d.ada, row.Method, path, "", headers...).Code, 403)
			}
		}
		if round == 0 {
			d.operators()
		}
	}
	d.want("PUT", "/api/admin/workspaces", "", 405, `~"METHOD_NOT_ALLOWED"`)
	d.want("GET", "/api/admin/nothing", "", 404, noPath)
}

// Saved replies are created, listed, changed and deleted.
func TestSavedReplyIsCreatedListedChangedAndDeleted(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	d.want("GET", "/api/a/saved-replies", "", 200, `{"data":[],"total":0,"limit":1000,"offset":0}`)
	d.want("POST", "/api/a/saved-replies", `{"title":"Hi","content":"Hello <b>\n","shortcut":"hi"}`, 201, `{"data":{"id":"1","title":"Hi","content":"Hello <b>\n","shortcut":"hi"}}`)
	d.want("POST", "/api/b/saved-replies", `{"title":"Hi","content":"x","shortcut":"hi"}`, 201, `{"data":{"id":2,"title":"Hi","content":"x","shortcut":"hi"}}`)
	d.want("POST", "/api/b/saved-replies", `{"title":"Bye","content":"y","shortcut":""}`, 201, `{"data":{"id":3,"title":"Bye","content":"y","shortcut":null}}`)
	d.want("PATCH", "/api/b/saved-replies/3", `{"title":"By","content":"z","shortcut":"bye"}`, 200, `{"data":{"id":3,"title":"By","content":"z","shortcut":"bye"}}`)
	d.want("PATCH", "/api/b/saved-replies/3", `{"shortcut":"BYE"}`, 200, `~"shortcut":"BYE"`)
	d.invalid("b", "PATCH", "/saved-replies/3", `{"shortcut":"HI"}`, "shortcut must be unique in the workspace: saved reply 2 has it")
	d.want("PATCH", "/api/b/saved-replies/3", `{"shortcut":null}`, 200, `{"data":{"id":3,"title":"By","content":"z","shortcut":null}}`)
	d.want("GET", "/api/b/saved-replies?limit=1&offset=1", "", 200, `{"data":[{"id":3,"title":"By","content":"z","shortcut":null}],"total":2,"limit":1,"offset":1}`)
	for body, text := range map[string]string{
		`{"content":"x"}`: "title must be a string of 1 to 255", `{"title":" ","content":"x"}`: "title must be", `{"title":"x"}`: "content must be a string of 1 to 50000",
		`{"title":"x","content":"\n"}`: "content must be", `{"title":"x","content":"x","shortcut":"a b"}`: "shortcut must be without white space",
		`{"title":"x","content":"x","shortcut":7}`: "shortcut must be", `{"title":"x","content":"x","shortcut":"HI"}`: "shortcut must be unique",
		`{"title":"x","content":"x","shortcut":"` + fmt.Sprintf("%065d", 1) + `"}`: "shortcut must be a string of at most 64",
	} {
		for slug := range workspaceForms {
			d.invalid(slug, "POST", "/saved-replies", body, text)
		}
	}
	d.invalid("b", "PATCH", "/saved-replies/3", `{"title":null}`, "title must be")
	d.want("PATCH", "/api/b/saved-replies/1", `{`, 404, `{"error":{"code":"NOT_FOUND","message":"saved reply not found"}}`)
	d.want("DELETE", "/api/b/saved-replies/1", "", 404, `{"error":{"code":"NOT_FOUND","message":"saved reply not found"}}`)
	d.want("DELETE", "/api/a/saved-replies/1", "", 200, `{"data":{"id":"1","deleted":true}}`)
	d.equal("agents too", d.call(d.bob, "DELETE", "/api/b/saved-replies/2", "").Code, 200)
}
