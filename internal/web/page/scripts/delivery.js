// The delivery state of replies: a line below each, which expands to its attempts.
import { writeTimes } from './browser.js';
import { goTo } from './line.js';

// open are the lines that show their attempts, or wait for them: a line may be replaced
// meanwhile.
const open = new Set();

// load shows the attempts at the message of a line.
async function load(id, href) {
  const answer = await fetch(href, { headers: { 'HX-Request': 'true' } });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [line, fresh] = [document.getElementById(id), page.getElementById(id)];
  if (line && fresh && open.has(id)) replace(line, document.importNode(fresh, true));
}

function replace(line, fresh) {
  const focused = line.contains(document.activeElement);
  line.replaceWith(fresh);
  writeTimes(fresh);
  window.htmx.process(fresh);
  if (focused) fresh.querySelector('a').focus();
}

document.addEventListener('click', async (e) => {
  const link = e.target.closest?.('a[data-attempts]');
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  const line = link.closest('.dlv');
  const shown = line.querySelector('.attempts');
  if (shown) {
    open.delete(line.id);
    shown.remove();
    return;
  }
  open.add(line.id);
  try {
    await load(line.id, link.href);
  } catch {
    goTo(link.href); // which says what is wrong
  }
});

// onDelivery shows what the stream says of a reply, in the thread and in the list.
export function onDelivery(fresh) {
  const { conversationId, failed } = fresh.dataset;
  const mark = document.querySelector(`.conv[data-conversation-id="${conversationId}"] .failed`);
  if (mark) mark.hidden = failed !== 'true';
  const shown = document.getElementById(fresh.id);
  if (!shown) {
    document.querySelector(`#m-${fresh.dataset.messageId} > div`)?.append(fresh);
    window.htmx.process(fresh);
    return;
  }
  const attempts = shown.querySelector('.attempts');
  if (attempts) {
    open.add(fresh.id);
    fresh.append(attempts); // until those that are asked for are here
  }
  replace(shown, fresh);
  if (open.has(fresh.id)) load(fresh.id, fresh.querySelector('a').href).catch(() => {});
}
