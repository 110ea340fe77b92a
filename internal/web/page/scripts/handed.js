// A conversation that somebody hands over is told of once, and is marked in the list until it is
// opened.
import { openID } from './app.js';
import { rowOf } from './live.js';
import { say } from './message.js';
import { tellOf } from './notify.js';

const words = document.body.dataset;
const stored = `svcx:handed:${words.base}:${words.me}`;
// What was handed over earlier is no news.
const fresh = 10 * 60_000;

// known has those that are marked, and the last entry of a history that was told of.
function known() {
  try {
    return { told: 0, marked: [], ...JSON.parse(localStorage.getItem(stored)) };
  } catch {
    return { told: 0, marked: [] };
  }
}

function keep(now) {
  try {
    localStorage.setItem(stored, JSON.stringify({ ...now, marked: now.marked.slice(-99) }));
  } catch {
    // a browser that stores nothing tells of it once more
  }
}

// markHanded marks a row, or no longer.
export function markHanded(row) {
  row.querySelector('.handed').hidden = row.dataset.assignee !== words.me || !known().marked.includes(row.dataset.conversationId);
}

// handed takes a row that came on the stream. tells is set in one tab of the browser.
export function handed(row, tells) {
  const { conversationId: id, handed: text, handedAt, event, assignee } = row.dataset;
  const open = id === openID() && document.visibilityState === 'visible' && document.hasFocus();
  if (text && assignee === words.me && Date.now() - Number(handedAt) < fresh && !open) {
    const now = known();
    if (Number(event) > now.told) {
      keep({ told: tells ? Number(event) : now.told, marked: [...now.marked.filter((one) => one !== id), id] });
      if (tells) tell(id, text, row, event);
    }
  }
  markHanded(row);
}

// Several at once, as by a bulk action, are told of together.
let last = 0;
let several = 0;
function tell(id, text, row, event) {
  several = Date.now() - last < 5000 ? several + 1 : 1;
  last = Date.now();
  const link = document.createElement('a');
  link.className = 'btn sm';
  link.textContent = words.tOpen;
  if (several > 1) {
    say(words.tHandedMany.replace('%', several));
    link.href = `${words.base}/inbox?view=mine`;
    document.getElementById('say').append(' ', link);
    return;
  }
  say(text);
  link.href = `${words.base}/inbox/${id}`;
  link.addEventListener('click', (e) => {
    const there = rowOf(id);
    if (!there || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    there.click();
  });
  document.getElementById('say').append(' ', link);
  tellOf(row, `handed-${event}`);
}

// seenHanded forgets the mark of a conversation that was opened.
export function seenHanded(id) {
  const now = known();
  if (!now.marked.includes(id)) return;
  keep({ ...now, marked: now.marked.filter((one) => one !== id) });
  const row = rowOf(id);
  if (row) markHanded(row);
}
