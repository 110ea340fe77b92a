package browser

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext/vectors"
)

// inert is what attacks leave in a page: nothing that could run, load or send anything. The
// page's own scripts and forms are outside of what is shown.
const inert = `[...document.querySelectorAll('main *, title, [role=dialog] *, dialog *')].filter(e =>
	[...e.attributes].some(a => /^on/i.test(a.name) || a.name === 'srcdoc' || (/^(href|src|action|formaction|xlink:href|data|poster|background)$/i.test(a.name) && !/^(https?:|data:image\/(png|jpeg|gif|webp)[;,]|mailto:|tel:|\/|#|\?|$)/i.test(a.value.trim())))
	|| /^(script|iframe|object|embed|base|meta|link|applet|frame|math)$/i.test(e.localName) || (e.localName === 'template' && !e.matches('[data-unsent], [data-unsent-bar], [data-ai-running], [data-ai-cut]') && !e.closest('[data-uploads]'))
	|| (e.hasAttribute('src') && !e.getAttribute('src').startsWith('data:image/') && new URL(e.src, location).origin !== location.origin)
	|| (e.closest('.body') && /^(form|input|button|textarea|select|style|svg|dialog)$/i.test(e.localName) && !e.closest('details.quoted, .cut-media'))).map(e => e.outerHTML.slice(0, 200))`

// harmless fails the test for what an attack left in the page.
func (t *tab) harmless(where string) {
	t.Helper()
	var left []string
	if err := t.look(inert, &left); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	for _, l := range left {
		t.Errorf("%s: %s", where, l)
	}
	t.forgive("/media/") // pictures that example.com does not have
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range t.wrong {
		t.Errorf("%s: the browser complained: %.300s", where, w)
	}
	t.wrong = nil
}

// visitsSafely opens a page with attacks, and fails the test for what they did or left.
func (t *tab) visitsSafely(path, ready string) {
	t.Helper()
	t.open(path)
	t.until(path, `document.documentElement.classList.contains('js') && `+ready)
	t.harmless(path)
}

// perThread is how many attacks are in a conversation: each as text, HTML and Markdown, in one
// part of a thread.
const perThread = 16

// Every attack of the corpus as subject, names, text, HTML, Markdown, category, field, value, file
// name, tag, saved reply, avatar and channel: no page runs a script, opens a dialog or requests
// anything elsewhere, and none breaks.
func TestAttacks(t *testing.T) {
	chromium(t)
	s := newService(t)
	call := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	all := vectors.All()
	ctx := t.Context()

	// What members name. What is no name is refused, and not the point here.
	made := make(map[string]int)
	count := func(what string, err error) {
		if err == nil {
			made[what]++
		}
	}
	attack := func(i int) string { return all[i%len(all)].Payload }
	for i := 0; made["categories"] < 40 && i < 400; i++ {
		_, err := s.app.Admin.CreateCategory(ctx, call, svcx.CategoryDraft{Name: attack(i * 7), Color: "sky"})
		count("categories", err)
	}
	for i := 0; made["fields"] < 40 && i < 400; i++ {
		_, err := s.app.Admin.CreateField(ctx, call, svcx.FieldDraft{Key: fmt.Sprint("f", made["fields"]), Name: attack(i*11 + 1), Type: svcx.FieldText})
		count("fields", err)
	}
	for i := range all {
		_, err := s.app.Admin.CreateSavedReply(ctx, call, svcx.SavedReplyDraft{Title: attack(i), Content: attack(i) + " {{contact.name}}"})
		count("saved replies", err)
	}
	for i := 0; made["channels"] < 10 && i < 200; i++ {
		ch, key, err := s.app.Admin.CreateChannel(ctx, call, svcx.ChannelDraft{Name: attack(i*29 + 2), Settings: svcx.DefaultSettings()})
		if count("channels", err); err == nil {
			s.channel, s.key = ch.ID, key
		}
	}
	for i := 0; made["members"] < 20 && i < 200; i++ {
		_, err := s.app.Admin.AddMember(ctx, call, svcx.MemberDraft{Email: fmt.Sprintf("m%d@example.com", i), Name: attack(i*31 + 3), Role: svcx.RoleAgent})
		count("members", err)
	}
	for what, least := range map[string]int{"categories": 20, "fields": 20, "saved replies": 500, "channels": 5, "members": 10} {
		if made[what] < least {
			t.Errorf("%d %s were made", made[what], what)
		}
	}

	// What customers send: a short conversation for the lists with each, and some long ones.
	threads := (len(all) + perThread - 1) / perThread
	inParallel(len(all), func(i int) {
		s.receive(map[string]any{
			"messageId": fmt.Sprint("short-", i), "conversationId": fmt.Sprint("short-", i), "content": attack(i), "subject": attack(i),
			"from": map[string]any{"externalId": fmt.Sprint("short-", i), "name": attack(i)},
		})
	})
	inParallel(threads, func(i int) { s.attacks(i, all[i*perThread:min(len(all), (i+1)*perThread)]) })

	ada := s.newTab()
	ada.signIn("ada@example.com")
	visit := ada.visitsSafely
	var links []string
	for page := "/app/shop/inbox?view=open"; page != ""; {
		visit(page, `document.querySelector('.conv')`)
		var some []string
		s.must(ada.look(`[...document.querySelectorAll('.conv')].map(e => new URL(e.href).pathname)`, &some))
		links = append(links, some...)
		page = ""
		s.must(ada.look(`document.querySelector('#rows > .more a')?.getAttribute('href') ?? ''`, &page))
	}
	if len(links) < len(all)+threads-5 { // some are not even a text
		t.Fatalf("%d conversations of %d are in the list", len(links), len(all)+threads)
	}
	for _, path := range links[:threads] { // the newest are the long ones
		visit(path+"?view=open", `document.querySelector('#messages article')`)
	}
	ada.press("k", input.ModifierCtrl)
	ada.until("the command menu", `document.querySelector('dialog[open] [role=combobox]') === document.activeElement`)
	ada.harmless("the command menu")
	ada.press("Escape")
	ada.until("the page, with the focus", `!document.querySelector('dialog[open]') && document.activeElement === document.body`)
	ada.press("s")
	ada.until("the saved replies", `document.querySelectorAll('#saved [role=option]').length > 0`)
	ada.harmless("choosing a saved reply")
	for page := "/app/shop/contacts"; page != ""; {
		visit(page, `document.querySelector('#people')`)
		var contacts []string
		s.must(ada.look(`[...document.querySelectorAll('#people [data-contact-id]')].map(e => e.dataset.contactId).slice(0, 2)`, &contacts))
		if len(contacts) > 1 {
			visit("/app/shop/contacts/"+contacts[0], `document.querySelector('h1')`)
			visit("/app/shop/contacts/"+contacts[0]+"/merge?into="+contacts[1], `document.querySelector('h1')`)
		}
		page = ""
		s.must(ada.look(`[...document.querySelectorAll('a[rel=next]')].at(0)?.getAttribute('href') ?? ''`, &page))
	}
	visit("/app/shop/settings/saved-replies", `document.querySelector('#replies')`)
	// What a search shows of messages.
	for _, q := range []string{"alert", "script", "javascript"} {
		visit("/app/shop/inbox?view=all&q="+q, `document.querySelector('#rows .hit')`)
	}
	// And live, by scripts instead of the page.
	ada.open("/app/shop/inbox?view=open")
	ada.until("rows", `document.querySelector('.conv') && document.documentElement.classList.contains('js')`)
	for i := 0; i < len(all); i += 24 {
		s.attacks(threads+i, all[i:i+1])
	}
	s.says("the last", "Amara Osei", "This is the last.")
	ada.until("the last, or how many are new", `document.querySelector('#rows').innerText.includes('This is the last.') || !document.querySelector('#news').hidden`)
	ada.harmless("what came by the stream")
}

// inParallel does something n times, some at once.
func inParallel(n int, do func(i int)) {
	var workers sync.WaitGroup
	next := make(chan int)
	for range 8 {
		workers.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	workers.Wait()
}

// attacks sends a conversation in which everything is an attack.
func (s *service) attacks(thread int, some []vectors.Vector) {
	conversation := fmt.Sprint("attack-", thread)
	for i, v := range some {
		files := []map[string]any{{"url": "https://example.com/a.png", "filename": v.Payload, "mimeType": "image/png"}, {"url": "https://example.com/b", "filename": v.Payload, "mimeType": v.Payload}}
		from := map[string]any{"externalId": conversation, "name": v.Payload}
		values := make(map[string]any)
		for f := range 16 {
			values[fmt.Sprint("f", (thread+f)%40)] = v.Payload
		}
		for _, as := range []struct{ kind, author string }{{"text", "customer"}, {"html", "customer"}} {
			from["type"] = as.author
			s.receive(map[string]any{
				"messageId": fmt.Sprint(thread, i, as.kind, as.author), "conversationId": conversation, "content": v.Payload, "contentType": as.kind,
				"subject": v.Payload, "from": from, "attachments": files, "fields": values,
				"participants": []map[string]any{{"name": v.Payload, "externalId": v.Payload, "role": "cc"}},
			})
		}
		found, err := s.app.Messaging.Conversations(s.Context(), s.shop, svcx.ConversationFilter{ExternalID: conversation}, svcx.Page{Limit: 1})
		if err != nil || len(found.Items) != 1 {
			s.Errorf("%s is not there: %v", conversation, err)
			return
		}
		// A conversation has tags of its own, which members set. Some are no tags, and refused.
		s.app.Messaging.UpdateConversation(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, found.Items[0].ID, svcx.ConversationPatch{Tags: &[]string{v.Payload}})
		// An answer by a machine, which is Markdown. Some are no text, and refused.
		s.app.Messaging.Send(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, found.Items[0].ID,
			svcx.MessageDraft{Content: v.Payload, ContentType: svcx.ContentText, Markdown: true, Author: svcx.Author{Type: svcx.AuthorBot, Name: v.Payload}})
		address := v.Payload
		if !strings.HasPrefix(address, "http") {
			address = "https://example.com/" + address
		}
		s.receive(map[string]any{"intent": "updateinfo", "conversationId": conversation, "data": map[string]any{"tags": []string{v.Payload}, "subject": v.Payload, "avatarUrl": address}})
	}
}
