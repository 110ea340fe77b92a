// Settings: values to be copied, and dialogs that ask before something is done.
import { copy, say } from './message.js';

// ask shows a dialog of the page in front of it.
function ask(dialog) {
  dialog.removeAttribute('open');
  dialog.showModal();
  (dialog.querySelector('[aria-invalid], [autofocus], input:not([type=hidden]), select, textarea') ?? dialog.querySelector('form button'))?.focus();
}
const asked = document.querySelector('dialog.ask[open]');
if (asked) ask(asked);

// Where the tabs do not fit they scroll: the current one is in sight.
document.querySelector('.tabs [aria-current]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });

document.addEventListener('click', async (e) => {
  const button = e.target.closest?.('[data-ask], .ask [data-close], button[data-copy]');
  if (!button) return;
  if (button.dataset.copy) {
    const shown = document.getElementById(button.dataset.copy);
    await copy(shown.dataset.value ?? shown.value ?? shown.textContent);
    say(document.body.dataset.tCopiedIt);
    return;
  }
  e.preventDefault();
  if (button.dataset.ask) ask(document.getElementById(`ask-${button.dataset.ask}`));
  else button.closest('dialog').close(); // the browser gives the focus back
});
// What looks like a button is pressed like one.
document.addEventListener('keydown', (e) => {
  if (e.key !== ' ' || !e.target.matches?.('a[role=button]')) return;
  e.preventDefault();
  e.target.click();
});
