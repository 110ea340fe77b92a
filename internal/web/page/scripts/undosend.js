// A reply that waits for "Undo", where the profile has it. It waits in its composer, where
// it is stored like any draft, so that nothing is lost whatever happens meanwhile. It is
// sent at once when another conversation takes its place or the page is left.
import { lost } from './line.js';
import { keepForm } from './outbox.js';

const words = document.body.dataset;
const wait = 5000;
let waiting;

function stop() {
  if (!waiting) return undefined;
  const w = waiting;
  waiting = undefined;
  clearTimeout(w.timer);
  const line = document.getElementById('waiting');
  const focused = line?.contains(document.activeElement);
  line?.remove();
  w.form.inert = false;
  if (focused) w.form.elements.content.focus();
  w.form.classList.remove('waits');
  return w;
}

function send() {
  const w = stop();
  if (!w) return;
  // The button that was pressed may say what follows the reply.
  const then = document.createElement('input');
  then.type = 'hidden';
  then.name = w.button?.name ?? '';
  then.value = w.button?.value ?? '';
  if (then.name) w.form.append(then);
  w.go();
  then.remove();
}

function show(form) {
  const line = document.createElement('div');
  line.id = 'waiting';
  line.className = 'banner waiting';
  const say = document.createElement('span');
  say.className = 'grow';
  say.setAttribute('role', 'status');
  const undo = document.createElement('button');
  undo.className = 'btn sm';
  undo.type = 'button';
  undo.textContent = words.tUndo;
  undo.dataset.undo = '';
  undo.addEventListener('click', stop);
  line.append(say, undo);
  form.before(line);
  say.textContent = words.tSending; // after it is there, so that it is read out
  undo.focus();
}

const left = (id) => `svcx:left:${words.base}:${words.me}:${id}`;

// settle forgets the draft of a reply that was sent as its page was left, once the thread has the reply: that
// may come after the page.
let coming;
export function settle(id) {
  coming?.disconnect();
  coming = undefined;
  if (!id || settled(id)) return;
  coming = new MutationObserver(() => {
    if (!settled(id)) return;
    coming?.disconnect();
    coming = undefined;
  });
  coming.observe(document.getElementById('messages'), { childList: true });
}

// settled reports whether nothing is to be forgotten, any more.
function settled(id) {
  try {
    const text = localStorage.getItem(left(id));
    if (!text) return true;
    const field = document.querySelector('form[data-write="reply"]').elements.content;
    const sent = [...document.querySelectorAll('#messages article[data-author="agent"] .body')].at(-1)?.textContent.trim();
    if (field.value.trim() === text && sent !== text) return false;
    localStorage.removeItem(left(id));
    if (field.value.trim() !== text) return true;
    field.value = '';
    // As if it had been deleted by hand, once all that keeps drafts is there.
    setTimeout(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  } catch {
    // a browser that stores nothing
  }
  return true;
}

if (words.undoSend) {
  document.addEventListener('htmx:confirm', (e) => {
    const form = e.target;
    if (!form.matches?.('form[data-write="reply"]') || e.detail.triggeringEvent?.type !== 'submit') return;
    if (!form.elements.content.value.trim() && !form.querySelector('[name=attachment]:enabled')) return;
    e.preventDefault();
    if (waiting) return;
    form.inert = true;
    form.classList.add('waits');
    const button = e.detail.triggeringEvent.submitter;
    waiting = { form, button, go: () => e.detail.issueRequest(true), timer: setTimeout(send, wait) };
    show(form);
  });
  document.addEventListener('htmx:beforeSwap', (e) => { if (e.detail.target?.id === 'open') send(); });
  document.addEventListener('htmx:oobBeforeSwap', (e) => { if (e.detail.target.id === 'composer') send(); }); // after a note
  addEventListener('pagehide', () => {
    const w = stop();
    if (!w) return;
    if (lost()) {
      keepForm(w.form, w.button);
      return;
    }
    const body = new FormData(w.form, w.button?.name ? w.button : undefined);
    // Browsers carry on with 64 KiB at most. The draft stays until the thread has the reply.
    try {
      localStorage.setItem(left(document.getElementById('open').dataset.conversationId), w.form.elements.content.value.trim());
    } catch {
      // a browser that stores no drafts either
    }
    fetch(w.form.getAttribute('hx-post') ?? w.form.action, { method: 'POST', body, keepalive: true, headers: { 'HX-Request': 'true' } }).catch(() => {});
  });
}
