// Saved replies: chosen by shortcut and title from a list over the composer, which the
// button and its key open, and "/" at the start of a line.
import { fail, openID, reason, showTab } from './app.js';
import { signedOut } from './signedout.js';

// What is left to be filled in (placeholder.go).
const placeholder = /\{\{[^{}\r\n]*[^{}\s][^{}\r\n]*\}\}/;

const menu = () => document.getElementById('saved');
const reply = () => document.getElementById('reply');
const filter = () => menu().querySelector('input');
const options = () => [...menu().querySelectorAll('[role="option"]')];
const shown = () => options().filter((option) => !option.hidden);
const chosen = () => menu().querySelector('[aria-selected="true"]');

// slash is set while what is typed in the reply itself is the filter. left is set when that
// was left, until the "/" is gone.
let slash = false;
let left = false;
let loading;
let pending = 0;

// load gets the choices each time: colleagues write them too.
function load() {
  pending++;
  loading = (async () => {
    const answer = await fetch(menu().dataset.from, { headers: { 'HX-Request': 'true' } });
    if (answer.status === 401) signedOut();
    if (!answer.ok) throw new Error(reason(answer.status, await answer.text()));
    const holder = document.createElement('template');
    holder.innerHTML = await answer.text();
    document.getElementById('saved-list').replaceWith(holder.content.firstElementChild);
  })().finally(() => { pending--; });
  return loading;
}

const failed = (e) => { close(); fail(e instanceof TypeError ? reason() : e.message); };

function sift(text) {
  const words = text.trim().toLowerCase();
  let best;
  for (const option of options()) {
    const shortcut = option.dataset.shortcut.toLowerCase();
    const typed = words.replace(/^\//, '');
    option.hidden = !(shortcut.includes(typed) || option.querySelector('[data-title]').textContent.toLowerCase().includes(words));
    const rank = option.hidden ? 0 : typed && shortcut === typed ? 3 : typed && shortcut.startsWith(typed) ? 2 : 1;
    if (rank > (best?.rank ?? 0)) best = { rank, option };
  }
  document.getElementById('saved-list').hidden = !best;
  menu().querySelector('[data-none]').hidden = Boolean(best);
  choose(best?.option);
  if (slash) menu().hidden = !best;
}

function choose(option) {
  for (const other of options()) other.setAttribute('aria-selected', String(other === option));
  option?.scrollIntoView({ block: 'nearest' });
  const at = slash ? reply() : filter();
  if (option) at.setAttribute('aria-activedescendant', option.id);
  else at.removeAttribute('aria-activedescendant');
}

// slashed is what stands between a "/" at the start of a line and the caret.
function slashed() {
  const { value, selectionStart, selectionEnd } = reply();
  return selectionStart === selectionEnd ? /(?:^|\n)\/([^\n]{0,64})$/.exec(value.slice(0, selectionStart))?.[1] : undefined;
}

function close() {
  if (!menu()) return;
  menu().hidden = true;
  slash = false;
  reply().removeAttribute('aria-activedescendant');
  reply().removeAttribute('aria-controls');
}

export async function openSaved() {
  if (!menu()) return;
  showTab('reply');
  slash = false;
  menu().hidden = false;
  filter().value = '';
  filter().focus();
  try {
    await load();
    sift(filter().value);
  } catch (e) {
    failed(e);
  }
}

async function onReply() {
  ask();
  const typed = slashed();
  if (typed === undefined) {
    left = false;
    if (slash) close();
    return;
  }
  if (left) return;
  if (!slash) {
    slash = true;
    reply().setAttribute('aria-controls', 'saved-list');
    load().catch(failed);
  }
  try {
    await loading;
  } catch {
    return;
  }
  const now = slashed();
  if (slash && now !== undefined) sift(now);
}

// insert puts a reply in, filled in by the server, in place of what was typed to find it.
async function insert(option) {
  const text = reply();
  const typed = slash ? slashed() : undefined;
  const to = text.selectionEnd;
  const from = typed === undefined ? text.selectionStart : to - typed.length - 1;
  const id = openID();
  close();
  text.focus();
  let filled;
  try {
    const answer = await fetch(`${menu().dataset.from}/${option.dataset.id}`, { headers: { 'HX-Request': 'true' } });
    if (answer.status === 401) signedOut();
    if (!answer.ok) throw new Error(reason(answer.status, await answer.text()));
    const holder = document.createElement('template');
    holder.innerHTML = await answer.text();
    filled = holder.content.firstElementChild.dataset.text;
  } catch (e) {
    failed(e);
    return;
  }
  if (!text.isConnected || id !== openID()) return;
  text.setSelectionRange(from, to);
  // By the command, it can be undone with the browser's keys.
  if (!document.execCommand('insertText', false, filled)) {
    text.setRangeText(filled, from, to, 'end');
    text.dispatchEvent(new Event('input', { bubbles: true }));
  }
  close();
  select(from);
}

// select selects the first placeholder from there on that was not filled in.
function select(from) {
  const text = reply();
  const found = placeholder.exec(text.value.slice(from));
  if (!found) return;
  text.focus();
  text.setSelectionRange(from + found.index, from + found.index + found[0].length);
}

// ask says what is to be filled in before the reply can be sent. That nothing was sent for one that
// does not stand there any more is not said any longer.
function ask() {
  const refused = document.querySelector('#alert > [data-unfilled]');
  if (refused && !reply()?.value.includes(refused.dataset.unfilled)) fail('');
  const place = document.querySelector('[data-fill]');
  if (!place) return;
  const name = placeholder.exec(reply()?.value ?? '')?.[0];
  const says = name ? place.dataset.fill.replace('%', () => name) : '';
  if ((place.firstChild?.textContent ?? '') === says) return;
  place.replaceChildren();
  if (!says) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link';
  button.textContent = says;
  button.addEventListener('click', () => select(0));
  place.append(button);
  if (!/agent\.name/i.test(name)) return;
  const profile = document.createElement('a');
  profile.href = `${document.body.dataset.base}/settings/profile`;
  profile.className = 'link';
  profile.textContent = place.dataset.fillAgent;
  place.append(' ', profile);
}

document.addEventListener('input', (e) => {
  if (e.isComposing) return;
  if (e.target.id === 'reply') onReply();
  else if (menu() && e.target === filter()) sift(filter().value);
});

document.addEventListener('keydown', async (e) => {
  if (!menu() || e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
  const open = slash ? e.target === reply() : !menu().hidden && e.target === filter();
  if (!open || e.key === 'Tab' && (e.shiftKey || !slash)) return;
  const all = shown();
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  const listed = !menu().hidden && all.length > 0;
  if (step && listed) {
    choose(all[(all.indexOf(chosen()) + step + all.length) % all.length]);
  } else if (e.key === 'Enter' && !e.shiftKey || e.key === 'Tab' && listed) {
    if (slash && !listed && !pending) return; // a line that begins with "/"
    e.preventDefault();
    e.stopPropagation();
    await loading?.catch(() => {});
    const typed = slash ? slashed() : filter().value;
    if (typed === undefined) return;
    sift(typed);
    if (chosen()) insert(chosen());
    else if (slash && e.key === 'Enter') document.execCommand('insertText', false, '\n');
    return;
  } else if (e.key === 'Escape' && (!slash || listed)) {
    left = slash;
    close();
    reply().focus();
  } else {
    return;
  }
  e.preventDefault();
  e.stopPropagation();
}, true);

document.addEventListener('mousedown', (e) => { if (e.target.closest?.('#saved [role="option"]')) e.preventDefault(); });
document.addEventListener('click', (e) => {
  const button = e.target.closest?.('[data-saved]');
  if (button) {
    e.preventDefault();
    if (menu().hidden) openSaved();
    else close();
    return;
  }
  const option = e.target.closest?.('#saved [role="option"]');
  if (option) insert(option);
  else if (menu() && !menu().hidden && !menu().contains(e.target) && e.target !== reply()) close();
});
document.addEventListener('focusin', (e) => {
  if (e.target.id === 'reply') ask();
  if (menu() && !menu().hidden && !menu().contains(e.target) && e.target !== reply() && !e.target.matches('[data-saved]')) close();
});
// What a reply was refused for is typed over.
document.addEventListener('htmx:afterOnLoad', (e) => {
  const { xhr, requestConfig } = e.detail;
  if (xhr.status === 422 && requestConfig.elt.matches('form[data-write="reply"]') && document.querySelector('#alert > [data-unfilled]')) select(0);
});
document.addEventListener('htmx:oobAfterSwap', (e) => { if (e.detail.target.id === 'composer') { slash = false; left = false; ask(); } });
