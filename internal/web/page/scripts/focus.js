// Parts of a page are replaced, by answers and by what happens elsewhere. The focus stays: at what has
// taken the place of the element that had it or, if nothing has, at the conversation.
import { toConversation } from './keys.js';

// lost finds what has taken the place of the element that had the focus.
let lost;
let caret;

function note(at) {
  const named = ['popovertarget', 'name', 'value', 'aria-label', 'data-key', 'href'].filter((name) => at.hasAttribute(name)).map((name) => `[${name}="${CSS.escape(at.getAttribute(name))}"]`).join('');
  const part = at.closest('#details, #thead, #composer, #summary, #alert, #say');
  const same = at.id ? `#${CSS.escape(at.id)}` : named && part && `#${part.id} ${at.localName}${named}`;
  lost = () => same && [...document.querySelectorAll(same)].find((one) => one.checkVisibility() && !one.disabled);
  caret = [at.selectionStart, at.selectionEnd, at.selectionDirection];
}

function find() {
  const to = lost;
  lost = undefined;
  if (!to || document.activeElement !== document.body) return;
  const element = to();
  if (!element) {
    toConversation();
    return;
  }
  element.focus({ preventScroll: true });
  if (Number.isInteger(caret[0])) element.setSelectionRange?.(...caret); // one goes on writing there
}

document.addEventListener('htmx:oobBeforeSwap', (e) => {
  const at = document.activeElement;
  if (at === document.body || !e.detail.target.contains(at)) return;
  note(at);
  queueMicrotask(find); // when all parts are there
});
// A button that is pressed is switched off until the answer is there, and loses the focus by it.
document.addEventListener('htmx:beforeRequest', (e) => {
  const at = document.activeElement;
  if (e.defaultPrevented || at === document.body || at !== e.detail.requestConfig.triggeringEvent?.submitter || at.closest('.pop')) return;
  note(at);
  e.detail.xhr.addEventListener('loadend', () => setTimeout(find));
});

// What was searched for may come when one is already at a row of what was found before: the focus
// stays at that, or goes back to the search.
document.addEventListener('htmx:beforeSwap', (e) => {
  const at = document.activeElement;
  const { target: list, requestConfig: { elt: search } } = e.detail;
  if (!search.matches('[role="search"] [name="q"]') || !list.contains(at)) return;
  const to = at.getAttribute('href');
  e.detail.xhr.addEventListener('loadend', () => setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const row = to && document.querySelector(`#${CSS.escape(list.id)} a[href="${CSS.escape(to)}"]`);
    (row || search).focus({ preventScroll: true });
  }));
});

// A list to choose from gives the focus back to the element that had it, if that is still there.
let before;
document.addEventListener('beforetoggle', (e) => { if (e.newState === 'open' && e.target.matches('.pop')) before = document.activeElement; }, true);
document.addEventListener('toggle', (e) => {
  if (e.newState !== 'closed' || !e.target.matches('.pop') || !before || before.isConnected) return;
  const at = document.activeElement;
  if (at === document.body || e.target.contains(at)) toConversation();
}, true);
