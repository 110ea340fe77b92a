// The event log of a channel: entries open below their row, new ones come in, and deliveries are
// selected.
import { writeTimes } from './browser.js';
import { signedOut } from './signedout.js';

const pollEvery = 3000;
const figuresEvery = 30000;
const mostRows = 200;
const main = document.querySelector('main');
const table = document.querySelector('table[data-new]');

// A choice is applied at once.
document.addEventListener('change', (e) => {
  if (e.target.matches('[data-sift] select')) e.target.form.requestSubmit();
  if (e.target.matches('input[form=redeliver]')) selected();
});

document.addEventListener('formdata', (e) => {
  if (!e.target.matches('[data-sift]')) return;
  for (const [name, value] of [...e.formData]) if (!value) e.formData.delete(name);
});

function selected() {
  const bar = document.querySelector('[data-selected]');
  const n = document.querySelectorAll('input[form=redeliver]:checked').length;
  bar.classList.toggle('on', n > 0);
  bar.querySelector('[data-text]').textContent = n ? bar.querySelector('[data-text]').dataset.text.replace('%', n) : '';
  document.querySelector('.tbl')?.classList.toggle('selecting', n > 0);
}

function rowsOf(html, what) {
  const holder = document.createElement('template');
  holder.innerHTML = html;
  writeTimes(holder.content);
  return holder.content.querySelector(what);
}

async function get(url) {
  const answer = await fetch(url, { headers: { 'HX-Request': 'true' } });
  if (answer.status === 401) signedOut();
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

// open shows an entry below its row, or hides it.
async function open(row) {
  const shown = document.getElementById(`x-${row.dataset.eventId}`);
  const link = row.querySelector('[data-open]');
  if (shown) {
    shown.remove();
    row.classList.remove('open');
    link.setAttribute('aria-expanded', 'false');
    return;
  }
  row.classList.add('open');
  try {
    const entry = rowsOf(await get(link.href), 'tr.x');
    if (!row.classList.contains('open') || document.getElementById(entry.id)) return;
    row.after(entry);
    link.setAttribute('aria-expanded', 'true');
  } catch {
    location.href = link.href; // the page says what is wrong
  }
}

document.addEventListener('click', (e) => {
  if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
  const row = e.target.closest?.('tr.r');
  if (!row) return;
  const link = e.target.closest('a, button, input, label');
  if (link && link.dataset.open === undefined) return;
  if (!link && getSelection().toString()) return; // a text is being selected
  e.preventDefault();
  open(row);
});

// calm reports whether rows may move: the reader is at the top, points at none and is in none.
function calm() {
  const box = table.closest('.tbl');
  return main.scrollTop === 0 && !box.matches(':hover') && !box.contains(document.activeElement) && !box.querySelector('tr.x, input:checked');
}

let waiting = [];
let many = false;
function show() {
  const body = table.tBodies[0];
  table.closest('.tbl').hidden = false;
  document.querySelector('#open > .blank')?.remove();
  body.prepend(...waiting);
  waiting = [];
  while (body.querySelectorAll('tr.r').length > mostRows) body.lastElementChild.remove();
  offer();
}

function offer() {
  const bar = document.querySelector('.ev-new');
  bar.hidden = waiting.length === 0 && !many;
  bar.firstElementChild.textContent = many ? bar.dataset.many : bar.dataset.fresh.replace('%', waiting.length);
}

function say(lost) {
  const live = document.querySelector('[data-live]');
  if (!live || live.classList.contains('lost') === lost) return;
  live.classList.toggle('lost', lost);
  live.lastElementChild.textContent = lost ? live.dataset.lost : live.dataset.on;
}

async function poll() {
  if (document.visibilityState !== 'visible' || many) return;
  const url = new URL(table.dataset.new, location.href);
  url.searchParams.set('after', table.dataset.last);
  try {
    const fresh = rowsOf(await get(url), 'table');
    say(false);
    const rows = [...fresh.querySelectorAll('tr.r')].filter((row) => !document.getElementById(row.id));
    if (rows.length === 0) return;
    many = fresh.dataset.more === 'true';
    table.dataset.last = fresh.dataset.last;
    waiting.unshift(...rows);
    if (calm() && !many) show();
    else offer();
  } catch {
    say(true);
  }
}

async function figures() {
  const shown = document.getElementById('figures');
  if (document.visibilityState !== 'visible' || !shown || shown.matches(':hover') || shown.contains(document.activeElement) || shown.querySelector('details[open]')) return;
  try {
    shown.replaceWith(rowsOf(await get(table.dataset.figures), '#figures'));
  } catch {
    // said by what asks for new rows
  }
}

if (table) {
  document.querySelector('.ev-new button').addEventListener('click', () => (many ? location.reload() : show()));
  setInterval(poll, pollEvery);
  setInterval(figures, figuresEvery);
}
