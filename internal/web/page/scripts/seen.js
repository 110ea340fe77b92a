// What the writer of a reply has seen: what comes after they began to write is shown to them
// before the reply is sent.

function begin(form) {
  const seen = form.elements.seen;
  if (!form.elements.content.value) delete form.dataset.begun;
  else if (seen && !form.dataset.begun) {
    form.dataset.begun = 'true';
    const last = [...document.querySelectorAll('#messages article[data-message-id]')].at(-1);
    if (last && document.getElementById('thread').dataset.later === undefined) seen.value = last.dataset.messageId;
  }
}

document.addEventListener('input', (e) => {
  const form = e.target.closest?.('form[data-write]');
  if (form) begin(form);
});

// began takes drafts that came with the page as begun.
export function began() {
  for (const form of document.querySelectorAll('form[data-write]')) if (form.elements.content.value) form.dataset.begun = 'true';
}
