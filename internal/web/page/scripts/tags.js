// The tags that other conversations have are asked for when one is chosen.
document.addEventListener('toggle', async (e) => {
  if (e.target.id !== 'pick-tags' || e.newState !== 'open') return;
  const form = e.target.firstElementChild;
  const list = form.querySelector('[role="listbox"]');
  try {
    const answer = await fetch(form.dataset.from, { headers: { 'HX-Request': 'true' } });
    if (!answer.ok) return;
    const offered = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelectorAll('[role="option"]');
    for (const option of list.querySelectorAll('[name="add"]')) option.remove();
    list.querySelector('[data-new]').before(...[...offered].map((option) => document.importNode(option, true)));
    form.elements.typed.dispatchEvent(new Event('input', { bubbles: true }));
  } catch {
    // one types it
  }
}, true);
