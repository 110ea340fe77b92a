// A new workspace: its slug follows its name until one is written.
const slug = document.getElementById('field-slug');
const named = document.getElementById('field-name');
if (slug && named) {
  let follows = slug.value === '';
  slug.addEventListener('input', () => { follows = slug.value === ''; });
  named.addEventListener('input', () => {
    if (follows) slug.value = named.value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 63);
  });
}

// An export that was begun shows how far it is.
document.addEventListener('click', (e) => {
  if (e.target.closest?.('#download')) setTimeout(() => document.getElementById('export-line')?.dispatchEvent(new Event('begun')), 700);
});
