
// An export that was begun shows how far it is.
document.addEventListener('click', (e) => {
  if (e.target.closest?.('#download')) setTimeout(() => document.getElementById('export-line')?.dispatchEvent(new Event('begun')), 700);
});
