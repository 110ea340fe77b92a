package people

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/richtext/vectors"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

func frame(t *testing.T) page.Frame {
	t.Helper()
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &page.Viewer{Printer: catalogue.For("en"), Session: &svcx.Session{}, Workspace: &svcx.Workspace{Slug: "shop"}, Member: &svcx.Member{ID: 1, Name: "Ada"}}
	return page.Frame{Viewer: s, Clock: page.SharedClock(s.Printer, 0)}
}

// Every action of the audit log has words: as a choice, in a sentence, and for what it is done to.
func TestAuditActionsHaveWords(t *testing.T) {
	f := frame(t)
	v := auditView{Frame: f, names: auditNames{names: map[string]string{}}}
	for _, a := range svcx.AuditActions {
		for _, id := range []string{"audit.action." + string(a), "audit.did." + string(a), "audit.kind." + groupOf(a)} {
			if !f.Has(id) {
				t.Errorf("there is no text %s", id)
			}
		}
		target := "kind/7/into/9"
		var said strings.Builder
		for _, part := range v.said(&svcx.AuditEntry{Action: a, Target: target}) {
			said.WriteString(part.Text)
		}
		if !strings.Contains(said.String(), "7") || strings.Contains(said.String(), "{{") {
			t.Errorf("%s: %q", a, said.String())
		}
	}
	for _, g := range auditGroups {
		if len(g.actions) > 1 && !f.Has("audit.all."+g.kind) {
			t.Errorf("there is no text for all of %s", g.kind)
		}
	}
}

// No attack through a name, an address, a target or a search becomes an element or a handler.
func TestPeopleAreText(t *testing.T) {
	f := frame(t)
	vectors.StayText(t, func(text string) map[string]vectors.Component {
		m := listedMember{Member: &svcx.Member{ID: 7, Name: text, Email: text, Role: svcx.RoleAgent}, MemberPresence: svcx.MemberPresence{LastSeenAt: new(svcx.Time)}}
		w := &svcx.Workspace{ID: 7, Slug: "x", Name: text, Form: svcx.FormB, Plan: svcx.PlanFree}
		entries := []*svcx.AuditEntry{
			{Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 7, Name: text, IP: text}, Action: svcx.AuditSecretRead, Target: "secret/" + text},
			{Actor: svcx.Actor{Kind: svcx.ActorKey, ID: 7, Name: text}, Action: svcx.AuditAction(text), Target: text},
		}
		names := auditNames{names: map[string]string{"secret/" + text: text}, members: []page.Option{{Value: "user:7", Name: text}}, keys: []page.Option{{Value: "key:7", Name: text}}}
		wrong := map[string]string{"email": text, "name": text}
		return map[string]vectors.Component{
			"the members":       membersPage(membersView{Frame: f, members: []listedMember{m}, invited: []listedMember{m}, invite: inviteForm{email: text, name: text, wrong: wrong}}),
			"a member":          memberPage(memberView{Frame: f, member: m, form: memberForm{name: text, wrong: wrong}, alert: text}),
			"the audit log":     auditPage(auditView{Frame: f, asked: auditQuery{target: text, from: text}, entries: entries, names: names}),
			"the workspaces":    workspacesPage(workspacesView{Frame: f, q: text, workspaces: []*svcx.Workspace{w}}),
			"a workspace":       workspacePage(workspaceView{Frame: f, shown: w, name: text, alert: text, link: &passedLink{email: text}}),
			"a new workspace":   newWorkspacePage(newWorkspaceView{Frame: f, form: newWorkspaceForm{name: text, slug: text, email: text, wrong: wrong}}),
			"a change of forms": formChangePage(formChangeView{Frame: f, shown: w, to: svcx.FormA, losing: []*svcx.Key{{Name: text}}}),
		}
	})
}

// Spreadsheets take a cell that begins so for a formula.
func TestAuditLineIsNoFormula(t *testing.T) {
	for _, text := range []string{"=1+1", "+1", "-1", "@a", "\t=1", "\r=1"} {
		line := auditLine(&svcx.AuditEntry{Actor: svcx.Actor{Name: text, IP: text}, Target: text})
		for _, cell := range line {
			if strings.HasSuffix(cell, text) && cell == text {
				t.Errorf("%q is in a cell as it is", cell)
			}
		}
	}
}

// The scopes and their groups have words.
func TestScopesHaveWords(t *testing.T) {
	v := workspaceView{Frame: frame(t), scopes: []svcx.Scope{
		svcx.ScopeConversationsRead, svcx.ScopeConversationsWrite, svcx.ScopeConversationsResolve, svcx.ScopeMessagesRead, svcx.ScopeMessagesWrite,
		svcx.ScopeContactsRead, svcx.ScopeContactsWrite, svcx.ScopeRatingsRead, svcx.ScopeRatingsWrite, svcx.ScopeSecretsRead, svcx.ScopeConfigWrite,
	}}
	for _, g := range v.scopeGroups() {
		for _, id := range append([]string{"workspaces.scopes." + g.kind}, scopeText(svcx.FormB, g.scopes[0]), scopeText(svcx.FormB, g.scopes[len(g.scopes)-1])) {
			if !v.Has(id) {
				t.Errorf("there is no text %s", id)
			}
		}
	}
}
