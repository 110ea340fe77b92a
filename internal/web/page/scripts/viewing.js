// Who else has a conversation open, and who of them types in it: shown in the thread's head
// and in the list, each member once, never oneself.
const words = document.body.dataset;
const viewers = new Map(); // conversation to member to mark

function places(id) {
  const open = document.getElementById('open');
  const all = [...document.querySelectorAll(`.conv[data-conversation-id="${id}"] .viewers`)];
  if (open?.dataset.conversationId === id) all.push(document.getElementById('viewers'));
  return all.filter(Boolean);
}

function show(id) {
  for (const place of places(id)) {
    const marks = [...(viewers.get(id)?.values() ?? [])].map((mark) => mark.cloneNode(true));
    place.replaceChildren(...marks);
  }
}

// showViewers shows them on a row, or on the whole page, that is new.
export function showViewers(row) {
  if (row) show(row.dataset.conversationId);
  else for (const id of viewers.keys()) show(id);
}

// onViewing takes a mark of the stream; without one nobody is known any more.
export function onViewing(mark) {
  if (!mark) {
    const all = [...viewers.keys()];
    viewers.clear();
    all.forEach(show);
    return;
  }
  const { conversationId: id, user, on } = mark.dataset;
  if (user === words.me) return;
  const here = viewers.get(id) ?? new Map();
  if (on === 'true') here.set(user, mark);
  else here.delete(user);
  if (here.size) viewers.set(id, here);
  else viewers.delete(id);
  show(id);
}

// typingViewer marks a member who types.
export function typingViewer(id, user, types) {
  const mark = viewers.get(id)?.get(user);
  if (!mark) return;
  mark.classList.toggle('typing-now', types);
  const text = types ? mark.dataset.typing : mark.title;
  mark.setAttribute('aria-label', text);
  show(id);
}
