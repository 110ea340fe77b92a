// Forms that are saved: they say that something is not saved yet, and a page that is left
// with it asks.
const isChanged = (field) => {
  if (field.matches('select')) return !field.options[field.selectedIndex]?.defaultSelected && (field.selectedIndex > 0 || Boolean(field.querySelector('[selected]')));
  return field.type === 'checkbox' || field.type === 'radio' ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
};
const changed = (form) => [...form.elements].some((field) => field.name && field.matches('input, textarea, select') && isChanged(field));

function mark(form) {
  const dirty = changed(form);
  for (const part of form.querySelectorAll('[data-unsaved]')) part.hidden = !dirty;
}

let sending = false;
document.addEventListener('input', (e) => {
  if (e.target.form?.matches('[data-save]')) mark(e.target.form);
});
document.addEventListener('reset', (e) => {
  if (e.target.matches('[data-save]')) setTimeout(mark, 0, e.target);
});
// A form beside it leaves the page too, without what is not saved.
addEventListener('submit', (e) => { sending = !e.defaultPrevented && e.target.matches('[data-save]'); });
addEventListener('beforeunload', (e) => {
  if (!sending && [...document.querySelectorAll('form[data-save]')].some(changed)) e.preventDefault();
});
