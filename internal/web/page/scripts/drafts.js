// Drafts are kept as one types: in this browser at once, by member, conversation and kind (a
// browser may be shared), and on the server a moment later. Of two versions the newer one is
// shown, and the other one is a click away.
import { showDraft } from './preview.js';
import { unsentOf } from './unsent.js';

const words = document.body.dataset;
const name = (id, kind) => `svcx:draft:${words.base}:${words.me}:${id}:${kind}`;
const kinds = ['reply', 'note'];

// A draft in this browser has its text and format; on, the server's version that it was
// written on, 0 for none; at, when it was written; saved, if the server has it like this; sent, when
// it began to be sent.
const memory = new Map(); // for a browser that stores nothing

function read(id, kind) {
  const key = name(id, kind);
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return memory.get(key) ?? null;
  }
}

function put(id, kind, draft) {
  const key = name(id, kind);
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    memory.set(key, draft);
  }
  markDraft(id);
}

const same = (a, b) => a.text === b.text && a.format === b.format;
const openID = () => document.getElementById('open')?.dataset.conversationId ?? '';
const formOf = (id, kind) => (id === openID() ? document.querySelector(`form[data-write="${kind}"]`) : null);
const written = (form) => ({ text: form.elements.content.value, format: form.elements.format.value });

// keepDraft keeps what a form has.
export function keepDraft(form) {
  const id = openID();
  const kind = form.dataset.write;
  const before = read(id, kind);
  const now = written(form);
  if (!now.text.trim()) now.text = '';
  if (!before && !now.text) return;
  put(id, kind, { ...now, on: before?.on ?? Number(form.dataset.on), at: Date.now(), saved: false });
  state('');
  saveSoon(id, kind, 2000);
}

// What was sent last in this browser. A page that was asked for before that, as by another tab, may
// come with its draft, which is none any more.
const lastSent = `svcx:sent:${words.base}:${words.me}`;
let asked = performance.timeOrigin;
document.addEventListener('htmx:beforeRequest', (e) => { if (e.detail.target?.id === 'open') asked = Date.now(); });

function wasSent(id, kind) {
  try {
    const sent = JSON.parse(localStorage.getItem(lastSent));
    return sent?.what === `${id}:${kind}` && sent.at > asked;
  } catch {
    return false;
  }
}

// clearDraft forgets a draft that was sent. One that is being saved is deleted afterwards.
export function clearDraft(id, kind) {
  try {
    localStorage.setItem(lastSent, JSON.stringify({ what: `${id}:${kind}`, at: Date.now() }));
  } catch {
    // a browser that stores nothing has no other tab with it
  }
  clearTimeout(timers.get(name(id, kind)));
  timers.delete(name(id, kind));
  put(id, kind, null);
  state('');
}

function state(text) {
  const place = document.querySelector('[data-draft-state]');
  if (place) place.textContent = text;
}

// Saving.

const timers = new Map();
const running = new Set();

function saveSoon(id, kind, delay) {
  const key = name(id, kind);
  clearTimeout(timers.get(key));
  timers.set(key, setTimeout(save, delay, id, kind));
}

async function post(id, kind, draft, keepalive) {
  const body = new URLSearchParams({ kind, content: draft.text, format: draft.format, on: draft.on });
  const answer = await fetch(`${words.base}/inbox/${id}/draft`, { method: 'POST', body, headers: { 'HX-Request': 'true' }, keepalive });
  const holder = document.createElement('template');
  if (answer.ok) holder.innerHTML = await answer.text();
  const { text, format, on, other } = holder.content.firstElementChild?.dataset ?? {};
  return { status: answer.status, other: other !== undefined, draft: { text, format, on: Number(on) } };
}

// How long it may take to send a message, in milliseconds. What was refused is a draft again.
const sending = 60_000;
for (const kind of ['htmx:beforeRequest', 'htmx:afterRequest']) {
  document.addEventListener(kind, (e) => {
    const { write } = e.detail.requestConfig.elt.dataset;
    const draft = write && read(openID(), write);
    if (draft) put(openID(), write, { ...draft, sent: kind === 'htmx:beforeRequest' ? Date.now() : undefined });
  });
}

async function save(id, kind, keepalive = false) {
  const key = name(id, kind);
  clearTimeout(timers.get(key));
  timers.delete(key);
  const draft = read(id, kind);
  if (!draft || draft.saved) return;
  // What is being sent, or waits for that, here or in another tab, is not saved: the draft would come after
  // the message, which deletes it only when it is stored.
  const waits = unsentOf(id, kind);
  if (waits && !waits.asks) return;
  if (Date.now() - draft.sent < sending || running.has(key) && !keepalive) {
    saveSoon(id, kind, 1000);
    return;
  }
  running.add(key);
  try {
    const saved = await post(id, kind, draft, keepalive);
    if (saved.status === 200) took(id, kind, draft, saved);
    else if (saved.status === 429 || saved.status >= 500) throw new Error(saved.status);
  } catch {
    if (id === openID()) state(document.getElementById('composer')?.dataset.tKept ?? '');
    saveSoon(id, kind, 5000);
  } finally {
    running.delete(key);
  }
}

// took goes on after the answer to what was saved.
function took(id, kind, draft, saved) {
  ended.delete(id);
  const now = read(id, kind);
  if (!now) {
    // It was sent meanwhile.
    if (saved.draft.on && !saved.other) post(id, kind, { text: '', format: '', on: saved.draft.on }).catch(() => {});
    return;
  }
  if (saved.other) {
    put(id, kind, { ...now, on: saved.draft.on });
    const form = formOf(id, kind);
    if (form) offer(form, saved.draft, 'aside');
    saveSoon(id, kind, 0);
    return;
  }
  if (!same(now, draft)) {
    put(id, kind, { ...now, on: saved.draft.on });
    if (!timers.has(name(id, kind))) saveSoon(id, kind, 2000);
    return;
  }
  put(id, kind, now.text ? { ...now, on: saved.draft.on, saved: true } : null);
  if (now.text && id === openID()) state(document.getElementById('composer')?.dataset.tSaved ?? '');
}

// What is not saved yet is when the page is left, and when the network is back.
function saveAll(keepalive) {
  const prefix = `svcx:draft:${words.base}:${words.me}:`;
  let all = [...memory.keys()];
  try {
    all = Object.keys(localStorage);
  } catch {
    // a browser that stores nothing
  }
  for (const key of all.filter((one) => one.startsWith(prefix))) {
    const [id, kind] = key.slice(prefix.length).split(':');
    if (kinds.includes(kind)) save(id, kind, keepalive);
  }
}
addEventListener('pagehide', () => saveAll(true));
document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') saveAll(true); });
addEventListener('online', () => saveAll(false));

// Showing.

// restoreDrafts puts the drafts of a conversation into its composer, which comes with those of
// the server.
export function restoreDrafts(id) {
  if (!id) return;
  elsewhere.delete(id);
  ended.delete(id);
  for (const form of document.querySelectorAll('form[data-write]')) restore(id, form.dataset.write, form);
  markDraft(id);
}

// How long it may take to store a draft, in milliseconds.
const storing = 250;

function restore(id, kind, form) {
  const server = { text: form.elements.content.defaultValue, format: form.elements.format.defaultValue, on: Number(form.dataset.on) };
  // What was typed before this script had come is newer than any draft.
  const typed = form.elements.content.value;
  if (typed && typed !== server.text && typed !== read(id, kind)?.text) put(id, kind, { ...server, text: typed, at: Date.now(), saved: false });
  const local = read(id, kind);
  if (!local && server.on && wasSent(id, kind)) Object.assign(server, { text: '', on: 0 });
  // The page may have been made before the draft was saved, whose time is from before it was stored.
  const made = Number(document.getElementById('composer').dataset.now);
  const behind = local && server.on < local.on && (server.on !== 0 || made < local.on + storing);
  if (!local || local.saved && !behind) {
    if (local && server.on && !same(local, server)) offer(form, local, 'newer');
    put(id, kind, server.on ? { ...server, at: server.on, saved: true } : null);
    show(form, server);
    return;
  }
  if (same(local, server) && server.on) {
    put(id, kind, { ...local, on: server.on, saved: true });
  } else if (!behind && server.on && server.on !== local.on) {
    const newer = local.at > server.on;
    put(id, kind, { ...(newer ? local : server), on: server.on, at: Date.now(), saved: !newer });
    offer(form, newer ? server : local, newer ? 'aside' : 'newer');
  }
  show(form, read(id, kind));
  if (!read(id, kind).saved) saveSoon(id, kind, 0);
}

function show(form, draft) {
  const changed = form.elements.content.value !== draft.text || form.elements.format.value !== draft.format;
  form.elements.content.value = draft.text;
  form.elements.format.value = draft.format;
  if (changed) form.dispatchEvent(new CustomEvent('svcx:restored', { bubbles: true }));
}

// offer says which draft is shown, with a button that shows the other one.
function offer(form, other, why) {
  const note = form.querySelector('.draft-note');
  note.replaceChildren();
  if (!other.text.trim()) return;
  const swap = document.createElement('button');
  swap.className = 'link';
  swap.type = 'button';
  swap.textContent = note.dataset.swap;
  swap.addEventListener('click', () => {
    const before = written(form);
    show(form, other);
    keepDraft(form);
    other = before;
    form.elements.content.focus();
  });
  note.append(note.dataset[why], ' ', swap);
}

// Another tab of this browser has written, or has sent what is written here too. What one is
// writing here stays, unless it was that.
addEventListener('storage', (e) => {
  for (const form of document.querySelectorAll('form[data-write]')) {
    if (e.key !== name(openID(), form.dataset.write)) continue;
    const draft = read(openID(), form.dataset.write);
    const sent = !draft && e.oldValue && JSON.parse(e.oldValue).text === form.elements.content.value;
    if (!sent && document.hasFocus() && form.contains(document.activeElement)) continue;
    show(form, draft ?? { text: '', format: '' });
  }
});

// The list shows which conversations have a draft. The server marks those that it has: one that
// this browser does not have, and one that it has no more.
const elsewhere = new Set();
const ended = new Set();

export function markDraft(id) {
  const row = document.querySelector(`.conv[data-conversation-id="${id}"]`);
  if (!row) return;
  row.marked = true;
  const drafts = kinds.map((kind) => read(id, kind)).filter((draft) => draft?.text.trim());
  const unsent = kinds.some((kind) => unsentOf(id, kind));
  const mark = row.querySelector('.draft');
  mark.hidden = !(unsent || elsewhere.has(id) || drafts.some((draft) => !draft.saved || !ended.has(id)));
  const latest = drafts.filter((draft) => !draft.saved || !ended.has(id)).sort((a, b) => b.at - a.at)[0];
  if (!mark.hidden || row.querySelector('.prev').dataset.draft) showDraft(row, mark.hidden ? '' : latest?.text);
  const text = unsent ? words.tUnsent : words.tDraft;
  if (mark.textContent !== text) mark.textContent = text;
}

export function markDrafts() {
  for (const row of document.querySelectorAll('.conv')) {
    const id = row.dataset.conversationId;
    if (!row.marked && id !== openID()) {
      const saved = row.querySelector('.draft[data-saved]');
      elsewhere[saved ? 'add' : 'delete'](id);
      ended[saved ? 'delete' : 'add'](id);
    }
    markDraft(id);
  }
}
markDrafts();
