// Lists in an order of their own: rows are dragged by their grip, or moved by their buttons. The
// server says what the order is then.
import { reason } from './app.js';
import { say } from './message.js';
import { signedOut } from './signedout.js';

const rowsOf = (list) => [...list.querySelectorAll(':scope > [data-id]')];

// move asks the server to move a row and shows the list that it answers with. If it does not,
// the list is as it was.
async function move(form, to, before) {
  const list = form.closest('.ordered');
  const focused = document.activeElement?.id;
  try {
    const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(to), headers: { 'HX-Request': 'true' } });
    if (answer.status === 401) signedOut();
    const text = await answer.text();
    if (!answer.ok) throw new Error(reason(answer.status, text));
    const holder = document.createElement('template');
    holder.innerHTML = text;
    const fresh = holder.content.getElementById('ordered');
    document.getElementById('ordered').replaceWith(fresh);
    document.getElementById(focused)?.focus();
    say(fresh.dataset.said);
  } catch (e) {
    list.append(...before);
    say(e instanceof TypeError ? reason() : e.message);
  }
}

// One after the other: each is about the list that the one before it has left.
let moving = Promise.resolve();

document.addEventListener('submit', (e) => {
  const form = e.target;
  if (!form.matches('[data-move]')) return;
  e.preventDefault();
  const { id, value } = e.submitter;
  if (e.submitter.ariaDisabled === 'true') return;
  moving = moving.then(() => {
    const now = document.getElementById(id)?.form;
    return now && move(now, { by: value }, rowsOf(now.closest('.ordered')));
  });
});

document.addEventListener('pointerdown', (e) => {
  const grip = e.target.closest?.('[data-grip]');
  if (!grip || e.button !== 0) return;
  e.preventDefault();
  const row = grip.closest('[data-id]');
  const list = row.parentElement;
  const before = rowsOf(list);
  const over = new AbortController();
  row.classList.add('dragged');
  const drag = (at) => {
    for (const other of rowsOf(list)) {
      const box = other.getBoundingClientRect();
      if (other === row || at.clientY < box.top || at.clientY > box.bottom) continue;
      const below = at.clientY > box.top + box.height / 2;
      const place = below ? other.nextElementSibling : other;
      if (place !== row && place !== row.nextElementSibling) list.insertBefore(row, place);
    }
  };
  const end = (by) => {
    over.abort();
    row.classList.remove('dragged');
    if (!by) list.append(...before);
  };
  const drop = () => {
    end(true);
    const next = row.nextElementSibling?.dataset.id ?? '';
    if (rowsOf(list).every((one, i) => one === before[i])) return;
    moving = moving.then(() => move(row.querySelector('[data-move]'), { before: next }, before));
  };
  const cancel = () => end(false);
  const escape = (key) => { if (key.key === 'Escape') { key.stopPropagation(); cancel(); } };
  // Of the document: the grip itself is taken out of it and put back.
  document.addEventListener('pointermove', drag, { signal: over.signal });
  document.addEventListener('pointerup', drop, { signal: over.signal });
  document.addEventListener('pointercancel', cancel, { signal: over.signal });
  document.addEventListener('keydown', escape, { signal: over.signal, capture: true });
});

// The key of a field is made from its name until somebody writes it.
const name = document.querySelector('.field-form #field-name');
const key = document.querySelector('.field-form #field-fieldKey');
if (name && key && !key.value) {
  let own = false;
  key.addEventListener('input', () => { own = Boolean(key.value); });
  name.addEventListener('input', () => {
    if (own) return;
    key.value = name.value.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+|_+$/g, '').slice(0, 64);
  });
}
