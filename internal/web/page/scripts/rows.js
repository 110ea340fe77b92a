// The rows of the list: where they belong, and how many there are.

const key = (row) => [Date.parse(row.querySelector('time').dateTime), Number(row.dataset.conversationId)];

function isAfter(row, other) {
  const [at, id] = key(row);
  const [otherAt, otherID] = key(other);
  return at < otherAt || at === otherAt && id < otherID;
}

// putInOrder puts an item of the list, newest first, where its time belongs, which members do not
// change. It reports whether that is among the rows that are shown.
export function putInOrder(item) {
  const row = item.querySelector('.conv');
  const rows = document.getElementById('rows');
  const next = [...rows.children].find((other) => other !== item && (other.matches('.more') || isAfter(other.querySelector('.conv'), row)));
  if (next?.matches('.more')) return rows.contains(item);
  if (!next) rows.append(item);
  else if (next.previousElementSibling !== item) next.before(item);
  return true;
}

// showCounts shows the numbers that have come, wherever they stand.
export function showCounts(fresh) {
  for (const n of fresh.querySelectorAll('span[data-count]')) for (const at of document.querySelectorAll(`span[data-count="${n.dataset.count}"]`)) at.textContent = n.textContent;
  // A view that is there only while there is something in it comes and goes.
  const changed = [...document.querySelectorAll('a[data-quiet]')].filter((link) => {
    const { textContent, dataset } = link.querySelector('.n');
    const empty = textContent === '0';
    const here = document.querySelector(`#list[data-view="${dataset.count}"]`);
    return link.hidden !== (link.matches('#list *') ? empty || Boolean(here) : empty && !here);
  });
  if (!changed.length) return;
  const box = document.getElementById('list-scroll');
  const top = box?.getBoundingClientRect().top;
  for (const link of changed) link.hidden = !link.hidden;
  // One that stands above the list does not move what is read in it.
  if (box?.scrollTop) box.scrollTop += box.getBoundingClientRect().top - top;
}

// The list that is there, as its address says it.
function listing() {
  const list = document.getElementById('list');
  if (!list) return '';
  const query = new URLSearchParams(location.search);
  query.set('view', list.dataset.view); // which need not be in the address
  return `?${query}`;
}

// countRows asks for the numbers: that of the list with those beside the views, so that they
// agree.
export async function countRows(base) {
  const asked = listing();
  const answer = await fetch(`${base}/counts${asked}`);
  if (!answer.ok) throw new Error(answer.status);
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (listing() === asked) showCounts(fresh);
  else await countRows(base);
}
