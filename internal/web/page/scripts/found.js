// What a search found is read out: when its page is there, and when its list changes while one
// types. The place that is read out stays, so that it is heard to change.

const place = document.getElementById('found');

function found(text) {
  if (place.textContent !== text) place.textContent = text;
}

// again says it once more, if nothing else is found meanwhile.
export function again() {
  const text = place.textContent;
  place.textContent = '';
  setTimeout(() => { place.textContent ||= text; }, 300);
}

// A place whose text comes with the page is not heard.
setTimeout(() => found(document.querySelector('main').dataset.found), 100);
document.addEventListener('htmx:afterSwap', (e) => {
  const list = document.getElementById(e.target.id);
  if (list?.dataset.found !== undefined) found(list.dataset.found);
});
