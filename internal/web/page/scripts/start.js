// The checklist above the list keeps up with what is done while it is there.
let asking;
function refresh() {
  if (!document.getElementById('start')) return;
  clearTimeout(asking);
  asking = setTimeout(async () => {
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html', 'X-Svcx-Parts': '1' } });
      if (!answer.ok || answer.redirected) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('start');
      const shown = document.getElementById('start');
      if (!fresh) shown?.remove();
      else shown?.replaceWith(document.importNode(fresh, true));
    } catch {
      // the next page shows it
    }
  }, 300);
}

// The first conversation takes the place of what stood in the empty list.
new MutationObserver((changes) => {
  if (changes.some((c) => [...c.removedNodes].some((n) => n.matches?.('.blank')))) refresh();
}).observe(document.querySelector('main'), { childList: true, subtree: true });
document.addEventListener('htmx:afterRequest', (e) => { if (e.detail.successful && e.detail.requestConfig?.elt.matches('form[data-write]')) refresh(); });
