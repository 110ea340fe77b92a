// The files of a reply are uploaded as they are chosen, dropped or pasted, and sent with it.
import { fail, openID, showTab } from './app.js';
import { replyChanged } from './assist.js';
import { sendFromElsewhere } from './outbox.js';
import { signedOut } from './signedout.js';

const words = document.body.dataset;

// What is uploaded goes on while another conversation is open, by its id.
const uploads = new Map();
const of = (id) => uploads.get(id) ?? [];
const box = () => document.querySelector('[data-uploads]');
const key = (id) => `svcx:files:${words.base}:${words.me}:${id}`;

// Their names are kept, since a page has to ask for them again after a reload.
function keepNames(id) {
  try {
    const names = of(id).map((one) => one.file.name);
    if (names.length) localStorage.setItem(key(id), JSON.stringify(names));
    else localStorage.removeItem(key(id));
  } catch {
    // a browser that stores nothing
  }
}

function lostNames(id) {
  try {
    return JSON.parse(localStorage.getItem(key(id))) ?? [];
  } catch {
    return [];
  }
}

const size = (bytes) => (bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`);

function say(text) {
  const place = box()?.querySelector('[role="status"]');
  if (place && place.textContent !== text) place.textContent = text;
}

// add takes files for the reply of the open conversation.
function add(files) {
  const place = box();
  if (!place || files.length === 0) return;
  if (place.dataset.takes === undefined) {
    say(place.dataset.tNone);
    return;
  }
  showTab('reply');
  const id = openID();
  const all = of(id);
  uploads.set(id, all);
  const room = Number(place.dataset.maxFiles) - all.length;
  say(files.length > room ? place.dataset.tMany : '');
  for (const file of [...files].slice(0, Math.max(0, room))) {
    const one = { id, file, to: place.dataset.to, progress: 0 };
    all.push(one);
    if (file.size > Number(place.dataset.maxBytes)) one.refused = place.dataset.tLarge;
    else if (file.size === 0) one.refused = place.dataset.tEmpty;
    else upload(one);
  }
  keepNames(id);
  draw();
  replyChanged(place.closest('form'));
}

function upload(one) {
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.append('file', one.file, one.file.name);
  one.request = request;
  one.failed = one.refused = '';
  one.progress = 0;
  request.upload.addEventListener('progress', (e) => {
    one.progress = e.lengthComputable ? 100 * e.loaded / e.total : 0;
    draw(one);
  });
  request.addEventListener('loadend', () => {
    if (one.request !== request) return; // it was cancelled
    one.request = undefined;
    if (request.status === 401 && signedOut()) return;
    const answer = document.createElement('template');
    answer.innerHTML = request.status === 200 || request.status === 422 ? request.responseText : '';
    const said = answer.content.firstElementChild;
    if (request.status === 200 && said) one.stored = said.dataset.id;
    else if (request.status === 422 && said) one.refused = said.textContent;
    else one.failed = box()?.dataset.tFailed ?? words.tFailed;
    draw();
    sendWaiting(one.id);
  });
  request.open('POST', one.to);
  request.setRequestHeader('HX-Request', 'true');
  request.send(body);
}

function remove(one) {
  const all = of(one.id);
  const { request } = one;
  one.request = undefined;
  request?.abort();
  const at = all.indexOf(one);
  all.splice(at, 1);
  keepNames(one.id);
  say('');
  draw();
  replyChanged(box()?.closest('form'));
  const next = box()?.querySelectorAll('[data-remove]')[Math.min(at, all.length - 1)];
  (next ?? document.getElementById('reply'))?.focus();
  sendWaiting(one.id);
}

// draw shows the files of the open conversation, or one whose progress has changed.
function draw(changed) {
  const place = box();
  if (!place) return;
  const list = place.querySelector('ul');
  const all = of(openID());
  for (const item of [...list.children]) if (!all.includes(item.one)) item.remove();
  for (const one of all) {
    let item = [...list.children].find((other) => other.one === one);
    if (item && changed && changed !== one) continue;
    if (!item) {
      item = document.importNode(place.querySelector('template').content.firstElementChild, true);
      item.one = one;
      item.querySelector('[data-name]').textContent = one.file.name;
      item.querySelector('[data-size]').textContent = size(one.file.size);
      item.querySelector('[data-reason]').setAttribute('role', 'alert');
      item.querySelector('progress').setAttribute('aria-label', one.file.name);
      item.querySelector('[data-remove]').addEventListener('click', () => remove(one));
      item.querySelector('[data-again]').addEventListener('click', () => { upload(one); draw(); item.querySelector('[data-remove]').focus(); });
      list.append(item);
    }
    const button = item.querySelector('[data-remove]');
    button.setAttribute('aria-label', (one.request ? place.dataset.tCancel : place.dataset.tRemove).replace('%', () => one.file.name));
    item.querySelector('progress').hidden = !one.request;
    item.querySelector('progress').value = one.progress;
    item.querySelector('[data-again]').hidden = !one.failed;
    const reason = item.querySelector('[data-reason]');
    if (reason.textContent !== (one.refused || one.failed || '')) reason.textContent = one.refused || one.failed || '';
    const field = item.querySelector('input');
    field.disabled = !one.stored;
    field.value = one.stored ?? '';
  }
}

// showFiles shows the files of a conversation that was opened, or which ones a page that was
// left has had.
export function showFiles(id) {
  if (!box()) return;
  draw();
  const names = of(id).length ? [] : lostNames(id);
  say(waiting.has(id) ? box().dataset.tWaits : names.length ? box().dataset.tLost.replace('%', () => names.join(', ')) : '');
}

// filesSent forgets the files of a reply that was sent.
export function filesSent(id) {
  uploads.delete(id);
  keepNames(id);
}

// A reply whose files are not there yet is sent when they are, as it was written.
const waiting = new Map();

function sendWaiting(id) {
  const reply = waiting.get(id);
  if (!reply) return;
  const all = of(id);
  const stopped = all.some((one) => one.failed || one.refused);
  if (!stopped && all.some((one) => one.request)) return;
  waiting.delete(id);
  if (id === openID()) say('');
  if (stopped) fail(reply.stopped);
  else if (id === openID()) document.querySelector('form[data-write="reply"]').requestSubmit(reply.button?.isConnected ? reply.button : undefined);
  else sendFromElsewhere(id, reply.to, [...reply.fields, ...all.map((one) => ['attachment', one.stored])]);
}

document.addEventListener('submit', (e) => {
  if (!e.target.matches?.('form[data-write="reply"]') || e.submitter?.hasAttribute('formaction')) return;
  const id = openID();
  const all = of(id);
  if (!all.some((one) => one.request || one.failed || one.refused)) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  const fields = [...new FormData(e.target, e.submitter), ['event', document.getElementById('details').dataset.event]].filter(([name]) => name !== 'attachment');
  waiting.set(id, { button: e.submitter, to: e.target.action, fields, stopped: box().dataset.tStopped });
  say(box().dataset.tWaits);
  sendWaiting(id);
}, true);

document.addEventListener('change', (e) => {
  if (!e.target.matches('.attach input')) return;
  add(e.target.files);
  e.target.value = ''; // it is not sent once more with the form
});

document.addEventListener('paste', (e) => {
  const files = e.clipboardData?.files ?? [];
  // What is copied from a document has a picture of itself beside its text.
  if (e.target.id !== 'reply' || files.length === 0 || e.clipboardData.types.includes('text/plain')) return;
  e.preventDefault();
  add(files);
});

// Files are dropped anywhere on a thread. Elsewhere they would replace the page.
const hasFiles = (e) => e.dataTransfer?.types.includes('Files');
const overThread = (e) => e.target.closest?.('.thr')?.querySelector('#drop');
function showDrop(shown) {
  const drop = document.getElementById('drop');
  if (drop) drop.hidden = !shown;
}
document.addEventListener('dragover', (e) => {
  if (!hasFiles(e)) return;
  e.preventDefault();
  const over = overThread(e);
  e.dataTransfer.dropEffect = over && box()?.dataset.takes !== undefined ? 'copy' : 'none';
  showDrop(over);
});
document.addEventListener('dragleave', (e) => { if (hasFiles(e) && !e.relatedTarget) showDrop(false); });
document.addEventListener('drop', (e) => {
  if (!hasFiles(e)) return;
  e.preventDefault();
  showDrop(false);
  if (overThread(e)) add(e.dataTransfer.files);
});
