package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"svcx"
	"svcx/internal/assist/assisttest"
	"svcx/internal/inbox"
)

// summaryOf is a summary whose first statement rests on messages.
func summaryOf(text string, messages ...int) assisttest.Answer {
	return assisttest.JSON(map[string]any{
		"summary": []any{map[string]any{"text": text, "messages": messages}, map[string]any{"text": "She needs it by Saturday.", "messages": []int{2}}}, "customerIntent": "Her parcel <img src=x onerror=alert(1)>",
		"keyPoints": []any{map[string]any{"text": "It was sent on Monday", "messages": []int{1}}}, "openQuestions": []any{"Where is it?"}, "nextSteps": []any{}, "sentiment": "mixed",
	})
}

// summarized is a service whose operator has a model that answers by a script, and a tab of ada's.
func summarized(t *testing.T, script ...assisttest.Answer) (*service, *tab, *assisttest.Server) {
	t.Helper()
	model := assisttest.New(t, script...)
	s := newService(t, "--ai-base-url", model.URL)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("parcel", "Amara Osei", "I need it by Saturday.")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	return s, ada, model
}

const sumText = `(document.querySelector('#summary .sum-body')?.innerText ?? '')`

// A conversation is summarized, a receipt leads to its message, and what came since is said. A colleague
// who opens the conversation sees the summary too. What the model writes is text.
func TestSummaryAndItsReceipts(t *testing.T) {
	chromium(t)
	s, ada, model := summarized(t, summaryOf(`Amara <b>asks</b> for her parcel.`, 1, 2), summaryOf("Amara asks again.", 3))
	bob := s.newTab()
	bob.signIn("bob@example.com")
	ada.opens("Amara Osei")
	ada.until("scripts", hydrated+` && document.querySelector('#reply')`)
	ada.click(button("Summarize"))
	ada.until("the summary", sumText)
	bob.open("/app/shop/inbox/1")
	for _, one := range []*tab{ada, bob} {
		one.until("the summary, as text", sumText+`.includes('Amara <b>asks</b> for her parcel.') && `+sumText+`.includes('<img src=x') && !document.querySelector('#summary img')`)
	}
	ada.until("which statements rest on nothing", `[...document.querySelectorAll('#summary li')].filter(e => e.innerText.includes('(no source)')).map(e => e.innerText).join().includes('Where is it?') && !document.querySelector('#summary p').innerText.includes('(no source)')`)
	ada.bothThemes("a summary")
	ada.click(link("Message 2"))
	ada.until("the message", `location.hash === '#m-2' && document.querySelector('#m-2:target')`)
	s.says("parcel", "Amara Osei", "Hello?")
	ada.until("that it is old", `document.querySelector('#summary .newer')?.innerText === '1 newer message' && document.querySelector('#summary details').open`)
	ada.until("the text as wide as the box, and the button in the head", `(sum => sum.querySelector('.sum-body').clientWidth > sum.clientWidth - 40 && sum.querySelector('summary > .i:last-child').getBoundingClientRect().right <= sum.querySelector('#summarize-again').getBoundingClientRect().left)(document.querySelector('.sum'))`)
	ada.bothThemes("an old summary")
	ada.click(button("Summarize again"))
	ada.until("the new one", sumText+`.includes('Amara asks again.') && !document.querySelector('#summary .newer')`)
	ada.click(`document.querySelector('#summary summary')`)
	ada.until("only its head", `!document.querySelector('#summary details').open`)
	ada.click(`document.querySelector('#summary summary')`)
	ada.click(link("What the model saw"))
	ada.until("what was sent", `document.title.startsWith('What the model saw') && document.body.innerText.includes('exactly what was sent') && document.body.innerText.includes('Hello?')`)
	ada.bothThemes("what the model saw")
	if n := len(model.Requests()); n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// Fault: a summary that was made elsewhere was shown with the next change only. It comes with the stream: what a colleague
// asked for, and what was made on resolve.
func TestSummaryMadeElsewhereIsShown(t *testing.T) {
	chromium(t)
	s, ada, model := summarized(t, summaryOf("Amara asks.", 1))
	bob := s.newTab()
	bob.signIn("bob@example.com")
	for _, one := range []*tab{ada, bob} {
		one.opens("Amara Osei")
		one.until("scripts", hydrated+` && document.querySelector('#reply') && (window.sameDocument = true)`)
	}
	ada.click(button("Summarize"))
	bob.until("the first summary", sumText+`.includes('Amara asks.') && window.sameDocument`)
	model.Then(summaryOf("It is settled.", 1))
	on := true
	_, err := s.app.Admin.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{AI: &svcx.AIPatch{AutoSummarize: &on}})
	s.must(err)
	s.says("parcel", "Amara Osei", "It has arrived, thanks.")
	ada.until("the message", sumText+` && document.querySelector('#summary .newer')`)
	ada.click(button("Resolve"))
	for _, one := range []*tab{ada, bob} {
		one.until("the summary made on resolve", sumText+`.includes('It is settled.') && window.sameDocument`)
	}
}

// A receipt of a message that is not loaded loads it.
func TestReceiptOfAnEarlierMessage(t *testing.T) {
	chromium(t)
	s, ada, _ := summarized(t, summaryOf("Long ago.", 1))
	for i := range 60 {
		s.says("parcel", "Amara Osei", fmt.Sprint("More ", i))
	}
	ada.open("/app/shop/inbox/1")
	ada.until("scripts", hydrated+` && document.querySelector('#m-62') && !document.querySelector('#m-1')`)
	ada.click(button("Summarize"))
	ada.until("the summary", sumText+`.includes('Long ago.')`)
	ada.click(link("Message 1"))
	ada.until("the message", `document.querySelector('#m-1:target')?.checkVisibility()`)
}

// A subject is proposed, changed, used and set back.
func TestSubjectIsProposed(t *testing.T) {
	chromium(t)
	_, ada, _ := summarized(t, assisttest.Text("Where the parcel is"))
	ada.opens("Amara Osei")
	ada.until("scripts", hydrated+` && document.querySelector('#reply')`)
	const field = `document.querySelector('#new-subject')`
	ada.click(button("Suggest a subject"))
	ada.until("the proposal", field+`?.value === 'Where the parcel is'`)
	ada.bothThemes("a proposed subject")
	ada.click(link("Dismiss"))
	ada.until("no proposal", `!`+field)
	ada.click(button("Suggest a subject"))
	ada.until("it again, without a call", field)
	ada.click(button("Use it"))
	ada.until("the subject", `document.querySelector('#thead h2').innerText === 'Where the parcel is' && !`+field)
	ada.click(button("Undo"))
	ada.until("the subject before", `document.querySelector('#thead h2').innerText === 'About parcel'`)
}

// On a phone the AI is among the details; what it answers is seen at once.
func TestSummaryOnAPhone(t *testing.T) {
	chromium(t)
	gate := make(chan struct{})
	s, _, _ := summarized(t, summaryOf("Amara asks.", 1).Held(gate))
	phone := s.onPhone()
	phone.open("/app/shop/inbox/1")
	phone.until("scripts", hydrated+` && document.querySelector('#reply')`)
	phone.click(button("Details"))
	phone.click(button("Summarize"))
	phone.until("what is going on, as long as it does", `(e => e.innerText === 'Summarizing…' && getComputedStyle(e).animationName === 'none')(document.querySelector('#say'))`)
	close(gate)
	phone.until("the summary, and no details over it", sumText+`.includes('Amara asks.') && !document.querySelector('#details:popover-open')`)
	phone.bothThemes("a summary on a phone")
}

// Without scripts a conversation is summarized, a receipt followed, and a subject accepted.
func TestSummaryWithoutScripts(t *testing.T) {
	chromium(t)
	_, ada, _ := summarized(t, summaryOf("Amara asks.", 1), assisttest.Text("A late parcel"), assisttest.BadKey())
	ada.withoutScripts()
	ada.open("/app/shop/inbox/1")
	ada.click(button("Summarize"))
	ada.until("the summary", sumText+`.includes('Amara asks.')`)
	ada.click(link("Message 1"))
	ada.until("the message", `document.querySelector('#m-1:target')`)
	ada.click(button("Suggest a subject"))
	ada.until("the proposal", `document.querySelector('#new-subject')?.value === 'A late parcel'`)
	ada.click(button("Use it"))
	ada.until("the subject", `document.querySelector('#thead h2').innerText === 'A late parcel'`)
	ada.open("/app/shop/settings/ai")
	ada.click(button("Try it"))
	ada.until("why it failed, on the page", `document.querySelector('#trial .bad')?.innerText.includes('does not accept the key')`)
}

// The settings are tried with a key that the provider refuses, as they are written; usage is plotted.
func TestAISettingsAreTried(t *testing.T) {
	chromium(t)
	s, ada, model := summarized(t, assisttest.BadKey(), assisttest.Text("OK <b>"), summaryOf("Amara asks.", 1))
	ada.open("/app/shop/settings/ai")
	ada.until("scripts", hydrated)
	ada.bothThemes("AI settings")
	ada.write(`document.querySelector('#field-apiKey')`, "sk-broken")
	ada.click(button("Try it"))
	ada.until("why it failed, and what to do", `document.querySelector('#trial .bad')?.innerText.includes('does not accept the key') && document.querySelector('#trial').innerText.includes('Copy the key')`)
	ada.until("what was written, which stays in the browser", `document.querySelector('#field-apiKey').value === 'sk-broken' && !document.querySelector('#trial').innerHTML.includes('sk-broken') && !document.querySelector('[data-unsaved]').hidden`)
	ada.bothThemes("a trial that failed")
	ada.write(`document.querySelector('#field-model')`, "large")
	ada.click(button("Try it"))
	ada.until("the answer, as text", `document.querySelector('#trial .done')?.innerText.includes('OK <b>') && document.querySelector('#trial').innerText.includes('large')`)
	ada.bothThemes("a trial")
	if r := model.Requests(); len(r) != 2 || r[0].Key() != "sk-broken" || r[1].Model != "large" {
		t.Errorf("%+v", r)
	}
	ada.click(button("Discard"))
	off := []svcx.AIOperation{svcx.AITranslate}
	_, err := s.app.Admin.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, s.shop.Slug, svcx.WorkspacePatch{AI: &svcx.AIPatch{Disabled: &off, PriceIn: new(svcx.AIPrice(1500))}})
	s.must(err)
	ada.open("/app/shop/inbox/1")
	ada.until("scripts", hydrated)
	ada.click(button("Summarize"))
	ada.until("the summary", sumText+`.includes('Amara asks.')`)
	ada.open("/app/shop/settings/ai/usage")
	ada.until("the plots", hydrated+` && document.querySelectorAll('.drawing .f-a').length >= 2 && document.body.innerText.includes('By operation')`)
	ada.bothThemes("AI usage")
}

// Fault: between the list and the details a subject was a few letters beside the buttons of the AI.
func TestSubjectHasRoomBesideTheButtons(t *testing.T) {
	chromium(t)
	model := assisttest.New(t)
	s := newService(t, "--ai-base-url", model.URL)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	subject := "The second parcel of the order from Monday is missing"
	_, err := s.app.Messaging.UpdateConversation(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, 1, svcx.ConversationPatch{Subject: &subject})
	s.must(err)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	for _, width := range []int64{1280, 1366, 1440} {
		ada.run(emulation.SetDeviceMetricsOverride(width, 800, 1, false))
		ada.open("/app/shop/inbox/1")
		ada.until("the subject, most of it", `(h => h && h.clientWidth >= 150 && document.querySelector('#ai-rename').checkVisibility() && document.querySelector('#thead').scrollWidth <= document.querySelector('#thead').clientWidth)(document.querySelector('#thead h2'))`)
	}
	ada.accessible("the head of a thread")
}
