// The delivery state of replies: a line below each, which expands to its attempts.
import { writeTimes } from './browser.js';
import { goTo } from './line.js';
import { countAgain } from './live.js';

// open are the lines that show their attempts, or wait for them: a line may be replaced
// meanwhile.
const open = new Set();

// isOlder reports whether a line is from before the last attempt that another one knows: the stream may
// be ahead of an answer.
const isOlder = (line, other) => Number(line.dataset.tried) < Number(other.dataset.tried);
document.addEventListener('htmx:oobBeforeSwap', (e) => {
  const { target, fragment } = e.detail;
  if (target.matches('.dlv') && isOlder(fragment.firstElementChild, target)) e.detail.shouldSwap = false;
});

// load shows the attempts at the message of a line.
async function load(id, href) {
  const answer = await fetch(href, { headers: { 'HX-Request': 'true' } });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [line, fresh] = [document.getElementById(id), page.getElementById(id)];
  if (line && fresh && open.has(id) && !isOlder(fresh, line)) replace(line, document.importNode(fresh, true));
}

// What is pressed to send a reply again is not there any more when that is answered.
let pressed;
document.addEventListener('htmx:beforeRequest', (e) => {
  const line = e.target.closest?.('.dlv');
  pressed = line?.contains(document.activeElement) ? line.id : undefined;
});
const wasPressed = (id) => pressed === id && (document.activeElement === document.body || document.getElementById(id)?.contains(document.activeElement));
document.addEventListener('htmx:oobAfterSwap', (e) => {
  const { id } = e.detail.target;
  if (pressed && wasPressed(id)) document.getElementById(id).querySelector('a').focus();
});

function replace(line, fresh) {
  const focused = line.contains(document.activeElement) || wasPressed(line.id);
  line.replaceWith(fresh);
  writeTimes(fresh);
  window.htmx.process(fresh);
  if (focused) fresh.querySelector('a').focus();
}

document.addEventListener('click', async (e) => {
  const link = e.target.closest?.('a[data-attempts]');
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  const line = link.closest('.dlv');
  const shown = line.querySelector('.attempts');
  if (shown) {
    open.delete(line.id);
    shown.remove();
    return;
  }
  open.add(line.id);
  try {
    await load(line.id, link.href);
  } catch {
    goTo(link.href); // which says what is wrong
  }
});

// What the stream has brought is the same for all lists: the answer is for the one that stands beside.
document.addEventListener('htmx:configRequest', (e) => {
  if (e.target.closest('.dlv') && !e.detail.path.includes('?')) e.detail.path += document.querySelector('#thead .back').search;
});

// undelivered reports whether a row says that a reply was not delivered.
export const undelivered = (row) => Boolean(row.querySelector(':is(.failed, .waits):not([hidden])'));

// A reply that is not delivered yet counts as such after two minutes.
const patience = 120_000;
setInterval(() => {
  let more = false;
  for (const mark of document.querySelectorAll('.conv .waits[hidden]')) {
    mark.hidden = Date.now() - Number(mark.dataset.since) < patience;
    more ||= !mark.hidden;
  }
  if (more) countAgain();
}, 10_000);

// onDelivery shows what the stream says of a reply, in the thread and in the list.
export function onDelivery(fresh) {
  const { conversationId, failed, waits } = fresh.dataset;
  const row = document.querySelector(`.conv[data-conversation-id="${conversationId}"]`);
  if (row) {
    row.querySelector('.failed').hidden = failed !== 'true';
    if (waits !== 'true') row.querySelector('.waits')?.remove();
    if (document.querySelector('#list[data-view="undelivered"]')) row.parentElement.classList.toggle('gone', !undelivered(row));
  }
  if (failed === 'true' || [...document.querySelectorAll('a[data-quiet]')].some((link) => !link.hidden)) countAgain();
  const shown = document.getElementById(fresh.id);
  if (!shown) {
    document.querySelector(`#m-${fresh.dataset.messageId} > div`)?.append(fresh);
    window.htmx.process(fresh);
    return;
  }
  const attempts = shown.querySelector('.attempts');
  if (attempts) {
    open.add(fresh.id);
    fresh.append(attempts); // until those that are asked for are here
  }
  replace(shown, fresh);
  if (open.has(fresh.id)) load(fresh.id, fresh.querySelector('a').href).catch(() => {});
}
