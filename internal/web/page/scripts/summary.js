// The AI's summary of a conversation, and the subject that it proposes.
import { say } from './message.js';

document.addEventListener('htmx:beforeRequest', (e) => {
  const running = e.target.closest?.('[data-running]')?.dataset.running;
  if (running && e.target.matches('form')) say(running);
});
// A summary that is open stays open when it is shown anew.
document.addEventListener('htmx:oobBeforeSwap', (e) => {
  const shown = document.querySelector('#summary details');
  const fresh = e.target.id === 'summary' && e.detail.fragment.querySelector('details');
  if (shown && fresh && shown.open) fresh.open = true;
});
// Where the details lie over the thread, they make room for what was asked for there.
document.addEventListener('htmx:afterRequest', (e) => {
  if (e.target.closest?.('#details [data-running]')) document.querySelector('#details:popover-open')?.hidePopover();
});
document.addEventListener('click', (e) => {
  const drop = e.target.closest?.('[data-drop]');
  if (!drop || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  drop.closest('[data-subject]').remove();
  document.getElementById('ai-rename')?.focus();
});
