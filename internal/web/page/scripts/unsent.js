// Messages that were to be sent and did not get through, kept in this browser by member,
// conversation and kind until they are.

const words = document.body.dataset;
const prefix = `svcx:unsent:${words.base}:${words.me}:`;
const memory = new Map(); // for a browser that stores nothing

// A message has the fields of its form, with their key, by which it is sent once however often that
// is tried; to, its address; at, when it was to be sent; asks, if it is not sent without being
// looked at again; and the claim of the tab that sends it.
export function unsentOf(id, kind) {
  try {
    return JSON.parse(localStorage.getItem(`${prefix}${id}:${kind}`));
  } catch {
    return memory.get(`${prefix}${id}:${kind}`) ?? null;
  }
}

export function putUnsent(id, kind, message) {
  const key = `${prefix}${id}:${kind}`;
  try {
    if (message) localStorage.setItem(key, JSON.stringify(message));
    else localStorage.removeItem(key);
  } catch {
    if (message) memory.set(key, message);
    else memory.delete(key);
  }
}

// unsentIn is what a key of the browser's storage is about.
export function unsentIn(key) {
  if (!key?.startsWith(prefix)) return undefined;
  const [id, kind] = key.slice(prefix.length).split(':');
  return { id, kind };
}

export function allUnsent() {
  let keys = [...memory.keys()];
  try {
    keys = Object.keys(localStorage);
  } catch {
    // a browser that stores nothing
  }
  return keys.map(unsentIn).filter(Boolean);
}
