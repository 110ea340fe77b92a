// Links to messages, and their versions.
import { writeTimes } from './browser.js';
import { goTo } from './line.js';

const words = document.body.dataset;

// copy also works over plain http, where a page has no clipboard of its own.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement('textarea');
    const focused = document.activeElement;
    field.value = text;
    field.className = 'sr';
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
    focused?.focus();
  }
}

// say says something once more too: what was said before has faded.
export function say(text) {
  const place = document.getElementById('say');
  place.className = 'say-1';
  place.setAttribute('role', 'status');
  place.replaceChildren();
  place.getBoundingClientRect(); // it fades anew
  place.textContent = text;
}

document.addEventListener('click', async (e) => {
  const link = e.target.closest?.('a[data-copy], a[data-versions]');
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  if (link.dataset.copy !== undefined) {
    await copy(link.href);
    say(words.tCopied);
    return;
  }
  const article = link.closest('article');
  const shown = article.querySelector('.versions');
  if (shown) {
    shown.remove();
    return;
  }
  try {
    const answer = await fetch(link.href, { headers: { 'HX-Request': 'true' } });
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const versions = page.querySelector(`#${article.id} .versions`);
    if (article.querySelector('.versions')) return;
    writeTimes(versions);
    link.closest('.meta').after(versions);
  } catch {
    goTo(link.href); // which says what is wrong
  }
});
