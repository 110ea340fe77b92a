// Mentions: "@" in a note lists the members, by name and address.
import { fail, reason } from './app.js';
import { signedOut } from './signedout.js';

const menu = () => document.getElementById('mentions');
const note = () => document.getElementById('note');
const options = () => [...menu().querySelectorAll('[role="option"]')];
const shown = () => options().filter((option) => !option.hidden);
const chosen = () => menu().querySelector('[aria-selected="true"]');
const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

// at is where the "@" stands that the list is for, -1 for none; left, one whose list was left.
let at = -1;
let left = -1;
let loading;

// load gets the members when a list opens: some may have come.
function load() {
  loading = (async () => {
    const answer = await fetch(menu().dataset.from, { headers: { 'HX-Request': 'true' } });
    if (answer.status === 401) signedOut();
    if (!answer.ok) throw new Error(reason(answer.status, await answer.text()));
    const holder = document.createElement('template');
    holder.innerHTML = await answer.text();
    document.getElementById('mentions-list').replaceWith(holder.content.firstElementChild);
  })();
  return loading;
}

// typed is the "@" before the caret with what stands after it, if that may be a name.
function typed() {
  const { value, selectionStart, selectionEnd } = note();
  if (selectionStart !== selectionEnd) return undefined;
  const found = /(?:^|[^\p{L}\p{N}_])@([^\n@]{0,64}(?:(?<=\S)@[^\s@]{0,64})?)$/u.exec(value.slice(0, selectionStart));
  return found && { at: selectionStart - found[1].length - 1, name: found[1] };
}

function sift(name) {
  const words = fold(name.trim());
  let best;
  for (const option of options()) {
    const known = fold(option.textContent);
    option.hidden = !known.includes(words);
    const rank = option.hidden ? 0 : fold(option.dataset.name) === words ? 3 : known.split(/\s+/).some((word) => word.startsWith(words)) ? 2 : 1;
    if (rank > (best?.rank ?? 0)) best = { rank, option };
  }
  menu().hidden = !best;
  // After a blank, Enter ends the line.
  choose(/\s$/.test(name) ? undefined : best?.option);
}

function choose(option) {
  for (const other of options()) other.setAttribute('aria-selected', String(other === option));
  option?.scrollIntoView({ block: 'nearest' });
  if (option) note().setAttribute('aria-activedescendant', option.id);
  else note().removeAttribute('aria-activedescendant');
}

function close() {
  at = -1;
  if (!menu()) return;
  menu().hidden = true;
  note().removeAttribute('aria-activedescendant');
  note().removeAttribute('aria-controls');
}

async function onNote() {
  ask();
  const now = typed();
  if (!now || now.at !== left) left = -1;
  if (!now || now.at === left) {
    close();
    return;
  }
  if (at < 0) {
    note().setAttribute('aria-controls', 'mentions-list');
    load().catch((e) => { close(); fail(e instanceof TypeError ? reason() : e.message); });
  }
  at = now.at;
  try {
    await loading;
  } catch {
    return;
  }
  const then = menu() && typed();
  if (then && then.at === at) sift(then.name);
  ask();
}

function insert(option) {
  const text = note();
  const now = typed();
  if (!now) return;
  left = now.at;
  const end = text.selectionEnd;
  const name = `@${option.dataset.mention}${/^\s/.test(text.value.slice(end)) ? '' : ' '}`;
  text.focus();
  text.setSelectionRange(now.at, end);
  // By the command, it can be undone with the browser's keys.
  if (!document.execCommand('insertText', false, name)) {
    text.setRangeText(name, now.at, end, 'end');
    text.dispatchEvent(new Event('input', { bubbles: true }));
  }
  close();
}

// ask says which name stands for several members, so that it mentions none.
function ask() {
  const place = document.querySelector('[data-which]');
  if (!place || !menu()) return;
  const { value } = note();
  const names = new Set([...menu().querySelectorAll('[data-shared]')].map((option) => option.dataset.name));
  const found = [...names].map((name) => ({ name, at: fold(value).search(new RegExp(`(?<![\\p{L}\\p{N}_])@${fold(name).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(?![\\p{L}\\p{N}_@])`, 'u')) })).find((one) => one.at >= 0 && (menu().hidden || one.at !== at));
  const says = found ? place.dataset.which.replace('%', () => found.name) : '';
  if (place.textContent === says) return;
  place.replaceChildren();
  if (!says) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link';
  button.textContent = says;
  button.addEventListener('click', () => {
    const text = note();
    const end = text.value.toLowerCase().indexOf(`@${found.name.toLowerCase()}`) + found.name.length + 1;
    left = -1;
    text.focus();
    text.setSelectionRange(end, end);
    onNote();
  });
  place.append(button);
}

document.addEventListener('input', (e) => { if (e.target.id === 'note' && !e.isComposing && menu()) onNote(); });
document.addEventListener('compositionend', (e) => { if (e.target.id === 'note' && menu()) onNote(); });

document.addEventListener('keydown', (e) => {
  if (at < 0 || e.target !== note() || menu().hidden || e.isComposing || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
  const all = shown();
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step) choose(all[(all.indexOf(chosen()) + (chosen() || step > 0 ? step : 0) + all.length) % all.length]);
  else if ((e.key === 'Enter' || e.key === 'Tab') && chosen()) insert(chosen());
  else if (e.key === 'Escape') {
    left = at;
    close();
  } else return;
  e.preventDefault();
  e.stopPropagation();
}, true);

document.addEventListener('mousedown', (e) => { if (e.target.closest?.('#mentions')) e.preventDefault(); });
document.addEventListener('click', (e) => {
  const option = e.target.closest?.('#mentions [role="option"]');
  if (option) insert(option);
  else if (at >= 0 && !e.target.closest?.('#mentions, #note, [data-which]')) close();
});
document.addEventListener('focusin', (e) => { if (at >= 0 && e.target !== note()) close(); });
document.addEventListener('htmx:oobAfterSwap', (e) => {
  if (e.detail.target.id !== 'composer') return;
  left = -1;
  close();
  ask();
});
