// Undo of a change of a draft, for as long as it would bring back what was there before: the draft was not
// changed since, and is still on the page.
import { say } from './message.js';

const words = document.body.dataset;

// What can be undone: the form of the draft, the draft as it was left, and the button.
let offered;

function withdraw() {
  if (!offered || offered.form.isConnected && offered.form.elements.content.value === offered.text) return;
  if (offered.button.isConnected) say('');
  offered = undefined;
}

// offerUndo says what was done to the draft of a form, with a button that undoes it.
export function offerUndo(form, said, undo) {
  say(said);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn sm';
  button.dataset.undo = '';
  button.textContent = words.tUndo;
  button.addEventListener('click', () => {
    withdraw();
    if (offered?.button !== button) return;
    offered = undefined;
    say('');
    undo();
  });
  document.getElementById('say').append(' ', button);
  offered = { form, button, text: form.elements.content.value };
}

for (const kind of ['input', 'svcx:restored', 'htmx:afterSwap', 'htmx:oobAfterSwap']) document.addEventListener(kind, withdraw);
