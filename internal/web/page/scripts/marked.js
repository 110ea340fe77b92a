// The words of a search are marked in what it found: in the list, and in the conversation that is
// open. The browser draws the marks; the page stays as it is.

const fold = (text) => [...text].map((c) => (c.length > 1 ? c : c.normalize('NFD')[0].toLowerCase())).join('');
const isWord = (c) => c !== undefined && /[\p{L}\p{N}]/u.test(c);
const words = () => fold(document.getElementById('list')?.dataset.q ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
const places = '#rows :is(.who, .subj, .prev), #messages .body, #thead h2, .det :is(.strong, dd)';

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
  if (!window.Highlight) return [];
  const wanted = words();
  const ranges = [];
  for (const place of wanted.length ? document.querySelectorAll(places) : []) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) ranges.push(...within(texts.currentNode, wanted));
  }
  if (ranges.length) CSS.highlights.set('found', new Highlight(...ranges));
  else CSS.highlights.delete('found');
  return ranges;
}

// toFound marks what is there, and shows the last message with it if none is seen.
function toFound() {
  const thread = document.getElementById('thread');
  const all = mark().filter((range) => thread?.contains(range.startContainer)).map((range) => range.startContainer.parentElement);
  if (!all.length || location.hash) return;
  const { top, bottom } = thread.getBoundingClientRect();
  const seen = (element) => element.getBoundingClientRect().top < bottom && element.getBoundingClientRect().bottom > top;
  if (!all.some(seen)) all.at(-1).scrollIntoView({ block: 'center' });
}

toFound();
document.addEventListener('htmx:afterSettle', (e) => {
  if (e.target.id === 'open') toFound();
  else if (words().length) mark();
});
