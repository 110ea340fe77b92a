// New messages of customers: counted in the title and on the icons, heard, and shown by the
// system, as the profile has it. Names and texts are text, which the server has cleaned.
import { waits } from './attention.js';
import { goTo } from './line.js';
import { rowOf } from './live.js';

const words = document.body.dataset;
const about = (words.notify ?? '').split(' ').filter(Boolean);
const signs = (words.signs ?? '').split(' ');
const stored = `svcx:unread:${words.base}:${words.me}`;

// wants reports whether the profile wants to know of a row's conversation.
function wants(row) {
  const { assignee, status } = row.dataset;
  const whose = assignee === '' ? 'unassigned' : assignee === words.me ? 'mine' : 'others';
  return status === 'open' && about.includes(whose);
}

// unread are the conversations with messages that were told of and not read, in all tabs.
function unread() {
  try {
    return new Set(JSON.parse(localStorage.getItem(stored) ?? '[]'));
  } catch {
    return new Set();
  }
}

function keep(all) {
  try {
    localStorage.setItem(stored, JSON.stringify([...all].slice(-999)));
  } catch {
    // a browser that stores nothing counts nothing
  }
  count(all.size);
}

let plain = document.title;
function count(n) {
  if (!signs.includes('count')) return;
  const title = n ? `(${n}) ${plain}` : plain;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector('link[rel="icon"]');
  const href = n ? words.iconNew : words.icon;
  if (icon.getAttribute('href') !== href) icon.setAttribute('href', href);
  (n ? navigator.setAppBadge?.(n) : navigator.clearAppBadge?.())?.catch(() => {});
}

// wasRead forgets a conversation that the member has read, here or elsewhere.
export function wasRead(id) {
  const all = unread();
  if (all.delete(id)) keep(all);
}

// A message is told of with the row of its conversation, which comes right after it.
const heard = new Map();
let latest = 0;
export function hear(article) {
  const id = Number(article.dataset.messageId);
  if (id <= latest) return; // one that was changed
  latest = id;
  heard.set(article.dataset.conversationId, article);
}

// notify takes a row that came on the stream. tells is set in one tab of the browser.
export function notify(row, tells) {
  const id = row.dataset.conversationId;
  const article = heard.get(id);
  heard.delete(id);
  const last = Date.parse(row.querySelector('time')?.dateTime);
  if (!wants(row) && !waits(row)) wasRead(id); // nothing that the profile counts is left in it
  if (!article || !wants(row) || Number(article.dataset.at) < last) return;
  const open = document.getElementById('open')?.dataset.conversationId === id;
  if (open && document.visibilityState === 'visible' && document.hasFocus()) return;
  const all = unread();
  all.add(id);
  keep(all);
  tell(row, tells, article.id);
}

// tellOf counts and tells of a conversation that waits for the member, in the one tab that does.
export function tellOf(row, what) {
  if (!about.includes('mine')) return;
  const all = unread();
  all.add(row.dataset.conversationId);
  keep(all);
  tell(row, true, what);
}

// tell tells in one tab: the worker says in which. Tabs without one agree by a lock.
async function tell(row, tells, message) {
  if (!tells) return;
  if (!window.SharedWorker) {
    const first = () => {
      if (localStorage.getItem(`${stored}:told`) === message) return false;
      localStorage.setItem(`${stored}:told`, message);
      return true;
    };
    try {
      if (!(await (navigator.locks ? navigator.locks.request('svcx-told', first) : first()))) return;
    } catch {
      // a browser that stores nothing
    }
  }
  if (signs.includes('sound')) ring();
  if (signs.includes('desktop')) display(row);
}

function display(row) {
  if (!window.isSecureContext || window.Notification?.permission !== 'granted') return;
  const text = (part) => row.querySelector(part)?.textContent.trim() ?? '';
  try {
    // One of each conversation: a later message takes the place of the one before.
    const shown = new Notification(text('.who'), { body: `${text('.subj')}\n${text('.prev')}`.trim(), tag: `svcx:${words.base}:${row.dataset.conversationId}`, icon: words.icon });
    shown.onclick = () => {
      shown.close();
      window.focus();
      const there = rowOf(row.dataset.conversationId);
      if (there) there.click();
      else goTo(`${words.base}/inbox/${row.dataset.conversationId}`);
    };
  } catch {
    // a browser whose pages may show none by themselves
  }
}

// ring plays two short tones. Browsers allow it after a click or a key.
let rang = 0;
let sound;
function ring() {
  if (!navigator.userActivation?.hasBeenActive || Date.now() - rang < 3000) return;
  rang = Date.now();
  sound ??= new AudioContext();
  for (const [at, pitch] of [[0, 660], [0.12, 880]]) {
    const tone = new OscillatorNode(sound, { frequency: pitch });
    const volume = new GainNode(sound, { gain: 0 });
    const begins = sound.currentTime + at;
    volume.gain.setValueAtTime(0.0001, begins);
    volume.gain.exponentialRampToValueAtTime(0.12, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + 0.22);
    tone.connect(volume).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + 0.25);
  }
  words.rang = String(Number(words.rang ?? 0) + 1);
}

// What the page shows is known better than what was kept: rows that are read are no longer
// counted, those that are not are.
export function recount() {
  if (about.length === 0) return;
  const all = unread();
  for (const row of document.querySelectorAll('.conv')) {
    if (row.classList.contains('unread') && wants(row) || waits(row) && about.includes('mine')) all.add(row.dataset.conversationId);
    else all.delete(row.dataset.conversationId);
  }
  keep(all);
}

if (about.length > 0) {
  // A page that takes the place of another has a title of its own.
  new MutationObserver(() => {
    const now = document.title.replace(/^\(\d+\) /, '');
    if (now === plain && document.title !== now) return;
    plain = now;
    count(unread().size);
  }).observe(document.head, { childList: true, subtree: true, characterData: true });
  addEventListener('storage', (e) => { if (e.key === stored) count(unread().size); });
  recount();
}
