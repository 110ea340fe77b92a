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

document.querySelector('main input[type="search"][autofocus]')?.select(); // what is typed takes its place

// What is shown whole need not be scrolled: Tab passes it.
function regions() {
  for (const part of document.querySelectorAll('main [role="region"][tabindex]')) part.tabIndex = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight ? 0 : -1;
}
regions();
addEventListener('resize', regions);
document.addEventListener('htmx:afterSettle', () => requestAnimationFrame(regions)); // what is new is measured when it is laid out anyway

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

// here are the buttons, and the labels of fields, of the page's own commands by name, each once: in a thread,
// that of the last message.
const here = () => new Map([...document.querySelectorAll(':is(main, .says) [data-command]')].filter((button) => button.checkVisibility()).map((button) => [button.dataset.command, button]));

// commandsHere are what the page itself offers to the command menu.
export function commandsHere() {
  return [...here().keys()].map((command, i) => {
    const option = document.createElement('li');
    option.id = `command-here-${i}`;
    option.role = 'option';
    option.ariaSelected = 'false';
    option.dataset.here = i;
    option.append(document.createElement('span'));
    option.firstChild.textContent = command;
    option.run = () => { // what was there when the menu opened may have been replaced
      const at = here().get(command);
      if (at?.control) at.control.focus();
      else at?.click();
    };
    return option;
  });
}

// A search that answers while one types keeps the focus. Enter says once more what it has found and
// goes there, as the arrow does.
let goesOn;
document.addEventListener('htmx:afterSettle', (e) => {
  const field = goesOn;
  if (!field || e.detail.requestConfig?.elt !== field) return;
  goesOn = undefined;
  again();
  if (document.activeElement !== field) return;
  if (matchMedia('(pointer: coarse)').matches) field.blur(); // for the list, behind a phone's keyboard
  else step(1);
});
document.addEventListener('keydown', (e) => {
  if (!e.target.matches?.('main input[type="search"][hx-get]') || e.isComposing) return;
  if (e.key === 'Enter') {
    goesOn = e.target;
    if (!e.target.matches('.htmx-request')) e.target.dispatchEvent(new Event('find'));
  } else if (e.key === 'ArrowDown' && hasRows()) step(1);
  else return;
  e.preventDefault();
});
