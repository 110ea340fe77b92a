// What the page says stands beside what one acts on, not over it: the list or, where that is not
// shown, the thread makes room for it. A list gives up its end and a thread its beginning, so that
// nothing moves under a finger or the pointer, neither when it comes nor when it goes.
import { openID } from './app.js';

const says = document.querySelector('.says');
const root = document.documentElement.style; // a change here styles the whole page anew
const gap = 8;
const thread = () => document.getElementById('thread');

let room = 0;
let was; // the thread when there was last a look at it

function makeRoom() {
  const at = thread();
  const same = at === was;
  was = at;
  if (at) says.style.setProperty('--says-top', `${at.previousElementSibling.getBoundingClientRect().bottom}px`);
  const needed = says.offsetHeight && says.offsetHeight + gap;
  if (needed === room) return;
  // A thread that is shorter than its place begins at the top, and stays where it is.
  if (at) at.style.paddingTop = '';
  const moved = at && same && !needed && at.scrollHeight <= at.clientHeight && parseFloat(getComputedStyle(at).marginTop);
  if (moved) at.style.paddingTop = `${parseFloat(getComputedStyle(at).paddingTop) + moved}px`;
  room = needed;
  root.setProperty('--says', `${room}px`);
}

// own shows whose it was that something was done to, once another conversation is open.
function own() {
  const of = says.querySelector('[data-of]');
  if (of) of.hidden = !openID() || of.dataset.of === openID();
}

if (says) {
  const watch = new ResizeObserver(makeRoom);
  const look = () => {
    watch.disconnect();
    watch.observe(says);
    if (thread()) watch.observe(thread());
    own();
  };
  look();
  document.addEventListener('htmx:afterSwap', (e) => { if (e.target.id === 'open') look(); });
}
