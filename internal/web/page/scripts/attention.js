// What waits for the member: a conversation that somebody hands over, a note that mentions them. It
// is told of once, and marked in the list until the conversation is opened, which the server knows.
import { openID } from './app.js';
import { arrived, countAgain, rowOf } from './live.js';
import { say } from './message.js';
import { tellOf } from './notify.js';
import { hideMention, showMention } from './preview.js';

const words = document.body.dataset;
const stored = `svcx:told:${words.base}:${words.me}`;
// What happened earlier is no news.
const fresh = 10 * 60_000;

// told has the last entry of a history, and the last note, that were told of.
function told() {
  try {
    return { event: 0, note: 0, ...JSON.parse(localStorage.getItem(stored)) };
  } catch {
    return { event: 0, note: 0 };
  }
}

function tellOnce(kind, id) {
  const now = told();
  if (id <= now[kind]) return false;
  try {
    localStorage.setItem(stored, JSON.stringify({ ...now, [kind]: id }));
  } catch {
    // a browser that stores nothing may tell of it once more
  }
  return true;
}

const mine = (ids) => (ids ?? '').split(' ').includes(words.me);
// Functions, which other modules may call before this one has run.
function marks(row) {
  return [...row.querySelectorAll('[data-waits]')];
}

// waits reports whether a row is marked.
export function waits(row) {
  return marks(row).some((mark) => !mark.hidden);
}

// A note of the stream is told of with the row of its conversation, which comes right after it.
const noted = new Map();
export function hearNote(article) {
  for (const mention of article.querySelectorAll('.mention')) mention.classList.toggle('me', mention.dataset.user === words.me);
  if (!mine(article.dataset.mentions) || article.dataset.by.split('/')[1] === words.me) return false;
  noted.set(article.dataset.conversationId, article);
  return true;
}

// attend takes a row that came on the stream. tells is set in one tab of the browser.
export function attend(row, tells) {
  showMention(row, words.me, rowOf(row.dataset.conversationId));
  const { conversationId: id, handed, handedAt, event, assignee, mentions, hands, mentioned } = row.dataset;
  const note = noted.get(id);
  noted.delete(id);
  const open = id === openID();
  const looking = open && document.visibilityState === 'visible' && document.hasFocus();
  for (const mark of marks(row)) mark.hidden = looking || !mine(mark.dataset.waits === 'mention' ? mentions : hands);
  if (looking) hideMention(row);
  if (open && (mine(mentions) || mine(hands))) arrived(id);
  if (looking || !tells) return;
  if (note && Date.now() - Number(note.dataset.at) < fresh && tellOnce('note', Number(note.dataset.messageId))) {
    const who = note.querySelector('.by b').textContent.trim();
    tell(row, mentioned.replace('%', () => who), words.tMentionedMany, 'mentions', `/inbox/${id}?m=${note.dataset.messageId}#${note.id}`);
    tellOf(row, note.id);
  } else if (handed && assignee === words.me && Date.now() - Number(handedAt) < fresh && tellOnce('event', Number(event))) {
    tell(row, handed, words.tHandedMany, 'mine', `/inbox/${id}`);
    tellOf(row, `handed-${event}`);
  }
}

// Several at once, as by a bulk action, are told of together.
let last = { view: '', at: 0, n: 0 };
function tell(row, text, many, view, path) {
  const n = last.view === view && Date.now() - last.at < 5000 ? last.n + 1 : 1;
  last = { view, at: Date.now(), n };
  const link = document.createElement('a');
  link.className = 'btn sm';
  link.textContent = words.tOpen;
  link.href = words.base + (n > 1 ? `/inbox?view=${view}` : path);
  say(n > 1 ? many.replace('%', n) : text);
  if (n === 1 && view === 'mine') {
    link.addEventListener('click', (e) => {
      const there = rowOf(row.dataset.conversationId);
      if (!there || e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      there.click();
    });
  }
  document.getElementById('say').append(' ', link);
}

// looked takes the marks off a conversation that was opened, here or elsewhere.
export function looked(id) {
  const row = rowOf(id);
  if (!row || !waits(row)) return;
  for (const mark of marks(row)) mark.hidden = true;
  hideMention(row);
  countAgain();
}
