// The last line of a row: what a search found; or the note that mentions the member, until they have
// seen it; or what they have written and not sent; or what was said last.

function write(row, set) {
  const prev = row.querySelector('.prev');
  prev.dataset.plain ??= prev.textContent;
  set(prev.dataset);
  if (prev.dataset.found !== undefined) return;
  const { mention, draft, plain } = prev.dataset;
  const text = mention || draft || plain;
  if (prev.textContent !== text) prev.textContent = text;
}

// The view of mentions has those too that were seen.
const listsMentions = () => document.querySelector('#list[data-view="mentions"]');

// showMention shows what the stream has of a note for a member; old is the row that it replaces.
export function showMention(row, me, old) {
  const line = (row.dataset.mentionLines ?? '').split('\n').find((one) => one.startsWith(`${me} `))?.slice(me.length + 1);
  write(row, (has) => {
    has.mention = line ?? (listsMentions() && old?.querySelector('.prev').dataset.mention) ?? '';
    has.draft = old?.querySelector('.prev').dataset.draft ?? '';
  });
}

export function hideMention(row) {
  if (!listsMentions()) write(row, (has) => { has.mention = ''; });
}

// showDraft shows what is written; undefined leaves what the server has.
export function showDraft(row, text) {
  write(row, (has) => { has.draft = text === undefined ? has.draft ?? '' : text.trim().slice(0, 200).replace(/\s+/g, ' '); });
}

// keepFound keeps what a search found in a row that has changed, and where it leads.
export function keepFound(row, old) {
  const found = old.querySelector('.prev[data-found]');
  if (!found) return;
  row.href = old.href;
  row.querySelector('.prev').replaceWith(found);
}
