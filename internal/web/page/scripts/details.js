// What stands beside a thread: values and people, and what must be filled in first.
import { toConversation, wide } from './keys.js';

// The dialog that asks for required fields is part of the page without scripts; with them
// it is in front of it, and the focus goes back where it was.
function ask() {
  const dialog = document.querySelector('#fill dialog');
  if (!dialog || dialog.matches(':modal')) return;
  dialog.removeAttribute('open');
  dialog.showModal();
  enter(dialog.querySelector('[aria-invalid]') ?? dialog.querySelector('[autofocus]'));
}

// What is wrong is ready to be typed over.
function enter(field) {
  field?.focus();
  if (field?.ariaInvalid) field.select?.();
}
ask();

// keepDetails has the details stay open where they lie over the thread: what it returns is called
// after they were replaced. The focus stays at the same value.
export function keepDetails() {
  const old = document.getElementById('details');
  if (!old?.matches(':popover-open')) return () => {};
  // Shown while one chose: a list that was closed has not said so yet.
  const choosing = old.dataset.while;
  if (choosing && !document.getElementById(choosing)?.matches(':popover-open')) return () => {};
  const at = old.contains(document.activeElement) ? document.activeElement.getAttribute('popovertarget') : '';
  return () => {
    const opener = document.querySelector('#thead .show-d');
    opener.focus({ preventScroll: true }); // where it goes when they are closed
    const fresh = document.getElementById('details');
    if (choosing) fresh.dataset.while = choosing;
    fresh.showPopover({ source: opener });
    if (at) fresh.querySelector(`[popovertarget="${at}"]`)?.focus();
  };
}

// On a narrow screen, what goes back in the history closes them first: an entry stands for them. If
// they were closed otherwise, it is passed over, and the next page takes its place.
let entry = history.state?.details;
document.addEventListener('toggle', (e) => {
  if (e.target.id !== 'details' || wide()) return;
  const state = { details: e.newState };
  if (entry) history.replaceState(state, '');
  else if (e.newState === 'open') history.pushState(state, '');
  else return;
  entry = e.newState;
}, true);
addEventListener('popstate', (e) => {
  const left = entry;
  entry = e.state?.details;
  if (!left || entry) return;
  e.stopImmediatePropagation(); // it is the same page
  if (left === 'closed') history.back();
  else document.getElementById('details')?.hidePopover();
});
document.addEventListener('htmx:beforeHistoryUpdate', (e) => {
  if (entry) e.detail.history.type = 'replace';
  entry = undefined;
});
if (entry === 'open' && !wide()) document.getElementById('details')?.showPopover();

let asked = false;
let keep;
document.addEventListener('htmx:oobBeforeSwap', (e) => {
  if (e.detail.target.id === 'details') keep = keepDetails();
  if (e.detail.target.id !== 'fill') return;
  const dialog = e.detail.target.querySelector('dialog[open]');
  asked = Boolean(dialog);
  dialog?.close();
});
document.addEventListener('htmx:oobAfterSwap', (e) => {
  if (e.detail.target.id === 'fill') {
    ask();
    // Not to the button that was pressed: it may be the one that takes back what was done.
    if (asked && !document.querySelector('#fill dialog')) toConversation();
  }
  if (e.detail.target.id !== 'details') return;
  keep?.();
  keep = undefined;
  enter(document.querySelector('#details form.editing [aria-invalid]'));
});
document.addEventListener('htmx:afterSwap', ask);
document.addEventListener('click', (e) => {
  const close = e.target.closest?.('dialog:modal [data-close]');
  if (close) {
    e.preventDefault();
    close.closest('dialog').close();
  }
  const option = e.target.closest?.('[data-opens]');
  if (option) {
    // The list makes room for what was chosen in it.
    e.preventDefault();
    const list = option.closest('[popover]');
    const source = document.querySelector(`[popovertarget="${list.id}"]`);
    list.hidePopover();
    document.getElementById(option.getAttribute('popovertarget')).showPopover({ source });
  }
});
// A choice is sent as a line is; by itself a browser opens its list.
document.addEventListener('keydown', (e) => {
  if (e.key !== 'Enter' || e.altKey || !e.target.matches?.('#fill select')) return;
  e.preventDefault();
  e.target.form.requestSubmit();
});
// A form whose answer is awaited is no longer kept from being replaced.
document.addEventListener('submit', (e) => e.target.classList?.remove('editing'), true);

// The first message of a conversation is sent with the keys of the others.
document.addEventListener('keydown', (e) => {
  if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey) || !e.target.matches?.('#field-content')) return;
  e.preventDefault();
  e.target.form.requestSubmit();
});
