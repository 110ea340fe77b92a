// Where one was in the list. The page that shows the same list after a conversation was open, or that
// is loaded again, shows the same part of it, and the conversation's row.
import { openID } from './app.js';
import { wide } from './keys.js';
import { rowOf } from './live.js';

const store = `svcx:place:${document.body.dataset.base}`;
const box = () => document.getElementById('list-scroll');
const rows = () => [...document.querySelectorAll('#rows .conv')];
const list = () => JSON.stringify(document.getElementById('list').dataset);
const topOf = (element) => element.getBoundingClientRect().top;

function kept() {
  try {
    const place = JSON.parse(sessionStorage.getItem(store));
    return place?.list === list() && place;
  } catch {
    return false;
  }
}

function save(place) {
  try {
    sessionStorage.setItem(store, JSON.stringify(place));
  } catch {
    // a browser that stores nothing
  }
}

// keep keeps which rows are in sight. While a thread hides the list that is what was.
function keep() {
  if (!box()) return;
  const { top, bottom } = box().getBoundingClientRect();
  const at = (row) => topOf(row) - top;
  const seen = box().scrollTop ? rows().filter((row) => at(row) > -row.offsetHeight && at(row) < bottom - top) : [];
  const place = !box().checkVisibility() && kept() || { list: list(), n: rows().length, seen: seen.map((row) => [row.dataset.conversationId, at(row)]) };
  save({ ...place, open: openID() });
}
addEventListener('pagehide', keep);
document.addEventListener('htmx:beforeRequest', (e) => { if (e.detail.target?.id === 'open' && !wide()) keep(); });

let place;
const watch = new MutationObserver(show);

// show shows the place, once as many rows are there as were.
function show() {
  const { n, seen, open } = place;
  const more = document.querySelector('#rows .more a');
  if (more && rows().length < n && !rowOf(seen.at(-1)?.[0] ?? open)) {
    window.htmx.trigger(more, 'click');
    return;
  }
  watch.disconnect();
  const [id, top] = seen.find(([one]) => rowOf(one)) ?? [];
  const put = () => {
    if (rowOf(id)) box().scrollTop += topOf(rowOf(id)) - topOf(box()) - top;
    if (!seen.some(([one]) => one === open)) rowOf(open)?.scrollIntoView({ block: 'nearest' });
  };
  put();
  requestAnimationFrame(put); // rows that were out of sight have a height only now
}

if (box()?.checkVisibility()) {
  place = kept();
  save(null);
  if (place && (place.open || performance.getEntriesByType('navigation')[0].type !== 'navigate')) {
    for (const kind of ['pointerdown', 'wheel', 'keydown']) addEventListener(kind, () => watch.disconnect(), true);
    watch.observe(document.getElementById('rows'), { childList: true });
    document.addEventListener('DOMContentLoaded', show); // the link to more rows is htmx's only then
  }
}
