// A message that does not get through is sent by itself once the server answers again. Until then
// it is in the thread, as not sent, and its draft is kept like any other. It is sent once, by the
// key of its form. If somebody else has answered meanwhile, or taken or resolved the conversation,
// or a day has passed, its writer is asked.
import { fail, openID, reason, typedOn } from './app.js';
import { clearDraft, keepDraft, markDraft } from './drafts.js';
import { filesSent } from './files.js';
import { toConversation } from './keys.js';
import { lost, onLine, sayUntilBack } from './line.js';
import { say } from './message.js';
import { offerUndo } from './undo.js';
import { allUnsent, putUnsent, unsentIn, unsentOf } from './unsent.js';
import { signedOut } from './signedout.js';

const words = document.body.dataset;
const tab = crypto.getRandomValues(new Uint32Array(2)).join('');

// After so long it may no longer be true. The server knows keys for 24 hours.
const fresh = 12 * 60 * 60 * 1000;
// What a tab sends, no other does for so long.
const claimed = 40_000;

const formOf = (id, kind) => (id === openID() ? document.querySelector(`form[data-write="${kind}"]`) : null);
const idIn = (path) => /\/inbox\/(\d+)\//.exec(path)[1];
// away reports whether a status, 0 for no answer, says that the server is away for now.
export const away = (status) => !status || status === 429 || status >= 502 && status <= 504;
const value = (message, name) => message.fields.find(([one]) => one === name)?.[1] ?? '';

// keep takes a message that was not sent when it was to be. One that asks is not sent without its writer.
function keep(config, kind, at = Date.now(), asks = false) {
  const id = idIn(config.path);
  const fields = [...config.formData].filter(([, text]) => typeof text === 'string');
  fields.push(['event', document.getElementById('details')?.dataset.event ?? '']);
  putUnsent(id, kind, { fields, to: config.path, at, ...(asks && { asks }) });
  markDraft(id);
  const focused = formOf(id, kind)?.contains(document.activeElement);
  showUnsent();
  if (focused) document.querySelector(`#panel-${kind} [data-unsent-edit]`)?.focus();
  again();
}

const stale = (message) => Date.now() - message.at > fresh;

// toDraft gives a message back to its composer.
function toDraft(id, kind, message) {
  forget(id, kind);
  const form = formOf(id, kind);
  if (!form || form.elements.content.value) return;
  form.elements.content.value = value(message, 'content');
  keepDraft(form);
}

function forget(id, kind) {
  putUnsent(id, kind, null);
  markDraft(id);
  showUnsent();
}

// keepForm takes what a form has that cannot be sent.
export function keepForm(form, button) {
  keep({ path: form.getAttribute('hx-post') ?? form.action, formData: new FormData(form, button?.name ? button : undefined) }, form.dataset.write);
}

// sendFromElsewhere sends a reply while another conversation is open. Who comes back before it is
// sent does not send it twice.
export function sendFromElsewhere(id, to, fields) {
  putUnsent(id, 'reply', { fields, to, at: Date.now() });
  markDraft(id);
  sendUpTo(id, 'reply').then(() => { if (unsentOf(id, 'reply')) again(); });
}

// Sending by hand: what fails is kept. The form may be gone from the page by then.
document.addEventListener('htmx:beforeRequest', (e) => {
  const form = e.target;
  const kind = form.dataset?.write;
  if (!kind) return;
  const config = e.detail.requestConfig;
  if (lost() || next(idIn(config.path))) {
    e.preventDefault();
    fail('');
    keep(config, kind);
    flush();
    return;
  }
  const at = Date.now();
  const ended = new AbortController();
  const on = (name, then) => form.addEventListener(name, (answer) => {
    ended.abort();
    then(answer.detail.xhr?.status);
  }, { signal: ended.signal });
  for (const name of ['htmx:sendError', 'htmx:timeout', 'htmx:sendAbort', 'htmx:responseError']) on(name, (status) => { if (away(status)) keep(config, kind, at); });
  // Whether it got through is not known any more: by its key it is sent once.
  addEventListener('pagehide', () => keep(config, kind, at), { signal: ended.signal });
  // A question is for who still looks at the conversation: else it is asked when they open it again.
  on('htmx:beforeOnLoad', (status) => {
    if (status !== 422 || idIn(config.path) === openID()) return;
    keep(config, kind, at, true);
    say(words.tAsks);
  });
});

// What is on its way when the connection is lost does not wait for an answer.
onLine((isLost) => {
  if (!isLost) {
    delay = 0;
    flush();
    return;
  }
  for (const form of document.querySelectorAll('form[data-write].htmx-request')) window.htmx.trigger(form, 'htmx:abort');
});

// Sending by itself.

let delay = 0;
let timer;
function again() {
  clearTimeout(timer);
  delay = Math.min(60_000, Math.max(5000, 2 * delay));
  timer = setTimeout(flush, delay);
}

const flying = new Map();

async function flush() {
  clearTimeout(timer);
  // What is open here is sent by this tab.
  const all = new Set(allUnsent().map(({ id }) => id).sort((a, b) => (b === openID()) - (a === openID())));
  for (const id of all) await sendUpTo(id, undefined, id === openID() ? 0 : 1500);
  if (allUnsent().some(({ id, kind }) => !unsentOf(id, kind)?.asks)) again();
}

// queue is what is not sent of a conversation, as it was written; what asks holds up nothing.
const queue = (id) => ['reply', 'note'].map((kind) => ({ kind, ...unsentOf(id, kind) })).filter(({ fields, asks }) => fields && !asks).sort((a, b) => a.at - b.at);
const next = (id) => queue(id)[0]?.kind;

// sendUpTo sends what was written in a conversation one after the other, up to a kind if there is one.
async function sendUpTo(id, last, patience = 0) {
  for (const { kind } of queue(id)) {
    await send(id, kind, patience);
    if (kind === last || next(id) === kind) return;
  }
}

// send sends a message. One that asks is sent only when its conversation is open, where the answer
// asks.
function send(id, kind, patience = 0, byHand = false) {
  const name = `${id}:${kind}`;
  if (!flying.has(name)) flying.set(name, post(id, kind, patience, byHand).finally(() => flying.delete(name)));
  return flying.get(name);
}

// What this page was sending, the next one sends: by its key it is sent once.
addEventListener('pagehide', () => { for (const name of flying.keys()) release(...name.split(':')); });

async function sendByHand(id, kind) {
  if (!unsentOf(id, kind)?.asks) await sendUpTo(id, kind);
  else await send(id, kind, 0, true);
}

async function post(id, kind, patience, byHand) {
  try {
    await new Promise((wait) => { setTimeout(wait, patience); });
    let message = unsentOf(id, kind);
    // Another tab may have sent it meanwhile: what is there now may have to wait for the other kind.
    if (!byHand && next(id) !== kind) return;
    if (!message || message.asks && !byHand || message.claim && message.claim !== tab && Date.now() - message.claimedAt < claimed) return;
    if (stale(message)) {
      putUnsent(id, kind, { ...message, asks: true });
      return;
    }
    message = { ...message, claim: tab, claimedAt: Date.now() };
    putUnsent(id, kind, message);
    const body = new FormData();
    for (const [field, text] of message.fields) body.append(field, text);
    body.append('unattended', 'true');
    const answer = await fetch(message.to, { method: 'POST', body: kind === 'note' ? new URLSearchParams(body) : body, headers: { 'HX-Request': 'true' }, signal: AbortSignal.timeout(30_000) });
    const text = await answer.text();
    if (unsentOf(id, kind)) answered(id, kind, message, answer.status, text);
  } catch {
    release(id, kind); // the server is away: it is tried again
  }
}

function release(id, kind) {
  const message = unsentOf(id, kind);
  if (message?.claim === tab) putUnsent(id, kind, { ...message, claim: undefined });
}

function answered(id, kind, message, status, text) {
  const open = id === openID();
  if (away(status)) {
    release(id, kind);
  } else if (status === 401) {
    release(id, kind);
    signedOut(); // it is sent after signing in
  } else if (status === 200) {
    const focused = open && document.getElementById(`panel-${kind}`)?.contains(document.activeElement);
    const form = formOf(id, kind);
    if (!form || !typedOn(id, form, value(message, 'content'))) clearDraft(id, kind);
    if (kind === 'reply') filesSent(id);
    forget(id, kind);
    if (open) window.htmx.swap('#open', text, { swapStyle: 'none' });
    else say(words.tSentLater);
    if (focused) toConversation();
  } else if (open) {
    const form = formOf(id, kind);
    toDraft(id, kind, message);
    if (status === 422) window.htmx.swap('#open', text, { swapStyle: 'none' });
    else fail(reason(status, text), form);
  } else {
    putUnsent(id, kind, { ...message, claim: undefined, asks: true });
    markDraft(id);
    say(words.tAsks);
  }
}

// Showing.

const made = (name) => document.importNode(document.querySelector(`#composer template[data-${name}]`).content.firstElementChild, true);

// showUnsent shows what is not sent of the open conversation, in place of the form that it is in.
export function showUnsent() {
  const id = openID();
  const place = document.getElementById('unsent');
  if (!place) return;
  for (const form of document.querySelectorAll('form[data-write]')) {
    const kind = form.dataset.write;
    const message = unsentOf(id, kind);
    const bar = form.parentElement.querySelector('.unsent-bar');
    let line = place.querySelector(`[data-kind="${kind}"]`);
    form.hidden = Boolean(message);
    if (!message) {
      bar?.remove();
      line?.remove();
      continue;
    }
    form.elements.key.value = value(message, 'key');
    if (!bar) form.before(made('unsent-bar'));
    if (!line) {
      line = made('unsent');
      line.dataset.kind = kind;
      line.classList.add(kind === 'note' ? 'note' : 'ours');
      place.append(line);
    }
    const body = line.querySelector('.body');
    const text = value(message, 'content') || message.fields.filter(([name]) => name === 'attachment').map(([, file]) => file.split(' ').slice(1).join(' ')).join(', ');
    if (body.textContent !== text) body.textContent = text;
  }
}

// openUnsent shows it in a conversation that was opened, and asks there about what asks.
export function openUnsent(id) {
  showUnsent();
  for (const kind of ['reply', 'note']) {
    const message = unsentOf(id, kind);
    if (!message?.asks) continue;
    if (stale(message)) toDraft(id, kind, message);
    else if (!lost()) send(id, kind, 0, true);
  }
}

document.addEventListener('click', (e) => {
  const button = e.target.closest?.('.unsent-bar button');
  if (!button) return;
  const id = openID();
  const form = button.closest('[role="tabpanel"]').querySelector('form');
  const kind = form.dataset.write;
  if (button.matches('[data-unsent-now]')) {
    sendByHand(id, kind).then(() => { if (unsentOf(id, kind)) sayUntilBack(words.tStill); });
    return;
  }
  const { content } = form.elements;
  toDraft(id, kind, unsentOf(id, kind));
  const before = content.value;
  if (button.matches('[data-unsent-discard]')) {
    content.value = '';
    keepDraft(form);
    offerUndo(form, words.tDiscarded, () => {
      content.value = before;
      form.dispatchEvent(new CustomEvent('svcx:restored', { bubbles: true }));
      keepDraft(form);
      content.focus();
    });
    toConversation();
  } else {
    content.focus();
  }
});

// Another tab has sent it, or has kept or discarded one.
addEventListener('storage', (e) => {
  const about = unsentIn(e.key);
  if (!about) return;
  markDraft(about.id);
  const form = formOf(about.id, about.kind);
  if (form && !e.newValue) form.elements.key.value = crypto.getRandomValues(new Uint32Array(4)).join('-');
  showUnsent();
});

if (allUnsent().length) setTimeout(flush, 500);
