// The connection to the server. While it is lost, what would lead to another page keeps this one:
// a browser would show its own error in its place, also after the connection is back.
import { say } from './message.js';
import { stays } from './opening.js';

const words = document.body.dataset;

let state = 'open';
const waiting = [];

export const lost = () => state === 'lost' || state === 'silent';

// onLine is told each time that the connection is lost, or is back.
export function onLine(tell) {
  waiting.push(tell);
}

// lineIs says what the live stream knows of the connection.
export function lineIs(now) {
  const before = lost();
  state = now;
  if (now === 'open' && said && document.getElementById('say').textContent === said) say('');
  if (now === 'open' || lost() !== before) for (const tell of waiting) tell(lost());
}

// status is what the server answers to a member, 0 if it does not.
export async function status() {
  try {
    return (await fetch(`${words.base}/stream`, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(4000) })).status;
  } catch {
    return 0;
  }
}

// reached asks whether the server answers after all. What answers for it while it is away does not
// count.
export async function reached() {
  const is = await status();
  return is > 0 && is < 500;
}

// sayUntilBack says what is so only until the server answers again.
let said;
export function sayUntilBack(text) {
  said = text;
  say(text);
}

// sayLost says that nothing can be loaded.
export const sayLost = () => sayUntilBack(words.tStays);

function stay() {
  stays();
  sayLost();
}

// goTo leads to another page, if it can be loaded.
export async function goTo(to) {
  if (!lost() || await reached()) location.assign(to);
  else stay();
}

const here = (to) => to.origin === location.origin && to.pathname === location.pathname && to.search === location.search;

// After all that takes a link or a form for itself.
addEventListener('click', (e) => {
  const link = e.target.closest?.('a[href]');
  if (!lost() || !link || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  if (link.origin !== location.origin || link.target && link.target !== '_self' || link.hasAttribute('download') || link.hash && here(link)) return;
  e.preventDefault();
  goTo(link.href);
});

let passes;
addEventListener('submit', async (e) => {
  const { target: form, submitter } = e;
  if (!lost() || e.defaultPrevented || passes === form || form.getAttribute('method') === 'dialog') return;
  e.preventDefault();
  if (!await reached()) {
    stay();
    return;
  }
  passes = form;
  form.requestSubmit(submitter?.isConnected ? submitter : undefined);
  passes = undefined;
});

// Back and forward within this document: htmx would load the page anew. The address is put back.
let shown = location.href;
for (const kind of ['htmx:pushedIntoHistory', 'htmx:replacedInHistory']) document.addEventListener(kind, () => { shown = location.href; });
addEventListener('hashchange', () => { shown = location.href; });
addEventListener('popstate', (e) => {
  if (!lost() || here(new URL(shown))) return;
  e.stopImmediatePropagation();
  const to = location.href;
  history.pushState({ htmx: true }, '', shown);
  goTo(to);
}, true);

// To another document, and to this one again. Not every browser lets a page know.
let goes;
window.navigation?.addEventListener('navigate', async (e) => {
  const { navigationType: kind, destination: to } = e;
  if (!lost() || !e.cancelable || goes || kind !== 'reload' && !(kind === 'traverse' && !to.sameDocument)) return;
  e.preventDefault();
  if (!await reached()) {
    stay();
    return;
  }
  goes = true;
  if (kind === 'reload') location.reload();
  else window.navigation.traverseTo(to.key);
});
