// What the pages do with scripts. Without them, links and forms do the same with pages.
import './htmx.js';
import { writeTimes } from './browser.js';
import { clearDraft, keepDraft, markDrafts, restoreDrafts } from './drafts.js';
import { filesSent, showFiles } from './files.js';
import { sized } from './composer.js';
import { arrived, live, look, place, reload, rowOf, showMeanwhile } from './live.js';
import { showViewers } from './viewing.js';
import { wasRead } from './notify.js';
import { looked } from './attention.js';
import { began } from './seen.js';
import { lost, onLine, sayLost, sayUntilBack } from './line.js';
import { landed } from './opening.js';
import { away, openUnsent } from './outbox.js';
import { settle } from './undosend.js';
import { isUndone, made, repeat, showUndone } from './undone.js';
import './keys.js';
import './marked.js';
import './selection.js';
import './forms.js';
import './details.js';
import './media.js';
import './mention.js';
import './message.js';
import './assist.js';
import './format.js';
import './profile.js';
import './people.js';
import './place.js';
import './popover.js';
import './settings.js';
import './events.js';
import './order.js';
import './says.js';
import './sheet.js';
import './start.js';
import './summary.js';
import './pending.js';
import './focus.js';
import './tags.js';
import { signedOut } from './signedout.js';

const words = document.body.dataset;
const main = document.querySelector('main');
const alertPlace = () => document.getElementById('alert');

document.documentElement.classList.add('js');
document.cookie = 'svcx_scripts=1; path=/app; samesite=lax'; // opening alone marks nothing as read
writeTimes();

// What is open: marked in the list, and the pane that narrow screens show.
export function openID() {
  return document.getElementById('open')?.dataset.conversationId ?? '';
}

function opened() {
  const id = openID();
  main.dataset.view = id ? 'thread' : 'list';
  for (const row of document.querySelectorAll('.conv[aria-current]')) row.removeAttribute('aria-current');
  const row = id && rowOf(id);
  if (row) {
    row.setAttribute('aria-current', 'true');
    requestAnimationFrame(() => rowOf(id)?.scrollIntoView({ block: 'nearest' })); // when nothing else changes the layout
  }
  if (Number(document.getElementById('open')?.dataset.unread) > 0 || document.getElementById('open')?.dataset.waits !== undefined) arrived(id);
  compose(id);
  showUndone();
  showMeanwhile();
  settle(id);
  // What was there when it was opened is not read out as if it had just come.
  requestAnimationFrame(() => document.getElementById('thread')?.removeAttribute('aria-live'));
  look();
  showViewers();
  if (id) wasRead(id);
  if (id) looked(id);
}

// compose fills the composer that has come.
function compose(id) {
  restoreDrafts(id);
  showFiles(id);
  openUnsent(id);
  began();
  for (const form of document.querySelectorAll('form[data-write]')) sized(form);
}

// A row that was replaced while its conversation was on its way has lost the list, which says how it opens.
document.addEventListener('htmx:beforeSwap', (e) => { if (e.detail.target.id === 'open') e.detail.swapOverride = 'whole show:none'; });
document.addEventListener('htmx:afterSwap', (e) => {
  if (e.target.id === 'open') {
    writeTimes(e.target); // before its thread is read out
    opened();
  } else if (e.detail.target?.id !== 'open') { // its title comes with it
    writeTimes(e.detail.target ?? document);
    markDrafts();
  }
});
// Its forms are htmx's only then.
document.addEventListener('htmx:afterSettle', (e) => { if (e.target.id === 'open') landed(); });
// The composer may come as it was when something was sent: who has gone on to the other tab stays there.
let shownTab;
document.addEventListener('htmx:oobBeforeSwap', (e) => {
  if (e.detail.target.id === 'composer') shownTab = e.detail.target.querySelector('[role="tab"][aria-selected="true"]')?.dataset.tab;
});
document.addEventListener('htmx:oobAfterSwap', (e) => {
  writeTimes(e.detail.target);
  if (e.detail.target.id === 'thead') showViewers();
  if (e.detail.target.id !== 'composer') return;
  if (shownTab) showTab(shownTab);
  compose(openID());
});

// What is added to a thread may come by the answer and by the stream: it is shown once, in
// its place.
document.addEventListener('htmx:oobBeforeSwap', (e) => {
  if (e.detail.target.id !== 'messages') return;
  e.detail.shouldSwap = false;
  writeTimes(e.detail.fragment);
  for (const line of e.detail.fragment.querySelectorAll('article.msg, .ev')) {
    // The stream may be ahead of the answer: it has the newer state of the delivery.
    const known = document.getElementById(line.id)?.querySelector('.dlv');
    if (known) line.querySelector('.dlv')?.replaceWith(known);
    place(line);
  }
});

// There is nothing to send: one writes first.
document.addEventListener('submit', (e) => {
  const text = e.target.dataset?.write && e.target.elements.content;
  if (!text || text.value.trim() || e.target.querySelector('[data-uploads] li')) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  text.focus();
}, true);

// typedOn takes a message that is stored out of its form. What was typed after it meanwhile is the next
// draft. It reports whether the message was there: it may have been changed.
export function typedOn(id, form, text) {
  const { content } = form.elements;
  if (!content.value.startsWith(text)) return false;
  const next = content.value.slice(text.length).trimStart();
  clearDraft(id, form.dataset.write);
  if (next && id === openID()) {
    content.value = next;
    keepDraft(form);
  }
  return true;
}

// Feedback: what is being sent is shown at once, what failed keeps its text.
document.addEventListener('htmx:beforeRequest', (e) => {
  const form = e.target;
  if (e.defaultPrevented || !form.matches('form, #open')) return;
  const id = openID();
  const inside = form.closest('#open');
  const text = form.dataset.write && form.elements.content.value;
  // By the element itself, which may be gone from the page when the answer comes: it is not
  // shown in a conversation that was opened meanwhile. It has a new composer if the message is
  // stored, and only then the draft is forgotten.
  form.addEventListener('htmx:beforeOnLoad', function answered(answer) {
    if (answer.detail.xhr !== e.detail.xhr) return; // that of another request in it
    form.removeEventListener('htmx:beforeOnLoad', answered);
    if (form.dataset.write && answer.detail.xhr.status < 400 && answer.detail.xhr.responseText.includes('id="composer"')) {
      typedOn(id, form, text);
      if (form.dataset.write === 'reply') filesSent(id);
    }
    if (inside && openID() !== id) answer.preventDefault();
  });
  if (!form.matches('form')) return;
  fail('');
  if (!text?.trim()) return;
  const pending = document.createElement('article');
  pending.className = form.dataset.write === 'note' ? 'msg note sending' : 'msg ours sending';
  pending.id = 'sending';
  const body = document.createElement('div');
  body.className = 'body plain';
  body.textContent = text;
  const holder = document.createElement('div');
  holder.append(body);
  pending.append(document.createElement('span'), holder);
  document.getElementById('messages')?.append(pending);
});
document.addEventListener('htmx:afterRequest', (e) => { if (e.detail.requestConfig?.elt.matches('form[data-write]')) document.getElementById('sending')?.remove(); });
for (const kind of ['htmx:sendError', 'htmx:responseError', 'htmx:timeout']) {
  document.addEventListener(kind, (e) => {
    const status = e.detail.xhr?.status;
    if (status === 401 && signedOut()) return;
    if (away(status) && e.target.matches('form[data-write]')) return; // it is sent later
    else if (isUndone(e.detail.xhr)) return;
    else if (!status && !asked(e)) return; // the page asks again by itself
    else if (e.target.id !== 'bulk-progress') fail(reason(e.detail.xhr?.status, e.detail.xhr?.responseText), e.target, e.detail.requestConfig?.triggeringEvent?.submitter);
  });
}

// asked reports whether somebody wants what has failed, and not the page itself.
const asked = (e) => e.target.matches('form, .conv') || e.detail.requestConfig?.triggeringEvent?.type === 'click';

// reason is why the server did not do something, in its words if it answered.
export function reason(status, answer) {
  if (!status) return words.tFailed;
  const said = new DOMParser().parseFromString(answer, 'text/html').getElementById('failure');
  return said?.textContent || words.tUnclear.replace('%', status);
}

// fail says that something was not done, where one sees it, with a button that opens a row again.
export function fail(text, element, submitter) {
  const at = alertPlace();
  for (const other of at?.querySelectorAll(':scope > :not(.undone)') ?? []) other.remove();
  if (!text) return;
  if (!at?.parentElement.checkVisibility()) {
    if (lost() && text === words.tFailed) sayLost();
    else sayUntilBack(text);
    return;
  }
  const again = () => {
    if (element.matches('form')) repeat({ form: element, submitter, gone: () => fail('') });
    else (rowOf(element.dataset.conversationId) ?? element).click();
  };
  const bar = made(text, '', element?.matches?.('form, .conv, .more a') && again);
  // What was only to be shown is asked for again by those who still want it.
  if (text === words.tFailed && !element?.matches?.('form')) bar.dataset.away = '';
  at.prepend(bar);
}

onLine((isLost) => {
  if (isLost) return;
  alertPlace()?.querySelector('[data-away]')?.remove();
});

// The tabs of the composer.
document.addEventListener('click', (e) => {
  const tab = e.target.closest?.('[role="tab"][data-tab]');
  if (!tab || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  showTab(tab.dataset.tab, true);
});

export function showTab(name, focus) {
  for (const tab of document.querySelectorAll('[role="tab"][data-tab]')) tab.setAttribute('aria-selected', String(tab.dataset.tab === name));
  for (const line of document.querySelectorAll('#composer [data-for]')) line.hidden = line.dataset.for !== name;
  for (const form of document.querySelectorAll('form[data-write]')) {
    form.parentElement.hidden = form.dataset.write !== name;
    sized(form);
    if (focus && form.dataset.write === name) form.elements.content.focus();
  }
}

// Browsers give the focus back from a popover, but not from one within another.
document.addEventListener('beforetoggle', (e) => {
  if (e.newState !== 'closed' || !e.target.contains(document.activeElement)) return;
  e.target.parentElement.closest('[popover]:popover-open')?.querySelector(`[popovertarget="${e.target.id}"]`)?.focus();
}, true);

// Lists to choose from: they filter as one types.
document.addEventListener('beforetoggle', (e) => {
  const filter = e.target.querySelector?.('[data-filter]');
  if (!filter || e.newState !== 'open') return;
  // With a finger, the keyboard would cover a few choices.
  filter.hidden = !filter.name && matchMedia('(pointer: coarse)').matches && filter.form.querySelectorAll('[role="option"]').length <= 8;
  filter.value = '';
  sift(filter);
}, true);
const fitting = (filter) => [...filter.form.querySelectorAll('[role="option"]:not([hidden])')];
function sift(filter) {
  const text = filter.value.trim().toLowerCase();
  const fresh = filter.form.querySelector('[data-new]');
  let known = false;
  for (const option of filter.form.querySelectorAll('[role="option"]')) {
    const name = option.textContent.trim().toLowerCase();
    option.hidden = !name.includes(text);
    known ||= option !== fresh && name === text;
  }
  if (fresh) {
    fresh.hidden = !text || known;
    fresh.firstElementChild.textContent = fresh.dataset.new.replace('%', () => filter.value.trim());
  }
  const shown = fitting(filter);
  const name = (option) => option.textContent.trim().toLowerCase();
  // Before anything is typed it is what is set, so that Enter alone changes nothing. Of several
  // that may be set none is: it would be removed.
  if (text || !fresh) aim(filter, (!text && shown.find((option) => option.ariaSelected === 'true')) || shown.find((option) => name(option) === text) || shown.find((option) => ` ${name(option)}`.includes(` ${text}`)) || shown[0]);
  else aim(filter);
  const none = filter.form.querySelector('[data-none]');
  const says = shown.length ? '' : none.dataset.none;
  if (none.textContent !== says) none.textContent = says;
}

// aim marks the choice that Enter takes.
const aimed = (filter) => filter.form.querySelector('[data-active]');
function aim(filter, option) {
  aimed(filter)?.removeAttribute('data-active');
  if (!option) {
    filter.removeAttribute('aria-activedescendant');
    return;
  }
  const list = option.closest('[role="listbox"]');
  option.id ||= `${list.id}-${[...list.children].indexOf(option)}`;
  option.dataset.active = '';
  filter.setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}
document.addEventListener('input', (e) => { if (e.target.matches('[data-filter]')) sift(e.target); });
document.addEventListener('keydown', (e) => {
  if (!e.target.matches?.('[data-filter]') || e.isComposing) return;
  const shown = fitting(e.target);
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step && shown.length) {
    const at = shown.indexOf(aimed(e.target));
    aim(e.target, shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : (at + step + shown.length) % shown.length]);
  } else if (e.key === 'Enter') aimed(e.target)?.click();
  else return;
  e.preventDefault();
});
document.addEventListener('submit', (e) => e.target.closest?.('[popover]')?.hidePopover());

// The theme changes at once, in all tabs.
const themes = new BroadcastChannel('svcx-theme');
themes.addEventListener('message', (e) => showTheme(e.data));
function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const button = document.querySelector('[data-theme-form]')?.elements.theme;
  if (!button) return;
  button.value = { '': 'light', light: 'dark', dark: '' }[theme];
  button.title = button.dataset[theme || 'system'];
}
document.addEventListener('submit', (e) => {
  if (!e.target.matches('[data-theme-form]')) return;
  e.preventDefault();
  const theme = e.target.elements.theme.value;
  showTheme(theme);
  themes.postMessage(theme);
  fetch(e.target.action, { method: 'POST', body: new URLSearchParams({ theme }), redirect: 'manual' }).catch(() => {});
});

// When a bulk action has ended, the list shows what is left.
document.addEventListener('htmx:afterSwap', (e) => {
  if (e.target.id === 'bulk' && document.querySelector('#bulk[data-ended]')) reload();
});

opened();
live();
