// Drafts are kept in this browser as one types, by conversation and kind.

const key = (id, kind) => `svcx:draft:${document.body.dataset.base}:${id}:${kind}`;

function stored(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(name);
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch {
    // a browser that stores nothing
  }
  return null;
}

export function keep(id, kind, text) {
  stored(key(id, kind), text.trim() ? text : '');
  mark(id);
}

export function clear(id, kind) {
  stored(key(id, kind), '');
  mark(id);
}

// restore puts the drafts of a conversation into its composer.
export function restore(id) {
  if (!id) return;
  for (const form of document.querySelectorAll('form[data-write]')) {
    const text = form.elements.content;
    if (!text.value) text.value = stored(key(id, form.dataset.write)) ?? '';
  }
}

// mark shows in the list whether a conversation has a draft.
export function mark(id) {
  const sign = document.querySelector(`.conv[data-conversation-id="${id}"] .draft`);
  if (sign) sign.hidden = !(stored(key(id, 'reply')) || stored(key(id, 'note')));
}

export function markAll() {
  for (const row of document.querySelectorAll('.conv')) mark(row.dataset.conversationId);
}
markAll();
