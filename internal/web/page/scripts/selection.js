// What is selected in the list. It is of this tab and of this list: live changes, more pages and
// opening a conversation do not change it; another list starts with none selected.

const bar = () => document.getElementById('selbar');
const boxes = () => [...document.querySelectorAll('#rows .sel')];
const store = `svcx:selection:${document.body.dataset.base}`;
// Its id would be that of a box: those are named so.
const isForm = (element) => element.matches?.('#selection');
const all = () => bar().querySelector('[name="all"]');

let chosen = new Set();
let from; // where "select to here" begins

function listed() {
  const { view, category, channel, assignee, tag, q } = document.getElementById('list').dataset;
  return JSON.stringify([view, category, channel, assignee, tag, q]);
}

function keep() {
  try {
    if (chosen.size) sessionStorage.setItem(store, JSON.stringify({ list: listed(), ids: [...chosen] }));
    else sessionStorage.removeItem(store);
  } catch {
    // a browser that stores nothing
  }
}

function restore() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(store));
    if (kept?.list === listed()) chosen = new Set(kept.ids);
  } catch {
    // nothing was kept
  }
}

const range = () => bar().querySelector('[data-range]');
const ranging = () => range().ariaPressed === 'true';

export const selected = () => Boolean(bar() && chosen.size);

// show marks the rows and says how many are selected.
function show() {
  if (!bar()) return;
  for (const box of boxes()) box.checked = chosen.has(box.value);
  const some = chosen.size > 0;
  bar().classList.toggle('on', some);
  document.getElementById('list').classList.toggle('selecting', some);
  const whole = boxes().every((box) => box.checked);
  const more = Boolean(document.querySelector('#rows .more'));
  if (!some || !whole || !more) all().checked = false;
  all().parentElement.hidden = !(some && (more || !whole));
  if (!some) range().ariaPressed = 'false';
  if (!all().checked) count(!some ? '' : ranging() ? bar().dataset.tRange : bar().dataset.tSelected.replace('%', chosen.size));
}

function count(text) {
  const at = document.getElementById('sel-count');
  if (at.textContent !== text) at.textContent = text;
}

function change() {
  keep();
  show();
}

export function clear() {
  chosen.clear();
  from = undefined;
  if (bar()) all().checked = false;
  change();
}

// current is the box of the row where the reader is.
function current() {
  const row = document.activeElement?.closest?.('#rows > li') ?? document.querySelector('#rows .conv[aria-current]')?.closest('li');
  return row?.querySelector('.sel');
}

function set(box, on) {
  if (on) chosen.add(box.value);
  else chosen.delete(box.value);
}

export function toggle() {
  const box = current();
  if (!box) return;
  set(box, !chosen.has(box.value));
  from = box.value;
  change();
}

export function toHere() {
  const box = current();
  if (!box) return;
  const list = boxes();
  const to = list.indexOf(box);
  const begin = Math.max(list.findIndex((other) => other.value === from), 0);
  for (const one of list.slice(Math.min(begin, to), Math.max(begin, to) + 1)) set(one, true);
  from = box.value;
  change();
}

// selectAll takes what is listed, and once that is taken, all that match.
export function selectAll() {
  if (boxes().length && boxes().every((box) => chosen.has(box.value)) && !all().checked && !all().parentElement.hidden) {
    all().click();
    return;
  }
  for (const box of boxes()) set(box, true);
  change();
}

document.addEventListener('click', (e) => {
  if (!e.target.matches?.('#rows .sel')) return;
  const box = e.target;
  const on = box.checked || ranging();
  if (e.shiftKey && from || ranging()) {
    const list = boxes();
    const [a, b] = [list.findIndex((other) => other.value === from), list.indexOf(box)].sort((x, y) => x - y);
    for (const one of list.slice(Math.max(a, 0), b + 1)) set(one, on);
  }
  range().ariaPressed = 'false';
  set(box, on);
  from = box.value;
  change();
});

// With a finger, which has no Shift key, a button says that the next box ends a range.
document.addEventListener('click', (e) => {
  if (!e.target.closest?.('[data-range]')) return;
  range().ariaPressed = String(!ranging());
  show();
});

document.addEventListener('reset', (e) => {
  if (isForm(e.target)) setTimeout(clear);
});

// All that match are what is listed, or more than that: these are counted before anything is done
// to them.
document.addEventListener('change', async (e) => {
  if (!e.target.matches?.('#selection [name="all"]')) return;
  if (e.target.checked) selectAll();
  else show();
  if (!e.target.checked) return;
  try {
    const answer = await fetch(e.target.dataset.count);
    if (!answer.ok) throw new Error();
    const text = new DOMParser().parseFromString(await answer.text(), 'text/html').body.textContent.trim();
    if (all().checked) count(text);
  } catch {
    e.target.checked = false;
    show();
  }
});

// The button that was pressed may stand outside the form, in a list: what it says is sent too,
// and so is what is selected and not in the page.
document.addEventListener('submit', (e) => {
  if (!isForm(e.target)) return;
  for (const old of e.target.querySelectorAll('input[type="hidden"]')) old.remove();
  const send = (name, value) => {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    e.target.append(field);
  };
  if (e.submitter) {
    send(e.submitter.name, e.submitter.value);
    e.submitter.closest('[popover]')?.hidePopover();
  }
  if (!all().checked) {
    const shown = new Set(boxes().filter((box) => box.checked).map((box) => box.value));
    for (const id of chosen) if (!shown.has(id)) send('id', id);
  }
}, true);

document.addEventListener('htmx:afterRequest', (e) => {
  if (!isForm(e.target) || e.detail.xhr?.status !== 200) return;
  document.getElementById('sel-tags-text').value = '';
  clear();
});

let watched;
const watch = new MutationObserver(show);
function look() {
  const list = document.getElementById('list');
  if (!list || list === watched) return;
  watched = list;
  watch.disconnect();
  watch.observe(document.getElementById('list-scroll'), { childList: true, subtree: true });
  chosen = new Set();
  restore();
  show();
}
look();
document.addEventListener('htmx:afterSwap', look);
