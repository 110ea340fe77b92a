// The tags that other conversations have are asked for when one is chosen, for a conversation or to
// filter by.
async function offered(from) {
  const answer = await fetch(from, { headers: { 'HX-Request': 'true' } });
  if (!answer.ok) throw new Error(answer.status);
  const all = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('[role="option"]');
  return [...all].map((option) => document.importNode(option, true));
}

document.addEventListener('toggle', async (e) => {
  if (e.target.id !== 'pick-tags' || e.newState !== 'open') return;
  const form = e.target.firstElementChild;
  const list = form.querySelector('[role="listbox"]');
  try {
    const all = await offered(form.dataset.from);
    for (const option of list.querySelectorAll('[name="add"]')) option.remove();
    list.querySelector('[data-new]').before(...all);
    form.elements.typed.dispatchEvent(new Event('input', { bubbles: true }));
  } catch {
    // one types it
  }
}, true);

// The field of the filter takes any text: a choice is written into it, and Enter without one sends
// the form.
const field = () => document.getElementById('filter-tag');
const list = () => document.getElementById('filter-tags');
const options = () => [...list().children];
const fitting = () => options().filter((option) => !option.hidden);
const aimed = () => list().querySelector('[data-active]');

document.addEventListener('toggle', async (e) => {
  if (e.target.id !== 'filter-menu' || e.newState !== 'open') return;
  field().role = 'combobox';
  field().ariaAutoComplete = 'list';
  shut();
  try {
    list().replaceChildren(...await offered(field().dataset.suggests));
    if (document.activeElement === field()) sift();
  } catch {
    // one types it
  }
}, true);

function aim(option) {
  if (aimed()) {
    aimed().ariaSelected = 'false';
    delete aimed().dataset.active;
  }
  field().removeAttribute('aria-activedescendant');
  if (!option) return;
  option.id ||= `filter-tags-${options().indexOf(option)}`;
  option.dataset.active = '';
  option.ariaSelected = 'true';
  field().setAttribute('aria-activedescendant', option.id);
  option.scrollIntoView({ block: 'nearest' });
}

function sift() {
  const text = field().value.trim().toLowerCase();
  for (const option of options()) option.hidden = !option.value.toLowerCase().includes(text);
  const some = fitting().length > 0;
  aim();
  list().hidden = !some;
  field().ariaExpanded = String(some);
  const none = list().previousElementSibling;
  const says = some || !options().length ? '' : none.dataset.none;
  if (none.textContent !== says) none.textContent = says;
}

function shut() {
  aim();
  list().hidden = true;
  field().ariaExpanded = 'false';
  list().previousElementSibling.textContent = '';
}

function take(option) {
  field().value = option.value;
  field().focus();
  shut();
}

document.addEventListener('input', (e) => { if (e.target.id === 'filter-tag') sift(); });
document.addEventListener('focusin', (e) => {
  if (e.target.id === 'filter-tag') sift();
  else if (field() && !list().contains(e.target)) shut();
});
document.addEventListener('click', (e) => {
  const option = e.target.closest?.('#filter-tags [role="option"]');
  if (option) take(option);
  else if (e.target.id === 'filter-tag' && list().hidden) sift();
});
document.addEventListener('keydown', (e) => {
  if (e.target.id !== 'filter-tag' || e.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step) {
    if (list().hidden) sift();
    const shown = fitting();
    if (!shown.length) return;
    const at = shown.indexOf(aimed());
    aim(shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : (at + step + shown.length) % shown.length]);
  } else if (e.key === 'Enter' && aimed()) take(aimed());
  else if (e.key === 'Escape' && !list().hidden) shut();
  else return;
  e.preventDefault();
  e.stopPropagation();
}, true);
