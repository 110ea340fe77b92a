// What happens elsewhere changes what is shown, without moving what is being read.
import { writeTimes, day } from './browser.js';
import { markDraft, markDrafts } from './drafts.js';
import { onViewing, showViewers, typingViewer } from './viewing.js';
import { hear, notify, wasRead } from './notify.js';
import { attend, hearNote, looked, waits } from './attention.js';
import { keepDetails } from './details.js';
import { onDelivery, undelivered } from './delivery.js';
import { mark } from './marked.js';
import { keepFound } from './preview.js';
import { countRows, putInOrder, showCounts } from './rows.js';
import { lineIs, reached } from './line.js';
import { opening } from './opening.js';
import { showUnsent } from './outbox.js';
import { signedOut } from './signedout.js';

const words = document.body.dataset;
const list = () => document.getElementById('list');
const rows = () => document.getElementById('rows');
const openID = () => document.getElementById('open')?.dataset.conversationId ?? '';

export const rowOf = (id) => document.querySelector(`.conv[data-conversation-id="${id}"]`);

export function setUnread(row, n) {
  const count = row.querySelector('.cnt');
  count.hidden = n === 0;
  count.querySelector('.n').textContent = n;
  row.classList.toggle('unread', n > 0);
}

const unreadOf = (row) => (row.classList.contains('unread') ? Number(row.querySelector('.cnt .n').textContent) : 0);

function parse(html) {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  const element = holder.content.firstElementChild;
  writeTimes(holder.content);
  return element;
}

// place puts a message of the open thread, or an entry of its history, where it belongs,
// once.
export function place(article) {
  const thread = document.getElementById('messages');
  const message = article.matches('article');
  if (!thread || message && article.dataset.conversationId !== openID()) return;
  const shown = document.getElementById(article.id);
  if (shown && !message) return;
  window.htmx.process(article);
  if (shown) {
    if (shown.classList.contains('cont')) article.classList.add('cont');
    shown.replaceWith(article);
    return;
  }
  const { earlier, later } = document.getElementById('thread').dataset;
  if (later !== undefined) return; // its end is not shown
  const at = Number(article.dataset.at);
  const all = [...thread.querySelectorAll('[data-at]')];
  const next = all.find((other) => Number(other.dataset.at) > at);
  if (next && next === all[0] && earlier !== undefined) return; // nor what is before it
  if (next) {
    next.before(article);
    if (!message) next.classList.remove('cont');
    return;
  }
  const last = all.at(-1);
  const before = document.getElementById('sending');
  const add = (element) => (before ? before.before(element) : thread.append(element));
  if (!last || day(new Date(Number(last.dataset.at))) !== day(new Date(at))) {
    const rule = document.createElement('div');
    rule.className = 'day';
    rule.textContent = day(new Date(at));
    if (last || thread.children.length === 0) add(rule);
  } else if (message && last === thread.lastElementChild && last.dataset.by === article.dataset.by && at - Number(last.dataset.at) < 300000) {
    article.classList.add('cont');
  }
  add(article);
}

// What is in the open conversation is read when it is seen: the page is in front.
let unseen;
let reading;
export function arrived(id) {
  unseen = id;
  see();
}
const inFront = () => document.visibilityState === 'visible' && document.hasFocus();
function see() {
  if (!unseen || !inFront()) return;
  const id = unseen;
  unseen = undefined;
  if (id !== openID()) return;
  const row = rowOf(id);
  if (row) setUnread(row, 0);
  clearTimeout(reading);
  reading = setTimeout(() => fetch(`${words.base}/inbox/${id}/read`, { method: 'POST' }).catch(() => { unseen ??= id; }), 300);
}
document.addEventListener('visibilitychange', see);
addEventListener('focus', see);

function showMessage(article) {
  const { conversationId: id, author } = article.dataset;
  const known = document.getElementById(article.id);
  stopTyping(id);
  place(article);
  if (author === 'customer' && !known) arrived(id);
}

function onMessage(article) {
  const id = article.dataset.conversationId;
  const customers = article.dataset.author === 'customer';
  const known = document.getElementById(article.id);
  if (customers) hear(article);
  else hearNote(article);
  const looking = id === openID() && inFront();
  if (id === openID()) showMessage(article);
  const row = rowOf(id);
  if (row && customers && !known && !looking && Number(article.dataset.at) >= Date.parse(row.querySelector('time').dateTime)) setUnread(row, unreadOf(row) + 1);
}

// fits reports whether a row belongs to the list.
function fits(row) {
  const l = list().dataset;
  const r = row.dataset;
  const status = l.view === 'resolved' || l.view === 'closed' ? l.view : 'open';
  if (l.view === 'undelivered' && !undelivered(row)) return false;
  // It has those too that were looked at.
  if (l.view === 'mentions' && !row.dataset.mentions?.split(' ').includes(words.me) && !rowOf(row.dataset.conversationId)) return false;
  return (['all', 'undelivered', 'mentions'].includes(l.view) || r.status === status) && !(l.view === 'mine' && r.assignee !== words.me) && !(l.view === 'unassigned' && r.assignee !== '')
    && (!l.category || r.category === l.category) && (!l.channel || r.channel === l.channel) && (!l.assignee || r.assignee === l.assignee)
    && (!l.tag || r.tags.split('\n').includes(l.tag));
}

// calm reports whether rows may move: nobody looks below the first, points or is there.
function calm() {
  const box = document.getElementById('list-scroll');
  return box.scrollTop === 0 && !box.matches(':hover') && !box.contains(document.activeElement);
}

// A page that is open all day gets more rows than anybody scrolls through, and forgets the oldest
// while nobody is at the list.
const mostRows = 200;
let trimming;
function trim() {
  if (rows().children.length <= mostRows) return;
  trimming ??= setTimeout(() => {
    trimming = undefined;
    if (list() && calm()) reload();
  }, 2000);
}

let waiting = new Set();
function news() {
  const box = document.getElementById('news');
  if (!box) return;
  box.hidden = waiting.size === 0;
  box.firstElementChild.textContent = words.tNewRows.replace('%', waiting.size);
}

function onRow(item, tells) {
  const fresh = item.firstElementChild;
  const id = fresh.dataset.conversationId;
  notify(fresh, tells);
  const own = fresh.querySelector('.prev[data-own]');
  if (own && own.dataset.by === words.me) own.textContent = own.dataset.own;
  attend(fresh, tells);
  if (fresh.dataset.assignee === words.me) fresh.querySelector('.end .av')?.remove();
  const old = rowOf(id);
  const moved = !old || waits(old) !== waits(fresh) || old.dataset.status !== fresh.dataset.status || old.dataset.assignee !== fresh.dataset.assignee;
  if (moved) countAgain();
  if (!list()) return;
  refreshIfChanged(fresh);
  fresh.search = location.search.replace(/([?&])(before|after|m|tab)=[^&]*/g, '$1');
  if (old) {
    setUnread(fresh, unreadOf(old));
    if (old.hasAttribute('aria-current')) fresh.setAttribute('aria-current', 'true');
    const focused = old === document.activeElement;
    const place = old.parentElement;
    if (!fits(fresh) && calm() && id !== openID()) {
      place.remove();
      return;
    }
    place.classList.toggle('gone', !fits(fresh));
    keepFound(fresh, old);
    old.replaceWith(fresh);
    window.htmx.process(place); // in the list, which says how its links open
    place.querySelector('.sel').ariaLabel = item.querySelector('.sel').ariaLabel;
    showViewers(fresh);
    if (focused) fresh.focus();
    markDraft(id);
    mark();
    if (list().dataset.sort === 'newest' && calm() && id !== openID()) putInOrder(place);
    return;
  }
  if (!fits(fresh) || list().dataset.q) {
    waiting.delete(id);
    news();
    return;
  }
  if (calm() && list().dataset.sort === 'newest') {
    if (!putInOrder(item)) return; // it is on a page that is not shown yet
    document.querySelector('#list .blank')?.remove();
    window.htmx.process(item);
    showViewers(fresh);
    markDraft(id);
    if (id !== openID()) askUnread(id);
    trim();
  } else {
    waiting.add(id);
    news();
  }
}

// askUnread asks how much of a row the member has not read: what the stream shows is the same
// for all. What comes meanwhile is counted too.
const asked = new Set();
let asking;
function askUnread(id) {
  asked.add(id);
  asking ??= setTimeout(async () => {
    asking = undefined;
    const ids = [...asked].slice(0, 50);
    for (const one of ids) asked.delete(one);
    try {
      const answer = await fetch(`${words.base}/unread?${ids.map((one) => `id=${one}`).join('&')}`);
      for (const n of parse(await answer.text()).children) {
        const row = rowOf(n.dataset.conversationId);
        if (row) setUnread(row, Math.max(unreadOf(row), Number(n.textContent)));
      }
    } catch {
      // the row says so when it changes again
    }
    if (asked.size) askUnread([...asked][0]);
  }, 100);
}

// refreshParts reloads the head and the details of the open conversation, which has
// changed elsewhere; not while one chooses something there.
const choosing = () => document.querySelector('#details [popover]:popover-open, #details form.editing');
let stale = false;
function refreshIfChanged(row) {
  if (row.dataset.conversationId !== openID()) return;
  const shown = document.getElementById('details').dataset;
  // A summary counts the messages that came since.
  if (document.querySelector('#summary .sum') || ['status', 'assignee', 'category', 'priority', 'tags', 'event', 'summary'].some((name) => shown[name] !== row.dataset[name])) refreshParts();
}
function refreshParts() {
  stale = Boolean(choosing());
  if (!stale) window.htmx.ajax('GET', `${words.base}/inbox/${openID()}/parts${location.search ? `${location.search}&` : '?'}event=${document.getElementById('details').dataset.event}`, { source: '#open', target: '#thead', swap: 'none' });
}
// A button that is replaced between the press and the release of a pointer, or of the space bar,
// is not clicked. :active does not tell: after a touch it stays until the next one.
let pressed = false;
const press = (e) => { pressed = Boolean(e.target.closest?.('#thead button, #details button')); };
const release = () => setTimeout(() => { // after the click
  pressed = false;
  if (stale && openID()) refreshParts();
});
document.addEventListener('pointerdown', press, true);
document.addEventListener('keydown', (e) => { if (e.key === ' ') press(e); }, true);
document.addEventListener('keyup', (e) => { if (e.key === ' ') release(); }, true);
for (const kind of ['pointerup', 'pointercancel', 'dragend']) document.addEventListener(kind, release, true);
addEventListener('blur', release);
document.addEventListener('htmx:oobBeforeSwap', (e) => {
  const { target, fragment } = e.detail;
  if (!['thead', 'details'].includes(target.id)) return;
  // An answer may overtake one that was asked for before it.
  const old = Number(fragment.querySelector('[data-event]')?.dataset.event) < Number(target.dataset.event);
  if (!old && !pressed && !(target.id === 'details' && choosing())) return;
  e.detail.shouldSwap = false;
  if (!old) stale = true;
});
document.addEventListener('toggle', (e) => { if (stale && e.newState === 'closed' && openID()) refreshParts(); }, true);

let counting;
async function count() {
  counting = undefined;
  try {
    await countRows(words.base);
  } catch {
    // the next change asks again
  }
}

// Not all pages ask at once.
export function countAgain() {
  counting ??= setTimeout(count, 1000 + Math.random() * 4000);
}

// What the member has done themselves counts at once.
document.addEventListener('htmx:afterRequest', (e) => {
  if (!e.detail.successful || e.detail.requestConfig.verb !== 'post') return;
  clearTimeout(counting);
  count();
});

const typists = new Map();
function onTyping(sign) {
  const { conversationId: id, user, role, on, at } = sign.dataset;
  if (user === words.me) return;
  typingViewer(id, user, on === 'true');
  const key = `${id}/${user}/${role}`;
  clearTimeout(typists.get(key));
  typists.delete(key);
  document.getElementById('typing')?.querySelector(`[data-key="${key}"]`)?.remove();
  const row = rowOf(id);
  row?.classList.remove('types');
  if (on !== 'true') return;
  if (id === openID()) {
    const shown = sign.cloneNode(true);
    shown.dataset.key = key;
    document.getElementById('typing').append(shown);
  }
  if (role === 'customer') row?.classList.add('types');
  typists.set(key, setTimeout(() => onTyping(off(sign)), Math.min(Math.max(500, Number(at) - Date.now()), 15000))) // a clock may be wrong;
}
function off(sign) {
  const gone = sign.cloneNode(true);
  gone.dataset.on = 'false';
  return gone;
}
function stopTyping(id) {
  for (const sign of document.querySelectorAll('#typing .typing')) if (sign.dataset.conversationId === id) onTyping(off(sign));
}

function onRead(sign) {
  const { conversationId: id, user } = sign.dataset;
  const row = rowOf(id);
  if (user !== words.me) return;
  wasRead(id);
  looked(id);
  if (row) setUnread(row, 0);
}

// reload shows the page as if it had been reloaded, with what is written, scrolled to
// and focused kept. What the stream brings while the page is on its way may be newer: it is
// taken once more.
let came;
let again = false;
export async function reload() {
  if (!list()) {
    countAgain();
    return;
  }
  if (came) {
    again = true;
    return;
  }
  came = [];
  try {
    const { href } = location;
    const answer = await fetch(href, { headers: { Accept: 'text/html', 'X-Svcx-Parts': '1' } });
    if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);
    if (answer.redirected || !answer.ok) {
      location.reload();
      return;
    }
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (location.href === href) renew(fresh);
    else again = true; // another conversation was opened meanwhile
    const { sequence } = fresh.body.dataset;
    const newer = came.filter((event) => event.id > Number(sequence));
    came = undefined;
    for (const event of newer) handlers[event.name](event);
  } catch {
    setTimeout(reload, 2000);
  } finally {
    came = undefined;
  }
  if (again) {
    again = false;
    await reload();
  }
}

// renew shows what a page shows in this one.
function renew(fresh) {
  const focused = document.activeElement?.id;
  const row = document.activeElement?.closest?.('#rows > li')?.querySelector('.conv').dataset.conversationId;
  const part = document.activeElement?.matches('.sel') ? '.sel' : '.conv';
  for (const id of ['rows', 'thread', 'thead', 'details', 'summary']) {
    const from = fresh.getElementById(id);
    const to = document.getElementById(id);
    if (!from || !to || to.contains(document.activeElement) && id === 'details') continue;
    const scrolled = [...document.querySelectorAll('.scroll')].map((box) => [box, box.scrollTop]);
    const current = document.importNode(from, true);
    writeTimes(current); // before it is read out
    if (id === 'thread') {
      // The box stays, and where it is scrolled to. What leads to other parts of the thread
      // is in it.
      for (const name of ['data-earlier', 'data-later']) to.toggleAttribute(name, from.hasAttribute(name));
      to.replaceChildren(...current.childNodes);
    } else {
      const kept = id === 'details' ? keepDetails() : undefined;
      to.replaceWith(current);
      kept?.();
    }
    window.htmx.process(document.getElementById(id));
    for (const [box, top] of scrolled) box.scrollTop = top;
  }
  showCounts(fresh);
  const blank = document.querySelector('#list .blank');
  if (rows().children.length) blank?.remove();
  else if (!blank && fresh.querySelector('#list .blank')) rows().before(document.importNode(fresh.querySelector('#list .blank'), true));
  waiting = new Set();
  news();
  writeTimes();
  markDrafts();
  showUnsent();
  if (Number(fresh.getElementById('open')?.dataset.unread) > 0) arrived(openID());
  showViewers();
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  if (row) rowOf(row)?.parentElement.querySelector(part).focus();
}

// What the stream brings while a conversation is being opened may be missing in its page, which
// can be older, and is not shown in the one that was left. It is shown in the page when it is there.
let meanwhile = [];
document.addEventListener('htmx:beforeRequest', (e) => { if (e.detail.target?.id === 'open') meanwhile = []; });

export function showMeanwhile() {
  const newer = meanwhile.filter((event) => event.id > Number(document.getElementById('open')?.dataset.sequence));
  meanwhile = [];
  for (const { name, data } of newer) {
    const change = parse(data);
    if (name === 'conversation') refreshIfChanged(change.firstElementChild);
    else if (change.dataset.conversationId !== openID()) continue;
    else if (name === 'delivery') onDelivery(change);
    else if (name === 'message') showMessage(change);
  }
}

const handlers = { message: (e) => onMessage(parse(e.data)), conversation: (e) => onRow(parse(e.data), e.tells), delivery: (e) => onDelivery(parse(e.data)), viewing: (e) => onViewing(e.data && parse(e.data)), typing: (e) => onTyping(parse(e.data)), read: (e) => onRead(parse(e.data)), reset: reload };

let lost;
function onState(state) {
  const place = document.getElementById('connection');
  clearTimeout(lost);
  lineIs(state);
  if (state === 'open') place.textContent = '';
  else if (state === 'silent') place.textContent = words.tOffline;
  else if (!place.textContent) lost = setTimeout(() => { place.textContent = words.tOffline; }, 1000);
  if (state === 'out') signedOut();
}

async function comeBack() {
  while (!(await reached())) {
    onState('silent');
    await new Promise((wait) => { setTimeout(wait, 2000); });
  }
  location.reload();
}

// look says what this tab shows.
let say;
export const look = () => say?.({ open: openID(), visible: document.visibilityState === 'visible' && document.hasFocus() });

export function live() {
  const since = Number(words.sequence);
  const take = (event) => {
    if (event.state) onState(event.state);
    else handlers[event.name]?.(event);
    if (event.id > 0 && event.name !== 'reset') {
      came?.push(event);
      if (opening()) meanwhile.push(event);
    }
  };
  document.getElementById('news')?.addEventListener('click', reload);
  if (window.SharedWorker) {
    const { port } = new SharedWorker(words.worker, { type: 'module', name: 'svcx' });
    port.onmessage = ({ data }) => take(data);
    port.postMessage({ base: words.base, since });
    say = (what) => port.postMessage({ look: what });
    addEventListener('pagehide', () => port.postMessage({}));
    // A page that comes back from the browser's cache has missed what happened.
    addEventListener('pageshow', (e) => { if (e.persisted) comeBack(); });
  } else {
    import('./stream.js').then(({ connect }) => {
      say = connect(words.base, since, take).look;
      look();
    });
  }
  look();
  for (const kind of ['visibilitychange', 'focus', 'blur']) (kind === 'visibilitychange' ? document : window).addEventListener(kind, look);
  addEventListener('offline', () => onState('lost'));
  // The stream may have outlived it; if not, the next attempt says so again.
  addEventListener('online', () => onState('open'));
}
