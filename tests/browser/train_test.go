package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx"
)

// writes sends a reply or a note with keys alone.
func (t *tab) writes(kind, text string) {
	t.Helper()
	t.press(map[string]string{"reply": "r", "note": "n"}[kind])
	t.until("the composer", `document.activeElement?.id === '`+kind+`'`)
	t.run(typed(text))
	t.press("Enter", input.ModifierCtrl)
	t.until("that it was taken", `!document.querySelector('#`+kind+`').checkVisibility() || document.querySelector('#`+kind+`').value === ''`)
}

// written is what members have written in a conversation, in the order of the thread.
func (s *service) written(id svcx.ConversationID) (all []string) {
	s.Helper()
	list, err := s.app.Messaging.Thread(s.Context(), s.shop, id, svcx.MessagePage{Page: svcx.Page{Limit: 100}})
	s.must(err)
	for _, m := range list.Items {
		if m.Author.Type != svcx.AuthorCustomer {
			all = append(all, m.Content)
		}
	}
	return all
}

// Two tabs write in two conversations, and then in one, while the line comes and goes: each message
// arrives once, and in the order in which it was written.
func TestTrainInTwoTabs(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("other", "Jonas", "Hello")
	ada, line := s.onATrain()
	second := ada.beside()
	second.isCut()
	second.open("/app/shop/inbox/1?view=open")
	second.until("the conversation", isOpen("1")+` && document.documentElement.classList.contains('js')`)
	const sent = isOnline + ` && !document.querySelector('#unsent .msg')`
	want := map[svcx.ConversationID][]string{}
	writes := func(tab *tab, id svcx.ConversationID, kind, text string) {
		t.Helper()
		tab.writes(kind, text)
		want[id] = append(want[id], text)
	}
	for round := range 4 {
		ada.loses(line)
		second.until("that the connection is lost", isOffline)
		writes(ada, 2, "reply", fmt.Sprint("Reply ", round))
		writes(ada, 2, "note", fmt.Sprint("Then a note ", round))
		writes(second, 1, "note", fmt.Sprint("Note ", round))
		writes(second, 1, "reply", fmt.Sprint("Then a reply ", round))
		line.mend()
		switch round {
		case 1: // it is back for a moment
			ada.until("that it is over", isOnline)
			ada.loses(line)
			line.mend()
		case 2: // what was asked arrives, and is answered later
			ada.until("that it is over", isOnline)
			line.stall()
			ada.until("that nothing is heard", isOffline)
			line.flow()
		}
		ada.until("all sent", sent)
		second.until("all sent", sent)
	}

	second.open("/app/shop/inbox/2?view=open")
	second.until("the same conversation", isOpen("2")+` && document.documentElement.classList.contains('js')`)
	ada.loses(line)
	second.until("that the connection is lost", isOffline)
	writes(ada, 2, "reply", "From the first tab")
	second.until("it in the other", unsent)
	writes(second, 2, "note", "From the second tab")
	line.mend()
	for _, tab := range []*tab{ada, second} {
		tab.until("all sent", sent+` && document.querySelector('#messages').innerText.includes('From the second tab')`)
	}
	for id, texts := range want {
		if got := s.written(id); !slices.Equal(got, texts) {
			t.Errorf("conversation %d:\n%s\nwant\n%s", id, strings.Join(got, "\n"), strings.Join(texts, "\n"))
		}
	}
}

// Fault: a draft that was saved while its message was being sent, or waited for that, came back into the
// composer after the message.
func TestDraftIsNotSavedAfterItsMessage(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada, line := s.onATrain()
	s.must(ada.look(`(() => {
		window.drafts = { asked: 0, answered: 0 };
		const { fetch } = window;
		window.fetch = async (to, ...more) => {
			const own = String(to).endsWith('/draft');
			drafts.asked += own;
			try { return await fetch(to, ...more); } finally { drafts.answered += own; }
		};
		const { send } = XMLHttpRequest.prototype;
		XMLHttpRequest.prototype.send = function (...a) {
			const loaded = this.onload;
			if (a[0] instanceof FormData) this.onload = (e) => { window.late = () => loaded.call(this, e) };
			send.apply(this, a);
		};
	})()`, nil))
	const leaves = `(Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }), document.dispatchEvent(new Event('visibilitychange')), delete document.visibilityState)`
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the message, without its answer", `window.late`)
	ada.until("what is saved meanwhile", leaves+` && drafts.asked === drafts.answered`)
	ada.until("the answer", `(late?.(), late = null, document.querySelector("#reply").value === "")`)
	ada.loses(line)
	ada.write(`document.querySelector('#reply')`, "And it is insured.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it is not sent", unsent)
	ada.until("nothing saved", leaves+` && drafts.asked === 0`)
	line.mend()
	ada.until("it sent", isOnline+` && !document.querySelector('#unsent .msg')`)
	ada.open("/app/shop/inbox/1")
	ada.until("no draft", replies+`.length === 2 && document.querySelector('#reply').value === ''`)
}
