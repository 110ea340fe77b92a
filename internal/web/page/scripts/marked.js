// The words of a search are marked in what it found. The server marks them in lists and messages; what
// stands beside them, and rows that change, the browser draws marks over.

const fold = (text) => [...text].map((c) => (c.length > 1 ? c : c.normalize('NFD')[0].toLowerCase())).join('');
const isWord = (c) => c !== undefined && /[\p{L}\p{N}]/u.test(c);
const words = () => fold(document.getElementById('list')?.dataset.q ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const places = '#rows :is(.who, .subj, .prev), #thead h2, .det :is(.strong, dd)';

// within are the places of a text at which a word of the search begins.
function within(node, wanted) {
  const text = fold(node.data);
  if (text.length !== node.data.length) return []; // a letter that is longer in lower case
  return wanted.flatMap((word) => {
    const ranges = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      if (isWord(text[at - 1])) continue;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      ranges.push(range);
    }
    return ranges;
  });
}

// mark marks what is there now.
export function mark() {
  if (!window.Highlight) return;
  const wanted = words();
  const ranges = [];
  for (const place of wanted.length ? document.querySelectorAll(places) : []) {
    if (place.querySelector('.hit')) continue;
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) ranges.push(...within(texts.currentNode, wanted));
  }
  if (ranges.length) CSS.highlights.set('found', new Highlight(...ranges));
  else CSS.highlights.delete('found');
}

// toFound shows what was found if none of it is seen: in the message that the address names, or the
// last one.
function toFound() {
  mark();
  const thread = document.getElementById('thread');
  const named = document.getElementById(location.hash.slice(1));
  const all = [...(named ?? thread)?.querySelectorAll('.hit') ?? []];
  if (!thread || !all.length) return;
  const { top, bottom } = thread.getBoundingClientRect();
  const seen = (hit) => hit.getBoundingClientRect().bottom < bottom && hit.getBoundingClientRect().top > top;
  if (!all.some(seen)) all.at(named ? 0 : -1).scrollIntoView({ block: 'center' });
}

toFound();
document.addEventListener('htmx:afterSettle', (e) => {
  if (e.target.id === 'open') toFound();
  else if (words().length) mark();
});
