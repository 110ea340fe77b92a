package browser

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/assist/assisttest"
	"svcx/internal/inbox"
	"svcx/internal/richtext/vectors"
)

// hostileWorkspaces is how many workspaces share the attacks: one has at most 1000 of what has a name, and each of its pages
// has much of it.
const hostileWorkspaces = 4

// Every attack of the corpus as what members name and write: workspace, category with its description, field, option,
// member, channel, API key, secret and saved reply with its text; in conversations as tag, value, participant, note with
// a mention, edited message, comment of a rating, and what a model says. No page with lists, filters, pickers and
// settings of these runs a script, opens a dialog or requests anything elsewhere.
func TestAttacksAsNames(t *testing.T) {
	chromium(t)
	model := assisttest.New(t)
	s := newService(t, "--ai-base-url", model.URL)
	all := vectors.All()
	written := s.hostile("written", svcx.FormB)
	workspaces := []*hostile{written}
	work := []func(){func() { written.hasConversations(all) }}
	for share := range slices.Chunk(all, (len(all)+hostileWorkspaces-1)/hostileWorkspaces) {
		form := []svcx.FormName{svcx.FormA, svcx.FormB}[len(work)%2]
		h := s.hostile(fmt.Sprint("names-", len(work)), form)
		workspaces = append(workspaces, h)
		work = append(work, func() { h.hasNames(share) })
	}
	inParallel(len(work), func(i int) { work[i]() })
	var named atomic.Int64
	inParallel(len(all), func(i int) {
		_, err := s.app.Admin.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: fmt.Sprint("space-", i), Name: all[i].Payload, Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "ada@example.com"})
		if err == nil {
			named.Add(1)
		}
	})
	made := map[string]int{"workspaces": int(named.Load())}
	for _, h := range workspaces {
		for what, count := range h.made {
			made[what] += count
		}
	}
	// A category or channel that has the name of another is refused.
	for what, count := range made {
		if count < len(all)*98/100 {
			t.Errorf("only %d of %d attacks are %s", count, len(all), what)
		}
	}

	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app")
	ada.until("the workspaces", fmt.Sprintf(`document.querySelectorAll('.space').length >= %d`, named.Load()))
	ada.harmless("the workspaces")
	for _, h := range workspaces {
		h.seenBy(ada)
	}
	workspaces[1].chosenBy(ada, "assign", "category")
	workspaces[1].foundBy(ada)
	written.chosenBy(ada, "tags")
	_, err := s.app.Admin.AddMember(t.Context(), written.call, svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAgent})
	s.must(err)
	bob := s.newTab()
	bob.signIn("bob@example.com")
	written.summarizedFor([]*tab{ada, bob}, model)
}

// hostile is a workspace in which everything has an attack for its name.
type hostile struct {
	*service
	call inbox.Call
	ada  *svcx.Member
	made map[string]int
	// conversations have parts of the attacks.
	conversations []svcx.ConversationID
	parts         [][]vectors.Vector
}

func (s *service) hostile(slug string, form svcx.FormName) *hostile {
	s.Helper()
	w, err := s.app.Admin.CreateWorkspace(s.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: slug, Name: "Names", Form: form, Plan: svcx.PlanBusiness, AdminEmail: "ada@example.com"})
	s.must(err)
	members, err := s.app.Admin.Members(s.Context(), w, svcx.Page{Limit: 1})
	s.must(err)
	return &hostile{service: s, call: inbox.Call{Workspace: w, Actor: inbox.Operator}, ada: members.Items[0], made: make(map[string]int)}
}

// hasNames gives everything that has a name an attack for it, and one conversation all of the values and mentions.
func (h *hostile) hasNames(all []vectors.Vector) {
	h.Helper()
	ctx, call := h.Context(), h.call
	many, err := h.app.Admin.CreateCategory(ctx, call, svcx.CategoryDraft{Name: "With many fields"})
	h.must(err)
	values := make(svcx.FieldInputs)
	for i, v := range all {
		h.named(i, v.Payload, many.ID)
		values[fmt.Sprint("f", i)] = svcx.FieldInput{Kind: svcx.FieldInputString, Text: v.Payload}
	}
	for options := range slices.Chunk(all, svcx.MaxOptions) {
		draft := svcx.FieldDraft{Key: fmt.Sprint("options", h.made["options"]), Name: "Choice", Type: svcx.FieldSelect}
		for _, v := range options {
			draft.Options = append(draft.Options, v.Payload)
		}
		_, err := h.app.Admin.CreateField(ctx, call, draft)
		h.must(err)
		h.made["options"] += len(options)
	}
	c, err := h.app.Messaging.CreateConversation(ctx, call, svcx.ConversationDraft{Subject: "With many values", AssignedTo: &h.ada.ID})
	h.must(err)
	h.conversations = []svcx.ConversationID{c.ID}
	of := &many.ID
	_, err = h.app.Messaging.UpdateConversation(ctx, call, c.ID, svcx.ConversationPatch{Category: &of})
	h.must(err)
	shown, err := h.app.Messaging.SetFieldValues(ctx, call, c.ID, values)
	h.must(err)
	h.made["values"] = len(shown)
	for some := range slices.Chunk(all, svcx.MaxMentions) {
		note := ""
		for _, v := range some {
			note += "@" + v.Payload + "\n"
		}
		_, err := h.app.Messaging.AgentNote(ctx, call, h.ada, c.ID, svcx.MessageDraft{Content: note, ContentType: svcx.ContentText})
		h.must(err)
		h.made["mentions"] += len(some)
	}
}

// hasConversations gives everything in conversations an attack.
func (h *hostile) hasConversations(all []vectors.Vector) {
	h.Helper()
	h.parts = slices.Collect(slices.Chunk(all, svcx.MaxParticipants))
	for _, part := range h.parts {
		h.conversations = append(h.conversations, h.conversation(part))
	}
}

// counts reports whether something was made. What is refused is not the point here.
func (h *hostile) counts(what string, err error) bool {
	if err == nil {
		h.made[what]++
	} else if svcx.KindOf(err) != svcx.KindValidation {
		h.Errorf("%s: %v", what, err)
	}
	return err == nil
}

// named makes one of everything that has a name, and a conversation with it for the lists.
func (h *hostile) named(i int, attack string, many svcx.CategoryID) {
	h.Helper()
	ctx, call := h.Context(), h.call
	category, err := h.app.Admin.CreateCategory(ctx, call, svcx.CategoryDraft{Name: attack, Color: "sky", Description: attack})
	h.counts("categories", err)
	_, err = h.app.Admin.CreateField(ctx, call, svcx.FieldDraft{Key: fmt.Sprint("f", i), Name: attack, Type: svcx.FieldText, Category: &many})
	h.counts("fields", err)
	member, err := h.app.Admin.AddMember(ctx, call, svcx.MemberDraft{Email: fmt.Sprintf("m%d@%s.example.com", i, call.Workspace.Slug), Name: attack, Role: svcx.RoleAgent})
	h.counts("members", err)
	channel, _, err := h.app.Admin.CreateChannel(ctx, call, svcx.ChannelDraft{Name: attack, Settings: svcx.DefaultSettings()})
	h.counts("channels", err)
	_, _, err = h.app.Admin.CreateKey(ctx, call, svcx.KeyDraft{Name: attack, Scopes: []svcx.Scope{svcx.ScopeContactsRead}})
	h.counts("API keys", err)
	_, err = h.app.Admin.CreateSecret(ctx, call, svcx.SecretDraft{Key: fmt.Sprint("s", i), Name: attack, Description: attack, Value: attack})
	h.counts("secrets", err)
	_, err = h.app.Admin.CreateSavedReply(ctx, call, svcx.SavedReplyDraft{Title: attack, Content: attack + " {{agent.name}}"})
	h.counts("saved replies", err)

	draft := svcx.ConversationDraft{Subject: attack}
	if member != nil {
		draft.AssignedTo = &member.ID
	}
	if channel != nil {
		draft.Channel = &channel.ID
	}
	c, err := h.app.Messaging.CreateConversation(ctx, call, draft)
	if !h.counts("subjects", err) {
		return
	}
	if category != nil {
		of := &category.ID
		_, err = h.app.Messaging.UpdateConversation(ctx, call, c.ID, svcx.ConversationPatch{Category: &of})
		h.must(err)
	}
	_, err = h.app.Messaging.Rate(ctx, call, c.ID, svcx.RatingDraft{Rating: 1, Comment: attack, RatedBy: attack})
	h.counts("ratings", err)
}

// conversation makes one with attacks in every part.
func (h *hostile) conversation(attacks []vectors.Vector) svcx.ConversationID {
	h.Helper()
	ctx, call := h.Context(), h.call
	c, err := h.app.Messaging.CreateConversation(ctx, call, svcx.ConversationDraft{Subject: "Long", AssignedTo: &h.ada.ID})
	h.must(err)
	_, err = h.app.Messaging.Send(ctx, call, c.ID, svcx.MessageDraft{Content: "What does it cost?", ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorCustomer, Name: attacks[0].Payload}})
	h.must(err)
	var tags []string
	for _, v := range attacks {
		more := append(slices.Clone(tags), v.Payload)
		_, err := h.app.Messaging.UpdateConversation(ctx, call, c.ID, svcx.ConversationPatch{Tags: &more})
		if h.counts("tags", err) {
			tags = more
		}
		_, err = h.app.Messaging.AddParticipant(ctx, call, c.ID, svcx.ParticipantDraft{Name: v.Payload, ExternalID: v.Payload, Role: svcx.RoleCC})
		h.counts("participants", err)
		_, err = h.app.Messaging.AgentNote(ctx, call, h.ada, c.ID, svcx.MessageDraft{Content: v.Payload, ContentType: svcx.ContentText})
		h.counts("notes", err)
		m, err := h.app.Messaging.Send(ctx, call, c.ID, svcx.MessageDraft{Content: "It costs 20 euros.", ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorAgent, Name: v.Payload}})
		if h.counts("authors", err) {
			_, err = h.app.Messaging.EditMessage(ctx, call, c.ID, m.ID, svcx.MessageEdit{Content: v.Payload, Reason: v.Payload})
			h.counts("edits", err)
		}
	}
	return c.ID
}

// path is the address of a page of the workspace.
func (h *hostile) path(page string) string { return "/app/" + h.call.Workspace.Slug + page }

// seenBy has an admin see every page of the workspace.
func (h *hostile) seenBy(ada *tab) {
	h.Helper()
	visit := func(path, ready string, most int) {
		for next := h.path(path); next != "" && most > 0; most-- {
			ada.visitsSafely(next, `document.querySelector('`+ready+`')`)
			next = ""
			h.must(ada.look(`document.querySelector('a[rel=next], #rows > .more a')?.getAttribute('href') ?? ''`, &next))
		}
	}
	for _, path := range []string{"/inbox?view=open"} {
		visit(path, ".conv", 100)
	}
	for _, path := range []string{
		"/ratings", "/reports", "/contacts", "/settings/categories", "/settings/fields", "/settings/members", "/settings/channels", "/settings/api",
		"/settings/secrets", "/settings/saved-replies", "/settings/workspace", "/settings/profile", "/settings/ai",
	} {
		visit(path, "h1", 100)
	}
	visit("/settings/audit", "h1", 2) // of many that are alike
	for _, id := range h.conversations {
		visit(fmt.Sprint("/inbox/", id), "#messages article", 1)
	}
}

// summarizedFor has a model say everything, in few conversations. A member may ask it only now and then.
func (h *hostile) summarizedFor(tabs []*tab, model *assisttest.Server) {
	h.Helper()
	i := 0
	for parts := range slices.Chunk(h.parts, 4) {
		var lists [4][]any
		for j, part := range parts {
			for _, v := range part {
				lists[j] = append(lists[j], map[string]any{"text": v.Payload, "messages": []int{}})
			}
		}
		model.Then(assisttest.JSON(map[string]any{"summary": lists[0], "keyPoints": lists[1], "openQuestions": lists[2], "nextSteps": lists[3], "customerIntent": parts[0][0].Payload, "sentiment": "mixed"}))
		t := tabs[i%len(tabs)]
		t.visitsSafely(h.path(fmt.Sprint("/inbox/", h.conversations[i])), `document.querySelector('#ai-summarize')`)
		t.click(`document.querySelector('#ai-summarize')`)
		t.until("the summary", sumText)
		t.harmless("a summary")
		i++
	}
}

// chosenBy has a member choose some in lists, and be told what was done.
func (h *hostile) chosenBy(ada *tab, picks ...string) {
	h.Helper()
	ada.visitsSafely(h.path(fmt.Sprint("/inbox/", h.conversations[0], "?view=mine")), `document.querySelector('#messages article')`)
	for _, pick := range picks {
		ada.click(`document.querySelector('#details [data-pick="` + pick + `"]')`)
		ada.until("the choices", `document.querySelectorAll('#pick-`+pick+`:popover-open [role=option]').length > 20`)
		ada.harmless("choosing: " + pick)
		ada.run(typed("<img"))
		ada.until("the first that fits", `document.querySelector('#pick-`+pick+`:popover-open [role=option][aria-selected=true], #pick-`+pick+`:popover-open [role=option].on') || document.querySelector('#pick-`+pick+` input').getAttribute('aria-activedescendant')`)
		ada.press("Enter")
		ada.until("what was done", `document.querySelector('#say')?.innerText.trim() && !document.querySelector('[popover]:popover-open')`)
		ada.harmless("having chosen: " + pick)
	}
}

// foundBy has a member see what is offered while one filters, mentions and commands.
func (h *hostile) foundBy(ada *tab) {
	h.Helper()
	ada.visitsSafely(h.path(fmt.Sprint("/inbox/", h.conversations[0], "?view=mine")), `document.querySelector('#messages article')`)
	ada.click(`document.querySelector('[popovertarget="filter-menu"]')`)
	ada.until("the filter", `document.querySelector('#filter-menu:popover-open')`)
	ada.harmless("the filter")
	ada.press("Escape")
	ada.press("n")
	ada.until("the note", `document.activeElement?.id === 'note'`)
	ada.run(typed("@"))
	ada.until("whom it can mention", mentionList)
	ada.harmless("whom a note can mention")
	ada.run(typed("<"))
	ada.until("who fits", mentionList)
	ada.press("Enter")
	ada.until("a name in the note", noteText+`.length > 2`)
	ada.press("Escape")
	ada.press("k", input.ModifierCtrl)
	ada.until("the command menu", `document.querySelector('dialog[open] [role=combobox]') === document.activeElement`)
	ada.harmless("the command menu")
}
