// Who is signed out is led to the sign-in page, and from there back. What is written and kept nowhere
// else would be lost with its page: then that stays and says so, and what was to be done can be done
// again after signing in elsewhere.
import { changed } from './forms.js';
import { status } from './line.js';

const words = document.body.dataset;

// Drafts are kept, and what one has searched for is in the address.
const written = (field) => field.matches('textarea, input[type="text"], input[type="email"], input[type="url"], input:not([type])') && !field.matches('[data-filter], [data-write] *, [role="search"] *') && field.value !== field.defaultValue;
const unsaved = () => [...document.querySelectorAll('form[data-save]')].some(changed) || [...document.querySelectorAll('form:is([method="post"], [hx-post]) :is(textarea, input)')].some(written) || Boolean(document.querySelector('[data-uploads] li'));

// signedOut is called when the server has said so. It reports whether the page is left.
export function signedOut() {
  if (unsaved()) {
    document.getElementById('connection').textContent = words.tSignedOut;
    return false;
  }
  location.reload();
  return true;
}

// Before a form that is saved is sent: the sign-in page would take the place of what was written. It
// listens on the document, before those who say that the page is being left.
let passes;
let asks = false;
document.addEventListener('submit', async (e) => {
  const { target: form, submitter } = e;
  if (e.defaultPrevented || passes === form || !form.matches('[data-save]') || !changed(form)) return;
  e.preventDefault();
  e.stopPropagation();
  if (asks) return;
  asks = true;
  const out = await status() === 401;
  asks = false;
  if (out) {
    signedOut();
    return;
  }
  passes = form;
  form.requestSubmit(submitter?.isConnected ? submitter : undefined);
  passes = undefined;
});
