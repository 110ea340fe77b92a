// Forms that are saved: they say that something is not saved yet, and a page that is left
// with it asks. Each form is sent once.
import { leave, leaving } from './opening.js';

const isChanged = (field) => {
  if (field.matches('select')) return !field.options[field.selectedIndex]?.defaultSelected && (field.selectedIndex > 0 || Boolean(field.querySelector('[selected]')));
  return field.type === 'checkbox' || field.type === 'radio' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
};
export const changed = (form) => [...form.elements].some((field) => field.name && field.matches('input, textarea, select') && isChanged(field));

function mark(form) {
  const dirty = changed(form);
  for (const part of form.querySelectorAll('[data-unsaved]')) part.hidden = !dirty;
  const restore = form.querySelector('[data-restore]');
  if (dirty && restore) restore.hidden = true;
}

// What was discarded, until something else is written.
const discarded = new WeakMap();
const state = (field) => (field.matches('[type="checkbox"], [type="radio"]') ? 'checked' : 'value');
function discard(form) {
  const restore = form.querySelector('[data-restore]');
  if (!restore || !changed(form)) return;
  discarded.set(form, [...form.elements].filter((field) => field.name && field.matches('input:not([type="hidden"], [type="file"]), textarea, select')).map((field) => [field, field[state(field)]]));
  setTimeout(() => {
    restore.hidden = false;
    if (document.activeElement === document.body || document.activeElement.matches('[type="reset"]')) restore.focus();
  });
}
document.addEventListener('click', (e) => {
  const form = e.target.closest?.('[data-restore]')?.form;
  if (!form) return;
  for (const [field, value] of discarded.get(form) ?? []) {
    if (field[state(field)] === value) continue;
    field[state(field)] = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
  form.querySelector('.savebar .pri').focus();
});

let sending = false;
document.addEventListener('input', (e) => {
  if (e.target.form?.matches('[data-save]')) mark(e.target.form);
});
document.addEventListener('reset', (e) => {
  if (!e.target.matches('[data-save]')) return;
  discard(e.target);
  setTimeout(mark, 0, e.target);
});
// What is pressed twice is sent once: the answer to the second would take the place of the first.
let sent;
const wasSent = (form, submitter) => {
  const now = new URLSearchParams(new FormData(form, submitter)).toString();
  const again = leaving() && sent?.form === form && sent.fields === now;
  sent = { form, fields: now };
  leave();
  return again;
};
// A form beside it leaves the page too, without what is not saved.
addEventListener('submit', (e) => {
  if (e.defaultPrevented) return;
  if (e.target.getAttribute('method') === 'post' && wasSent(e.target, e.submitter)) e.preventDefault();
  else sending = e.target.matches('[data-save]');
});
addEventListener('beforeunload', (e) => {
  if (!sending && [...document.querySelectorAll('form[data-save]')].some(changed)) e.preventDefault();
  else leave();
});
