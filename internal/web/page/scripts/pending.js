// What a member sets of a conversation is shown at once, and what takes longer says so. The answer
// brings what is true then, or the reason why nothing was changed: what was shown is taken back.
import { say } from './message.js';

const words = document.body.dataset;

// instead shows something in an element until what it returns is called.
function instead(place, ...nodes) {
  const was = [...place.childNodes];
  place.replaceChildren(...nodes);
  place.ariaBusy = 'true';
  return () => {
    place.replaceChildren(...was);
    place.ariaBusy = null;
  };
}

// shownAtOnce shows what a button of a form sets.
function shownAtOnce(form, button) {
  const value = form.closest('.picker')?.parentElement.querySelector('[id^="value-"]');
  if (value?.matches('.tags')) {
    const tags = [...value.children].filter((tag) => tag.matches('.tag')).map((tag) => tag.cloneNode(true));
    const [name, tag] = [button.name, button.value || form.elements.typed.value.trim()];
    if (name === 'remove') return instead(value, ...tags.filter((one) => one.textContent !== tag));
    const fresh = document.createElement('span');
    fresh.className = 'tag cut';
    fresh.dir = 'auto';
    fresh.textContent = tag;
    return instead(value, ...tags, fresh);
  }
  if (value) return instead(value, ...[...button.children].filter((part) => !part.matches('svg')).map((part) => part.cloneNode(true)));
  const status = button.dataset.doing && document.querySelector('#thead .status');
  return status ? instead(status, button.dataset.doing) : undefined;
}

document.addEventListener('htmx:beforeRequest', (e) => {
  const { target: form, detail: { xhr, requestConfig } } = e;
  const button = requestConfig.triggeringEvent?.submitter;
  if (e.defaultPrevented || !button || !form.matches('form:not([data-running])')) return;
  button.ariaBusy = 'true';
  const back = form.matches('#open form') && !form.dataset.write ? shownAtOnce(form, button) : undefined;
  if (back) say(''); // Undo is of what was done before
  let said;
  const slow = setTimeout(() => {
    if (form.closest('#say')) return;
    said = button.dataset.doing ?? words.tWorking;
    say(said);
  }, 1000);
  xhr.addEventListener('loadend', () => setTimeout(() => { // after what has come is in its place
    clearTimeout(slow);
    button.ariaBusy = null;
    back?.();
    if (said && document.getElementById('say').textContent === said) say('');
  }));
});
