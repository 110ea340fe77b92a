// Keys go by the character that is typed, so that every layout has them, and are never
// caught while one writes.

import { goTo, sayLost } from './line.js';
import { hold, holding, leaving, letGo, misses, opening } from './opening.js';
import { openSaved } from './saved.js';
import { commandsHere, hasRows, step, up } from './sheet.js';
import { clear, selectAll, selected, toggle, toHere } from './selection.js';

const rows = () => [...document.querySelectorAll('#rows .conv')];
export const wide = () => matchMedia('(width > 720px)').matches;
const click = (selector) => document.querySelector(selector)?.click();

function move(step) {
  const all = rows();
  if (all.length === 0) return;
  const from = all.indexOf(document.activeElement);
  const current = from >= 0 ? from : all.findIndex((row) => row.hasAttribute('aria-current'));
  // Rows that no longer belong to the list stay in their place, but are not gone to.
  let at = Math.max(current + step, 0);
  while (all[at]?.parentElement.classList.contains('gone')) at += step;
  const to = all[at];
  if (step > 0 && at >= all.length - 1) click('#rows .more a'); // more rows, before they are needed
  if (!to) return;
  to.focus();
  if (wide()) to.click();
}

// On a narrow screen, where the list is not seen, a button leads on; after the last, to the list.
document.addEventListener('click', (e) => {
  if (!e.target.closest?.('[data-next]')) return;
  const all = rows();
  let at = all.findIndex((row) => row.hasAttribute('aria-current')) + 1;
  while (all[at]?.parentElement.classList.contains('gone')) at++;
  if (at >= all.length - 1) click('#rows .more a');
  if (!all[at]) {
    click('#thead .back');
    return;
  }
  all[at].click();
  hold(() => document.querySelector('[data-next]')?.focus({ preventScroll: true }));
});

function write(kind) {
  const tab = document.querySelector(`[role="tab"][data-tab="${kind}"]`);
  tab?.click();
}

// moveMessage begins where the reader is: at what is seen of the thread, and there at what was found.
function moveMessage(step) {
  const all = [...document.querySelectorAll('#messages article')];
  const at = all.findIndex((message) => message.contains(document.activeElement));
  const { top, bottom } = document.getElementById('thread')?.getBoundingClientRect() ?? {};
  const seen = all.filter((message) => message.getBoundingClientRect().bottom > top && message.getBoundingClientRect().top < bottom);
  const to = at < 0 ? seen.find((message) => message.querySelector('.hit')) ?? seen.at(step < 0 ? -1 : 0) : all[Math.min(Math.max(at + step, 0), all.length - 1)];
  if (!to) return;
  to.tabIndex = -1;
  to.focus();
}

// toConversation leaves what is being written or asked, for where the keys are heard.
export function toConversation() {
  const row = wide() && document.querySelector('.conv[aria-current]');
  (row || document.getElementById('thread'))?.focus({ preventScroll: !row });
}

// What is selected goes before what is open.
const pick = (what) => () => {
  if (!selected()) showDetails(`pick-${what}`);
  click(selected() ? `[data-sel="${what}"]` : `#details [data-pick="${what}"]`);
};

// showDetails shows the details, where there is no room for them beside the thread, for as long as one
// chooses in them.
function showDetails(picker) {
  const details = document.getElementById('details');
  const opener = document.querySelector('#thead .show-d');
  if (!opener?.checkVisibility() || !details || details.matches(':popover-open')) return;
  details.dataset.while = picker;
  details.showPopover({ source: opener });
}
document.addEventListener('toggle', (e) => {
  const details = document.getElementById('details');
  if (e.newState !== 'closed' || !e.target.id || details?.dataset.while !== e.target.id) return;
  delete details.dataset.while;
  details.hidePopover();
}, true);
const press = (key) => () => click(`${selected() ? '#selection' : '#thead'} [data-key="${key}"]`);

// togglePane hides a pane beside the thread, or shows it. The browser remembers it, and the page
// comes like that.
function togglePane(pane, opener) {
  const button = opener && document.querySelector(opener);
  if (button?.checkVisibility()) {
    button.click(); // on a narrow screen it is not beside the thread
    return;
  }
  const main = document.querySelector('main');
  if (!document.getElementById('open')?.dataset.conversationId) return;
  const hidden = new Set((main.dataset.hides ?? '').split(' ').filter(Boolean));
  if (!hidden.delete(pane)) hidden.add(pane);
  main.dataset.hides = [...hidden].join(' ');
  document.cookie = `svcx_hides=${[...hidden].join('.')}; path=/app; max-age=31536000; samesite=lax`;
}

// send sends what is written, and resolves the conversation with it. It presses the button
// itself: htmx sends the name of the one that was clicked last.
function send(form, resolve) {
  const button = (keys) => form?.querySelector(`[aria-keyshortcuts="${keys}"]`);
  ((resolve && button('Control+Shift+Enter')) || button('Control+Enter'))?.click();
}
const writing = () => [...document.querySelectorAll('form[data-write]')].find((form) => form.checkVisibility());

const undo = () => document.querySelector('#waiting [data-undo]') ?? document.querySelector('#say [data-undo]') ?? document.querySelector('#bulk [data-undo]');

const commands = {
  j: () => (hasRows() ? step(1) : move(1)),
  k: () => (hasRows() ? step(-1) : move(-1)),
  J: () => moveMessage(1),
  K: () => moveMessage(-1),
  o: () => document.activeElement?.matches?.('.conv, .who-row') && document.activeElement.click(),
  u: () => (up() ? up().click() : back()),
  r: () => write('reply'),
  n: () => write('note'),
  s: openSaved,
  'Ctrl+Enter': () => send(writing()),
  'Ctrl+Shift+Enter': () => send(writing(), true),
  '[': () => togglePane('details', '#thead .show-d'),
  ']': () => togglePane('list'),
  e: press('e'),
  E: press('E'),
  x: toggle,
  X: toHere,
  '*': selectAll,
  z: () => undo()?.click(),
  a: pick('assign'),
  c: pick('category'),
  p: pick('priority'),
  t: pick('tags'),
  m: () => {
    const mine = document.querySelector(`${selected() ? '#sel-assign' : '#pick-assign'} [value="${document.body.dataset.me}"]`);
    mine?.click();
  },
  '/': () => {
    const field = [...document.querySelectorAll('input[name="q"]')].find((one) => one.offsetParent);
    field?.focus();
    field?.select(); // the next search takes the place of the last
  },
};

const menu = document.getElementById('commands');
// On a Mac, Cmd is in place of Ctrl.
function nameKeys(root) {
  if (/Mac|iPhone|iPad/.test(navigator.platform)) for (const key of root.querySelectorAll('kbd')) key.textContent = key.textContent.replace('Ctrl', '⌘');
}
nameKeys(document);
const field = menu.querySelector('input');
const options = () => [...menu.querySelectorAll('[role="option"]:not([hidden], [aria-disabled="true"])')];

let unlisted = false; // the server did not say what there is

async function openMenu() {
  const list = menu.querySelector('[role="listbox"]');
  for (const old of list.querySelectorAll('[data-here]')) old.remove();
  const known = list.children.length > 0;
  list.prepend(...commandsHere());
  field.value = '';
  unlisted = false;
  sift();
  menu.showModal();
  if (known) return;
  try {
    const answer = await fetch(`${document.body.dataset.base}/commands`);
    if (!answer.ok) throw new Error(answer.status);
    const holder = document.createElement('template');
    holder.innerHTML = await answer.text();
    nameKeys(holder.content);
    list.append(holder.content);
    sift(); // by what was written meanwhile
  } catch {
    // It stays open: whoever types on does not see at once that it failed, and would type into a reply.
    unlisted = true;
    sift();
  }
}

// can reports whether a command would do something now.
function can(key) {
  if (key.startsWith('Ctrl+')) return Boolean(writing()?.elements.content.value.trim());
  if ('eEmacpt'.includes(key) && selected()) return true;
  if ('jko'.includes(key) && hasRows() || key === 'u' && up()) return true;
  if (acts.has(key) || key === 'u' || key === ']') return Boolean(document.getElementById('open')?.dataset.conversationId);
  if ('jkoxX*'.includes(key)) return rows().length > 0;
  return key !== 'z' || Boolean(undo());
}

function sift() {
  const text = field.value.trim().toLowerCase();
  for (const option of menu.querySelectorAll('[role="option"]')) {
    option.hidden = !option.textContent.toLowerCase().includes(text);
    // It is listed all the same: with its key, for later.
    option.ariaDisabled = can(option.dataset.key ?? '?') ? null : 'true';
  }
  choose(options()[0]);
  const none = menu.querySelector('[data-none]');
  const some = menu.querySelector('[role="option"]:not([hidden])') || !menu.querySelector('[role="option"]');
  const says = unlisted ? document.body.dataset.tFailed : some ? '' : none.dataset.none;
  if (none.textContent !== says) none.textContent = says;
}

function choose(option) {
  for (const other of menu.querySelectorAll('[aria-selected="true"]')) other.setAttribute('aria-selected', 'false');
  option?.setAttribute('aria-selected', 'true');
  option?.scrollIntoView({ block: 'nearest' });
  field.setAttribute('aria-activedescendant', option?.id ?? '');
}

function runChosen(option) {
  menu.close();
  if (option.run) {
    option.run();
    return;
  }
  if (option.dataset.to) {
    goTo(option.dataset.to);
    return;
  }
  const [first, second] = option.dataset.key.split(' ');
  if (second) places[second]?.();
  else act(first);
}

// Commands that act on the conversation that is open wait for one that is being opened.
const acts = new Set(['J', 'K', 'r', 'n', 's', 'Ctrl+Enter', 'Ctrl+Shift+Enter', 'e', 'E', 'm', 'a', 'c', 'p', 't', '[']);
function act(key) {
  if (leaving()) return;
  if (!acts.has(key)) commands[key]?.();
  else if (opening()) hold(commands[key]);
  else if (!misses()) commands[key]();
}

field.addEventListener('input', sift);
field.addEventListener('keydown', (e) => {
  const shown = options();
  const at = shown.findIndex((option) => option.getAttribute('aria-selected') === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step && shown.length) choose(shown[(at + step + shown.length) % shown.length]);
  else if (e.key === 'Enter' && shown[at]) runChosen(shown[at]);
  else return;
  e.preventDefault();
});
menu.addEventListener('click', (e) => {
  const option = e.target.closest('[role="option"]');
  if (options().includes(option)) runChosen(option);
  else if (e.target === menu) menu.close();
});

// The list of keys is asked for when it is first shown.
const keyList = document.getElementById('keys');
commands['?'] = async () => {
  keyList.showModal();
  if (keyList.querySelector('.keycols')) return;
  try {
    const answer = await fetch(`${document.body.dataset.base}/keys`);
    if (!answer.ok) throw new Error(answer.status);
    const holder = document.createElement('template');
    holder.innerHTML = await answer.text();
    nameKeys(holder.content);
    keyList.append(holder.content);
  } catch {
    keyList.close();
    sayLost();
  }
};
keyList.addEventListener('click', (e) => { if (e.target === keyList) keyList.close(); });
if (location.hash === '#search') commands['/']();

// go follows the link that the navigation has; in the settings it has those of settings alone.
const go = (path, link) => () => (document.querySelector(link) ? click(link) : goTo(document.body.dataset.base + path));
const view = (name) => go(`/inbox?view=${name}`, `.navlink[href*="view=${name}"]`);
const places = {
  m: view('mine'), n: view('mentions'), u: view('unassigned'), o: view('open'), d: view('undelivered'), r: view('resolved'), c: view('closed'),
  a: go('/ratings', '.navlink[data-place="ratings"]'), p: go('/contacts', '.navlink[href$="/contacts"]'), e: go('/reports', '[data-go="reports"]'), s: go('/settings', '[data-go="settings"]'),
};

function back() {
  const row = document.querySelector('.conv[aria-current]');
  if (wide()) row?.focus();
  else click('#thead .back');
}

// retype is a key that waited. Browsers type only those of a keyboard.
function retype({ key, ctrlKey, metaKey, shiftKey, repeat }) {
  const at = document.activeElement ?? document.body;
  const free = at.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, shiftKey, repeat, bubbles: true, cancelable: true }));
  if (!free || ctrlKey || metaKey || !at.matches('input:not([type="checkbox"]), textarea')) return;
  if (key === 'Backspace') document.execCommand('delete');
  else if (key !== 'Enter') document.execCommand('insertText', false, key);
  else if (at.matches('textarea')) document.execCommand('insertText', false, '\n');
}

// After a key that waits, what is typed waits too: it may be the text of a reply.
function waits(e) {
  if (!holding() || !opening() || document.querySelector('[popover]:popover-open, dialog[open]')) return false;
  const types = e.getModifierState?.('AltGraph');
  if (e.key === 'Escape') letGo();
  else if (e.key !== 'Enter' && e.key !== 'Backspace' && e.key.length > 1) return false;
  else if (e.altKey && !types || (e.ctrlKey || e.metaKey) && !types && e.key !== 'Enter') return false;
  else hold(() => retype(types ? { key: e.key } : e));
  e.preventDefault();
  return true;
}

let going = 0;
document.addEventListener('keydown', (e) => {
  if (e.key === 'k' && (e.ctrlKey || e.metaKey)) {
    e.preventDefault();
    if (menu.open) menu.close();
    else openMenu();
    return;
  }
  const at = e.target.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable]');
  const typing = at?.checkVisibility() && at; // until the page is drawn again, one that was closed has the focus
  if (!typing && waits(e)) return;
  if (e.key === 'Enter' && (e.ctrlKey || e.metaKey) && e.target.form?.dataset.write) {
    e.preventDefault();
    send(e.target.form, e.shiftKey);
    return;
  }
  if (typing) {
    // What is in front closes itself, and gives the focus back.
    if (e.key === 'Escape' && !e.isComposing && !typing.closest('[popover], dialog')) {
      typing.blur();
      if (typing.closest('#composer')) toConversation();
    }
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || document.querySelector('[popover]:popover-open, dialog[open]')) return;
  if (e.key === 'Escape') {
    if (selected()) clear();
    else back();
    return;
  }
  if (document.body.dataset.keys === 'off') return; // by the profile (WCAG 2.1.4)
  const table = Date.now() - going < 1500 ? places : commands;
  going = e.key === 'g' ? Date.now() : 0;
  const run = table[e.key];
  if (!run) return;
  e.preventDefault();
  if (e.repeat && !'jkJK'.includes(e.key)) return; // held down, it would do and undo
  if (table === commands) act(e.key);
  else run();
});
