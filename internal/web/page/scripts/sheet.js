// Pages without panes, by keys: where keys begin, their lists, their searches, and what the
// command menu can do on them.
import { again } from './found.js';

// Keys scroll such a page, and Tab begins in it, not in the navigation.
const part = document.querySelector('main[data-view="sheet"] > #open');
const wanted = [...document.querySelectorAll('main [autofocus]')].some((field) => field.checkVisibility()); // the browser does it later
if (part && document.activeElement === document.body && !wanted && !location.hash) {
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

const rows = () => [...document.querySelectorAll('main a.who-row')].filter((row) => row.checkVisibility());
export const hasRows = () => rows().length > 0;

// step goes to another row of the list.
export function step(by) {
  const all = rows();
  const at = all.indexOf(document.activeElement);
  const to = all[at < 0 ? 0 : at + by];
  to?.focus();
}

// up is the page above.
export const up = () => document.querySelector('main .crumb a');

// commandsHere are what the page itself offers to the command menu.
export function commandsHere() {
  return [...document.querySelectorAll('main [data-command]')].filter((button) => button.checkVisibility()).map((button, i) => {
    const option = document.createElement('li');
    option.id = `command-here-${i}`;
    option.role = 'option';
    option.ariaSelected = 'false';
    option.dataset.here = i;
    option.append(document.createElement('span'));
    option.firstChild.textContent = button.dataset.command;
    option.run = () => button.click();
    return option;
  });
}

// A search that answers while one types keeps the focus: Enter says once more what it has found,
// and the arrow leads to it.
document.addEventListener('keydown', (e) => {
  if (!e.target.matches?.('main input[type="search"][hx-get]') || e.isComposing) return;
  if (e.key === 'Enter') {
    e.target.dispatchEvent(new Event('find'));
    again();
    if (matchMedia('(pointer: coarse)').matches) e.target.blur(); // for the list, behind a phone's keyboard
  } else if (e.key === 'ArrowDown' && hasRows()) step(1);
  else return;
  e.preventDefault();
});
