// The toolbar "Formatting" writes Markdown into the text, by the browser's own command, so that
// its keys undo it. While it is open, marks are formatting, and are sent as what they say.
import { keepDraft } from './drafts.js';
import { signedOut } from './signedout.js';

const words = document.body.dataset;
const formOf = (element) => element.closest?.('form[data-write]');
const bar = (form) => form.querySelector('.format');
const isPlain = (form) => bar(form).dataset.plain !== undefined;

function replace(text, from, to, by) {
  text.focus();
  text.setSelectionRange(from, to);
  if (document.execCommand(by ? 'insertText' : 'delete', false, by)) return;
  text.setRangeText(by, from, to, 'end');
  text.dispatchEvent(new Event('input', { bubbles: true }));
}

// wrap puts marks around what is selected, or takes them away.
function wrap(text, mark) {
  const { value, selectionStart: from, selectionEnd: to } = text;
  const n = mark.length;
  if (value.slice(from - n, from) === mark && value.slice(to, to + n) === mark && !(n === 1 && value.slice(from - 2, from) === mark + mark)) {
    replace(text, from - n, to + n, value.slice(from, to));
    text.setSelectionRange(from - n, to - n);
    return;
  }
  // Marks stand beside letters, not blanks.
  const [, before, inner, after] = /^(\s*)([^]*?)(\s*)$/.exec(value.slice(from, to));
  replace(text, from, to, before + mark + inner + mark + after);
  const start = from + before.length + n;
  text.setSelectionRange(start, start + inner.length);
}

// lead puts a mark before each line that is selected, or takes them away.
function lead(text, mark) {
  const { value, selectionStart, selectionEnd } = text;
  const from = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const end = value.indexOf('\n', selectionEnd);
  const to = end < 0 ? value.length : end;
  const lines = value.slice(from, to).split('\n');
  const marked = lines.every((line) => line.startsWith(mark));
  replace(text, from, to, lines.map((line) => (marked ? line.slice(mark.length) : mark + line)).join('\n'));
}

function link(text) {
  const { value, selectionStart: from, selectionEnd: to } = text;
  const chosen = value.slice(from, to);
  if (/^https?:\/\/\S+$/.test(chosen)) {
    replace(text, from, to, `[](${chosen})`);
    text.setSelectionRange(from + 1, from + 1);
    return;
  }
  replace(text, from, to, `[${chosen}](https://)`);
  const at = from + chosen.length + 3;
  text.setSelectionRange(at, at + 'https://'.length);
}

const writes = {
  bold: (text) => wrap(text, '**'),
  italic: (text) => wrap(text, '*'),
  link,
  list: (text) => lead(text, '- '),
  quote: (text) => lead(text, '> '),
  code: (text) => (text.value.slice(text.selectionStart, text.selectionEnd).includes('\n') ? wrap(text, '\n```\n') : wrap(text, '`')),
};

function open(form, on) {
  bar(form).hidden = !on;
  form.querySelector('[data-formatting]').setAttribute('aria-expanded', String(on));
  if (!isPlain(form)) {
    form.elements.format.value = on ? 'markdown' : '';
    if (form.elements.content.value.trim()) keepDraft(form);
  }
  if (!on) preview(form, false);
}

// preview shows what is written as it is sent.
async function preview(form, on) {
  const place = form.querySelector('[data-preview]');
  const text = form.elements.content;
  form.querySelector('[data-show-preview]')?.setAttribute('aria-pressed', String(on));
  if (!on) {
    if (place.hidden) return;
    place.hidden = true;
    text.hidden = false;
    text.focus();
    return;
  }
  try {
    const answer = await fetch(`${words.base}/inbox/${document.getElementById('open').dataset.conversationId}/preview`, {
      method: 'POST', body: new URLSearchParams({ content: text.value }), headers: { 'HX-Request': 'true' },
    });
    if (answer.status === 401) signedOut();
    if (!answer.ok) throw new Error(answer.status);
    place.innerHTML = await answer.text();
  } catch {
    place.textContent = words.tFailed;
  }
  if (form.querySelector('[data-show-preview]')?.getAttribute('aria-pressed') !== 'true') return; // by now
  place.hidden = false;
  text.hidden = true;
}

document.addEventListener('click', (e) => {
  const form = formOf(e.target);
  const button = e.target.closest?.('button');
  if (!form || !button) return;
  if (button.dataset.formatting !== undefined) {
    open(form, bar(form).hidden);
    if (form.querySelector('[data-preview]').hidden) form.elements.content.focus();
  } else if (button.dataset.format) {
    preview(form, false);
    writes[button.dataset.format](form.elements.content);
  } else if (button.dataset.showPreview !== undefined) {
    preview(form, button.getAttribute('aria-pressed') !== 'true');
  }
});

// What was selected stays so.
document.addEventListener('mousedown', (e) => { if (e.target.closest?.('[data-format]')) e.preventDefault(); });

document.addEventListener('keydown', (e) => {
  const form = formOf(e.target);
  if (!form || !e.target.matches('textarea')) {
    // A toolbar is one stop; its buttons are reached by the arrows.
    const tools = e.target.closest?.('.format');
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!tools || !step) return;
    const all = [...tools.querySelectorAll('button')];
    e.preventDefault();
    all[(all.indexOf(e.target) + step + all.length) % all.length].focus();
    return;
  }
  const what = { b: 'bold', i: 'italic' }[e.key.toLowerCase()];
  if (!what || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || isPlain(form)) return;
  e.preventDefault();
  if (bar(form).hidden) open(form, true);
  writes[what](e.target);
});

// An address that is pasted over a text makes it a link.
document.addEventListener('paste', (e) => {
  const form = formOf(e.target);
  if (!form || !e.target.matches('textarea') || form.elements.format.value !== 'markdown') return;
  const { value, selectionStart: from, selectionEnd: to } = e.target;
  const pasted = e.clipboardData?.getData('text/plain').trim() ?? '';
  if (from === to || !/^https?:\/\/\S+$/.test(pasted) || value.slice(from, to).includes('\n')) return;
  e.preventDefault();
  replace(e.target, from, to, `[${value.slice(from, to)}](${pasted})`);
});

// A draft comes with its format.
document.addEventListener('svcx:restored', (e) => {
  const on = e.target.elements.format.value === 'markdown';
  if (isPlain(e.target)) return;
  bar(e.target).hidden = !on;
  e.target.querySelector('[data-formatting]').setAttribute('aria-expanded', String(on));
  preview(e.target, false);
});
