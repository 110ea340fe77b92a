// The documentation: copying code, a search that answers while one types, and the heading that
// is being read. Without scripts the search is a form, and code is selected by hand.
document.documentElement.classList.add('js');

const say = (text) => { document.getElementById('say').textContent = text; };

// Copying. Over plain http browsers have no clipboard for scripts, but can copy what is selected.
document.addEventListener('click', async (e) => {
  const button = e.target.closest?.('button[data-copy]');
  if (!button) return;
  const code = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    getSelection().selectAllChildren(code);
    document.execCommand('copy');
    getSelection().removeAllRanges();
  }
  say('Copied');
  button.classList.add('done');
  setTimeout(() => { button.classList.remove('done'); say(''); }, 1500);
});

// What a search found is read out once the page is there.
const { found } = document.getElementById('main').dataset;
if (found) setTimeout(() => say(found), 100);

const form = document.querySelector('form[data-quick]');
const field = form.elements.q;
const quick = document.getElementById('quick');
let asked = 0;

function show(open) {
  quick.hidden = !open;
}

async function find() {
  const q = field.value.trim();
  const mine = ++asked;
  if (!q) return show(false);
  let answer;
  try {
    answer = await fetch(`${form.action}?${new URLSearchParams({ q })}`, { headers: { 'HX-Request': 'true' } });
  } catch {
    return; // the form still works, or says why not
  }
  if (mine !== asked || !answer.ok) return;
  quick.innerHTML = await answer.text(); // our own page's part, under a policy that runs nothing
  if (mine !== asked) return;
  show(document.activeElement === field);
  const hits = quick.querySelectorAll('a').length;
  say(hits ? `${hits} results` : quick.textContent.trim());
}

let typing;
field.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(find, 80); });
field.addEventListener('focus', () => { if (field.value.trim() && quick.childElementCount) show(true); });
form.addEventListener('focusout', (e) => { if (!form.contains(e.relatedTarget)) show(false); });
form.addEventListener('keydown', (e) => {
  const links = [...quick.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (e.key === 'Escape' && !quick.hidden) {
    e.preventDefault(); // the next one empties the field
    field.focus();
    show(false);
  } else if (e.key === 'ArrowDown' && !quick.hidden && links[at + 1]) {
    e.preventDefault();
    links[at + 1].focus();
  } else if (e.key === 'ArrowUp' && at >= 0) {
    e.preventDefault();
    (links[at - 1] ?? field).focus();
  }
});
// A link to a place on the page that is open closes the list.
quick.addEventListener('click', (e) => { if (e.target.closest('a')) show(false); });

// Ctrl+K, and for those who want keys alone /, go to the search.
document.addEventListener('keydown', (e) => {
  const command = e.key.toLowerCase() === 'k' && (e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey;
  const key = e.key === '/' && !e.ctrlKey && !e.metaKey && !e.altKey && document.body.dataset.keys !== 'off' && !e.target.closest?.('input, select, textarea');
  if (!command && !key) return;
  e.preventDefault();
  field.focus();
  field.select();
});

// The list beside the text marks the heading that is being read.
const entries = new Map([...document.querySelectorAll('.d-toc a')].map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
if (entries.size) {
  const headings = [...entries.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  let marked;
  const mark = () => {
    const read = headings.findLast((h) => h.getBoundingClientRect().top < 120) ?? headings[0];
    if (read === marked) return;
    marked = read;
    for (const [id, a] of entries) a.toggleAttribute('data-read', id === read.id);
  };
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true });
  mark();
}
