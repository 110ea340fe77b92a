// On a phone, what the page says stands over the beginning of the thread. A thread that is not
// scrolled makes room for it, so that no name is covered, and keeps the room when it has faded: what is
// under a finger does not move then.
import { wide } from './keys.js';

const says = document.querySelector('.says');
const gap = 8;

function makeRoom() {
  const thread = document.getElementById('thread');
  // It is counted from its end.
  if (!thread || wide() || thread.scrollHeight - thread.clientHeight + thread.scrollTop > 1) return;
  const [top, last] = [thread.getBoundingClientRect().top, says.getBoundingClientRect()];
  if (!last.height) return;
  const needed = last.bottom + gap - top;
  if (needed <= parseFloat(getComputedStyle(thread).paddingTop)) return;
  thread.style.paddingTop = `${needed}px`;
}

if (says) {
  new MutationObserver(makeRoom).observe(says, { childList: true, subtree: true, characterData: true });
  makeRoom();
}
