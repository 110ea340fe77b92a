// What was to be changed and did not get through stays in sight, each with a button that does it
// again, until it is done, something else is set in its place, or it is dismissed: also while other
// things are sent and answered, and when one comes back to its conversation, on another page too.
import { openID, reason } from './app.js';
import { toConversation } from './keys.js';
import { sayUntilBack } from './line.js';

const words = document.body.dataset;

const stored = `svcx:undone:${words.base}:${words.me}`;
const bars = new Map(); // by what is set
const requests = new WeakMap();
const heard = new WeakSet(); // forms

// served reports whether a status, 0 for no answer, says that it was done or refused.
const served = (status) => status > 0 && status < 500 && status !== 429;

const fields = (form) => [...form.elements].filter((field) => field.name && !field.matches('button'));
const kind = (form) => JSON.stringify([new URL(form.getAttribute('action') ?? '', location).pathname, fields(form).map(({ name }) => name)]);

// tagOf is which of several values is set or removed.
function tagOf(form, submitter) {
  return form.querySelector('[aria-multiselectable]') ? submitter?.value || form.elements.typed?.value.trim() : '';
}

// whatIs is what a form sets, whatever it is set to.
function whatIs(form, submitter) {
  const hidden = fields(form).filter(({ name, type }) => type === 'hidden' && name !== 'key' && !name.startsWith('was.'));
  return JSON.stringify([kind(form), hidden.map(({ value }) => value), tagOf(form, submitter)]);
}

function textOf(element) {
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll('[aria-hidden="true"], .sr')) part.remove();
  return element.ariaLabel || copy.textContent.trim();
}

// nameOf is what was chosen, or what the button or the field is called.
function nameOf(form, submitter) {
  const tag = tagOf(form, submitter);
  const list = tag ? form.querySelector('[role="listbox"]') : submitter?.closest('[role="listbox"]');
  if (list) return words.tChoice.replace('%a', () => list.ariaLabel ?? '').replace('%b', () => tag || textOf(submitter));
  const labels = form.querySelectorAll('.field label');
  if (labels.length === 1) return textOf(labels[0]);
  return submitter ? textOf(submitter) : '';
}

document.addEventListener('htmx:beforeRequest', (e) => {
  const { target: form, detail: { xhr, requestConfig } } = e;
  if (e.defaultPrevented || !form.matches('form') || form.dataset.write || requestConfig.verb !== 'post') return;
  const submitter = requestConfig.triggeringEvent?.submitter;
  requests.set(xhr, { id: form.closest('#open') ? openID() : '', kind: kind(form), form, submitter: submitter && { name: submitter.name, value: submitter.value }, what: whatIs(form, submitter), name: nameOf(form, submitter), sent: [...requestConfig.formData].filter(([, value]) => typeof value === 'string') });
  if (heard.has(form)) return;
  heard.add(form);
  // By the form itself, which may be gone from the page by then.
  for (const event of ['htmx:sendError', 'htmx:timeout', 'htmx:responseError']) form.addEventListener(event, failed);
  form.addEventListener('htmx:beforeOnLoad', (answer) => {
    const one = requests.get(answer.detail.xhr);
    if (one && served(answer.detail.xhr.status)) drop(one.what);
  });
});

// isUndone reports whether it is said here that a request failed.
export const isUndone = (xhr) => requests.has(xhr) && !served(xhr.status);

function failed({ detail: { xhr } }) {
  const one = requests.get(xhr);
  if (!one || !isUndone(xhr)) return;
  const focused = bars.get(one.what)?.bar.contains(document.activeElement);
  one.text = reason(xhr.status, xhr.responseText);
  const bar = put(one);
  store();
  showUndone();
  document.querySelector('#details:popover-open')?.hidePopover(); // which would lie over it
  if (focused) bar.querySelector('button').focus();
  if (!bar.checkVisibility()) sayUntilBack(bar.firstElementChild.textContent);
}

function put(one) {
  bars.get(one.what)?.bar.remove();
  const bar = made(one.text, one.name, () => repeat({ ...one, gone: () => drop(one.what) }));
  bar.classList.add('undone');
  const dismiss = document.createElement('button');
  dismiss.className = 'btn ghost sm';
  dismiss.type = 'button';
  dismiss.textContent = words.tDismiss;
  dismiss.addEventListener('click', () => drop(one.what));
  bar.append(dismiss);
  bars.set(one.what, { one, bar });
  return bar;
}

// What is of no conversation is of what was selected, which another page does not have.
function store() {
  try {
    sessionStorage.setItem(stored, JSON.stringify([...bars.values()].map(({ one: { form, ...rest } }) => rest).filter(({ id }) => id)));
  } catch {
    // a browser that stores nothing
  }
}
try {
  for (const one of JSON.parse(sessionStorage.getItem(stored)) ?? []) put(one);
} catch {
  // as above
}

// made is a bar that says why something was not done, with a button that does it again.
export function made(text, name, again) {
  const bar = document.createElement('div');
  bar.className = 'banner bad';
  bar.setAttribute('role', 'alert');
  const says = document.createElement('span');
  says.className = 'grow';
  if (name) {
    const [before, after] = words.tNamed.split('%');
    const whose = document.createElement('bdi');
    whose.textContent = name;
    says.append(before, whose, `${after} `);
  }
  says.append(text);
  bar.append(says);
  if (again) {
    const button = document.createElement('button');
    button.className = 'btn sm';
    button.type = 'button';
    button.textContent = words.tAgain;
    button.addEventListener('click', again);
    bar.append(button);
  }
  return bar;
}

function drop(what) {
  const bar = bars.get(what)?.bar;
  if (bars.delete(what)) store();
  const focused = bar?.contains(document.activeElement);
  bar?.remove();
  if (focused) toConversation();
}

// showUndone shows what was not done of the open conversation.
export function showUndone() {
  const at = document.getElementById('alert');
  for (const { one: { id }, bar } of bars.values()) if (at && bar.parentElement !== at && (!id || id === openID())) at.append(bar);
}

// What an answer says otherwise stands beside it.
document.addEventListener('htmx:oobBeforeSwap', (e) => {
  const { target: at, fragment } = e.detail;
  if (at.id !== 'alert' || !at.querySelector(':scope > .undone')) return;
  e.detail.shouldSwap = false;
  for (const other of at.querySelectorAll(':scope > :not(.undone)')) other.remove();
  const fresh = [...fragment.querySelectorAll('#alert > *')];
  at.prepend(...fresh);
  for (const one of fresh) window.htmx.process(one);
});

// repeat does it again, by what has taken the place of its form meanwhile, with what was written.
// What that no longer offers is done.
export function repeat({ form, submitter, sent = [], gone, ...one }) {
  const now = form?.isConnected ? form : [...document.forms].find((other) => kind(other) === (one.kind ?? kind(form)));
  if (now && now !== form) {
    for (const field of fields(now)) {
      const value = sent.find(([name]) => name === field.name)?.[1];
      if (value !== undefined && field.name !== 'key' && field.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select')) field.value = value;
    }
  }
  const like = ({ name, value }) => name === submitter.name && value === submitter.value;
  const button = submitter && [...now?.elements ?? []].find((other) => other.matches('button') && like(other));
  if (button) button.click(); // htmx sends the name of the one that was clicked last
  else if (now && submitter?.name === 'add' && ![...now.elements].some((other) => other.name === 'remove' && other.value === submitter.value)) {
    // A tag is offered only while its list is open.
    const tag = document.createElement('button');
    Object.assign(tag, { type: 'submit', role: 'option', ...submitter });
    now.querySelector('[role="listbox"]').append(tag);
    tag.click();
    tag.remove();
  } else if (now && !submitter?.name) now.requestSubmit();
  else gone();
}
