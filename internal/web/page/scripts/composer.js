// What is written: its draft, how long it is, who sees that it is written.
import { keepDraft } from './drafts.js';

const words = document.body.dataset;
const number = new Intl.NumberFormat(document.documentElement.lang);
const grows = CSS.supports('field-sizing', 'content');

// sized shows how long a text is, in characters as the server counts them, when it is near
// what is allowed, and gives it the room that it needs.
export function sized(form) {
  const text = form.elements.content;
  const max = Number(text.dataset.max);
  const length = text.value.length > max * 0.8 ? [...text.value].length : 0;
  const place = form.querySelector('[data-length]');
  place.textContent = length > max * 0.8 ? `${number.format(length)} / ${number.format(max)}` : '';
  place.classList.toggle('need', length > max);
  if (length > max) text.setAttribute('aria-invalid', 'true');
  else text.removeAttribute('aria-invalid');
  if (grows || !text.checkVisibility()) return;
  text.rows = 2;
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(text);
  text.rows = Math.max(2, Math.round((text.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight)));
}

let typed = 0;
document.addEventListener('input', (e) => {
  const form = e.target.closest?.('form[data-write]');
  if (!form) return;
  keepDraft(form);
  sized(form);
  if (Date.now() - typed > 3000) {
    typed = Date.now();
    fetch(`${words.base}/inbox/${document.getElementById('open').dataset.conversationId}/typing`, { method: 'POST' }).catch(() => {});
  }
});
document.addEventListener('svcx:restored', (e) => sized(e.target));

// The keyboard of a phone lies over the page where a browser does not make room for it.
window.visualViewport?.addEventListener('resize', () => {
  const { height, scale } = window.visualViewport;
  const covered = scale === 1 ? Math.max(0, innerHeight - height) : 0;
  document.documentElement.style.setProperty('--keyboard', `${covered}px`);
  if (covered) scrollTo(0, 0);
});
