// Pictures, sound and video of mails are loaded when one asks for them. Without scripts their
// links open them.
const kinds = { 'rt-image': 'img', 'rt-audio': 'audio', 'rt-video': 'video' };
const links = 'a:is(.rt-image, .rt-audio, .rt-video)';

function show(link) {
  const media = document.createElement(kinds[link.classList[0]]);
  media.className = 'rt-shown';
  // The size that the author gave, so that nothing moves when it is loaded.
  if (link.dataset.width) media.setAttribute('width', link.dataset.width);
  if (link.dataset.height) media.setAttribute('height', link.dataset.height);
  if (media.localName === 'img') {
    media.alt = link.textContent;
    media.tabIndex = -1;
  } else {
    media.controls = true;
    media.setAttribute('aria-label', link.textContent);
  }
  media.src = link.getAttribute('href');
  // What cannot be loaded is a link again, which says why.
  media.addEventListener('error', () => media.replaceWith(link), { once: true });
  const focused = link === document.activeElement;
  link.replaceWith(media);
  if (focused) media.focus();
}

// What cannot be loaded says so in its place.
const lose = (picture) => picture.parentElement.classList.add('lost');
document.addEventListener('error', (e) => { if (e.target.matches?.('.shot img')) lose(e.target); }, true);
for (const picture of document.querySelectorAll('.shot img')) if (picture.complete && !picture.naturalWidth) lose(picture);

document.addEventListener('click', (e) => {
  const all = e.target.closest?.('[data-show-media]');
  if (all) {
    for (const link of all.closest('article').querySelectorAll(links)) show(link);
    all.remove();
    return;
  }
  const link = e.target.closest?.(links);
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  show(link);
});
