// The AI operations on a draft. The text is shown below the draft as it arrives, and then what the
// server makes of it: a proposal, or why there is none. The draft stays as it is until the proposal is
// accepted.
import { reason } from './app.js';
import { offerUndo } from './undo.js';
import { signedOut } from './signedout.js';

const words = document.body.dataset;
const placeIn = (form) => form.querySelector('[data-ai-place]');
const made = (form, name) => document.importNode(form.querySelector(`template[data-ai-${name}]`).content.firstElementChild, true);

// What is on its way, or shown: its form, the button that asked for it, and the draft that it is of.
let asked;

// tell has something read out.
function tell(form, text) {
  form.querySelector('[data-ai-state]').textContent = text;
}

// show takes the place of what was shown. Who had the focus in that has it in this.
function show(element, focus) {
  const place = placeIn(asked.form);
  const focused = place.contains(document.activeElement);
  if (element.matches('.why')) element.setAttribute('role', 'alert');
  place.replaceChildren(element);
  if (focused) element.querySelector(focus)?.focus();
}

function close() {
  if (!asked) return;
  const { form, running } = asked;
  asked = undefined;
  running?.abort();
  const place = placeIn(form);
  const focused = place.contains(document.activeElement);
  place.replaceChildren();
  tell(form, '');
  if (focused) form.elements.content.focus();
}

const fragment = (html) => {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  return holder.content.firstElementChild;
};

async function ask(button, form) {
  close();
  const running = new AbortController();
  const mine = { form, button, running, draft: form.elements.content.value };
  asked = mine;
  const box = made(form, 'running');
  box.querySelector('[data-title]').textContent = button.dataset.running;
  show(box);
  tell(form, button.dataset.running);
  const body = new URLSearchParams({ content: mine.draft, format: form.elements.format.value });
  if (button.name) body.set(button.name, button.value);
  let answer;
  try {
    answer = await fetch(button.formAction, { method: 'POST', body, headers: { 'HX-Request': 'true' }, signal: running.signal });
    if (answer.status === 401) signedOut();
    const result = await read(form, answer, (text) => { if (asked === mine) stream(box, text); });
    if (asked !== mine) return;
    mine.running = undefined;
    end(mine, result);
  } catch (e) {
    if (asked !== mine || running.signal.aborted) return;
    mine.running = undefined;
    show(cut(form, answer ? '' : words.tFailed), '[data-ai-again]');
  }
}

// read reads an answer: plain text, handed on as far as it is there, a zero byte, and a fragment; or the
// fragment alone. It returns the fragment.
async function read(form, answer, arrived) {
  if (!answer.headers.get('Content-Type')?.startsWith('text/plain')) {
    const html = await answer.text();
    const box = fragment(html);
    return box?.matches('.ai-box') ? box : cut(form, reason(answer.status, html));
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let all = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    all += value;
    arrived(all.split('\0', 1)[0]);
  }
  const at = all.indexOf('\0');
  if (at < 0) throw new Error('cut');
  return fragment(all.slice(at + 1));
}

// cut says why there is no answer, or no whole one.
function cut(form, text) {
  const box = made(form, 'cut');
  if (text) box.querySelector('.grow').textContent = text;
  return box;
}

function stream(box, text) {
  const place = box.querySelector('.ai-text');
  const atEnd = place.scrollTop + place.clientHeight > place.scrollHeight - 24;
  place.textContent = text;
  if (atEnd) place.scrollTop = place.scrollHeight;
}

function end(mine, box) {
  show(box, '[data-ai-accept], [data-ai-again], [data-ai-close]');
  tell(mine.form, box.dataset.text !== undefined ? box.getAttribute('aria-label') : '');
  stale();
}

// stale says that the draft is not what the proposal is of any more.
function stale() {
  const hint = asked && placeIn(asked.form).querySelector('[data-ai-stale]');
  if (!hint) return;
  const text = asked.form.elements.content.value === asked.draft ? '' : hint.dataset.aiStale;
  if (hint.textContent !== text) hint.textContent = text;
}

// replace puts a text in place of the draft by the browser's own command, so that its keys undo it.
function replace(form, text) {
  const field = form.elements.content;
  field.focus();
  field.select();
  if (!document.execCommand(text ? 'insertText' : 'delete', false, text)) {
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

function accept() {
  const { form, button } = asked;
  const { text } = placeIn(form).firstElementChild.dataset;
  const before = form.elements.content.value;
  close();
  replace(form, text);
  offerUndo(form, button.dataset.done, () => replace(form, before));
}

document.addEventListener('click', (e) => {
  const button = e.target.closest?.('[data-ai]');
  if (button?.form) {
    e.preventDefault();
    button.closest('[popover]')?.hidePopover();
    ask(button, button.form);
    return;
  }
  if (e.target.closest?.('[data-hb-edit]')) {
    edit(e.target.form);
    return;
  }
  if (!asked || !e.target.closest?.('[data-ai-place]')) return;
  if (e.target.closest('[data-ai-close]')) close();
  else if (e.target.closest('[data-ai-accept]')) accept();
  else if (e.target.closest('[data-ai-again]')) ask(asked.button, asked.form);
  else if (e.target.closest('[data-ai-changes]')) toggleChanges(e.target.closest('[data-ai-changes]'));
});

// toggleChanges shows the changes of the draft, or the text as it would be.
function toggleChanges(button) {
  const box = button.closest('.ai-box');
  const on = button.getAttribute('aria-pressed') !== 'true';
  button.setAttribute('aria-pressed', String(on));
  for (const removed of box.querySelectorAll('del')) removed.hidden = !on;
  box.querySelector('[data-ai-diff]').classList.toggle('result', !on);
}

// Escape leaves the proposal, before anything else that it does.
document.addEventListener('keydown', (e) => {
  if (e.key !== 'Escape' || e.isComposing || !asked || !placeIn(asked.form).contains(e.target)) return;
  e.preventDefault();
  e.stopPropagation();
  close();
}, true);

for (const kind of ['input', 'svcx:restored']) document.addEventListener(kind, stale);
// A note that was added leaves the reply as it was, in a new form: what is shown of it goes there.
document.addEventListener('htmx:beforeOnLoad', (e) => {
  if (asked) asked.stays = e.target.matches?.('form[data-write="note"]');
});
for (const kind of ['htmx:afterSwap', 'htmx:oobAfterSwap']) {
  document.addEventListener(kind, () => {
    if (!asked || asked.form.isConnected) return;
    const form = asked.stays && [...document.querySelectorAll('form[data-write="reply"]')].find((one) => one.action === asked.form.action);
    if (!form) {
      close();
      return;
    }
    placeIn(form).replaceChildren(...placeIn(asked.form).childNodes);
    asked.form = form;
    stale();
  });
}

// What was found in a reply is not about what it is changed to, which is looked through again when it is sent.
export function replyChanged(form) {
  form?.querySelector('#handbrake')?.replaceChildren();
}
document.addEventListener('input', (e) => {
  if (e.target.name === 'content') replyChanged(e.target.form);
});

// edit selects what is wrong in a reply.
function edit(form, mark = form.querySelector('#handbrake mark')) {
  const field = form.elements.content;
  field.focus();
  if (mark) field.setSelectionRange(Number(mark.dataset.from), Number(mark.dataset.to));
}

document.addEventListener('click', (e) => {
  const mark = e.target.closest?.('#handbrake mark');
  if (mark) edit(mark.closest('form'), mark);
});
