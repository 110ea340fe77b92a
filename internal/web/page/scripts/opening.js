// While a conversation is being opened, the one that was left is still shown. It takes no clicks,
// keys or text any more, and what acts on a conversation waits for the next one: that is whom it
// is meant for.
const pane = () => document.getElementById('open');

let request;
let there = false; // the answer of the request is shown
let held = [];
let runsHeld = false;

export const opening = () => Boolean(request);
export const holding = () => held.length > 0;

// Whoever types on does not see at once that the next conversation could not be opened: keys that
// follow each other within a second are not for the one that is shown again.
let missed = 0;
export function misses() {
  if (Date.now() - missed > 1000) return false;
  missed = Date.now();
  return true;
}

// mostHeld is more than anybody types while a conversation is being opened.
const mostHeld = 1000;

// hold does something when the next conversation is there, after what was held before it. It is
// not done if that one cannot be opened.
export function hold(what) {
  if (held.length < mostHeld) held.push(what);
}

// While another page is being loaded, this one is still shown and takes keys. They would act on
// what one has left. What takes so long may not come at all: a download is not a page.
const patience = 10000;
let left = 0;
export const leaving = () => Date.now() - left < patience;
export function leave() {
  left = Date.now();
}
// stays says that the page is not left after all.
export function stays() {
  left = 0;
}
addEventListener('pageshow', stays);

export function letGo() {
  held = [];
}

document.addEventListener('htmx:beforeRequest', (e) => {
  if (e.detail.target?.id !== 'open') return;
  const { xhr } = e.detail;
  if (!runsHeld) letGo(); // that was for a conversation that was passed by
  request = xhr;
  there = false;
  missed = 0;
  // After the row is painted: to style the pane anew would delay that, and most answers come first.
  requestAnimationFrame(() => setTimeout(() => {
    if (request !== xhr) return;
    pane().inert = true;
    pane().ariaBusy = 'true';
  }));
  xhr.addEventListener('loadend', () => {
    if (request === xhr && there) runHeld();
    // One request takes the place of another; only then is it known whether it did.
    else setTimeout(() => { if (request === xhr) failed(); });
  });
});

// landed is called when the conversation is there. What was held waits until htmx has ended the
// request: a key that opens the next conversation would begin only then, and those after it would
// act on this one.
export function landed() {
  there = true;
}

function runHeld() {
  request = undefined;
  runsHeld = true;
  try {
    while (held.length && !request) held.shift()();
  } finally {
    runsHeld = false;
  }
}

// The list is where the thread is again.
function failed() {
  request = undefined;
  missed = Date.now();
  letGo();
  pane().inert = false;
  pane().ariaBusy = null;
  if (document.activeElement?.matches('.conv')) document.querySelector('.conv[aria-current]')?.focus();
}
