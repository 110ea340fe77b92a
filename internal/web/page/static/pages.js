// scripts/htmx.js
Object.assign(window.htmx.config, {
  allowEval: false,
  allowScriptTags: false,
  includeIndicatorStyles: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  scrollIntoViewOnBoost: false,
  defaultSettleDelay: 0,
  attributesToSettle: ["class", "width", "height"],
  // a style that a script has set is not copied: the policy refuses the attribute
  defaultSwapStyle: "outerHTML",
  timeout: 3e4,
  responseHandling: [
    { code: "204", swap: false },
    { code: "[23]..", swap: true },
    { code: "422", swap: true, error: false },
    { code: "...", swap: false, error: true }
  ]
});
window.htmx.defineExtension("whole", {
  handleSwap(style, target, fragment2, settling) {
    if (style !== "whole") return false;
    const fresh3 = [...fragment2.children];
    target.replaceWith(...fresh3);
    settling.elts = [...settling.elts.filter((one) => one !== target), ...fresh3];
    settling.tasks.push(() => {
      for (const one of fresh3) window.htmx.process(one);
    });
    return true;
  }
});

// scripts/browser.js
var words = document.body.dataset;
var language = document.documentElement.lang;
var known = (timeZone2) => {
  try {
    new Intl.DateTimeFormat(language, { timeZone: timeZone2 });
    return timeZone2;
  } catch {
    return void 0;
  }
};
var timeZone = known(words.zone || void 0);
var format = (options5, locale = language) => new Intl.DateTimeFormat(locale, { timeZone, ...options5 });
var hourFormat = format({ hour: "numeric", minute: "2-digit" }, navigator.language);
var dayFormat = format({ weekday: "long" });
var shortDay = format({ weekday: "short" });
var month = format({ month: "long" });
var shortMonth = format({ month: "short" });
var dateFormat = format({ day: "numeric" }, "en");
var yearFormat = format({ year: "numeric" }, "en");
var date = (t) => dateFormat.format(t);
var year = (t) => yearFormat.format(t);
var hour = (t) => hourFormat.format(t);
function day(t) {
  const text = `${dayFormat.format(t)} ${date(t)} ${month.format(t)}`;
  return year(t) === year(/* @__PURE__ */ new Date()) ? text : `${text} ${year(t)}`;
}
function short(t) {
  const seconds = (Date.now() - t) / 1e3;
  if (seconds < 60) return words.tNow;
  if (seconds < 3600) return words.tMinutes.replace("%", Math.floor(seconds / 60));
  if (seconds < 86400) return words.tHours.replace("%", Math.floor(seconds / 3600));
  if (seconds < 6 * 86400) return shortDay.format(t);
  if (year(t) === year(/* @__PURE__ */ new Date())) return `${date(t)} ${shortMonth.format(t)}`;
  return `${shortMonth.format(t)} ${year(t)}`;
}
function writeTimes(root2 = document) {
  for (const at2 of root2.querySelectorAll("time[data-f]")) {
    const t = new Date(at2.dateTime);
    const exact = words.tExact.replace("%d", day(t)).replace("%t", hour(t));
    const text = { hour: hour(t), exact }[at2.dataset.f] ?? short(t);
    if (at2.textContent !== text) at2.textContent = text;
    if (at2.title !== exact) at2.title = exact;
  }
}
var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `svcx_zone=${zone}; path=/app; max-age=31536000; samesite=lax`;
setInterval(writeTimes, 3e4);

// scripts/preview.js
function write(row, set2) {
  const prev = row.querySelector(".prev");
  prev.dataset.plain ??= prev.textContent;
  set2(prev.dataset);
  if (prev.dataset.found !== void 0) return;
  const { mention, draft, plain: plain2 } = prev.dataset;
  const text = mention || draft || plain2;
  if (prev.textContent !== text) prev.textContent = text;
}
var listsMentions = () => document.querySelector('#list[data-view="mentions"]');
function showMention(row, me, old) {
  const line = (row.dataset.mentionLines ?? "").split("\n").find((one) => one.startsWith(`${me} `))?.slice(me.length + 1);
  write(row, (has) => {
    has.mention = line ?? (listsMentions() && old?.querySelector(".prev").dataset.mention) ?? "";
    has.draft = old?.querySelector(".prev").dataset.draft ?? "";
  });
}
function hideMention(row) {
  if (!listsMentions()) write(row, (has) => {
    has.mention = "";
  });
}
function showDraft(row, text) {
  write(row, (has) => {
    has.draft = text === void 0 ? has.draft ?? "" : text.trim().slice(0, 200).replace(/\s+/g, " ");
  });
}
function keepFound(row, old) {
  const found2 = old.querySelector(".prev[data-found]");
  if (!found2) return;
  row.href = old.href;
  row.querySelector(".prev").replaceWith(found2);
}

// scripts/unsent.js
var words2 = document.body.dataset;
var prefix = `svcx:unsent:${words2.base}:${words2.me}:`;
var memory = /* @__PURE__ */ new Map();
function unsentOf(id, kind2) {
  try {
    return JSON.parse(localStorage.getItem(`${prefix}${id}:${kind2}`));
  } catch {
    return memory.get(`${prefix}${id}:${kind2}`) ?? null;
  }
}
function putUnsent(id, kind2, message) {
  const key4 = `${prefix}${id}:${kind2}`;
  try {
    if (message) localStorage.setItem(key4, JSON.stringify(message));
    else localStorage.removeItem(key4);
  } catch {
    if (message) memory.set(key4, message);
    else memory.delete(key4);
  }
}
function unsentIn(key4) {
  if (!key4?.startsWith(prefix)) return void 0;
  const [id, kind2] = key4.slice(prefix.length).split(":");
  return { id, kind: kind2 };
}
function allUnsent() {
  let keys = [...memory.keys()];
  try {
    keys = Object.keys(localStorage);
  } catch {
  }
  return keys.map(unsentIn).filter(Boolean);
}

// scripts/drafts.js
var words3 = document.body.dataset;
var name = (id, kind2) => `svcx:draft:${words3.base}:${words3.me}:${id}:${kind2}`;
var kinds = ["reply", "note"];
var memory2 = /* @__PURE__ */ new Map();
function read(id, kind2) {
  const key4 = name(id, kind2);
  try {
    return JSON.parse(localStorage.getItem(key4));
  } catch {
    return memory2.get(key4) ?? null;
  }
}
function put(id, kind2, draft) {
  const key4 = name(id, kind2);
  try {
    if (draft) localStorage.setItem(key4, JSON.stringify(draft));
    else localStorage.removeItem(key4);
  } catch {
    memory2.set(key4, draft);
  }
  markDraft(id);
}
var same = (a, b) => a.text === b.text && a.format === b.format;
var openID = () => document.getElementById("open")?.dataset.conversationId ?? "";
var formOf = (id, kind2) => id === openID() ? document.querySelector(`form[data-write="${kind2}"]`) : null;
var written = (form) => ({ text: form.elements.content.value, format: form.elements.format.value });
function keepDraft(form) {
  const id = openID();
  const kind2 = form.dataset.write;
  const before2 = read(id, kind2);
  const now = written(form);
  if (!now.text.trim()) now.text = "";
  if (!before2 && !now.text) return;
  put(id, kind2, { ...now, on: before2?.on ?? Number(form.dataset.on), at: Date.now(), saved: false });
  state("");
  saveSoon(id, kind2, 2e3);
}
var lastSent = `svcx:sent:${words3.base}:${words3.me}`;
var asked = performance.timeOrigin;
document.addEventListener("htmx:beforeRequest", (e) => {
  if (e.detail.target?.id === "open") asked = Date.now();
});
function wasSent(id, kind2) {
  try {
    const sent2 = JSON.parse(localStorage.getItem(lastSent));
    return sent2?.what === `${id}:${kind2}` && sent2.at > asked;
  } catch {
    return false;
  }
}
function clearDraft(id, kind2) {
  try {
    localStorage.setItem(lastSent, JSON.stringify({ what: `${id}:${kind2}`, at: Date.now() }));
  } catch {
  }
  clearTimeout(timers.get(name(id, kind2)));
  timers.delete(name(id, kind2));
  put(id, kind2, null);
  state("");
}
function state(text) {
  const place4 = document.querySelector("[data-draft-state]");
  if (place4) place4.textContent = text;
}
var timers = /* @__PURE__ */ new Map();
var running = /* @__PURE__ */ new Set();
function saveSoon(id, kind2, delay2) {
  const key4 = name(id, kind2);
  clearTimeout(timers.get(key4));
  timers.set(key4, setTimeout(save, delay2, id, kind2));
}
async function post(id, kind2, draft, keepalive) {
  const body = new URLSearchParams({ kind: kind2, content: draft.text, format: draft.format, on: draft.on });
  const answer = await fetch(`${words3.base}/inbox/${id}/draft`, { method: "POST", body, headers: { "HX-Request": "true" }, keepalive });
  const holder = document.createElement("template");
  if (answer.ok) holder.innerHTML = await answer.text();
  const { text, format: format2, on, other } = holder.content.firstElementChild?.dataset ?? {};
  return { status: answer.status, other: other !== void 0, draft: { text, format: format2, on: Number(on) } };
}
async function save(id, kind2, keepalive = false) {
  const key4 = name(id, kind2);
  clearTimeout(timers.get(key4));
  timers.delete(key4);
  const draft = read(id, kind2);
  if (!draft || draft.saved) return;
  if (running.has(key4) && !keepalive) {
    saveSoon(id, kind2, 1e3);
    return;
  }
  running.add(key4);
  try {
    const saved = await post(id, kind2, draft, keepalive);
    if (saved.status === 200) took(id, kind2, draft, saved);
    else if (saved.status === 429 || saved.status >= 500) throw new Error(saved.status);
  } catch {
    if (id === openID()) state(document.getElementById("composer")?.dataset.tKept ?? "");
    saveSoon(id, kind2, 5e3);
  } finally {
    running.delete(key4);
  }
}
function took(id, kind2, draft, saved) {
  ended.delete(id);
  const now = read(id, kind2);
  if (!now) {
    if (saved.draft.on && !saved.other) post(id, kind2, { text: "", format: "", on: saved.draft.on }).catch(() => {
    });
    return;
  }
  if (saved.other) {
    put(id, kind2, { ...now, on: saved.draft.on });
    const form = formOf(id, kind2);
    if (form) offer(form, saved.draft, "aside");
    saveSoon(id, kind2, 0);
    return;
  }
  if (!same(now, draft)) {
    put(id, kind2, { ...now, on: saved.draft.on });
    if (!timers.has(name(id, kind2))) saveSoon(id, kind2, 2e3);
    return;
  }
  put(id, kind2, now.text ? { ...now, on: saved.draft.on, saved: true } : null);
  if (now.text && id === openID()) state(document.getElementById("composer")?.dataset.tSaved ?? "");
}
function saveAll(keepalive) {
  const prefix2 = `svcx:draft:${words3.base}:${words3.me}:`;
  let all2 = [...memory2.keys()];
  try {
    all2 = Object.keys(localStorage);
  } catch {
  }
  for (const key4 of all2.filter((one) => one.startsWith(prefix2))) {
    const [id, kind2] = key4.slice(prefix2.length).split(":");
    if (kinds.includes(kind2)) save(id, kind2, keepalive);
  }
}
addEventListener("pagehide", () => saveAll(true));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saveAll(true);
});
addEventListener("online", () => saveAll(false));
function restoreDrafts(id) {
  if (!id) return;
  elsewhere.delete(id);
  ended.delete(id);
  for (const form of document.querySelectorAll("form[data-write]")) restore(id, form.dataset.write, form);
  markDraft(id);
}
var storing = 250;
function restore(id, kind2, form) {
  const server = { text: form.elements.content.defaultValue, format: form.elements.format.defaultValue, on: Number(form.dataset.on) };
  const typed3 = form.elements.content.value;
  if (typed3 && typed3 !== server.text && typed3 !== read(id, kind2)?.text) put(id, kind2, { ...server, text: typed3, at: Date.now(), saved: false });
  const local = read(id, kind2);
  if (!local && server.on && wasSent(id, kind2)) Object.assign(server, { text: "", on: 0 });
  const made4 = Number(document.getElementById("composer").dataset.now);
  const behind = local && server.on < local.on && (server.on !== 0 || made4 < local.on + storing);
  if (!local || local.saved && !behind) {
    if (local && server.on && !same(local, server)) offer(form, local, "newer");
    put(id, kind2, server.on ? { ...server, at: server.on, saved: true } : null);
    show(form, server);
    return;
  }
  if (same(local, server) && server.on) {
    put(id, kind2, { ...local, on: server.on, saved: true });
  } else if (!behind && server.on && server.on !== local.on) {
    const newer = local.at > server.on;
    put(id, kind2, { ...newer ? local : server, on: server.on, at: Date.now(), saved: !newer });
    offer(form, newer ? server : local, newer ? "aside" : "newer");
  }
  show(form, read(id, kind2));
  if (!read(id, kind2).saved) saveSoon(id, kind2, 0);
}
function show(form, draft) {
  const changed2 = form.elements.content.value !== draft.text || form.elements.format.value !== draft.format;
  form.elements.content.value = draft.text;
  form.elements.format.value = draft.format;
  if (changed2) form.dispatchEvent(new CustomEvent("svcx:restored", { bubbles: true }));
}
function offer(form, other, why) {
  const note3 = form.querySelector(".draft-note");
  note3.replaceChildren();
  if (!other.text.trim()) return;
  const swap = document.createElement("button");
  swap.className = "link";
  swap.type = "button";
  swap.textContent = note3.dataset.swap;
  swap.addEventListener("click", () => {
    const before2 = written(form);
    show(form, other);
    keepDraft(form);
    other = before2;
    form.elements.content.focus();
  });
  note3.append(note3.dataset[why], " ", swap);
}
addEventListener("storage", (e) => {
  for (const form of document.querySelectorAll("form[data-write]")) {
    if (e.key !== name(openID(), form.dataset.write)) continue;
    const draft = read(openID(), form.dataset.write);
    const sent2 = !draft && e.oldValue && JSON.parse(e.oldValue).text === form.elements.content.value;
    if (!sent2 && document.hasFocus() && form.contains(document.activeElement)) continue;
    show(form, draft ?? { text: "", format: "" });
  }
});
var elsewhere = /* @__PURE__ */ new Set();
var ended = /* @__PURE__ */ new Set();
function markDraft(id) {
  const row = document.querySelector(`.conv[data-conversation-id="${id}"]`);
  if (!row) return;
  row.marked = true;
  const drafts = kinds.map((kind2) => read(id, kind2)).filter((draft) => draft?.text.trim());
  const unsent = kinds.some((kind2) => unsentOf(id, kind2));
  const mark3 = row.querySelector(".draft");
  mark3.hidden = !(unsent || elsewhere.has(id) || drafts.some((draft) => !draft.saved || !ended.has(id)));
  const latest2 = drafts.filter((draft) => !draft.saved || !ended.has(id)).sort((a, b) => b.at - a.at)[0];
  if (!mark3.hidden || row.querySelector(".prev").dataset.draft) showDraft(row, mark3.hidden ? "" : latest2?.text);
  const text = unsent ? words3.tUnsent : words3.tDraft;
  if (mark3.textContent !== text) mark3.textContent = text;
}
function markDrafts() {
  for (const row of document.querySelectorAll(".conv")) {
    const id = row.dataset.conversationId;
    if (!row.marked && id !== openID()) {
      const saved = row.querySelector(".draft[data-saved]");
      elsewhere[saved ? "add" : "delete"](id);
      ended[saved ? "delete" : "add"](id);
    }
    markDraft(id);
  }
}
markDrafts();

// scripts/opening.js
var pane = () => document.getElementById("open");
var request;
var there = false;
var held = [];
var runsHeld = false;
var opening = () => Boolean(request);
var holding = () => held.length > 0;
var missed = 0;
function misses() {
  if (Date.now() - missed > 1e3) return false;
  missed = Date.now();
  return true;
}
var mostHeld = 1e3;
function hold(what) {
  if (held.length < mostHeld) held.push(what);
}
var patience = 1e4;
var left = 0;
var leaving = () => Date.now() - left < patience;
function leave() {
  left = Date.now();
}
function stays() {
  left = 0;
}
addEventListener("pageshow", stays);
function letGo() {
  held = [];
}
document.addEventListener("htmx:beforeRequest", (e) => {
  if (e.detail.target?.id !== "open") return;
  const { xhr } = e.detail;
  if (!runsHeld) letGo();
  request = xhr;
  there = false;
  missed = 0;
  requestAnimationFrame(() => setTimeout(() => {
    if (request !== xhr) return;
    pane().inert = true;
    pane().ariaBusy = "true";
  }));
  xhr.addEventListener("loadend", () => {
    if (request === xhr && there) runHeld();
    else setTimeout(() => {
      if (request === xhr) failed();
    });
  });
});
function landed() {
  there = true;
}
function runHeld() {
  request = void 0;
  runsHeld = true;
  try {
    while (held.length && !request) held.shift()();
  } finally {
    runsHeld = false;
  }
}
function failed() {
  request = void 0;
  missed = Date.now();
  letGo();
  pane().inert = false;
  pane().ariaBusy = null;
  if (document.activeElement?.matches(".conv")) document.querySelector(".conv[aria-current]")?.focus();
}

// scripts/line.js
var words4 = document.body.dataset;
var state2 = "open";
var waiting = [];
var lost = () => state2 === "lost" || state2 === "silent";
function onLine(tell4) {
  waiting.push(tell4);
}
function lineIs(now) {
  const before2 = lost();
  state2 = now;
  if (now === "open" && said && document.getElementById("say").textContent === said) say("");
  if (now === "open" || lost() !== before2) for (const tell4 of waiting) tell4(lost());
}
async function status() {
  try {
    return (await fetch(`${words4.base}/stream`, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(4e3) })).status;
  } catch {
    return 0;
  }
}
async function reached() {
  const is = await status();
  return is > 0 && is < 500;
}
var said;
function sayUntilBack(text) {
  said = text;
  say(text);
}
var sayLost = () => sayUntilBack(words4.tStays);
function stay() {
  stays();
  sayLost();
}
async function goTo(to) {
  if (!lost() || await reached()) location.assign(to);
  else stay();
}
var here = (to) => to.origin === location.origin && to.pathname === location.pathname && to.search === location.search;
addEventListener("click", (e) => {
  const link2 = e.target.closest?.("a[href]");
  if (!lost() || !link2 || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  if (link2.origin !== location.origin || link2.target && link2.target !== "_self" || link2.hasAttribute("download") || link2.hash && here(link2)) return;
  e.preventDefault();
  goTo(link2.href);
});
var passes;
addEventListener("submit", async (e) => {
  const { target: form, submitter } = e;
  if (!lost() || e.defaultPrevented || passes === form || form.getAttribute("method") === "dialog") return;
  e.preventDefault();
  if (!await reached()) {
    stay();
    return;
  }
  passes = form;
  form.requestSubmit(submitter?.isConnected ? submitter : void 0);
  passes = void 0;
});
var shown = location.href;
for (const kind2 of ["htmx:pushedIntoHistory", "htmx:replacedInHistory"]) document.addEventListener(kind2, () => {
  shown = location.href;
});
addEventListener("hashchange", () => {
  shown = location.href;
});
addEventListener("popstate", (e) => {
  if (!lost() || here(new URL(shown))) return;
  e.stopImmediatePropagation();
  const to = location.href;
  history.pushState({ htmx: true }, "", shown);
  goTo(to);
}, true);
var goes;
window.navigation?.addEventListener("navigate", async (e) => {
  const { navigationType: kind2, destination: to } = e;
  if (!lost() || !e.cancelable || goes || kind2 !== "reload" && !(kind2 === "traverse" && !to.sameDocument)) return;
  e.preventDefault();
  if (!await reached()) {
    stay();
    return;
  }
  goes = true;
  if (kind2 === "reload") location.reload();
  else window.navigation.traverseTo(to.key);
});

// scripts/message.js
var words5 = document.body.dataset;
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field3 = document.createElement("textarea");
    const focused = document.activeElement;
    field3.value = text;
    field3.className = "sr";
    document.body.append(field3);
    field3.select();
    document.execCommand("copy");
    field3.remove();
    focused?.focus();
  }
}
function say(text) {
  const place4 = document.getElementById("say");
  place4.className = "say-1";
  place4.setAttribute("role", "status");
  place4.replaceChildren();
  place4.getBoundingClientRect();
  place4.textContent = text;
}
document.addEventListener("click", async (e) => {
  const link2 = e.target.closest?.("a[data-copy], a[data-versions]");
  if (!link2 || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  if (link2.dataset.copy !== void 0) {
    await copy(link2.href);
    say(words5.tCopied);
    return;
  }
  const article = link2.closest("article");
  const shown4 = article.querySelector(".versions");
  if (shown4) {
    shown4.remove();
    return;
  }
  try {
    const answer = await fetch(link2.href, { headers: { "HX-Request": "true" } });
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const versions = page.querySelector(`#${article.id} .versions`);
    if (article.querySelector(".versions")) return;
    writeTimes(versions);
    link2.closest(".meta").after(versions);
  } catch {
    goTo(link2.href);
  }
});

// scripts/undo.js
var words6 = document.body.dataset;
var offered;
function withdraw() {
  if (!offered || offered.form.isConnected && offered.form.elements.content.value === offered.text) return;
  if (offered.button.isConnected) say("");
  offered = void 0;
}
function offerUndo(form, said2, undo2) {
  say(said2);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn sm";
  button.dataset.undo = "";
  button.textContent = words6.tUndo;
  button.addEventListener("click", () => {
    withdraw();
    if (offered?.button !== button) return;
    offered = void 0;
    say("");
    undo2();
  });
  document.getElementById("say").append(" ", button);
  offered = { form, button, text: form.elements.content.value };
}
for (const kind2 of ["input", "svcx:restored", "htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(kind2, withdraw);

// scripts/forms.js
var isChanged = (field3) => {
  if (field3.matches("select")) return !field3.options[field3.selectedIndex]?.defaultSelected && (field3.selectedIndex > 0 || Boolean(field3.querySelector("[selected]")));
  return field3.type === "checkbox" || field3.type === "radio" ? field3.checked !== field3.defaultChecked : field3.value !== field3.defaultValue;
};
var changed = (form) => [...form.elements].some((field3) => field3.name && field3.matches("input, textarea, select") && isChanged(field3));
function mark(form) {
  const dirty = changed(form);
  for (const part2 of form.querySelectorAll("[data-unsaved]")) part2.hidden = !dirty;
  const restore3 = form.querySelector("[data-restore]");
  if (dirty && restore3) restore3.hidden = true;
}
var discarded = /* @__PURE__ */ new WeakMap();
var state3 = (field3) => field3.matches('[type="checkbox"], [type="radio"]') ? "checked" : "value";
function discard(form) {
  const restore3 = form.querySelector("[data-restore]");
  if (!restore3 || !changed(form)) return;
  discarded.set(form, [...form.elements].filter((field3) => field3.name && field3.matches('input:not([type="hidden"], [type="file"]), textarea, select')).map((field3) => [field3, field3[state3(field3)]]));
  setTimeout(() => {
    restore3.hidden = false;
    if (document.activeElement === document.body || document.activeElement.matches('[type="reset"]')) restore3.focus();
  });
}
document.addEventListener("click", (e) => {
  const form = e.target.closest?.("[data-restore]")?.form;
  if (!form) return;
  for (const [field3, value2] of discarded.get(form) ?? []) {
    if (field3[state3(field3)] === value2) continue;
    field3[state3(field3)] = value2;
    field3.dispatchEvent(new Event("input", { bubbles: true }));
    field3.dispatchEvent(new Event("change", { bubbles: true }));
  }
  form.querySelector(".savebar .pri").focus();
});
var sending = false;
document.addEventListener("input", (e) => {
  if (e.target.form?.matches("[data-save]")) mark(e.target.form);
});
document.addEventListener("reset", (e) => {
  if (!e.target.matches("[data-save]")) return;
  discard(e.target);
  setTimeout(mark, 0, e.target);
});
var sent;
var wasSent2 = (form, submitter) => {
  const now = new URLSearchParams(new FormData(form, submitter)).toString();
  const again4 = leaving() && sent?.form === form && sent.fields === now;
  sent = { form, fields: now };
  leave();
  return again4;
};
addEventListener("submit", (e) => {
  if (e.defaultPrevented) return;
  if (e.target.getAttribute("method") === "post" && wasSent2(e.target, e.submitter)) e.preventDefault();
  else sending = e.target.matches("[data-save]");
});
addEventListener("beforeunload", (e) => {
  if (!sending && [...document.querySelectorAll("form[data-save]")].some(changed)) e.preventDefault();
  else leave();
});

// scripts/signedout.js
var words7 = document.body.dataset;
var written2 = (field3) => field3.matches('textarea, input[type="text"], input[type="email"], input[type="url"], input:not([type])') && !field3.matches('[data-filter], [data-write] *, [role="search"] *') && field3.value !== field3.defaultValue;
var unsaved = () => [...document.querySelectorAll("form[data-save]")].some(changed) || [...document.querySelectorAll('form:is([method="post"], [hx-post]) :is(textarea, input)')].some(written2) || Boolean(document.querySelector("[data-uploads] li"));
function signedOut() {
  if (unsaved()) {
    document.getElementById("connection").textContent = words7.tSignedOut;
    return false;
  }
  location.reload();
  return true;
}
var passes2;
var asks = false;
document.addEventListener("submit", async (e) => {
  const { target: form, submitter } = e;
  if (e.defaultPrevented || passes2 === form || !form.matches("[data-save]") || !changed(form)) return;
  e.preventDefault();
  e.stopPropagation();
  if (asks) return;
  asks = true;
  const out = await status() === 401;
  asks = false;
  if (out) {
    signedOut();
    return;
  }
  passes2 = form;
  form.requestSubmit(submitter?.isConnected ? submitter : void 0);
  passes2 = void 0;
});

// scripts/assist.js
var words8 = document.body.dataset;
var placeIn = (form) => form.querySelector("[data-ai-place]");
var made = (form, name3) => document.importNode(form.querySelector(`template[data-ai-${name3}]`).content.firstElementChild, true);
var asked2;
function tell(form, text) {
  form.querySelector("[data-ai-state]").textContent = text;
}
function show2(element, focus) {
  const place4 = placeIn(asked2.form);
  const focused = place4.contains(document.activeElement);
  if (element.matches(".why")) element.setAttribute("role", "alert");
  place4.replaceChildren(element);
  if (focused) element.querySelector(focus)?.focus();
}
function close() {
  if (!asked2) return;
  const { form, running: running2 } = asked2;
  asked2 = void 0;
  running2?.abort();
  const place4 = placeIn(form);
  const focused = place4.contains(document.activeElement);
  place4.replaceChildren();
  tell(form, "");
  if (focused) form.elements.content.focus();
}
var fragment = (html) => {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
};
async function ask(button, form) {
  close();
  const running2 = new AbortController();
  const mine2 = { form, button, running: running2, draft: form.elements.content.value };
  asked2 = mine2;
  const box2 = made(form, "running");
  box2.querySelector("[data-title]").textContent = button.dataset.running;
  show2(box2);
  tell(form, button.dataset.running);
  const body = new URLSearchParams({ content: mine2.draft, format: form.elements.format.value });
  if (button.name) body.set(button.name, button.value);
  let answer;
  try {
    answer = await fetch(button.formAction, { method: "POST", body, headers: { "HX-Request": "true" }, signal: running2.signal });
    if (answer.status === 401) signedOut();
    const result = await read2(form, answer, (text) => {
      if (asked2 === mine2) stream(box2, text);
    });
    if (asked2 !== mine2) return;
    mine2.running = void 0;
    end(mine2, result);
  } catch (e) {
    if (asked2 !== mine2 || running2.signal.aborted) return;
    mine2.running = void 0;
    show2(cut(form, answer ? "" : words8.tFailed), "[data-ai-again]");
  }
}
async function read2(form, answer, arrived2) {
  if (!answer.headers.get("Content-Type")?.startsWith("text/plain")) {
    const html = await answer.text();
    const box2 = fragment(html);
    return box2?.matches(".ai-box") ? box2 : cut(form, reason(answer.status, html));
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let all2 = "";
  for (; ; ) {
    const { done, value: value2 } = await reader.read();
    if (done) break;
    all2 += value2;
    arrived2(all2.split("\0", 1)[0]);
  }
  const at2 = all2.indexOf("\0");
  if (at2 < 0) throw new Error("cut");
  return fragment(all2.slice(at2 + 1));
}
function cut(form, text) {
  const box2 = made(form, "cut");
  if (text) box2.querySelector(".grow").textContent = text;
  return box2;
}
function stream(box2, text) {
  const place4 = box2.querySelector(".ai-text");
  const atEnd = place4.scrollTop + place4.clientHeight > place4.scrollHeight - 24;
  place4.textContent = text;
  if (atEnd) place4.scrollTop = place4.scrollHeight;
}
function end(mine2, box2) {
  show2(box2, "[data-ai-accept], [data-ai-again], [data-ai-close]");
  tell(mine2.form, box2.dataset.text !== void 0 ? box2.getAttribute("aria-label") : "");
  stale();
}
function stale() {
  const hint = asked2 && placeIn(asked2.form).querySelector("[data-ai-stale]");
  if (!hint) return;
  const text = asked2.form.elements.content.value === asked2.draft ? "" : hint.dataset.aiStale;
  if (hint.textContent !== text) hint.textContent = text;
}
function replace(form, text) {
  const field3 = form.elements.content;
  field3.focus();
  field3.select();
  if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
    field3.value = text;
    field3.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
function accept() {
  const { form, button } = asked2;
  const { text } = placeIn(form).firstElementChild.dataset;
  const before2 = form.elements.content.value;
  close();
  replace(form, text);
  offerUndo(form, button.dataset.done, () => replace(form, before2));
}
document.addEventListener("click", (e) => {
  const button = e.target.closest?.("[data-ai]");
  if (button?.form) {
    e.preventDefault();
    button.closest("[popover]")?.hidePopover();
    ask(button, button.form);
    return;
  }
  if (e.target.closest?.("[data-hb-edit]")) {
    edit(e.target.form);
    return;
  }
  if (!asked2 || !e.target.closest?.("[data-ai-place]")) return;
  if (e.target.closest("[data-ai-close]")) close();
  else if (e.target.closest("[data-ai-accept]")) accept();
  else if (e.target.closest("[data-ai-again]")) ask(asked2.button, asked2.form);
  else if (e.target.closest("[data-ai-changes]")) toggleChanges(e.target.closest("[data-ai-changes]"));
});
function toggleChanges(button) {
  const box2 = button.closest(".ai-box");
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  for (const removed of box2.querySelectorAll("del")) removed.hidden = !on;
  box2.querySelector("[data-ai-diff]").classList.toggle("result", !on);
}
document.addEventListener("keydown", (e) => {
  if (e.key !== "Escape" || e.isComposing || !asked2 || !placeIn(asked2.form).contains(e.target)) return;
  e.preventDefault();
  e.stopPropagation();
  close();
}, true);
for (const kind2 of ["input", "svcx:restored"]) document.addEventListener(kind2, stale);
document.addEventListener("htmx:beforeOnLoad", (e) => {
  if (asked2) asked2.stays = e.target.matches?.('form[data-write="note"]');
});
for (const kind2 of ["htmx:afterSwap", "htmx:oobAfterSwap"]) {
  document.addEventListener(kind2, () => {
    if (!asked2 || asked2.form.isConnected) return;
    const form = asked2.stays && [...document.querySelectorAll('form[data-write="reply"]')].find((one) => one.action === asked2.form.action);
    if (!form) {
      close();
      return;
    }
    placeIn(form).replaceChildren(...placeIn(asked2.form).childNodes);
    asked2.form = form;
    stale();
  });
}
function replyChanged(form) {
  form?.querySelector("#handbrake")?.replaceChildren();
}
document.addEventListener("input", (e) => {
  if (e.target.name === "content") replyChanged(e.target.form);
});
function edit(form, mark3 = form.querySelector("#handbrake mark")) {
  const field3 = form.elements.content;
  field3.focus();
  if (mark3) field3.setSelectionRange(Number(mark3.dataset.from), Number(mark3.dataset.to));
}
document.addEventListener("click", (e) => {
  const mark3 = e.target.closest?.("#handbrake mark");
  if (mark3) edit(mark3.closest("form"), mark3);
});

// scripts/saved.js
var placeholder = /\{\{[^{}\r\n]*[^{}\s][^{}\r\n]*\}\}/;
var menu = () => document.getElementById("saved");
var reply = () => document.getElementById("reply");
var filter = () => menu().querySelector("input");
var options = () => [...menu().querySelectorAll('[role="option"]')];
var shown2 = () => options().filter((option) => !option.hidden);
var chosen = () => menu().querySelector('[aria-selected="true"]');
var slash = false;
var left2 = false;
var loading;
var pending = 0;
function load() {
  pending++;
  loading = (async () => {
    const answer = await fetch(menu().dataset.from, { headers: { "HX-Request": "true" } });
    if (answer.status === 401) signedOut();
    if (!answer.ok) throw new Error(reason(answer.status, await answer.text()));
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    document.getElementById("saved-list").replaceWith(holder.content.firstElementChild);
  })().finally(() => {
    pending--;
  });
  return loading;
}
var failed2 = (e) => {
  close2();
  fail(e instanceof TypeError ? reason() : e.message);
};
function sift(text) {
  const words22 = text.trim().toLowerCase();
  let best;
  for (const option of options()) {
    const shortcut = option.dataset.shortcut.toLowerCase();
    const typed3 = words22.replace(/^\//, "");
    option.hidden = !(shortcut.includes(typed3) || option.querySelector("[data-title]").textContent.toLowerCase().includes(words22));
    const rank = option.hidden ? 0 : typed3 && shortcut === typed3 ? 3 : typed3 && shortcut.startsWith(typed3) ? 2 : 1;
    if (rank > (best?.rank ?? 0)) best = { rank, option };
  }
  document.getElementById("saved-list").hidden = !best;
  menu().querySelector("[data-none]").hidden = Boolean(best);
  choose(best?.option);
  if (slash) menu().hidden = !best;
}
function choose(option) {
  for (const other of options()) other.setAttribute("aria-selected", String(other === option));
  option?.scrollIntoView({ block: "nearest" });
  const at2 = slash ? reply() : filter();
  if (option) at2.setAttribute("aria-activedescendant", option.id);
  else at2.removeAttribute("aria-activedescendant");
}
function slashed() {
  const { value: value2, selectionStart, selectionEnd } = reply();
  return selectionStart === selectionEnd ? /(?:^|\n)\/([^\n]{0,64})$/.exec(value2.slice(0, selectionStart))?.[1] : void 0;
}
function close2() {
  if (!menu()) return;
  menu().hidden = true;
  slash = false;
  reply().removeAttribute("aria-activedescendant");
  reply().removeAttribute("aria-controls");
}
async function openSaved() {
  if (!menu()) return;
  showTab("reply");
  slash = false;
  menu().hidden = false;
  filter().value = "";
  filter().focus();
  try {
    await load();
    sift(filter().value);
  } catch (e) {
    failed2(e);
  }
}
async function onReply() {
  ask2();
  const typed3 = slashed();
  if (typed3 === void 0) {
    left2 = false;
    if (slash) close2();
    return;
  }
  if (left2) return;
  if (!slash) {
    slash = true;
    reply().setAttribute("aria-controls", "saved-list");
    load().catch(failed2);
  }
  try {
    await loading;
  } catch {
    return;
  }
  const now = slashed();
  if (slash && now !== void 0) sift(now);
}
async function insert(option) {
  const text = reply();
  const typed3 = slash ? slashed() : void 0;
  const to = text.selectionEnd;
  const from2 = typed3 === void 0 ? text.selectionStart : to - typed3.length - 1;
  const id = openID2();
  close2();
  text.focus();
  let filled;
  try {
    const answer = await fetch(`${menu().dataset.from}/${option.dataset.id}`, { headers: { "HX-Request": "true" } });
    if (answer.status === 401) signedOut();
    if (!answer.ok) throw new Error(reason(answer.status, await answer.text()));
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    filled = holder.content.firstElementChild.dataset.text;
  } catch (e) {
    failed2(e);
    return;
  }
  if (!text.isConnected || id !== openID2()) return;
  text.setSelectionRange(from2, to);
  if (!document.execCommand("insertText", false, filled)) {
    text.setRangeText(filled, from2, to, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
  close2();
  select(from2);
}
function select(from2) {
  const text = reply();
  const found2 = placeholder.exec(text.value.slice(from2));
  if (!found2) return;
  text.focus();
  text.setSelectionRange(from2 + found2.index, from2 + found2.index + found2[0].length);
}
function ask2() {
  const refused = document.querySelector("#alert > [data-unfilled]");
  if (refused && !reply()?.value.includes(refused.dataset.unfilled)) fail("");
  const place4 = document.querySelector("[data-fill]");
  const name3 = placeholder.exec(reply()?.value ?? "")?.[0];
  const says2 = name3 ? place4.dataset.fill.replace("%", () => name3) : "";
  if (!place4 || place4.textContent === says2) return;
  place4.replaceChildren();
  if (!says2) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.textContent = says2;
  button.addEventListener("click", () => select(0));
  place4.append(button);
  if (!/agent\.name/i.test(name3)) return;
  const profile = document.createElement("a");
  profile.href = `${document.body.dataset.base}/settings/profile`;
  profile.className = "link";
  profile.textContent = place4.dataset.fillAgent;
  place4.append(" ", profile);
}
document.addEventListener("input", (e) => {
  if (e.isComposing) return;
  if (e.target.id === "reply") onReply();
  else if (menu() && e.target === filter()) sift(filter().value);
});
document.addEventListener("keydown", async (e) => {
  if (!menu() || e.isComposing || e.ctrlKey || e.metaKey || e.altKey) return;
  const open4 = slash ? e.target === reply() : !menu().hidden && e.target === filter();
  if (!open4 || e.key === "Tab" && (e.shiftKey || !slash)) return;
  const all2 = shown2();
  const step2 = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  const listed2 = !menu().hidden && all2.length > 0;
  if (step2 && listed2) {
    choose(all2[(all2.indexOf(chosen()) + step2 + all2.length) % all2.length]);
  } else if (e.key === "Enter" && !e.shiftKey || e.key === "Tab" && listed2) {
    if (slash && !listed2 && !pending) return;
    e.preventDefault();
    e.stopPropagation();
    await loading?.catch(() => {
    });
    const typed3 = slash ? slashed() : filter().value;
    if (typed3 === void 0) return;
    sift(typed3);
    if (chosen()) insert(chosen());
    else if (slash && e.key === "Enter") document.execCommand("insertText", false, "\n");
    return;
  } else if (e.key === "Escape" && (!slash || listed2)) {
    left2 = slash;
    close2();
    reply().focus();
  } else {
    return;
  }
  e.preventDefault();
  e.stopPropagation();
}, true);
document.addEventListener("mousedown", (e) => {
  if (e.target.closest?.('#saved [role="option"]')) e.preventDefault();
});
document.addEventListener("click", (e) => {
  const button = e.target.closest?.("[data-saved]");
  if (button) {
    e.preventDefault();
    if (menu().hidden) openSaved();
    else close2();
    return;
  }
  const option = e.target.closest?.('#saved [role="option"]');
  if (option) insert(option);
  else if (menu() && !menu().hidden && !menu().contains(e.target) && e.target !== reply()) close2();
});
document.addEventListener("focusin", (e) => {
  if (e.target.id === "reply") ask2();
  if (menu() && !menu().hidden && !menu().contains(e.target) && e.target !== reply() && !e.target.matches("[data-saved]")) close2();
});
document.addEventListener("htmx:afterOnLoad", (e) => {
  if (e.detail.xhr.status === 422 && document.querySelector("#alert > [data-unfilled]")) select(0);
});
document.addEventListener("htmx:oobAfterSwap", (e) => {
  if (e.detail.target.id === "composer") {
    slash = false;
    left2 = false;
    ask2();
  }
});

// scripts/found.js
var place = document.getElementById("found");
function found(text) {
  if (place.textContent !== text) place.textContent = text;
}
function again() {
  const text = place.textContent;
  place.textContent = "";
  setTimeout(() => {
    place.textContent ||= text;
  }, 300);
}
setTimeout(() => found(document.querySelector("main").dataset.found), 100);
document.addEventListener("htmx:afterSwap", (e) => {
  const list3 = document.getElementById(e.target.id);
  if (list3?.dataset.found !== void 0) found(list3.dataset.found);
});

// scripts/sheet.js
var part = document.querySelector('main[data-view="sheet"] > #open');
var wanted = [...document.querySelectorAll("main [autofocus]")].some((field3) => field3.checkVisibility());
if (part && document.activeElement === document.body && !wanted && !location.hash) {
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
}
document.querySelector('main input[type="search"][autofocus]')?.select();
function regions() {
  for (const part2 of document.querySelectorAll('main [role="region"][tabindex]')) part2.tabIndex = part2.scrollWidth > part2.clientWidth || part2.scrollHeight > part2.clientHeight ? 0 : -1;
}
regions();
addEventListener("resize", regions);
document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(regions));
var rows = () => [...document.querySelectorAll("main a.who-row")].filter((row) => row.checkVisibility());
var hasRows = () => rows().length > 0;
function step(by) {
  const all2 = rows();
  const at2 = all2.indexOf(document.activeElement);
  const to = all2[at2 < 0 ? 0 : at2 + by];
  to?.focus();
}
var up = () => document.querySelector("main .crumb a");
var here2 = () => new Map([...document.querySelectorAll("main [data-command]")].filter((button) => button.checkVisibility()).map((button) => [button.dataset.command, button]));
function commandsHere() {
  return [...here2().keys()].map((command, i) => {
    const option = document.createElement("li");
    option.id = `command-here-${i}`;
    option.role = "option";
    option.ariaSelected = "false";
    option.dataset.here = i;
    option.append(document.createElement("span"));
    option.firstChild.textContent = command;
    option.run = () => here2().get(command)?.click();
    return option;
  });
}
var goesOn;
document.addEventListener("htmx:afterSettle", (e) => {
  const field3 = goesOn;
  if (!field3 || e.detail.requestConfig?.elt !== field3) return;
  goesOn = void 0;
  again();
  if (document.activeElement !== field3) return;
  if (matchMedia("(pointer: coarse)").matches) field3.blur();
  else step(1);
});
document.addEventListener("keydown", (e) => {
  if (!e.target.matches?.('main input[type="search"][hx-get]') || e.isComposing) return;
  if (e.key === "Enter") {
    goesOn = e.target;
    if (!e.target.matches(".htmx-request")) e.target.dispatchEvent(new Event("find"));
  } else if (e.key === "ArrowDown" && hasRows()) step(1);
  else return;
  e.preventDefault();
});

// scripts/selection.js
var bar = () => document.getElementById("selbar");
var boxes = () => [...document.querySelectorAll("#rows .sel")];
var store = `svcx:selection:${document.body.dataset.base}`;
var isForm = (element) => element.matches?.("#selection");
var all = () => bar().querySelector('[name="all"]');
var chosen2 = /* @__PURE__ */ new Set();
var from;
function listed() {
  const { view: view2, category, channel, assignee, tag, q } = document.getElementById("list").dataset;
  return JSON.stringify([view2, category, channel, assignee, tag, q]);
}
function keep() {
  try {
    if (chosen2.size) sessionStorage.setItem(store, JSON.stringify({ list: listed(), ids: [...chosen2] }));
    else sessionStorage.removeItem(store);
  } catch {
  }
}
function restore2() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(store));
    if (kept?.list === listed()) chosen2 = new Set(kept.ids);
  } catch {
  }
}
var range = () => bar().querySelector("[data-range]");
var ranging = () => range().ariaPressed === "true";
var selected = () => Boolean(bar() && chosen2.size);
function show3() {
  if (!bar()) return;
  for (const box2 of boxes()) box2.checked = chosen2.has(box2.value);
  const some = chosen2.size > 0;
  bar().classList.toggle("on", some);
  document.getElementById("list").classList.toggle("selecting", some);
  const whole = boxes().every((box2) => box2.checked);
  const more = Boolean(document.querySelector("#rows .more"));
  if (!some || !whole || !more) all().checked = false;
  all().parentElement.hidden = !(some && (more || !whole));
  if (!some) range().ariaPressed = "false";
  if (!all().checked) count(!some ? "" : ranging() ? bar().dataset.tRange : bar().dataset.tSelected.replace("%", chosen2.size));
}
function count(text) {
  const at2 = document.getElementById("sel-count");
  if (at2.textContent !== text) at2.textContent = text;
}
function change() {
  keep();
  show3();
}
function clear() {
  chosen2.clear();
  from = void 0;
  if (bar()) all().checked = false;
  change();
}
function current() {
  const row = document.activeElement?.closest?.("#rows > li") ?? document.querySelector("#rows .conv[aria-current]")?.closest("li");
  return row?.querySelector(".sel");
}
function set(box2, on) {
  if (on) chosen2.add(box2.value);
  else chosen2.delete(box2.value);
}
function toggle() {
  const box2 = current();
  if (!box2) return;
  set(box2, !chosen2.has(box2.value));
  from = box2.value;
  change();
}
function toHere() {
  const box2 = current();
  if (!box2) return;
  const list3 = boxes();
  const to = list3.indexOf(box2);
  const begin2 = Math.max(list3.findIndex((other) => other.value === from), 0);
  for (const one of list3.slice(Math.min(begin2, to), Math.max(begin2, to) + 1)) set(one, true);
  from = box2.value;
  change();
}
function selectAll() {
  if (boxes().length && boxes().every((box2) => chosen2.has(box2.value)) && !all().checked && !all().parentElement.hidden) {
    all().click();
    return;
  }
  for (const box2 of boxes()) set(box2, true);
  change();
}
document.addEventListener("click", (e) => {
  if (!e.target.matches?.("#rows .sel")) return;
  const box2 = e.target;
  const on = box2.checked || ranging();
  if (e.shiftKey && from || ranging()) {
    const list3 = boxes();
    const [a, b] = [list3.findIndex((other) => other.value === from), list3.indexOf(box2)].sort((x, y) => x - y);
    for (const one of list3.slice(Math.max(a, 0), b + 1)) set(one, on);
  }
  range().ariaPressed = "false";
  set(box2, on);
  from = box2.value;
  change();
});
document.addEventListener("click", (e) => {
  if (!e.target.closest?.("[data-range]")) return;
  range().ariaPressed = String(!ranging());
  show3();
});
document.addEventListener("reset", (e) => {
  if (isForm(e.target)) setTimeout(clear);
});
document.addEventListener("change", async (e) => {
  if (!e.target.matches?.('#selection [name="all"]')) return;
  if (e.target.checked) selectAll();
  else show3();
  if (!e.target.checked) return;
  try {
    const answer = await fetch(e.target.dataset.count);
    if (!answer.ok) throw new Error();
    const text = new DOMParser().parseFromString(await answer.text(), "text/html").body.textContent.trim();
    if (all().checked) count(text);
  } catch {
    e.target.checked = false;
    show3();
  }
});
document.addEventListener("submit", (e) => {
  if (!isForm(e.target)) return;
  for (const old of e.target.querySelectorAll('input[type="hidden"]')) old.remove();
  const send4 = (name3, value2) => {
    const field3 = document.createElement("input");
    field3.type = "hidden";
    field3.name = name3;
    field3.value = value2;
    e.target.append(field3);
  };
  if (e.submitter) {
    send4(e.submitter.name, e.submitter.value);
    e.submitter.closest("[popover]")?.hidePopover();
  }
  if (!all().checked) {
    const shown4 = new Set(boxes().filter((box2) => box2.checked).map((box2) => box2.value));
    for (const id of chosen2) if (!shown4.has(id)) send4("id", id);
  }
}, true);
document.addEventListener("htmx:afterRequest", (e) => {
  if (!isForm(e.target) || e.detail.xhr?.status !== 200) return;
  document.getElementById("sel-tags-text").value = "";
  clear();
});
var watched;
var watch = new MutationObserver(show3);
function look() {
  const list3 = document.getElementById("list");
  if (!list3 || list3 === watched) return;
  watched = list3;
  watch.disconnect();
  watch.observe(document.getElementById("list-scroll"), { childList: true, subtree: true });
  chosen2 = /* @__PURE__ */ new Set();
  restore2();
  show3();
}
look();
document.addEventListener("htmx:afterSwap", look);

// scripts/keys.js
var rows2 = () => [...document.querySelectorAll("#rows .conv")];
var wide = () => matchMedia("(width > 720px)").matches;
var click = (selector) => document.querySelector(selector)?.click();
function move(step2) {
  const all2 = rows2();
  if (all2.length === 0) return;
  const from2 = all2.indexOf(document.activeElement);
  const current2 = from2 >= 0 ? from2 : all2.findIndex((row) => row.hasAttribute("aria-current"));
  let at2 = Math.max(current2 + step2, 0);
  while (all2[at2]?.parentElement.classList.contains("gone")) at2 += step2;
  const to = all2[at2];
  if (step2 > 0 && at2 >= all2.length - 1) click("#rows .more a");
  if (!to) return;
  to.focus();
  if (wide()) to.click();
}
document.addEventListener("click", (e) => {
  if (!e.target.closest?.("[data-next]")) return;
  const all2 = rows2();
  let at2 = all2.findIndex((row) => row.hasAttribute("aria-current")) + 1;
  while (all2[at2]?.parentElement.classList.contains("gone")) at2++;
  if (at2 >= all2.length - 1) click("#rows .more a");
  if (!all2[at2]) {
    click("#thead .back");
    return;
  }
  all2[at2].click();
  hold(() => document.querySelector("[data-next]")?.focus({ preventScroll: true }));
});
function write2(kind2) {
  const tab2 = document.querySelector(`[role="tab"][data-tab="${kind2}"]`);
  tab2?.click();
}
function moveMessage(step2) {
  const all2 = [...document.querySelectorAll("#messages article")];
  const at2 = all2.findIndex((message) => message.contains(document.activeElement));
  const { top, bottom } = document.getElementById("thread")?.getBoundingClientRect() ?? {};
  const seen = all2.filter((message) => message.getBoundingClientRect().bottom > top && message.getBoundingClientRect().top < bottom);
  const to = at2 < 0 ? seen.find((message) => message.querySelector(".hit")) ?? seen.at(step2 < 0 ? -1 : 0) : all2[Math.min(Math.max(at2 + step2, 0), all2.length - 1)];
  if (!to) return;
  to.tabIndex = -1;
  to.focus();
}
function toConversation() {
  const row = wide() && document.querySelector(".conv[aria-current]");
  (row || document.getElementById("thread"))?.focus({ preventScroll: !row });
}
var pick = (what) => () => {
  if (!selected()) showDetails(`pick-${what}`);
  click(selected() ? `[data-sel="${what}"]` : `#details [data-pick="${what}"]`);
};
function showDetails(picker) {
  const details = document.getElementById("details");
  const opener = document.querySelector("#thead .show-d");
  if (!opener?.checkVisibility() || !details || details.matches(":popover-open")) return;
  details.dataset.while = picker;
  details.showPopover({ source: opener });
}
document.addEventListener("toggle", (e) => {
  const details = document.getElementById("details");
  if (e.newState !== "closed" || !e.target.id || details?.dataset.while !== e.target.id) return;
  delete details.dataset.while;
  details.hidePopover();
}, true);
var press = (key4) => () => click(`${selected() ? "#selection" : "#thead"} [data-key="${key4}"]`);
function togglePane(pane2, opener) {
  const button = opener && document.querySelector(opener);
  if (button?.checkVisibility()) {
    button.click();
    return;
  }
  const main3 = document.querySelector("main");
  if (!document.getElementById("open")?.dataset.conversationId) return;
  const hidden = new Set((main3.dataset.hides ?? "").split(" ").filter(Boolean));
  if (!hidden.delete(pane2)) hidden.add(pane2);
  main3.dataset.hides = [...hidden].join(" ");
  document.cookie = `svcx_hides=${[...hidden].join(".")}; path=/app; max-age=31536000; samesite=lax`;
}
function send(form, resolve) {
  const button = (keys) => form?.querySelector(`[aria-keyshortcuts="${keys}"]`);
  (resolve && button("Control+Shift+Enter") || button("Control+Enter"))?.click();
}
var writing = () => [...document.querySelectorAll("form[data-write]")].find((form) => form.checkVisibility());
var undo = () => document.querySelector("#waiting [data-undo]") ?? document.querySelector("#say [data-undo]") ?? document.querySelector("#bulk [data-undo]");
var commands = {
  j: () => hasRows() ? step(1) : move(1),
  k: () => hasRows() ? step(-1) : move(-1),
  J: () => moveMessage(1),
  K: () => moveMessage(-1),
  o: () => document.activeElement?.matches?.(".conv, .who-row") && document.activeElement.click(),
  u: () => up() ? up().click() : back(),
  r: () => write2("reply"),
  n: () => write2("note"),
  s: openSaved,
  "Ctrl+Enter": () => send(writing()),
  "Ctrl+Shift+Enter": () => send(writing(), true),
  "[": () => togglePane("details", "#thead .show-d"),
  "]": () => togglePane("list"),
  e: press("e"),
  E: press("E"),
  x: toggle,
  X: toHere,
  "*": selectAll,
  z: () => undo()?.click(),
  a: pick("assign"),
  c: pick("category"),
  p: pick("priority"),
  t: pick("tags"),
  m: () => {
    const mine2 = document.querySelector(`${selected() ? "#sel-assign" : "#pick-assign"} [value="${document.body.dataset.me}"]`);
    mine2?.click();
  },
  "/": () => {
    const field3 = [...document.querySelectorAll('input[name="q"]')].find((one) => one.offsetParent);
    field3?.focus();
    field3?.select();
  }
};
var menu2 = document.getElementById("commands");
function nameKeys(root2) {
  if (/Mac|iPhone|iPad/.test(navigator.platform)) for (const key4 of root2.querySelectorAll("kbd")) key4.textContent = key4.textContent.replace("Ctrl", "⌘");
}
nameKeys(document);
var field = menu2.querySelector("input");
var options2 = () => [...menu2.querySelectorAll('[role="option"]:not([hidden], [aria-disabled="true"])')];
var unlisted = false;
async function openMenu() {
  const list3 = menu2.querySelector('[role="listbox"]');
  for (const old of list3.querySelectorAll("[data-here]")) old.remove();
  const known2 = list3.children.length > 0;
  list3.prepend(...commandsHere());
  field.value = "";
  unlisted = false;
  sift2();
  menu2.showModal();
  if (known2) return;
  try {
    const answer = await fetch(`${document.body.dataset.base}/commands`);
    if (!answer.ok) throw new Error(answer.status);
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    nameKeys(holder.content);
    list3.append(holder.content);
    sift2();
  } catch {
    unlisted = true;
    sift2();
  }
}
function can(key4) {
  if (key4.startsWith("Ctrl+")) return Boolean(writing()?.elements.content.value.trim());
  if ("eEmacpt".includes(key4) && selected()) return true;
  if ("jko".includes(key4) && hasRows() || key4 === "u" && up()) return true;
  if (acts.has(key4) || key4 === "u" || key4 === "]") return Boolean(document.getElementById("open")?.dataset.conversationId);
  if ("jkoxX*".includes(key4)) return rows2().length > 0;
  return key4 !== "z" || Boolean(undo());
}
function sift2() {
  const text = field.value.trim().toLowerCase();
  for (const option of menu2.querySelectorAll('[role="option"]')) {
    option.hidden = !option.textContent.toLowerCase().includes(text);
    option.ariaDisabled = can(option.dataset.key ?? "?") ? null : "true";
  }
  choose2(options2()[0]);
  const none = menu2.querySelector("[data-none]");
  const some = menu2.querySelector('[role="option"]:not([hidden])') || !menu2.querySelector('[role="option"]');
  const says2 = unlisted ? document.body.dataset.tFailed : some ? "" : none.dataset.none;
  if (none.textContent !== says2) none.textContent = says2;
}
function choose2(option) {
  for (const other of menu2.querySelectorAll('[aria-selected="true"]')) other.setAttribute("aria-selected", "false");
  option?.setAttribute("aria-selected", "true");
  option?.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", option?.id ?? "");
}
function runChosen(option) {
  menu2.close();
  if (option.run) {
    option.run();
    return;
  }
  if (option.dataset.to) {
    goTo(option.dataset.to);
    return;
  }
  const [first, second] = option.dataset.key.split(" ");
  if (second) places[second]?.();
  else act(first);
}
var acts = /* @__PURE__ */ new Set(["J", "K", "r", "n", "s", "Ctrl+Enter", "Ctrl+Shift+Enter", "e", "E", "m", "a", "c", "p", "t", "["]);
function act(key4) {
  if (leaving()) return;
  if (!acts.has(key4)) commands[key4]?.();
  else if (opening()) hold(commands[key4]);
  else if (!misses()) commands[key4]();
}
field.addEventListener("input", sift2);
field.addEventListener("keydown", (e) => {
  const shown4 = options2();
  const at2 = shown4.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const step2 = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step2 && shown4.length) choose2(shown4[(at2 + step2 + shown4.length) % shown4.length]);
  else if (e.key === "Enter" && shown4[at2]) runChosen(shown4[at2]);
  else return;
  e.preventDefault();
});
menu2.addEventListener("click", (e) => {
  const option = e.target.closest('[role="option"]');
  if (options2().includes(option)) runChosen(option);
  else if (e.target === menu2) menu2.close();
});
var keyList = document.getElementById("keys");
commands["?"] = async () => {
  keyList.showModal();
  if (keyList.querySelector(".keycols")) return;
  try {
    const answer = await fetch(`${document.body.dataset.base}/keys`);
    if (!answer.ok) throw new Error(answer.status);
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    nameKeys(holder.content);
    keyList.append(holder.content);
  } catch {
    keyList.close();
    sayLost();
  }
};
keyList.addEventListener("click", (e) => {
  if (e.target === keyList) keyList.close();
});
if (location.hash === "#search") commands["/"]();
var go = (path, link2) => () => document.querySelector(link2) ? click(link2) : goTo(document.body.dataset.base + path);
var view = (name3) => go(`/inbox?view=${name3}`, `.navlink[href*="view=${name3}"]`);
var places = {
  m: view("mine"),
  n: view("mentions"),
  u: view("unassigned"),
  o: view("open"),
  d: view("undelivered"),
  r: view("resolved"),
  c: view("closed"),
  a: go("/ratings", '.navlink[data-place="ratings"]'),
  p: go("/contacts", '.navlink[href$="/contacts"]'),
  e: go("/reports", '[data-go="reports"]'),
  s: go("/settings", '[data-go="settings"]')
};
function back() {
  const row = document.querySelector(".conv[aria-current]");
  if (wide()) row?.focus();
  else click("#thead .back");
}
function retype({ key: key4, ctrlKey, metaKey, shiftKey, repeat: repeat2 }) {
  const at2 = document.activeElement ?? document.body;
  const free = at2.dispatchEvent(new KeyboardEvent("keydown", { key: key4, ctrlKey, metaKey, shiftKey, repeat: repeat2, bubbles: true, cancelable: true }));
  if (!free || ctrlKey || metaKey || !at2.matches('input:not([type="checkbox"]), textarea')) return;
  if (key4 === "Backspace") document.execCommand("delete");
  else if (key4 !== "Enter") document.execCommand("insertText", false, key4);
  else if (at2.matches("textarea")) document.execCommand("insertText", false, "\n");
}
function waits(e) {
  if (!holding() || !opening() || document.querySelector("[popover]:popover-open, dialog[open]")) return false;
  const types = e.getModifierState?.("AltGraph");
  if (e.key === "Escape") letGo();
  else if (e.key !== "Enter" && e.key !== "Backspace" && e.key.length > 1) return false;
  else if (e.altKey && !types || (e.ctrlKey || e.metaKey) && !types && e.key !== "Enter") return false;
  else hold(() => retype(types ? { key: e.key } : e));
  e.preventDefault();
  return true;
}
var going = 0;
document.addEventListener("keydown", (e) => {
  if (e.key === "k" && (e.ctrlKey || e.metaKey)) {
    e.preventDefault();
    if (menu2.open) menu2.close();
    else openMenu();
    return;
  }
  const at2 = e.target.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable]');
  const typing = at2?.checkVisibility() && at2;
  if (!typing && waits(e)) return;
  if (e.key === "Enter" && (e.ctrlKey || e.metaKey) && e.target.form?.dataset.write) {
    e.preventDefault();
    send(e.target.form, e.shiftKey);
    return;
  }
  if (typing) {
    if (e.key === "Escape" && !e.isComposing && !typing.closest("[popover], dialog")) {
      typing.blur();
      if (typing.closest("#composer")) toConversation();
    }
    return;
  }
  if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || document.querySelector("[popover]:popover-open, dialog[open]")) return;
  if (e.key === "Escape") {
    if (selected()) clear();
    else back();
    return;
  }
  if (document.body.dataset.keys === "off") return;
  const table2 = Date.now() - going < 1500 ? places : commands;
  going = e.key === "g" ? Date.now() : 0;
  const run = table2[e.key];
  if (!run) return;
  e.preventDefault();
  if (e.repeat && !"jkJK".includes(e.key)) return;
  if (table2 === commands) act(e.key);
  else run();
});

// scripts/outbox.js
var words9 = document.body.dataset;
var tab = crypto.getRandomValues(new Uint32Array(2)).join("");
var fresh = 12 * 60 * 60 * 1e3;
var claimed = 4e4;
var formOf2 = (id, kind2) => id === openID2() ? document.querySelector(`form[data-write="${kind2}"]`) : null;
var idIn = (path) => /\/inbox\/(\d+)\//.exec(path)[1];
var away = (status2) => !status2 || status2 === 429 || status2 >= 502 && status2 <= 504;
var value = (message, name3) => message.fields.find(([one]) => one === name3)?.[1] ?? "";
function keep2(config, kind2, at2 = Date.now(), asks2 = false) {
  const id = idIn(config.path);
  const fields2 = [...config.formData].filter(([, text]) => typeof text === "string");
  fields2.push(["event", document.getElementById("details")?.dataset.event ?? ""]);
  putUnsent(id, kind2, { fields: fields2, to: config.path, at: at2, ...asks2 && { asks: asks2 } });
  markDraft(id);
  const focused = formOf2(id, kind2)?.contains(document.activeElement);
  showUnsent();
  if (focused) document.querySelector(`#panel-${kind2} [data-unsent-edit]`)?.focus();
  again2();
}
var stale2 = (message) => Date.now() - message.at > fresh;
function toDraft(id, kind2, message) {
  forget(id, kind2);
  const form = formOf2(id, kind2);
  if (!form || form.elements.content.value) return;
  form.elements.content.value = value(message, "content");
  keepDraft(form);
}
function forget(id, kind2) {
  putUnsent(id, kind2, null);
  markDraft(id);
  showUnsent();
}
function keepForm(form, button) {
  keep2({ path: form.getAttribute("hx-post") ?? form.action, formData: new FormData(form, button?.name ? button : void 0) }, form.dataset.write);
}
function sendFromElsewhere(id, to, fields2) {
  putUnsent(id, "reply", { fields: fields2, to, at: Date.now() });
  markDraft(id);
  sendUpTo(id, "reply").then(() => {
    if (unsentOf(id, "reply")) again2();
  });
}
document.addEventListener("htmx:beforeRequest", (e) => {
  const form = e.target;
  const kind2 = form.dataset?.write;
  if (!kind2) return;
  const config = e.detail.requestConfig;
  if (lost() || next(idIn(config.path))) {
    e.preventDefault();
    fail("");
    keep2(config, kind2);
    flush();
    return;
  }
  const at2 = Date.now();
  const ended2 = new AbortController();
  const on = (name3, then) => form.addEventListener(name3, (answer) => {
    ended2.abort();
    then(answer.detail.xhr?.status);
  }, { signal: ended2.signal });
  for (const name3 of ["htmx:sendError", "htmx:timeout", "htmx:sendAbort", "htmx:responseError"]) on(name3, (status2) => {
    if (away(status2)) keep2(config, kind2, at2);
  });
  on("htmx:beforeOnLoad", (status2) => {
    if (status2 !== 422 || idIn(config.path) === openID2()) return;
    keep2(config, kind2, at2, true);
    say(words9.tAsks);
  });
});
onLine((isLost) => {
  if (!isLost) {
    delay = 0;
    flush();
    return;
  }
  for (const form of document.querySelectorAll("form[data-write].htmx-request")) window.htmx.trigger(form, "htmx:abort");
});
var delay = 0;
var timer;
function again2() {
  clearTimeout(timer);
  delay = Math.min(6e4, Math.max(5e3, 2 * delay));
  timer = setTimeout(flush, delay);
}
var flying = /* @__PURE__ */ new Map();
async function flush() {
  clearTimeout(timer);
  const all2 = new Set(allUnsent().map(({ id }) => id).sort((a, b) => (b === openID2()) - (a === openID2())));
  for (const id of all2) await sendUpTo(id, void 0, id === openID2() ? 0 : 1500);
  if (allUnsent().some(({ id, kind: kind2 }) => !unsentOf(id, kind2)?.asks)) again2();
}
var queue = (id) => ["reply", "note"].map((kind2) => ({ kind: kind2, ...unsentOf(id, kind2) })).filter(({ fields: fields2, asks: asks2 }) => fields2 && !asks2).sort((a, b) => a.at - b.at);
var next = (id) => queue(id)[0]?.kind;
async function sendUpTo(id, last2, patience3 = 0) {
  for (const { kind: kind2 } of queue(id)) {
    await send2(id, kind2, patience3);
    if (kind2 === last2 || next(id) === kind2) return;
  }
}
function send2(id, kind2, patience3 = 0, byHand = false) {
  const name3 = `${id}:${kind2}`;
  if (!flying.has(name3)) flying.set(name3, post2(id, kind2, patience3, byHand).finally(() => flying.delete(name3)));
  return flying.get(name3);
}
async function sendByHand(id, kind2) {
  if (!unsentOf(id, kind2)?.asks) await sendUpTo(id, kind2);
  else await send2(id, kind2, 0, true);
}
async function post2(id, kind2, patience3, byHand) {
  try {
    await new Promise((wait2) => {
      setTimeout(wait2, patience3);
    });
    let message = unsentOf(id, kind2);
    if (!message || message.asks && !byHand || message.claim && message.claim !== tab && Date.now() - message.claimedAt < claimed) return;
    if (stale2(message)) {
      putUnsent(id, kind2, { ...message, asks: true });
      return;
    }
    message = { ...message, claim: tab, claimedAt: Date.now() };
    putUnsent(id, kind2, message);
    const body = new FormData();
    for (const [field3, text2] of message.fields) body.append(field3, text2);
    body.append("unattended", "true");
    const answer = await fetch(message.to, { method: "POST", body: kind2 === "note" ? new URLSearchParams(body) : body, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(3e4) });
    const text = await answer.text();
    if (unsentOf(id, kind2)) answered(id, kind2, message, answer.status, text);
  } catch {
    release(id, kind2);
  }
}
function release(id, kind2) {
  const message = unsentOf(id, kind2);
  if (message?.claim === tab) putUnsent(id, kind2, { ...message, claim: void 0 });
}
function answered(id, kind2, message, status2, text) {
  const open4 = id === openID2();
  if (away(status2)) {
    release(id, kind2);
  } else if (status2 === 401) {
    release(id, kind2);
    signedOut();
  } else if (status2 === 200) {
    const focused = open4 && document.getElementById("composer")?.contains(document.activeElement);
    clearDraft(id, kind2);
    if (kind2 === "reply") filesSent(id);
    forget(id, kind2);
    if (open4) window.htmx.swap("#open", text, { swapStyle: "none" });
    else say(words9.tSentLater);
    if (focused) toConversation();
  } else if (open4) {
    const form = formOf2(id, kind2);
    toDraft(id, kind2, message);
    if (status2 === 422) window.htmx.swap("#open", text, { swapStyle: "none" });
    else fail(reason(status2, text), form);
  } else {
    putUnsent(id, kind2, { ...message, claim: void 0, asks: true });
    markDraft(id);
    say(words9.tAsks);
  }
}
var made2 = (name3) => document.importNode(document.querySelector(`#composer template[data-${name3}]`).content.firstElementChild, true);
function showUnsent() {
  const id = openID2();
  const place4 = document.getElementById("unsent");
  if (!place4) return;
  for (const form of document.querySelectorAll("form[data-write]")) {
    const kind2 = form.dataset.write;
    const message = unsentOf(id, kind2);
    const bar3 = form.parentElement.querySelector(".unsent-bar");
    let line = place4.querySelector(`[data-kind="${kind2}"]`);
    form.hidden = Boolean(message);
    if (!message) {
      bar3?.remove();
      line?.remove();
      continue;
    }
    form.elements.key.value = value(message, "key");
    if (!bar3) form.before(made2("unsent-bar"));
    if (!line) {
      line = made2("unsent");
      line.dataset.kind = kind2;
      line.classList.add(kind2 === "note" ? "note" : "ours");
      place4.append(line);
    }
    const body = line.querySelector(".body");
    const text = value(message, "content") || message.fields.filter(([name3]) => name3 === "attachment").map(([, file]) => file.split(" ").slice(1).join(" ")).join(", ");
    if (body.textContent !== text) body.textContent = text;
  }
}
function openUnsent(id) {
  showUnsent();
  for (const kind2 of ["reply", "note"]) {
    const message = unsentOf(id, kind2);
    if (!message?.asks) continue;
    if (stale2(message)) toDraft(id, kind2, message);
    else if (!lost()) send2(id, kind2, 0, true);
  }
}
document.addEventListener("click", (e) => {
  const button = e.target.closest?.(".unsent-bar button");
  if (!button) return;
  const id = openID2();
  const form = button.closest('[role="tabpanel"]').querySelector("form");
  const kind2 = form.dataset.write;
  if (button.matches("[data-unsent-now]")) {
    sendByHand(id, kind2).then(() => {
      if (unsentOf(id, kind2)) sayUntilBack(words9.tStill);
    });
    return;
  }
  const { content } = form.elements;
  toDraft(id, kind2, unsentOf(id, kind2));
  const before2 = content.value;
  if (button.matches("[data-unsent-discard]")) {
    content.value = "";
    keepDraft(form);
    offerUndo(form, words9.tDiscarded, () => {
      content.value = before2;
      form.dispatchEvent(new CustomEvent("svcx:restored", { bubbles: true }));
      keepDraft(form);
      content.focus();
    });
    toConversation();
  } else {
    content.focus();
  }
});
addEventListener("storage", (e) => {
  const about2 = unsentIn(e.key);
  if (!about2) return;
  markDraft(about2.id);
  const form = formOf2(about2.id, about2.kind);
  if (form && !e.newValue) form.elements.key.value = crypto.getRandomValues(new Uint32Array(4)).join("-");
  showUnsent();
});
if (allUnsent().length) setTimeout(flush, 500);

// scripts/files.js
var words10 = document.body.dataset;
var uploads = /* @__PURE__ */ new Map();
var of = (id) => uploads.get(id) ?? [];
var box = () => document.querySelector("[data-uploads]");
var key = (id) => `svcx:files:${words10.base}:${words10.me}:${id}`;
function keepNames(id) {
  try {
    const names = of(id).map((one) => one.file.name);
    if (names.length) localStorage.setItem(key(id), JSON.stringify(names));
    else localStorage.removeItem(key(id));
  } catch {
  }
}
function lostNames(id) {
  try {
    return JSON.parse(localStorage.getItem(key(id))) ?? [];
  } catch {
    return [];
  }
}
var size = (bytes) => bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
function say2(text) {
  const place4 = box()?.querySelector('[role="status"]');
  if (place4 && place4.textContent !== text) place4.textContent = text;
}
function add(files) {
  const place4 = box();
  if (!place4 || files.length === 0) return;
  if (place4.dataset.takes === void 0) {
    say2(place4.dataset.tNone);
    return;
  }
  showTab("reply");
  const id = openID2();
  const all2 = of(id);
  uploads.set(id, all2);
  const room2 = Number(place4.dataset.maxFiles) - all2.length;
  say2(files.length > room2 ? place4.dataset.tMany : "");
  for (const file of [...files].slice(0, Math.max(0, room2))) {
    const one = { id, file, to: place4.dataset.to, progress: 0 };
    all2.push(one);
    if (file.size > Number(place4.dataset.maxBytes)) one.refused = place4.dataset.tLarge;
    else if (file.size === 0) one.refused = place4.dataset.tEmpty;
    else upload(one);
  }
  keepNames(id);
  draw();
  replyChanged(place4.closest("form"));
}
function upload(one) {
  const request2 = new XMLHttpRequest();
  const body = new FormData();
  body.append("file", one.file, one.file.name);
  one.request = request2;
  one.failed = one.refused = "";
  one.progress = 0;
  request2.upload.addEventListener("progress", (e) => {
    one.progress = e.lengthComputable ? 100 * e.loaded / e.total : 0;
    draw(one);
  });
  request2.addEventListener("loadend", () => {
    if (one.request !== request2) return;
    one.request = void 0;
    if (request2.status === 401 && signedOut()) return;
    const answer = document.createElement("template");
    answer.innerHTML = request2.status === 200 || request2.status === 422 ? request2.responseText : "";
    const said2 = answer.content.firstElementChild;
    if (request2.status === 200 && said2) one.stored = said2.dataset.id;
    else if (request2.status === 422 && said2) one.refused = said2.textContent;
    else one.failed = box()?.dataset.tFailed ?? words10.tFailed;
    draw();
    sendWaiting(one.id);
  });
  request2.open("POST", one.to);
  request2.setRequestHeader("HX-Request", "true");
  request2.send(body);
}
function remove(one) {
  const all2 = of(one.id);
  const { request: request2 } = one;
  one.request = void 0;
  request2?.abort();
  const at2 = all2.indexOf(one);
  all2.splice(at2, 1);
  keepNames(one.id);
  say2("");
  draw();
  replyChanged(box()?.closest("form"));
  const next2 = box()?.querySelectorAll("[data-remove]")[Math.min(at2, all2.length - 1)];
  (next2 ?? document.getElementById("reply"))?.focus();
  sendWaiting(one.id);
}
function draw(changed2) {
  const place4 = box();
  if (!place4) return;
  const list3 = place4.querySelector("ul");
  const all2 = of(openID2());
  for (const item of [...list3.children]) if (!all2.includes(item.one)) item.remove();
  for (const one of all2) {
    let item = [...list3.children].find((other) => other.one === one);
    if (item && changed2 && changed2 !== one) continue;
    if (!item) {
      item = document.importNode(place4.querySelector("template").content.firstElementChild, true);
      item.one = one;
      item.querySelector("[data-name]").textContent = one.file.name;
      item.querySelector("[data-size]").textContent = size(one.file.size);
      item.querySelector("[data-reason]").setAttribute("role", "alert");
      item.querySelector("progress").setAttribute("aria-label", one.file.name);
      item.querySelector("[data-remove]").addEventListener("click", () => remove(one));
      item.querySelector("[data-again]").addEventListener("click", () => {
        upload(one);
        draw();
        item.querySelector("[data-remove]").focus();
      });
      list3.append(item);
    }
    const button = item.querySelector("[data-remove]");
    button.setAttribute("aria-label", (one.request ? place4.dataset.tCancel : place4.dataset.tRemove).replace("%", () => one.file.name));
    item.querySelector("progress").hidden = !one.request;
    item.querySelector("progress").value = one.progress;
    item.querySelector("[data-again]").hidden = !one.failed;
    const reason2 = item.querySelector("[data-reason]");
    if (reason2.textContent !== (one.refused || one.failed || "")) reason2.textContent = one.refused || one.failed || "";
    const field3 = item.querySelector("input");
    field3.disabled = !one.stored;
    field3.value = one.stored ?? "";
  }
}
function showFiles(id) {
  if (!box()) return;
  draw();
  const names = of(id).length ? [] : lostNames(id);
  say2(waiting2.has(id) ? box().dataset.tWaits : names.length ? box().dataset.tLost.replace("%", () => names.join(", ")) : "");
}
function filesSent(id) {
  uploads.delete(id);
  keepNames(id);
}
var waiting2 = /* @__PURE__ */ new Map();
function sendWaiting(id) {
  const reply2 = waiting2.get(id);
  if (!reply2) return;
  const all2 = of(id);
  const stopped = all2.some((one) => one.failed || one.refused);
  if (!stopped && all2.some((one) => one.request)) return;
  waiting2.delete(id);
  if (id === openID2()) say2("");
  if (stopped) fail(reply2.stopped);
  else if (id === openID2()) document.querySelector('form[data-write="reply"]').requestSubmit(reply2.button?.isConnected ? reply2.button : void 0);
  else sendFromElsewhere(id, reply2.to, [...reply2.fields, ...all2.map((one) => ["attachment", one.stored])]);
}
document.addEventListener("submit", (e) => {
  if (!e.target.matches?.('form[data-write="reply"]') || e.submitter?.hasAttribute("formaction")) return;
  const id = openID2();
  const all2 = of(id);
  if (!all2.some((one) => one.request || one.failed || one.refused)) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  const fields2 = [...new FormData(e.target, e.submitter), ["event", document.getElementById("details").dataset.event]].filter(([name3]) => name3 !== "attachment");
  waiting2.set(id, { button: e.submitter, to: e.target.action, fields: fields2, stopped: box().dataset.tStopped });
  say2(box().dataset.tWaits);
  sendWaiting(id);
}, true);
document.addEventListener("change", (e) => {
  if (!e.target.matches(".attach input")) return;
  add(e.target.files);
  e.target.value = "";
});
document.addEventListener("paste", (e) => {
  const files = e.clipboardData?.files ?? [];
  if (e.target.id !== "reply" || files.length === 0 || e.clipboardData.types.includes("text/plain")) return;
  e.preventDefault();
  add(files);
});
var hasFiles = (e) => e.dataTransfer?.types.includes("Files");
var overThread = (e) => e.target.closest?.(".thr")?.querySelector("#drop");
function showDrop(shown4) {
  const drop2 = document.getElementById("drop");
  if (drop2) drop2.hidden = !shown4;
}
document.addEventListener("dragover", (e) => {
  if (!hasFiles(e)) return;
  e.preventDefault();
  const over = overThread(e);
  e.dataTransfer.dropEffect = over && box()?.dataset.takes !== void 0 ? "copy" : "none";
  showDrop(over);
});
document.addEventListener("dragleave", (e) => {
  if (hasFiles(e) && !e.relatedTarget) showDrop(false);
});
document.addEventListener("drop", (e) => {
  if (!hasFiles(e)) return;
  e.preventDefault();
  showDrop(false);
  if (overThread(e)) add(e.dataTransfer.files);
});

// scripts/composer.js
var words11 = document.body.dataset;
var number = new Intl.NumberFormat(document.documentElement.lang);
var grows = CSS.supports("field-sizing", "content");
function sized(form) {
  const text = form.elements.content;
  const max = Number(text.dataset.max);
  const length = text.value.length > max * 0.8 ? [...text.value].length : 0;
  const place4 = form.querySelector("[data-length]");
  place4.textContent = length > max * 0.8 ? `${number.format(length)} / ${number.format(max)}` : "";
  place4.classList.toggle("need", length > max);
  if (length > max) text.setAttribute("aria-invalid", "true");
  else text.removeAttribute("aria-invalid");
  if (grows || !text.checkVisibility()) return;
  text.rows = 2;
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(text);
  text.rows = Math.max(2, Math.round((text.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight)));
}
var typed = 0;
document.addEventListener("input", (e) => {
  const form = e.target.closest?.("form[data-write]");
  if (!form) return;
  keepDraft(form);
  sized(form);
  if (Date.now() - typed > 3e3) {
    typed = Date.now();
    fetch(`${words11.base}/inbox/${document.getElementById("open").dataset.conversationId}/typing`, { method: "POST" }).catch(() => {
    });
  }
});
document.addEventListener("svcx:restored", (e) => sized(e.target));
window.visualViewport?.addEventListener("resize", () => {
  const { height, scale } = window.visualViewport;
  const covered = scale === 1 ? Math.max(0, innerHeight - height) : 0;
  document.documentElement.style.setProperty("--keyboard", `${covered}px`);
  if (covered) scrollTo(0, 0);
});

// scripts/viewing.js
var words12 = document.body.dataset;
var viewers = /* @__PURE__ */ new Map();
function places2(id) {
  const open4 = document.getElementById("open");
  const all2 = [...document.querySelectorAll(`.conv[data-conversation-id="${id}"] .viewers`)];
  if (open4?.dataset.conversationId === id) all2.push(document.getElementById("viewers"));
  return all2.filter(Boolean);
}
function show4(id) {
  for (const place4 of places2(id)) {
    const marks2 = [...viewers.get(id)?.values() ?? []].map((mark3) => mark3.cloneNode(true));
    place4.replaceChildren(...marks2);
  }
}
function showViewers(row) {
  if (row) show4(row.dataset.conversationId);
  else for (const id of viewers.keys()) show4(id);
}
function onViewing(mark3) {
  if (!mark3) {
    const all2 = [...viewers.keys()];
    viewers.clear();
    all2.forEach(show4);
    return;
  }
  const { conversationId: id, user, on } = mark3.dataset;
  if (user === words12.me) return;
  const here3 = viewers.get(id) ?? /* @__PURE__ */ new Map();
  if (on === "true") here3.set(user, mark3);
  else here3.delete(user);
  if (here3.size) viewers.set(id, here3);
  else viewers.delete(id);
  show4(id);
}
function typingViewer(id, user, types) {
  const mark3 = viewers.get(id)?.get(user);
  if (!mark3) return;
  mark3.classList.toggle("typing-now", types);
  const text = types ? mark3.dataset.typing : mark3.title;
  mark3.setAttribute("aria-label", text);
  show4(id);
}

// scripts/attention.js
var words13 = document.body.dataset;
var stored = `svcx:told:${words13.base}:${words13.me}`;
var fresh2 = 10 * 6e4;
function told() {
  try {
    return { event: 0, note: 0, ...JSON.parse(localStorage.getItem(stored)) };
  } catch {
    return { event: 0, note: 0 };
  }
}
function tellOnce(kind2, id) {
  const now = told();
  if (id <= now[kind2]) return false;
  try {
    localStorage.setItem(stored, JSON.stringify({ ...now, [kind2]: id }));
  } catch {
  }
  return true;
}
var mine = (ids) => (ids ?? "").split(" ").includes(words13.me);
function marks(row) {
  return [...row.querySelectorAll("[data-waits]")];
}
function waits2(row) {
  return marks(row).some((mark3) => !mark3.hidden);
}
var noted = /* @__PURE__ */ new Map();
function hearNote(article) {
  for (const mention of article.querySelectorAll(".mention")) mention.classList.toggle("me", mention.dataset.user === words13.me);
  if (!mine(article.dataset.mentions) || article.dataset.by.split("/")[1] === words13.me) return false;
  noted.set(article.dataset.conversationId, article);
  return true;
}
function attend(row, tells) {
  showMention(row, words13.me, rowOf(row.dataset.conversationId));
  const { conversationId: id, handed, handedAt, event, assignee, mentions, hands, mentioned } = row.dataset;
  const note3 = noted.get(id);
  noted.delete(id);
  const open4 = id === openID2();
  const looking = open4 && document.visibilityState === "visible" && document.hasFocus();
  for (const mark3 of marks(row)) mark3.hidden = looking || !mine(mark3.dataset.waits === "mention" ? mentions : hands);
  if (looking) hideMention(row);
  if (open4 && (mine(mentions) || mine(hands))) arrived(id);
  if (looking || !tells) return;
  if (note3 && Date.now() - Number(note3.dataset.at) < fresh2 && tellOnce("note", Number(note3.dataset.messageId))) {
    const who = note3.querySelector(".by b").textContent.trim();
    tell2(row, mentioned.replace("%", () => who), words13.tMentionedMany, "mentions", `/inbox/${id}?m=${note3.dataset.messageId}#${note3.id}`);
    tellOf(row, note3.id);
  } else if (handed && assignee === words13.me && Date.now() - Number(handedAt) < fresh2 && tellOnce("event", Number(event))) {
    tell2(row, handed, words13.tHandedMany, "mine", `/inbox/${id}`);
    tellOf(row, `handed-${event}`);
  }
}
var last = { view: "", at: 0, n: 0 };
function tell2(row, text, many2, view2, path) {
  const n = last.view === view2 && Date.now() - last.at < 5e3 ? last.n + 1 : 1;
  last = { view: view2, at: Date.now(), n };
  const link2 = document.createElement("a");
  link2.className = "btn sm";
  link2.textContent = words13.tOpen;
  link2.href = words13.base + (n > 1 ? `/inbox?view=${view2}` : path);
  say(n > 1 ? many2.replace("%", n) : text);
  if (n === 1 && view2 === "mine") {
    link2.addEventListener("click", (e) => {
      const there2 = rowOf(row.dataset.conversationId);
      if (!there2 || e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      there2.click();
    });
  }
  document.getElementById("say").append(" ", link2);
}
function looked(id) {
  const row = rowOf(id);
  if (!row || !waits2(row)) return;
  for (const mark3 of marks(row)) mark3.hidden = true;
  hideMention(row);
  countAgain();
}

// scripts/notify.js
var words14 = document.body.dataset;
var about = (words14.notify ?? "").split(" ").filter(Boolean);
var signs = (words14.signs ?? "").split(" ");
var stored2 = `svcx:unread:${words14.base}:${words14.me}`;
function wants(row) {
  const { assignee, status: status2 } = row.dataset;
  const whose = assignee === "" ? "unassigned" : assignee === words14.me ? "mine" : "others";
  return status2 === "open" && about.includes(whose);
}
function unread() {
  try {
    return new Set(JSON.parse(localStorage.getItem(stored2) ?? "[]"));
  } catch {
    return /* @__PURE__ */ new Set();
  }
}
function keep3(all2) {
  try {
    localStorage.setItem(stored2, JSON.stringify([...all2].slice(-999)));
  } catch {
  }
  count2(all2.size);
}
var plain = document.title;
function count2(n) {
  if (!signs.includes("count")) return;
  const title = n ? `(${n}) ${plain}` : plain;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector('link[rel="icon"]');
  const href = n ? words14.iconNew : words14.icon;
  if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
  (n ? navigator.setAppBadge?.(n) : navigator.clearAppBadge?.())?.catch(() => {
  });
}
function wasRead(id) {
  const all2 = unread();
  if (all2.delete(id)) keep3(all2);
}
var heard = /* @__PURE__ */ new Map();
var latest = 0;
function hear(article) {
  const id = Number(article.dataset.messageId);
  if (id <= latest) return;
  latest = id;
  heard.set(article.dataset.conversationId, article);
}
function notify(row, tells) {
  const id = row.dataset.conversationId;
  const article = heard.get(id);
  heard.delete(id);
  const last2 = Date.parse(row.querySelector("time")?.dateTime);
  if (!wants(row) && !waits2(row)) wasRead(id);
  if (!article || !wants(row) || Number(article.dataset.at) < last2) return;
  const open4 = document.getElementById("open")?.dataset.conversationId === id;
  if (open4 && document.visibilityState === "visible" && document.hasFocus()) return;
  const all2 = unread();
  all2.add(id);
  keep3(all2);
  tell3(row, tells, article.id);
}
function tellOf(row, what) {
  if (!about.includes("mine")) return;
  const all2 = unread();
  all2.add(row.dataset.conversationId);
  keep3(all2);
  tell3(row, true, what);
}
async function tell3(row, tells, message) {
  if (!tells) return;
  if (!window.SharedWorker) {
    const first = () => {
      if (localStorage.getItem(`${stored2}:told`) === message) return false;
      localStorage.setItem(`${stored2}:told`, message);
      return true;
    };
    try {
      if (!await (navigator.locks ? navigator.locks.request("svcx-told", first) : first())) return;
    } catch {
    }
  }
  if (signs.includes("sound")) ring();
  if (signs.includes("desktop")) display(row);
}
function display(row) {
  if (!window.isSecureContext || window.Notification?.permission !== "granted") return;
  const text = (part2) => row.querySelector(part2)?.textContent.trim() ?? "";
  try {
    const shown4 = new Notification(text(".who"), { body: `${text(".subj")}
${text(".prev")}`.trim(), tag: `svcx:${words14.base}:${row.dataset.conversationId}`, icon: words14.icon });
    shown4.onclick = () => {
      shown4.close();
      window.focus();
      const there2 = rowOf(row.dataset.conversationId);
      if (there2) there2.click();
      else goTo(`${words14.base}/inbox/${row.dataset.conversationId}`);
    };
  } catch {
  }
}
var rang = 0;
var sound;
function ring() {
  if (!navigator.userActivation?.hasBeenActive || Date.now() - rang < 3e3) return;
  rang = Date.now();
  sound ??= new AudioContext();
  for (const [at2, pitch] of [[0, 660], [0.12, 880]]) {
    const tone = new OscillatorNode(sound, { frequency: pitch });
    const volume = new GainNode(sound, { gain: 0 });
    const begins = sound.currentTime + at2;
    volume.gain.setValueAtTime(1e-4, begins);
    volume.gain.exponentialRampToValueAtTime(0.12, begins + 0.02);
    volume.gain.exponentialRampToValueAtTime(1e-4, begins + 0.22);
    tone.connect(volume).connect(sound.destination);
    tone.start(begins);
    tone.stop(begins + 0.25);
  }
  words14.rang = String(Number(words14.rang ?? 0) + 1);
}
function recount() {
  if (about.length === 0) return;
  const all2 = unread();
  for (const row of document.querySelectorAll(".conv")) {
    if (row.classList.contains("unread") && wants(row) || waits2(row) && about.includes("mine")) all2.add(row.dataset.conversationId);
    else all2.delete(row.dataset.conversationId);
  }
  keep3(all2);
}
if (about.length > 0) {
  new MutationObserver(() => {
    const now = document.title.replace(/^\(\d+\) /, "");
    if (now === plain && document.title !== now) return;
    plain = now;
    count2(unread().size);
  }).observe(document.head, { childList: true, subtree: true, characterData: true });
  addEventListener("storage", (e) => {
    if (e.key === stored2) count2(unread().size);
  });
  recount();
}

// scripts/details.js
function ask3() {
  const dialog = document.querySelector("#fill dialog");
  if (!dialog || dialog.matches(":modal")) return;
  dialog.removeAttribute("open");
  dialog.showModal();
  enter(dialog.querySelector("[aria-invalid]") ?? dialog.querySelector("[autofocus]"));
}
function enter(field3) {
  field3?.focus();
  if (field3?.ariaInvalid) field3.select?.();
}
ask3();
function keepDetails() {
  const old = document.getElementById("details");
  if (!old?.matches(":popover-open")) return () => {
  };
  const choosing2 = old.dataset.while;
  if (choosing2 && !document.getElementById(choosing2)?.matches(":popover-open")) return () => {
  };
  const at2 = old.contains(document.activeElement) ? document.activeElement.getAttribute("popovertarget") : "";
  return () => {
    const opener = document.querySelector("#thead .show-d");
    opener.focus({ preventScroll: true });
    const fresh3 = document.getElementById("details");
    if (choosing2) fresh3.dataset.while = choosing2;
    fresh3.showPopover({ source: opener });
    if (at2) fresh3.querySelector(`[popovertarget="${at2}"]`)?.focus();
  };
}
var entry = history.state?.details;
document.addEventListener("toggle", (e) => {
  if (e.target.id !== "details" || wide()) return;
  const state4 = { details: e.newState };
  if (entry) history.replaceState(state4, "");
  else if (e.newState === "open") history.pushState(state4, "");
  else return;
  entry = e.newState;
}, true);
addEventListener("popstate", (e) => {
  const left5 = entry;
  entry = e.state?.details;
  if (!left5 || entry) return;
  e.stopImmediatePropagation();
  if (left5 === "closed") history.back();
  else document.getElementById("details")?.hidePopover();
});
document.addEventListener("htmx:beforeHistoryUpdate", (e) => {
  if (entry) e.detail.history.type = "replace";
  entry = void 0;
});
if (entry === "open" && !wide()) document.getElementById("details")?.showPopover();
var asked3 = false;
var keep4;
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  if (e.detail.target.id === "details") keep4 = keepDetails();
  if (e.detail.target.id !== "fill") return;
  const dialog = e.detail.target.querySelector("dialog[open]");
  asked3 = Boolean(dialog);
  dialog?.close();
});
document.addEventListener("htmx:oobAfterSwap", (e) => {
  if (e.detail.target.id === "fill") {
    ask3();
    if (asked3 && !document.querySelector("#fill dialog")) toConversation();
  }
  if (e.detail.target.id !== "details") return;
  keep4?.();
  keep4 = void 0;
  enter(document.querySelector("#details form.editing [aria-invalid]"));
});
document.addEventListener("htmx:afterSwap", ask3);
document.addEventListener("click", (e) => {
  const close4 = e.target.closest?.("dialog:modal [data-close]");
  if (close4) {
    e.preventDefault();
    close4.closest("dialog").close();
  }
  const option = e.target.closest?.("[data-opens]");
  if (option) {
    e.preventDefault();
    const list3 = option.closest("[popover]");
    const source = document.querySelector(`[popovertarget="${list3.id}"]`);
    list3.hidePopover();
    document.getElementById(option.getAttribute("popovertarget")).showPopover({ source });
  }
});
document.addEventListener("keydown", (e) => {
  if (e.key !== "Enter" || e.altKey || !e.target.matches?.("#fill select")) return;
  e.preventDefault();
  e.target.form.requestSubmit();
});
document.addEventListener("submit", (e) => e.target.classList?.remove("editing"), true);
document.addEventListener("keydown", (e) => {
  if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey) || !e.target.matches?.("#field-content")) return;
  e.preventDefault();
  e.target.form.requestSubmit();
});

// scripts/delivery.js
var open = /* @__PURE__ */ new Set();
async function load2(id, href) {
  const answer = await fetch(href, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [line, fresh3] = [document.getElementById(id), page.getElementById(id)];
  if (line && fresh3 && open.has(id)) replace2(line, document.importNode(fresh3, true));
}
var pressed;
document.addEventListener("htmx:beforeRequest", (e) => {
  const line = e.target.closest?.(".dlv");
  pressed = line?.contains(document.activeElement) ? line.id : void 0;
});
var wasPressed = (id) => pressed === id && (document.activeElement === document.body || document.getElementById(id)?.contains(document.activeElement));
document.addEventListener("htmx:oobAfterSwap", (e) => {
  const { id } = e.detail.target;
  if (pressed && wasPressed(id)) document.getElementById(id).querySelector("a").focus();
});
function replace2(line, fresh3) {
  const focused = line.contains(document.activeElement) || wasPressed(line.id);
  line.replaceWith(fresh3);
  writeTimes(fresh3);
  window.htmx.process(fresh3);
  if (focused) fresh3.querySelector("a").focus();
}
document.addEventListener("click", async (e) => {
  const link2 = e.target.closest?.("a[data-attempts]");
  if (!link2 || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  const line = link2.closest(".dlv");
  const shown4 = line.querySelector(".attempts");
  if (shown4) {
    open.delete(line.id);
    shown4.remove();
    return;
  }
  open.add(line.id);
  try {
    await load2(line.id, link2.href);
  } catch {
    goTo(link2.href);
  }
});
var undelivered = (row) => Boolean(row.querySelector(":is(.failed, .waits):not([hidden])"));
var patience2 = 12e4;
setInterval(() => {
  let more = false;
  for (const mark3 of document.querySelectorAll(".conv .waits[hidden]")) {
    mark3.hidden = Date.now() - Number(mark3.dataset.since) < patience2;
    more ||= !mark3.hidden;
  }
  if (more) countAgain();
}, 1e4);
function onDelivery(fresh3) {
  const { conversationId, failed: failed4, waits: waits3 } = fresh3.dataset;
  const row = document.querySelector(`.conv[data-conversation-id="${conversationId}"]`);
  if (row) {
    row.querySelector(".failed").hidden = failed4 !== "true";
    if (waits3 !== "true") row.querySelector(".waits")?.remove();
    if (document.querySelector('#list[data-view="undelivered"]')) row.parentElement.classList.toggle("gone", !undelivered(row));
  }
  if (failed4 === "true" || [...document.querySelectorAll("a[data-quiet]")].some((link2) => !link2.hidden)) countAgain();
  const shown4 = document.getElementById(fresh3.id);
  if (!shown4) {
    document.querySelector(`#m-${fresh3.dataset.messageId} > div`)?.append(fresh3);
    window.htmx.process(fresh3);
    return;
  }
  const attempts = shown4.querySelector(".attempts");
  if (attempts) {
    open.add(fresh3.id);
    fresh3.append(attempts);
  }
  replace2(shown4, fresh3);
  if (open.has(fresh3.id)) load2(fresh3.id, fresh3.querySelector("a").href).catch(() => {
  });
}

// scripts/marked.js
var fold = (text) => [...text].map((c) => c.length > 1 ? c : c.normalize("NFD")[0].toLowerCase()).join("");
var isWord = (c) => c !== void 0 && /[\p{L}\p{N}]/u.test(c);
var words15 = () => fold(document.getElementById("list")?.dataset.q ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
var places3 = "#rows :is(.who, .subj, .prev), #thead h2, .det :is(.strong, dd)";
function within(node, wanted2) {
  const text = fold(node.data);
  if (text.length !== node.data.length) return [];
  return wanted2.flatMap((word) => {
    const ranges = [];
    for (let at2 = text.indexOf(word); at2 >= 0; at2 = text.indexOf(word, at2 + word.length)) {
      if (isWord(text[at2 - 1])) continue;
      const range2 = new Range();
      range2.setStart(node, at2);
      range2.setEnd(node, at2 + word.length);
      ranges.push(range2);
    }
    return ranges;
  });
}
function mark2() {
  if (!window.Highlight) return;
  const wanted2 = words15();
  const ranges = [];
  for (const place4 of wanted2.length ? document.querySelectorAll(places3) : []) {
    if (place4.querySelector(".hit")) continue;
    const texts = document.createTreeWalker(place4, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) ranges.push(...within(texts.currentNode, wanted2));
  }
  if (ranges.length) CSS.highlights.set("found", new Highlight(...ranges));
  else CSS.highlights.delete("found");
}
function toFound() {
  mark2();
  const thread2 = document.getElementById("thread");
  const named2 = document.getElementById(location.hash.slice(1));
  const all2 = [...(named2 ?? thread2)?.querySelectorAll(".hit") ?? []];
  if (!thread2 || !all2.length) return;
  const { top, bottom } = thread2.getBoundingClientRect();
  const seen = (hit) => hit.getBoundingClientRect().bottom < bottom && hit.getBoundingClientRect().top > top;
  if (!all2.some(seen)) all2.at(named2 ? 0 : -1).scrollIntoView({ block: "center" });
}
toFound();
document.addEventListener("htmx:afterSettle", (e) => {
  if (e.target.id === "open") toFound();
  else if (words15().length) mark2();
});

// scripts/rows.js
var key2 = (row) => [Date.parse(row.querySelector("time").dateTime), Number(row.dataset.conversationId)];
function isAfter(row, other) {
  const [at2, id] = key2(row);
  const [otherAt, otherID] = key2(other);
  return at2 < otherAt || at2 === otherAt && id < otherID;
}
function putInOrder(item) {
  const row = item.querySelector(".conv");
  const rows4 = document.getElementById("rows");
  const next2 = [...rows4.children].find((other) => other !== item && (other.matches(".more") || isAfter(other.querySelector(".conv"), row)));
  if (next2?.matches(".more")) return rows4.contains(item);
  if (!next2) rows4.append(item);
  else if (next2.previousElementSibling !== item) next2.before(item);
  return true;
}
function showCounts(fresh3) {
  for (const n of fresh3.querySelectorAll("span[data-count]")) for (const at2 of document.querySelectorAll(`span[data-count="${n.dataset.count}"]`)) at2.textContent = n.textContent;
  for (const link2 of document.querySelectorAll("a[data-quiet]")) {
    const { textContent, dataset } = link2.querySelector(".n");
    const empty = textContent === "0";
    const here3 = document.querySelector(`#list[data-view="${dataset.count}"]`);
    link2.hidden = link2.matches("#list *") ? empty || Boolean(here3) : empty && !here3;
  }
}
function listing() {
  const list3 = document.getElementById("list");
  if (!list3) return "";
  const query = new URLSearchParams(location.search);
  query.set("view", list3.dataset.view);
  return `?${query}`;
}
async function countRows(base) {
  const asked7 = listing();
  const answer = await fetch(`${base}/counts${asked7}`);
  if (!answer.ok) throw new Error(answer.status);
  const fresh3 = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (listing() === asked7) showCounts(fresh3);
  else await countRows(base);
}

// scripts/live.js
var words16 = document.body.dataset;
var list = () => document.getElementById("list");
var rows3 = () => document.getElementById("rows");
var openID3 = () => document.getElementById("open")?.dataset.conversationId ?? "";
var rowOf = (id) => document.querySelector(`.conv[data-conversation-id="${id}"]`);
function setUnread(row, n) {
  const count4 = row.querySelector(".cnt");
  count4.hidden = n === 0;
  count4.querySelector(".n").textContent = n;
  row.classList.toggle("unread", n > 0);
}
var unreadOf = (row) => row.classList.contains("unread") ? Number(row.querySelector(".cnt .n").textContent) : 0;
function parse(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const element = holder.content.firstElementChild;
  writeTimes(holder.content);
  return element;
}
function place2(article) {
  const thread2 = document.getElementById("messages");
  const message = article.matches("article");
  if (!thread2 || message && article.dataset.conversationId !== openID3()) return;
  const shown4 = document.getElementById(article.id);
  if (shown4 && !message) return;
  window.htmx.process(article);
  if (shown4) {
    if (shown4.classList.contains("cont")) article.classList.add("cont");
    shown4.replaceWith(article);
    return;
  }
  const { earlier, later } = document.getElementById("thread").dataset;
  if (later !== void 0) return;
  const at2 = Number(article.dataset.at);
  const all2 = [...thread2.querySelectorAll("[data-at]")];
  const next2 = all2.find((other) => Number(other.dataset.at) > at2);
  if (next2 && next2 === all2[0] && earlier !== void 0) return;
  if (next2) {
    next2.before(article);
    if (!message) next2.classList.remove("cont");
    return;
  }
  const last2 = all2.at(-1);
  const before2 = document.getElementById("sending");
  const add2 = (element) => before2 ? before2.before(element) : thread2.append(element);
  if (!last2 || day(new Date(Number(last2.dataset.at))) !== day(new Date(at2))) {
    const rule = document.createElement("div");
    rule.className = "day";
    rule.textContent = day(new Date(at2));
    if (last2 || thread2.children.length === 0) add2(rule);
  } else if (message && last2 === thread2.lastElementChild && last2.dataset.by === article.dataset.by && at2 - Number(last2.dataset.at) < 3e5) {
    article.classList.add("cont");
  }
  add2(article);
}
var unseen;
var reading;
function arrived(id) {
  unseen = id;
  see();
}
var inFront = () => document.visibilityState === "visible" && document.hasFocus();
function see() {
  if (!unseen || !inFront()) return;
  const id = unseen;
  unseen = void 0;
  if (id !== openID3()) return;
  const row = rowOf(id);
  if (row) setUnread(row, 0);
  clearTimeout(reading);
  reading = setTimeout(() => fetch(`${words16.base}/inbox/${id}/read`, { method: "POST" }).catch(() => {
    unseen ??= id;
  }), 300);
}
document.addEventListener("visibilitychange", see);
addEventListener("focus", see);
function showMessage(article) {
  const { conversationId: id, author } = article.dataset;
  const known2 = document.getElementById(article.id);
  stopTyping(id);
  place2(article);
  if (author === "customer" && !known2) arrived(id);
}
function onMessage(article) {
  const id = article.dataset.conversationId;
  const customers = article.dataset.author === "customer";
  const known2 = document.getElementById(article.id);
  if (customers) hear(article);
  else hearNote(article);
  const looking = id === openID3() && inFront();
  if (id === openID3()) showMessage(article);
  const row = rowOf(id);
  if (row && customers && !known2 && !looking && Number(article.dataset.at) >= Date.parse(row.querySelector("time").dateTime)) setUnread(row, unreadOf(row) + 1);
}
function fits(row) {
  const l = list().dataset;
  const r = row.dataset;
  const status2 = l.view === "resolved" || l.view === "closed" ? l.view : "open";
  if (l.view === "undelivered" && !undelivered(row)) return false;
  if (l.view === "mentions" && !row.dataset.mentions?.split(" ").includes(words16.me) && !rowOf(row.dataset.conversationId)) return false;
  return (["all", "undelivered", "mentions"].includes(l.view) || r.status === status2) && !(l.view === "mine" && r.assignee !== words16.me) && !(l.view === "unassigned" && r.assignee !== "") && (!l.category || r.category === l.category) && (!l.channel || r.channel === l.channel) && (!l.assignee || r.assignee === l.assignee) && (!l.tag || r.tags.split("\n").includes(l.tag));
}
function calm() {
  const box2 = document.getElementById("list-scroll");
  return box2.scrollTop === 0 && !box2.matches(":hover") && !box2.contains(document.activeElement);
}
var mostRows = 200;
var trimming;
function trim() {
  if (rows3().children.length <= mostRows) return;
  trimming ??= setTimeout(() => {
    trimming = void 0;
    if (list() && calm()) reload();
  }, 2e3);
}
var waiting3 = /* @__PURE__ */ new Set();
function news() {
  const box2 = document.getElementById("news");
  if (!box2) return;
  box2.hidden = waiting3.size === 0;
  box2.firstElementChild.textContent = words16.tNewRows.replace("%", waiting3.size);
}
function onRow(item, tells) {
  const fresh3 = item.firstElementChild;
  const id = fresh3.dataset.conversationId;
  notify(fresh3, tells);
  const own2 = fresh3.querySelector(".prev[data-own]");
  if (own2 && own2.dataset.by === words16.me) own2.textContent = own2.dataset.own;
  attend(fresh3, tells);
  if (fresh3.dataset.assignee === words16.me) fresh3.querySelector(".end .av")?.remove();
  const old = rowOf(id);
  const moved = !old || waits2(old) !== waits2(fresh3) || old.dataset.status !== fresh3.dataset.status || old.dataset.assignee !== fresh3.dataset.assignee;
  if (moved) countAgain();
  if (!list()) return;
  refreshIfChanged(fresh3);
  fresh3.search = location.search.replace(/([?&])(before|after|m|tab)=[^&]*/g, "$1");
  if (old) {
    setUnread(fresh3, unreadOf(old));
    if (old.hasAttribute("aria-current")) fresh3.setAttribute("aria-current", "true");
    const focused = old === document.activeElement;
    const place4 = old.parentElement;
    if (!fits(fresh3) && calm() && id !== openID3()) {
      place4.remove();
      return;
    }
    place4.classList.toggle("gone", !fits(fresh3));
    keepFound(fresh3, old);
    old.replaceWith(fresh3);
    window.htmx.process(place4);
    place4.querySelector(".sel").ariaLabel = item.querySelector(".sel").ariaLabel;
    showViewers(fresh3);
    if (focused) fresh3.focus();
    markDraft(id);
    mark2();
    if (list().dataset.sort === "newest" && calm() && id !== openID3()) putInOrder(place4);
    return;
  }
  if (!fits(fresh3) || list().dataset.q) {
    waiting3.delete(id);
    news();
    return;
  }
  if (calm() && list().dataset.sort === "newest") {
    if (!putInOrder(item)) return;
    document.querySelector("#list .blank")?.remove();
    window.htmx.process(item);
    showViewers(fresh3);
    markDraft(id);
    if (id !== openID3()) askUnread(id);
    trim();
  } else {
    waiting3.add(id);
    news();
  }
}
var asked4 = /* @__PURE__ */ new Set();
var asking;
function askUnread(id) {
  asked4.add(id);
  asking ??= setTimeout(async () => {
    asking = void 0;
    const ids = [...asked4].slice(0, 50);
    for (const one of ids) asked4.delete(one);
    try {
      const answer = await fetch(`${words16.base}/unread?${ids.map((one) => `id=${one}`).join("&")}`);
      for (const n of parse(await answer.text()).children) {
        const row = rowOf(n.dataset.conversationId);
        if (row) setUnread(row, Math.max(unreadOf(row), Number(n.textContent)));
      }
    } catch {
    }
    if (asked4.size) askUnread([...asked4][0]);
  }, 100);
}
var choosing = () => document.querySelector("#details [popover]:popover-open, #details form.editing");
var stale3 = false;
function refreshIfChanged(row) {
  if (row.dataset.conversationId !== openID3()) return;
  const shown4 = document.getElementById("details").dataset;
  if (document.querySelector("#summary .sum") || ["status", "assignee", "category", "priority", "tags", "event", "summary"].some((name3) => shown4[name3] !== row.dataset[name3])) refreshParts();
}
function refreshParts() {
  stale3 = Boolean(choosing());
  if (!stale3) window.htmx.ajax("GET", `${words16.base}/inbox/${openID3()}/parts${location.search ? `${location.search}&` : "?"}event=${document.getElementById("details").dataset.event}`, { source: "#open", target: "#thead", swap: "none" });
}
var pressed2 = false;
var press2 = (e) => {
  pressed2 = Boolean(e.target.closest?.("#thead button, #details button"));
};
var release2 = () => setTimeout(() => {
  pressed2 = false;
  if (stale3 && openID3()) refreshParts();
});
document.addEventListener("pointerdown", press2, true);
document.addEventListener("keydown", (e) => {
  if (e.key === " ") press2(e);
}, true);
document.addEventListener("keyup", (e) => {
  if (e.key === " ") release2();
}, true);
for (const kind2 of ["pointerup", "pointercancel", "dragend"]) document.addEventListener(kind2, release2, true);
addEventListener("blur", release2);
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  const { target, fragment: fragment2 } = e.detail;
  if (!["thead", "details"].includes(target.id)) return;
  const old = Number(fragment2.querySelector("[data-event]")?.dataset.event) < Number(target.dataset.event);
  if (!old && !pressed2 && !(target.id === "details" && choosing())) return;
  e.detail.shouldSwap = false;
  if (!old) stale3 = true;
});
document.addEventListener("toggle", (e) => {
  if (stale3 && e.newState === "closed" && openID3()) refreshParts();
}, true);
var counting;
async function count3() {
  counting = void 0;
  try {
    await countRows(words16.base);
  } catch {
  }
}
function countAgain() {
  counting ??= setTimeout(count3, 1e3 + Math.random() * 4e3);
}
document.addEventListener("htmx:afterRequest", (e) => {
  if (!e.detail.successful || e.detail.requestConfig.verb !== "post") return;
  clearTimeout(counting);
  count3();
});
var typists = /* @__PURE__ */ new Map();
function onTyping(sign) {
  const { conversationId: id, user, role, on, at: at2 } = sign.dataset;
  if (user === words16.me) return;
  typingViewer(id, user, on === "true");
  const key4 = `${id}/${user}/${role}`;
  clearTimeout(typists.get(key4));
  typists.delete(key4);
  document.getElementById("typing")?.querySelector(`[data-key="${key4}"]`)?.remove();
  const row = rowOf(id);
  row?.classList.remove("types");
  if (on !== "true") return;
  if (id === openID3()) {
    const shown4 = sign.cloneNode(true);
    shown4.dataset.key = key4;
    document.getElementById("typing").append(shown4);
  }
  if (role === "customer") row?.classList.add("types");
  typists.set(key4, setTimeout(() => onTyping(off(sign)), Math.min(Math.max(500, Number(at2) - Date.now()), 15e3)));
}
function off(sign) {
  const gone = sign.cloneNode(true);
  gone.dataset.on = "false";
  return gone;
}
function stopTyping(id) {
  for (const sign of document.querySelectorAll("#typing .typing")) if (sign.dataset.conversationId === id) onTyping(off(sign));
}
function onRead(sign) {
  const { conversationId: id, user } = sign.dataset;
  const row = rowOf(id);
  if (user !== words16.me) return;
  wasRead(id);
  looked(id);
  if (row) setUnread(row, 0);
}
var came;
var again3 = false;
async function reload() {
  if (!list()) {
    countAgain();
    return;
  }
  if (came) {
    again3 = true;
    return;
  }
  came = [];
  try {
    const { href } = location;
    const answer = await fetch(href, { headers: { Accept: "text/html", "X-Svcx-Parts": "1" } });
    if (answer.status === 429 || answer.status >= 500) throw new Error(answer.status);
    if (answer.redirected || !answer.ok) {
      location.reload();
      return;
    }
    const fresh3 = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (location.href === href) renew(fresh3);
    else again3 = true;
    const { sequence } = fresh3.body.dataset;
    const newer = came.filter((event) => event.id > Number(sequence));
    came = void 0;
    for (const event of newer) handlers[event.name](event);
  } catch {
    setTimeout(reload, 2e3);
  } finally {
    came = void 0;
  }
  if (again3) {
    again3 = false;
    await reload();
  }
}
function renew(fresh3) {
  const focused = document.activeElement?.id;
  const row = document.activeElement?.closest?.("#rows > li")?.querySelector(".conv").dataset.conversationId;
  const part2 = document.activeElement?.matches(".sel") ? ".sel" : ".conv";
  for (const id of ["rows", "thread", "thead", "details", "summary"]) {
    const from2 = fresh3.getElementById(id);
    const to = document.getElementById(id);
    if (!from2 || !to || to.contains(document.activeElement) && id === "details") continue;
    const scrolled = [...document.querySelectorAll(".scroll")].map((box2) => [box2, box2.scrollTop]);
    const current2 = document.importNode(from2, true);
    writeTimes(current2);
    if (id === "thread") {
      for (const name3 of ["data-earlier", "data-later"]) to.toggleAttribute(name3, from2.hasAttribute(name3));
      to.replaceChildren(...current2.childNodes);
    } else {
      const kept = id === "details" ? keepDetails() : void 0;
      to.replaceWith(current2);
      kept?.();
    }
    window.htmx.process(document.getElementById(id));
    for (const [box2, top] of scrolled) box2.scrollTop = top;
  }
  showCounts(fresh3);
  const blank = document.querySelector("#list .blank");
  if (rows3().children.length) blank?.remove();
  else if (!blank && fresh3.querySelector("#list .blank")) rows3().before(document.importNode(fresh3.querySelector("#list .blank"), true));
  waiting3 = /* @__PURE__ */ new Set();
  news();
  writeTimes();
  markDrafts();
  showUnsent();
  if (Number(fresh3.getElementById("open")?.dataset.unread) > 0) arrived(openID3());
  showViewers();
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
  if (row) rowOf(row)?.parentElement.querySelector(part2).focus();
}
var meanwhile = [];
document.addEventListener("htmx:beforeRequest", (e) => {
  if (e.detail.target?.id === "open") meanwhile = [];
});
function showMeanwhile() {
  const newer = meanwhile.filter((event) => event.id > Number(document.getElementById("open")?.dataset.sequence));
  meanwhile = [];
  for (const { name: name3, data } of newer) {
    const change2 = parse(data);
    if (name3 === "conversation") refreshIfChanged(change2.firstElementChild);
    else if (change2.dataset.conversationId !== openID3()) continue;
    else if (name3 === "delivery") onDelivery(change2);
    else if (name3 === "message") showMessage(change2);
  }
}
var handlers = { message: (e) => onMessage(parse(e.data)), conversation: (e) => onRow(parse(e.data), e.tells), delivery: (e) => onDelivery(parse(e.data)), viewing: (e) => onViewing(e.data && parse(e.data)), typing: (e) => onTyping(parse(e.data)), read: (e) => onRead(parse(e.data)), reset: reload };
var lost2;
function onState(state4) {
  const place4 = document.getElementById("connection");
  clearTimeout(lost2);
  lineIs(state4);
  if (state4 === "open") place4.textContent = "";
  else if (state4 === "silent") place4.textContent = words16.tOffline;
  else if (!place4.textContent) lost2 = setTimeout(() => {
    place4.textContent = words16.tOffline;
  }, 1e3);
  if (state4 === "out") signedOut();
}
async function comeBack() {
  while (!await reached()) {
    onState("silent");
    await new Promise((wait2) => {
      setTimeout(wait2, 2e3);
    });
  }
  location.reload();
}
var say3;
var look2 = () => say3?.({ open: openID3(), visible: document.visibilityState === "visible" && document.hasFocus() });
function live() {
  const since = Number(words16.sequence);
  const take2 = (event) => {
    if (event.state) onState(event.state);
    else handlers[event.name]?.(event);
    if (event.id > 0 && event.name !== "reset") {
      came?.push(event);
      if (opening()) meanwhile.push(event);
    }
  };
  document.getElementById("news")?.addEventListener("click", reload);
  if (window.SharedWorker) {
    const { port } = new SharedWorker(words16.worker, { type: "module", name: "svcx" });
    port.onmessage = ({ data }) => take2(data);
    port.postMessage({ base: words16.base, since });
    say3 = (what) => port.postMessage({ look: what });
    addEventListener("pagehide", () => port.postMessage({}));
    addEventListener("pageshow", (e) => {
      if (e.persisted) comeBack();
    });
  } else {
    import("./stream.js").then(({ connect }) => {
      say3 = connect(words16.base, since, take2).look;
      look2();
    });
  }
  look2();
  for (const kind2 of ["visibilitychange", "focus", "blur"]) (kind2 === "visibilitychange" ? document : window).addEventListener(kind2, look2);
  addEventListener("offline", () => onState("lost"));
  addEventListener("online", () => onState("open"));
}

// scripts/seen.js
function begin(form) {
  const seen = form.elements.seen;
  if (!form.elements.content.value) delete form.dataset.begun;
  else if (seen && !form.dataset.begun) {
    form.dataset.begun = "true";
    const last2 = [...document.querySelectorAll("#messages article[data-message-id]")].at(-1);
    if (last2 && document.getElementById("thread").dataset.later === void 0) seen.value = last2.dataset.messageId;
  }
}
document.addEventListener("input", (e) => {
  const form = e.target.closest?.("form[data-write]");
  if (form) begin(form);
});
function began() {
  for (const form of document.querySelectorAll("form[data-write]")) if (form.elements.content.value) form.dataset.begun = "true";
}

// scripts/undosend.js
var words17 = document.body.dataset;
var wait = 5e3;
var waiting4;
function stop() {
  if (!waiting4) return void 0;
  const w = waiting4;
  waiting4 = void 0;
  clearTimeout(w.timer);
  const line = document.getElementById("waiting");
  const focused = line?.contains(document.activeElement);
  line?.remove();
  w.form.inert = false;
  if (focused) w.form.elements.content.focus();
  w.form.classList.remove("waits");
  return w;
}
function send3() {
  const w = stop();
  if (!w) return;
  const then = document.createElement("input");
  then.type = "hidden";
  then.name = w.button?.name ?? "";
  then.value = w.button?.value ?? "";
  if (then.name) w.form.append(then);
  w.go();
  then.remove();
}
function show5(form) {
  const line = document.createElement("div");
  line.id = "waiting";
  line.className = "banner waiting";
  const say5 = document.createElement("span");
  say5.className = "grow";
  say5.setAttribute("role", "status");
  const undo2 = document.createElement("button");
  undo2.className = "btn sm";
  undo2.type = "button";
  undo2.textContent = words17.tUndo;
  undo2.dataset.undo = "";
  undo2.addEventListener("click", stop);
  line.append(say5, undo2);
  form.before(line);
  say5.textContent = words17.tSending;
  undo2.focus();
}
var left3 = (id) => `svcx:left:${words17.base}:${words17.me}:${id}`;
var coming;
function settle(id) {
  coming?.disconnect();
  coming = void 0;
  if (!id || settled(id)) return;
  coming = new MutationObserver(() => {
    if (!settled(id)) return;
    coming?.disconnect();
    coming = void 0;
  });
  coming.observe(document.getElementById("messages"), { childList: true });
}
function settled(id) {
  try {
    const text = localStorage.getItem(left3(id));
    if (!text) return true;
    const field3 = document.querySelector('form[data-write="reply"]').elements.content;
    const sent2 = [...document.querySelectorAll('#messages article[data-author="agent"] .body')].at(-1)?.textContent.trim();
    if (field3.value.trim() === text && sent2 !== text) return false;
    localStorage.removeItem(left3(id));
    if (field3.value.trim() !== text) return true;
    field3.value = "";
    setTimeout(() => field3.dispatchEvent(new Event("input", { bubbles: true })));
  } catch {
  }
  return true;
}
if (words17.undoSend) {
  document.addEventListener("htmx:confirm", (e) => {
    const form = e.target;
    if (!form.matches?.('form[data-write="reply"]') || e.detail.triggeringEvent?.type !== "submit") return;
    if (!form.elements.content.value.trim() && !form.querySelector("[name=attachment]:enabled")) return;
    e.preventDefault();
    if (waiting4) return;
    form.inert = true;
    form.classList.add("waits");
    const button = e.detail.triggeringEvent.submitter;
    waiting4 = { form, button, go: () => e.detail.issueRequest(true), timer: setTimeout(send3, wait) };
    show5(form);
  });
  document.addEventListener("htmx:beforeSwap", (e) => {
    if (e.detail.target?.id === "open") send3();
  });
  document.addEventListener("htmx:oobBeforeSwap", (e) => {
    if (e.detail.target.id === "composer") send3();
  });
  addEventListener("pagehide", () => {
    const w = stop();
    if (!w) return;
    if (lost()) {
      keepForm(w.form, w.button);
      return;
    }
    const body = new FormData(w.form, w.button?.name ? w.button : void 0);
    try {
      localStorage.setItem(left3(document.getElementById("open").dataset.conversationId), w.form.elements.content.value.trim());
    } catch {
    }
    fetch(w.form.getAttribute("hx-post") ?? w.form.action, { method: "POST", body, keepalive: true, headers: { "HX-Request": "true" } }).catch(() => {
    });
  });
}

// scripts/undone.js
var words18 = document.body.dataset;
var bars = /* @__PURE__ */ new Map();
var requests = /* @__PURE__ */ new WeakMap();
var heard2 = /* @__PURE__ */ new WeakSet();
var served = (status2) => status2 > 0 && status2 < 500 && status2 !== 429;
var fields = (form) => [...form.elements].filter((field3) => field3.name && !field3.matches("button"));
var kind = (form) => JSON.stringify([form.getAttribute("action"), fields(form).map(({ name: name3 }) => name3)]);
function tagOf(form, submitter) {
  return form.querySelector("[aria-multiselectable]") ? submitter?.value || form.elements.typed?.value.trim() : "";
}
function whatIs(form, submitter) {
  const hidden = fields(form).filter(({ name: name3, type }) => type === "hidden" && name3 !== "key" && !name3.startsWith("was."));
  return JSON.stringify([kind(form), hidden.map(({ value: value2 }) => value2), tagOf(form, submitter)]);
}
function textOf(element) {
  const copy2 = element.cloneNode(true);
  for (const part2 of copy2.querySelectorAll('[aria-hidden="true"], .sr')) part2.remove();
  return element.ariaLabel || copy2.textContent.trim();
}
function nameOf(form, submitter) {
  const tag = tagOf(form, submitter);
  const list3 = tag ? form.querySelector('[role="listbox"]') : submitter?.closest('[role="listbox"]');
  if (list3) return words18.tChoice.replace("%a", () => list3.ariaLabel ?? "").replace("%b", () => tag || textOf(submitter));
  const labels = form.querySelectorAll(".field label");
  if (labels.length === 1) return textOf(labels[0]);
  return submitter ? textOf(submitter) : "";
}
document.addEventListener("htmx:beforeRequest", (e) => {
  const { target: form, detail: { xhr, requestConfig } } = e;
  if (e.defaultPrevented || !form.matches("form") || form.dataset.write || requestConfig.verb !== "post") return;
  const submitter = requestConfig.triggeringEvent?.submitter;
  requests.set(xhr, { id: form.closest("#open") ? openID2() : "", form, submitter, what: whatIs(form, submitter), name: nameOf(form, submitter), sent: [...requestConfig.formData] });
  if (heard2.has(form)) return;
  heard2.add(form);
  for (const event of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) form.addEventListener(event, failed3);
  form.addEventListener("htmx:beforeOnLoad", (answer) => {
    const one = requests.get(answer.detail.xhr);
    if (one && served(answer.detail.xhr.status)) drop(one.what);
  });
});
var isUndone = (xhr) => requests.has(xhr) && !served(xhr.status);
function failed3({ detail: { xhr } }) {
  const one = requests.get(xhr);
  if (!one || !isUndone(xhr)) return;
  const text = reason(xhr.status, xhr.responseText);
  const old = bars.get(one.what)?.bar;
  const focused = old?.contains(document.activeElement);
  old?.remove();
  const bar3 = made3(text, one.name, () => repeat({ ...one, gone: () => drop(one.what) }));
  bar3.classList.add("undone");
  const dismiss = document.createElement("button");
  dismiss.className = "btn ghost sm";
  dismiss.type = "button";
  dismiss.textContent = words18.tDismiss;
  dismiss.addEventListener("click", () => drop(one.what));
  bar3.append(dismiss);
  bars.set(one.what, { id: one.id, bar: bar3 });
  showUndone();
  if (focused) bar3.querySelector("button").focus();
  if (!bar3.checkVisibility()) sayUntilBack(bar3.firstElementChild.textContent);
}
function made3(text, name3, again4) {
  const bar3 = document.createElement("div");
  bar3.className = "banner bad";
  bar3.setAttribute("role", "alert");
  const says2 = document.createElement("span");
  says2.className = "grow";
  if (name3) {
    const [before2, after] = words18.tNamed.split("%");
    const whose = document.createElement("bdi");
    whose.textContent = name3;
    says2.append(before2, whose, `${after} `);
  }
  says2.append(text);
  bar3.append(says2);
  if (again4) {
    const button = document.createElement("button");
    button.className = "btn sm";
    button.type = "button";
    button.textContent = words18.tAgain;
    button.addEventListener("click", again4);
    bar3.append(button);
  }
  return bar3;
}
function drop(what) {
  const bar3 = bars.get(what)?.bar;
  bars.delete(what);
  const focused = bar3?.contains(document.activeElement);
  bar3?.remove();
  if (focused) toConversation();
}
function showUndone() {
  const at2 = document.getElementById("alert");
  for (const { id, bar: bar3 } of bars.values()) if (at2 && bar3.parentElement !== at2 && (!id || id === openID2())) at2.append(bar3);
}
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  const { target: at2, fragment: fragment2 } = e.detail;
  if (at2.id !== "alert" || !at2.querySelector(":scope > .undone")) return;
  e.detail.shouldSwap = false;
  for (const other of at2.querySelectorAll(":scope > :not(.undone)")) other.remove();
  const fresh3 = [...fragment2.querySelectorAll("#alert > *")];
  at2.prepend(...fresh3);
  for (const one of fresh3) window.htmx.process(one);
});
function repeat({ form, submitter, sent: sent2 = [], gone }) {
  const now = form.isConnected ? form : [...document.forms].find((other) => kind(other) === kind(form));
  if (now && now !== form) {
    for (const field3 of fields(now)) {
      const value2 = sent2.find(([name3]) => name3 === field3.name)?.[1];
      if (typeof value2 === "string" && field3.name !== "key" && field3.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select')) field3.value = value2;
    }
  }
  const button = submitter && [submitter, ...now?.elements ?? []].find((one) => one.isConnected && one.name === submitter.name && one.value === submitter.value);
  if (button) button.click();
  else if (now && submitter?.name === "add" && ![...now.elements].some((one) => one.name === "remove" && one.value === submitter.value)) {
    now.querySelector('[role="listbox"]').append(submitter);
    submitter.click();
    submitter.remove();
  } else if (now && !submitter?.name) now.requestSubmit();
  else gone();
}

// scripts/media.js
var kinds2 = { "rt-image": "img", "rt-audio": "audio", "rt-video": "video" };
var links = "a:is(.rt-image, .rt-audio, .rt-video)";
function show6(link2) {
  const media = document.createElement(kinds2[link2.classList[0]]);
  media.className = "rt-shown";
  if (link2.dataset.width) media.setAttribute("width", link2.dataset.width);
  if (link2.dataset.height) media.setAttribute("height", link2.dataset.height);
  if (media.localName === "img") {
    media.alt = link2.textContent;
    media.tabIndex = -1;
  } else {
    media.controls = true;
    media.setAttribute("aria-label", link2.textContent);
  }
  media.src = link2.getAttribute("href");
  media.addEventListener("error", () => media.replaceWith(link2), { once: true });
  const focused = link2 === document.activeElement;
  link2.replaceWith(media);
  if (focused) media.focus();
}
var lose = (picture) => picture.parentElement.classList.add("lost");
document.addEventListener("error", (e) => {
  if (e.target.matches?.(".shot img")) lose(e.target);
}, true);
for (const picture of document.querySelectorAll(".shot img")) if (picture.complete && !picture.naturalWidth) lose(picture);
document.addEventListener("click", (e) => {
  const all2 = e.target.closest?.("[data-show-media]");
  if (all2) {
    for (const link3 of all2.closest("article").querySelectorAll(links)) show6(link3);
    all2.remove();
    return;
  }
  const link2 = e.target.closest?.(links);
  if (!link2 || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  show6(link2);
});

// scripts/mention.js
var menu3 = () => document.getElementById("mentions");
var note = () => document.getElementById("note");
var options3 = () => [...menu3().querySelectorAll('[role="option"]')];
var shown3 = () => options3().filter((option) => !option.hidden);
var chosen3 = () => menu3().querySelector('[aria-selected="true"]');
var fold2 = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
var at = -1;
var left4 = -1;
var loading2;
function load3() {
  loading2 = (async () => {
    const answer = await fetch(menu3().dataset.from, { headers: { "HX-Request": "true" } });
    if (answer.status === 401) signedOut();
    if (!answer.ok) throw new Error(reason(answer.status, await answer.text()));
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    document.getElementById("mentions-list").replaceWith(holder.content.firstElementChild);
  })();
  return loading2;
}
function typed2() {
  const { value: value2, selectionStart, selectionEnd } = note();
  if (selectionStart !== selectionEnd) return void 0;
  const found2 = /(?:^|[^\p{L}\p{N}_])@([^\n@]{0,64}(?:(?<=\S)@[^\s@]{0,64})?)$/u.exec(value2.slice(0, selectionStart));
  return found2 && { at: selectionStart - found2[1].length - 1, name: found2[1] };
}
function sift3(name3) {
  const words22 = fold2(name3.trim());
  let best;
  for (const option of options3()) {
    const known2 = fold2(option.textContent);
    option.hidden = !known2.includes(words22);
    const rank = option.hidden ? 0 : fold2(option.dataset.name) === words22 ? 3 : known2.split(/\s+/).some((word) => word.startsWith(words22)) ? 2 : 1;
    if (rank > (best?.rank ?? 0)) best = { rank, option };
  }
  menu3().hidden = !best;
  choose3(/\s$/.test(name3) ? void 0 : best?.option);
}
function choose3(option) {
  for (const other of options3()) other.setAttribute("aria-selected", String(other === option));
  option?.scrollIntoView({ block: "nearest" });
  if (option) note().setAttribute("aria-activedescendant", option.id);
  else note().removeAttribute("aria-activedescendant");
}
function close3() {
  at = -1;
  if (!menu3()) return;
  menu3().hidden = true;
  note().removeAttribute("aria-activedescendant");
  note().removeAttribute("aria-controls");
}
async function onNote() {
  ask4();
  const now = typed2();
  if (!now || now.at !== left4) left4 = -1;
  if (!now || now.at === left4) {
    close3();
    return;
  }
  if (at < 0) {
    note().setAttribute("aria-controls", "mentions-list");
    load3().catch((e) => {
      close3();
      fail(e instanceof TypeError ? reason() : e.message);
    });
  }
  at = now.at;
  try {
    await loading2;
  } catch {
    return;
  }
  const then = menu3() && typed2();
  if (then && then.at === at) sift3(then.name);
  ask4();
}
function insert2(option) {
  const text = note();
  const now = typed2();
  if (!now) return;
  left4 = now.at;
  const end2 = text.selectionEnd;
  const name3 = `@${option.dataset.mention}${/^\s/.test(text.value.slice(end2)) ? "" : " "}`;
  text.focus();
  text.setSelectionRange(now.at, end2);
  if (!document.execCommand("insertText", false, name3)) {
    text.setRangeText(name3, now.at, end2, "end");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  }
  close3();
}
function ask4() {
  const place4 = document.querySelector("[data-which]");
  if (!place4 || !menu3()) return;
  const { value: value2 } = note();
  const names = new Set([...menu3().querySelectorAll("[data-shared]")].map((option) => option.dataset.name));
  const found2 = [...names].map((name3) => ({ name: name3, at: fold2(value2).search(new RegExp(`(?<![\\p{L}\\p{N}_])@${fold2(name3).replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}(?![\\p{L}\\p{N}_@])`, "u")) })).find((one) => one.at >= 0 && (menu3().hidden || one.at !== at));
  const says2 = found2 ? place4.dataset.which.replace("%", () => found2.name) : "";
  if (place4.textContent === says2) return;
  place4.replaceChildren();
  if (!says2) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.textContent = says2;
  button.addEventListener("click", () => {
    const text = note();
    const end2 = text.value.toLowerCase().indexOf(`@${found2.name.toLowerCase()}`) + found2.name.length + 1;
    left4 = -1;
    text.focus();
    text.setSelectionRange(end2, end2);
    onNote();
  });
  place4.append(button);
}
document.addEventListener("input", (e) => {
  if (e.target.id === "note" && !e.isComposing && menu3()) onNote();
});
document.addEventListener("compositionend", (e) => {
  if (e.target.id === "note" && menu3()) onNote();
});
document.addEventListener("keydown", (e) => {
  if (at < 0 || e.target !== note() || menu3().hidden || e.isComposing || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
  const all2 = shown3();
  const step2 = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step2) choose3(all2[(all2.indexOf(chosen3()) + (chosen3() || step2 > 0 ? step2 : 0) + all2.length) % all2.length]);
  else if ((e.key === "Enter" || e.key === "Tab") && chosen3()) insert2(chosen3());
  else if (e.key === "Escape") {
    left4 = at;
    close3();
  } else return;
  e.preventDefault();
  e.stopPropagation();
}, true);
document.addEventListener("mousedown", (e) => {
  if (e.target.closest?.("#mentions")) e.preventDefault();
});
document.addEventListener("click", (e) => {
  const option = e.target.closest?.('#mentions [role="option"]');
  if (option) insert2(option);
  else if (at >= 0 && !e.target.closest?.("#mentions, #note, [data-which]")) close3();
});
document.addEventListener("focusin", (e) => {
  if (at >= 0 && e.target !== note()) close3();
});
document.addEventListener("htmx:oobAfterSwap", (e) => {
  if (e.detail.target.id !== "composer") return;
  left4 = -1;
  close3();
  ask4();
});

// scripts/format.js
var words19 = document.body.dataset;
var formOf3 = (element) => element.closest?.("form[data-write]");
var bar2 = (form) => form.querySelector(".format");
var isPlain = (form) => bar2(form).dataset.plain !== void 0;
function replace3(text, from2, to, by) {
  text.focus();
  text.setSelectionRange(from2, to);
  if (document.execCommand(by ? "insertText" : "delete", false, by)) return;
  text.setRangeText(by, from2, to, "end");
  text.dispatchEvent(new Event("input", { bubbles: true }));
}
function wrap(text, mark3) {
  const { value: value2, selectionStart: from2, selectionEnd: to } = text;
  const n = mark3.length;
  if (value2.slice(from2 - n, from2) === mark3 && value2.slice(to, to + n) === mark3 && !(n === 1 && value2.slice(from2 - 2, from2) === mark3 + mark3)) {
    replace3(text, from2 - n, to + n, value2.slice(from2, to));
    text.setSelectionRange(from2 - n, to - n);
    return;
  }
  const [, before2, inner, after] = /^(\s*)([^]*?)(\s*)$/.exec(value2.slice(from2, to));
  replace3(text, from2, to, before2 + mark3 + inner + mark3 + after);
  const start = from2 + before2.length + n;
  text.setSelectionRange(start, start + inner.length);
}
function lead(text, mark3) {
  const { value: value2, selectionStart, selectionEnd } = text;
  const from2 = value2.lastIndexOf("\n", selectionStart - 1) + 1;
  const end2 = value2.indexOf("\n", selectionEnd);
  const to = end2 < 0 ? value2.length : end2;
  const lines = value2.slice(from2, to).split("\n");
  const marked = lines.every((line) => line.startsWith(mark3));
  replace3(text, from2, to, lines.map((line) => marked ? line.slice(mark3.length) : mark3 + line).join("\n"));
}
function link(text) {
  const { value: value2, selectionStart: from2, selectionEnd: to } = text;
  const chosen4 = value2.slice(from2, to);
  if (/^https?:\/\/\S+$/.test(chosen4)) {
    replace3(text, from2, to, `[](${chosen4})`);
    text.setSelectionRange(from2 + 1, from2 + 1);
    return;
  }
  replace3(text, from2, to, `[${chosen4}](https://)`);
  const at2 = from2 + chosen4.length + 3;
  text.setSelectionRange(at2, at2 + "https://".length);
}
var writes = {
  bold: (text) => wrap(text, "**"),
  italic: (text) => wrap(text, "*"),
  link,
  list: (text) => lead(text, "- "),
  quote: (text) => lead(text, "> "),
  code: (text) => text.value.slice(text.selectionStart, text.selectionEnd).includes("\n") ? wrap(text, "\n```\n") : wrap(text, "`")
};
function open2(form, on) {
  bar2(form).hidden = !on;
  form.querySelector("[data-formatting]").setAttribute("aria-expanded", String(on));
  if (!isPlain(form)) {
    form.elements.format.value = on ? "markdown" : "";
    if (form.elements.content.value.trim()) keepDraft(form);
  }
  if (!on) preview(form, false);
}
async function preview(form, on) {
  const place4 = form.querySelector("[data-preview]");
  const text = form.elements.content;
  form.querySelector("[data-show-preview]")?.setAttribute("aria-pressed", String(on));
  if (!on) {
    if (place4.hidden) return;
    place4.hidden = true;
    text.hidden = false;
    text.focus();
    return;
  }
  try {
    const answer = await fetch(`${words19.base}/inbox/${document.getElementById("open").dataset.conversationId}/preview`, {
      method: "POST",
      body: new URLSearchParams({ content: text.value }),
      headers: { "HX-Request": "true" }
    });
    if (answer.status === 401) signedOut();
    if (!answer.ok) throw new Error(answer.status);
    place4.innerHTML = await answer.text();
  } catch {
    place4.textContent = words19.tFailed;
  }
  if (form.querySelector("[data-show-preview]")?.getAttribute("aria-pressed") !== "true") return;
  place4.hidden = false;
  text.hidden = true;
}
document.addEventListener("click", (e) => {
  const form = formOf3(e.target);
  const button = e.target.closest?.("button");
  if (!form || !button) return;
  if (button.dataset.formatting !== void 0) {
    open2(form, bar2(form).hidden);
    if (form.querySelector("[data-preview]").hidden) form.elements.content.focus();
  } else if (button.dataset.format) {
    preview(form, false);
    writes[button.dataset.format](form.elements.content);
  } else if (button.dataset.showPreview !== void 0) {
    preview(form, button.getAttribute("aria-pressed") !== "true");
  }
});
document.addEventListener("mousedown", (e) => {
  if (e.target.closest?.("[data-format]")) e.preventDefault();
});
document.addEventListener("keydown", (e) => {
  const form = formOf3(e.target);
  if (!form || !e.target.matches("textarea")) {
    const tools = e.target.closest?.(".format");
    const step2 = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!tools || !step2) return;
    const all2 = [...tools.querySelectorAll("button")];
    e.preventDefault();
    all2[(all2.indexOf(e.target) + step2 + all2.length) % all2.length].focus();
    return;
  }
  const what = { b: "bold", i: "italic" }[e.key.toLowerCase()];
  if (!what || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey || isPlain(form)) return;
  e.preventDefault();
  if (bar2(form).hidden) open2(form, true);
  writes[what](e.target);
});
document.addEventListener("paste", (e) => {
  const form = formOf3(e.target);
  if (!form || !e.target.matches("textarea") || form.elements.format.value !== "markdown") return;
  const { value: value2, selectionStart: from2, selectionEnd: to } = e.target;
  const pasted = e.clipboardData?.getData("text/plain").trim() ?? "";
  if (from2 === to || !/^https?:\/\/\S+$/.test(pasted) || value2.slice(from2, to).includes("\n")) return;
  e.preventDefault();
  replace3(e.target, from2, to, `[${value2.slice(from2, to)}](${pasted})`);
});
document.addEventListener("svcx:restored", (e) => {
  const on = e.target.elements.format.value === "markdown";
  if (isPlain(e.target)) return;
  bar2(e.target).hidden = !on;
  e.target.querySelector("[data-formatting]").setAttribute("aria-expanded", String(on));
  preview(e.target, false);
});

// scripts/profile.js
var zones = document.getElementById("zones");
if (zones) {
  document.getElementById("field-zone").setAttribute("list", "zones");
  for (const name3 of Intl.supportedValuesOf?.("timeZone") ?? []) zones.append(new Option("", name3));
  showPermission();
}
function permission() {
  if (!window.isSecureContext) return "insecure";
  return window.Notification?.permission ?? "missing";
}
function showPermission() {
  const place4 = document.getElementById("permission");
  place4.hidden = !document.getElementById("field-desktop").checked;
  const state4 = permission();
  for (const text of place4.querySelectorAll("[data-state]")) text.hidden = text.dataset.state !== state4;
}
document.addEventListener("change", (e) => {
  if (!zones || e.target.id !== "field-desktop") return;
  showPermission();
  if (e.target.checked && permission() === "default") Notification.requestPermission().then(showPermission);
});
document.addEventListener("click", (e) => {
  if (e.target.closest?.("[data-permit]")) Notification.requestPermission().then(showPermission);
});
document.addEventListener("reset", () => {
  if (zones) setTimeout(showPermission);
});

// scripts/people.js
var slug = document.getElementById("field-slug");
var named = document.getElementById("field-name");
if (slug && named) {
  let follows = slug.value === "";
  slug.addEventListener("input", () => {
    follows = slug.value === "";
  });
  named.addEventListener("input", () => {
    if (follows) slug.value = named.value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 63);
  });
}
document.addEventListener("click", (e) => {
  if (e.target.closest?.("#download")) setTimeout(() => document.getElementById("export-line")?.dispatchEvent(new Event("begun")), 700);
});

// scripts/popover.js
var gap = 4;
var edge = 8;
function place3(pop) {
  const button = [...document.querySelectorAll(`[popovertarget="${pop.id}"]`)].find((one) => one.checkVisibility());
  if (!button) return;
  const at2 = button.getBoundingClientRect();
  const { width, height } = pop.getBoundingClientRect();
  const below = at2.bottom + gap + height <= innerHeight - edge || at2.top - gap - height < edge;
  const top = below ? at2.bottom + gap : at2.top - gap - height;
  const left5 = at2.left + width <= innerWidth - edge ? at2.left : at2.right - width;
  pop.style.inset = `${Math.max(Math.min(top, innerHeight - edge - height), edge)}px auto auto ${Math.max(left5, edge)}px`;
  pop.style.margin = "0";
}
if (!CSS.supports("position-area", "bottom")) {
  for (const kind2 of ["beforetoggle", "toggle"]) {
    document.addEventListener(kind2, (e) => {
      if (!e.target.matches(".pop")) return;
      if (e.newState !== "open") {
        if (kind2 === "toggle") e.target.removeAttribute("style");
        return;
      }
      e.target.style.opacity = kind2 === "toggle" ? "" : "0";
      if (kind2 === "toggle") place3(e.target);
    }, true);
  }
}

// scripts/settings.js
function ask5(dialog) {
  dialog.removeAttribute("open");
  dialog.showModal();
  (dialog.querySelector("[aria-invalid], [autofocus], input:not([type=hidden]), select, textarea") ?? dialog.querySelector("form button"))?.focus();
}
var asked5 = document.querySelector("dialog.ask[open]");
if (asked5) ask5(asked5);
document.querySelector(".tabs [aria-current]")?.scrollIntoView({ inline: "nearest", block: "nearest" });
document.addEventListener("click", async (e) => {
  const button = e.target.closest?.("[data-ask], .ask [data-close], button[data-copy]");
  if (!button) return;
  if (button.dataset.copy) {
    const shown4 = document.getElementById(button.dataset.copy);
    await copy(shown4.dataset.value ?? shown4.value ?? shown4.textContent);
    say(document.body.dataset.tCopiedIt);
    return;
  }
  e.preventDefault();
  if (button.dataset.ask) ask5(document.getElementById(`ask-${button.dataset.ask}`));
  else button.closest("dialog").close();
});
document.addEventListener("keydown", (e) => {
  if (e.key !== " " || !e.target.matches?.("a[role=button]")) return;
  e.preventDefault();
  e.target.click();
});

// scripts/events.js
var pollEvery = 3e3;
var figuresEvery = 3e4;
var mostRows2 = 200;
var main = document.querySelector("main");
var table = document.querySelector("table[data-new]");
document.addEventListener("change", (e) => {
  if (e.target.matches("[data-sift] select")) e.target.form.requestSubmit();
  if (e.target.matches("input[form=redeliver]")) selected2();
});
document.addEventListener("formdata", (e) => {
  if (!e.target.matches("[data-sift]")) return;
  for (const [name3, value2] of [...e.formData]) if (!value2) e.formData.delete(name3);
});
function selected2() {
  const bar3 = document.querySelector("[data-selected]");
  const n = document.querySelectorAll("input[form=redeliver]:checked").length;
  bar3.classList.toggle("on", n > 0);
  bar3.querySelector("[data-text]").textContent = n ? bar3.querySelector("[data-text]").dataset.text.replace("%", n) : "";
  document.querySelector(".tbl")?.classList.toggle("selecting", n > 0);
}
function rowsOf(html, what) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  writeTimes(holder.content);
  return holder.content.querySelector(what);
}
async function get(url) {
  const answer = await fetch(url, { headers: { "HX-Request": "true" } });
  if (answer.status === 401) signedOut();
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}
async function open3(row) {
  const shown4 = document.getElementById(`x-${row.dataset.eventId}`);
  const link2 = row.querySelector("[data-open]");
  if (shown4) {
    shown4.remove();
    row.classList.remove("open");
    link2.setAttribute("aria-expanded", "false");
    return;
  }
  row.classList.add("open");
  try {
    const entry2 = rowsOf(await get(link2.href), "tr.x");
    if (!row.classList.contains("open") || document.getElementById(entry2.id)) return;
    row.after(entry2);
    link2.setAttribute("aria-expanded", "true");
  } catch {
    location.href = link2.href;
  }
}
document.addEventListener("click", (e) => {
  if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
  const row = e.target.closest?.("tr.r");
  if (!row) return;
  const link2 = e.target.closest("a, button, input, label");
  if (link2 && link2.dataset.open === void 0) return;
  if (!link2 && getSelection().toString()) return;
  e.preventDefault();
  open3(row);
});
function calm2() {
  const box2 = table.closest(".tbl");
  return main.scrollTop === 0 && !box2.matches(":hover") && !box2.contains(document.activeElement) && !box2.querySelector("tr.x, input:checked");
}
var waiting5 = [];
var many = false;
function show7() {
  const body = table.tBodies[0];
  table.closest(".tbl").hidden = false;
  document.querySelector("#open > .blank")?.remove();
  body.prepend(...waiting5);
  waiting5 = [];
  while (body.querySelectorAll("tr.r").length > mostRows2) body.lastElementChild.remove();
  offer2();
}
function offer2() {
  const bar3 = document.querySelector(".ev-new");
  bar3.hidden = waiting5.length === 0 && !many;
  bar3.firstElementChild.textContent = many ? bar3.dataset.many : bar3.dataset.fresh.replace("%", waiting5.length);
}
function say4(lost4) {
  const live2 = document.querySelector("[data-live]");
  if (!live2 || live2.classList.contains("lost") === lost4) return;
  live2.classList.toggle("lost", lost4);
  live2.lastElementChild.textContent = lost4 ? live2.dataset.lost : live2.dataset.on;
}
async function poll() {
  if (document.visibilityState !== "visible" || many) return;
  const url = new URL(table.dataset.new, location.href);
  url.searchParams.set("after", table.dataset.last);
  try {
    const fresh3 = rowsOf(await get(url), "table");
    say4(false);
    const rows4 = [...fresh3.querySelectorAll("tr.r")].filter((row) => !document.getElementById(row.id));
    if (rows4.length === 0) return;
    many = fresh3.dataset.more === "true";
    table.dataset.last = fresh3.dataset.last;
    waiting5.unshift(...rows4);
    if (calm2() && !many) show7();
    else offer2();
  } catch {
    say4(true);
  }
}
async function figures() {
  const shown4 = document.getElementById("figures");
  if (document.visibilityState !== "visible" || !shown4 || shown4.matches(":hover") || shown4.contains(document.activeElement) || shown4.querySelector("details[open]")) return;
  try {
    shown4.replaceWith(rowsOf(await get(table.dataset.figures), "#figures"));
  } catch {
  }
}
if (table) {
  document.querySelector(".ev-new button").addEventListener("click", () => many ? location.reload() : show7());
  setInterval(poll, pollEvery);
  setInterval(figures, figuresEvery);
}

// scripts/order.js
var rowsOf2 = (list3) => [...list3.querySelectorAll(":scope > [data-id]")];
async function move2(form, to, before2) {
  const list3 = form.closest(".ordered");
  const focused = document.activeElement?.id;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(to), headers: { "HX-Request": "true" } });
    if (answer.status === 401) signedOut();
    const text = await answer.text();
    if (!answer.ok) throw new Error(reason(answer.status, text));
    const holder = document.createElement("template");
    holder.innerHTML = text;
    const fresh3 = holder.content.getElementById("ordered");
    document.getElementById("ordered").replaceWith(fresh3);
    document.getElementById(focused)?.focus();
    say(fresh3.dataset.said);
  } catch (e) {
    list3.append(...before2);
    say(e instanceof TypeError ? reason() : e.message);
  }
}
var moving = Promise.resolve();
document.addEventListener("submit", (e) => {
  const form = e.target;
  if (!form.matches("[data-move]")) return;
  e.preventDefault();
  const { id, value: value2 } = e.submitter;
  if (e.submitter.ariaDisabled === "true") return;
  moving = moving.then(() => {
    const now = document.getElementById(id)?.form;
    return now && move2(now, { by: value2 }, rowsOf2(now.closest(".ordered")));
  });
});
document.addEventListener("pointerdown", (e) => {
  const grip = e.target.closest?.("[data-grip]");
  if (!grip || e.button !== 0) return;
  e.preventDefault();
  const row = grip.closest("[data-id]");
  const list3 = row.parentElement;
  const before2 = rowsOf2(list3);
  const over = new AbortController();
  row.classList.add("dragged");
  const drag = (at2) => {
    for (const other of rowsOf2(list3)) {
      const box2 = other.getBoundingClientRect();
      if (other === row || at2.clientY < box2.top || at2.clientY > box2.bottom) continue;
      const below = at2.clientY > box2.top + box2.height / 2;
      const place4 = below ? other.nextElementSibling : other;
      if (place4 !== row && place4 !== row.nextElementSibling) list3.insertBefore(row, place4);
    }
  };
  const end2 = (by) => {
    over.abort();
    row.classList.remove("dragged");
    if (!by) list3.append(...before2);
  };
  const drop2 = () => {
    end2(true);
    const next2 = row.nextElementSibling?.dataset.id ?? "";
    if (rowsOf2(list3).every((one, i) => one === before2[i])) return;
    moving = moving.then(() => move2(row.querySelector("[data-move]"), { before: next2 }, before2));
  };
  const cancel = () => end2(false);
  const escape = (key4) => {
    if (key4.key === "Escape") {
      key4.stopPropagation();
      cancel();
    }
  };
  document.addEventListener("pointermove", drag, { signal: over.signal });
  document.addEventListener("pointerup", drop2, { signal: over.signal });
  document.addEventListener("pointercancel", cancel, { signal: over.signal });
  document.addEventListener("keydown", escape, { signal: over.signal, capture: true });
});
var name2 = document.querySelector(".field-form #field-name");
var key3 = document.querySelector(".field-form #field-fieldKey");
if (name2 && key3 && !key3.value) {
  let own2 = false;
  key3.addEventListener("input", () => {
    own2 = Boolean(key3.value);
  });
  name2.addEventListener("input", () => {
    if (own2) return;
    key3.value = name2.value.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "").slice(0, 64);
  });
}

// scripts/says.js
var says = document.querySelector(".says");
var root = document.documentElement.style;
var gap2 = 8;
var thread = () => document.getElementById("thread");
var room = 0;
var was;
function makeRoom() {
  const at2 = thread();
  const same2 = at2 === was;
  was = at2;
  if (at2) says.style.setProperty("--says-top", `${at2.previousElementSibling.getBoundingClientRect().bottom}px`);
  const needed = says.offsetHeight && says.offsetHeight + gap2;
  if (needed === room) return;
  if (at2) at2.style.paddingTop = "";
  const moved = at2 && same2 && !needed && at2.scrollHeight <= at2.clientHeight && parseFloat(getComputedStyle(at2).marginTop);
  if (moved) at2.style.paddingTop = `${parseFloat(getComputedStyle(at2).paddingTop) + moved}px`;
  room = needed;
  root.setProperty("--says", `${room}px`);
}
function own() {
  const of2 = says.querySelector("[data-of]");
  if (of2) of2.hidden = !openID2() || of2.dataset.of === openID2();
}
if (says) {
  const watch2 = new ResizeObserver(makeRoom);
  const look3 = () => {
    watch2.disconnect();
    watch2.observe(says);
    if (thread()) watch2.observe(thread());
    own();
  };
  look3();
  document.addEventListener("htmx:afterSwap", (e) => {
    if (e.target.id === "open") look3();
  });
}

// scripts/start.js
var asking2;
function refresh() {
  if (!document.getElementById("start")) return;
  clearTimeout(asking2);
  asking2 = setTimeout(async () => {
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html", "X-Svcx-Parts": "1" } });
      if (!answer.ok || answer.redirected) return;
      const fresh3 = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("start");
      const shown4 = document.getElementById("start");
      if (!fresh3) shown4?.remove();
      else shown4?.replaceWith(document.importNode(fresh3, true));
    } catch {
    }
  }, 300);
}
new MutationObserver((changes) => {
  if (changes.some((c) => [...c.removedNodes].some((n) => n.matches?.(".blank")))) refresh();
}).observe(document.querySelector("main"), { childList: true, subtree: true });
document.addEventListener("htmx:afterRequest", (e) => {
  if (e.detail.successful && e.detail.requestConfig?.elt.matches("form[data-write]")) refresh();
});

// scripts/summary.js
document.addEventListener("htmx:beforeRequest", (e) => {
  const running2 = e.target.closest?.("[data-running]")?.dataset.running;
  if (running2 && e.target.matches("form")) say(running2);
});
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  const shown4 = document.querySelector("#summary details");
  const fresh3 = e.target.id === "summary" && e.detail.fragment.querySelector("details");
  if (shown4 && fresh3 && shown4.open) fresh3.open = true;
});
document.addEventListener("htmx:afterRequest", (e) => {
  if (e.target.closest?.("#details [data-running]")) document.querySelector("#details:popover-open")?.hidePopover();
});
document.addEventListener("click", (e) => {
  const drop2 = e.target.closest?.("[data-drop]");
  if (!drop2 || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  drop2.closest("[data-subject]").remove();
  document.getElementById("ai-rename")?.focus();
});

// scripts/pending.js
var words20 = document.body.dataset;
function instead(place4, ...nodes) {
  const was2 = [...place4.childNodes];
  place4.replaceChildren(...nodes);
  place4.ariaBusy = "true";
  return () => {
    place4.replaceChildren(...was2);
    place4.ariaBusy = null;
  };
}
function shownAtOnce(form, button) {
  const value2 = form.closest(".picker")?.parentElement.querySelector('[id^="value-"]');
  if (value2?.matches(".tags")) {
    const tags = [...value2.children].filter((tag2) => tag2.matches(".tag")).map((tag2) => tag2.cloneNode(true));
    const [name3, tag] = [button.name, button.value || form.elements.typed.value.trim()];
    if (name3 === "remove") return instead(value2, ...tags.filter((one) => one.textContent !== tag));
    const fresh3 = document.createElement("span");
    fresh3.className = "tag cut";
    fresh3.dir = "auto";
    fresh3.textContent = tag;
    return instead(value2, ...tags, fresh3);
  }
  if (value2) return instead(value2, ...[...button.children].filter((part2) => !part2.matches("svg")).map((part2) => part2.cloneNode(true)));
  const status2 = button.dataset.doing && document.querySelector("#thead .status");
  return status2 ? instead(status2, button.dataset.doing) : void 0;
}
document.addEventListener("htmx:beforeRequest", (e) => {
  const { target: form, detail: { xhr, requestConfig } } = e;
  const button = requestConfig.triggeringEvent?.submitter;
  if (e.defaultPrevented || !button || !form.matches("form:not([data-running])")) return;
  button.ariaBusy = "true";
  const back2 = form.matches("#open form") && !form.dataset.write ? shownAtOnce(form, button) : void 0;
  if (back2) say("");
  let said2;
  const slow = setTimeout(() => {
    if (form.closest("#say")) return;
    said2 = button.dataset.doing ?? words20.tWorking;
    say(said2);
  }, 1e3);
  xhr.addEventListener("loadend", () => setTimeout(() => {
    clearTimeout(slow);
    button.ariaBusy = null;
    back2?.();
    if (said2 && document.getElementById("say").textContent === said2) say("");
  }));
});

// scripts/focus.js
var lost3;
function note2(at2) {
  const named2 = ["popovertarget", "name", "value", "aria-label", "data-key", "href"].filter((name3) => at2.hasAttribute(name3)).map((name3) => `[${name3}="${CSS.escape(at2.getAttribute(name3))}"]`).join("");
  const part2 = at2.closest("#details, #thead, #composer, #summary, #alert, #say");
  const same2 = at2.id ? `#${CSS.escape(at2.id)}` : named2 && part2 && `#${part2.id} ${at2.localName}${named2}`;
  lost3 = () => same2 && [...document.querySelectorAll(same2)].find((one) => one.checkVisibility() && !one.disabled);
}
function find() {
  const to = lost3;
  lost3 = void 0;
  if (!to || document.activeElement !== document.body) return;
  const element = to();
  if (element) element.focus({ preventScroll: true });
  else toConversation();
}
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  const at2 = document.activeElement;
  if (at2 === document.body || !e.detail.target.contains(at2)) return;
  note2(at2);
  queueMicrotask(find);
});
document.addEventListener("htmx:beforeRequest", (e) => {
  const at2 = document.activeElement;
  if (e.defaultPrevented || at2 === document.body || at2 !== e.detail.requestConfig.triggeringEvent?.submitter || at2.closest(".pop")) return;
  note2(at2);
  e.detail.xhr.addEventListener("loadend", () => setTimeout(find));
});
document.addEventListener("htmx:beforeSwap", (e) => {
  const at2 = document.activeElement;
  const { target: list3, requestConfig: { elt: search } } = e.detail;
  if (!search.matches('[role="search"] [name="q"]') || !list3.contains(at2)) return;
  const to = at2.getAttribute("href");
  e.detail.xhr.addEventListener("loadend", () => setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const row = to && document.querySelector(`#${CSS.escape(list3.id)} a[href="${CSS.escape(to)}"]`);
    (row || search).focus({ preventScroll: true });
  }));
});
var before;
document.addEventListener("beforetoggle", (e) => {
  if (e.newState === "open" && e.target.matches(".pop")) before = document.activeElement;
}, true);
document.addEventListener("toggle", (e) => {
  if (e.newState !== "closed" || !e.target.matches(".pop") || !before || before.isConnected) return;
  const at2 = document.activeElement;
  if (at2 === document.body || e.target.contains(at2)) toConversation();
}, true);

// scripts/tags.js
async function offered2(from2) {
  const answer = await fetch(from2, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(answer.status);
  const all2 = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll('[role="option"]');
  return [...all2].map((option) => document.importNode(option, true));
}
document.addEventListener("toggle", async (e) => {
  if (e.target.id !== "pick-tags" || e.newState !== "open") return;
  const form = e.target.firstElementChild;
  const list3 = form.querySelector('[role="listbox"]');
  try {
    const all2 = await offered2(form.dataset.from);
    for (const option of list3.querySelectorAll('[name="add"]')) option.remove();
    list3.querySelector("[data-new]").before(...all2);
    form.elements.typed.dispatchEvent(new Event("input", { bubbles: true }));
  } catch {
  }
}, true);
var field2 = () => document.getElementById("filter-tag");
var list2 = () => document.getElementById("filter-tags");
var options4 = () => [...list2().children];
var fitting = () => options4().filter((option) => !option.hidden);
var aimed = () => list2().querySelector("[data-active]");
document.addEventListener("toggle", async (e) => {
  if (e.target.id !== "filter-menu" || e.newState !== "open") return;
  field2().role = "combobox";
  field2().ariaAutoComplete = "list";
  shut();
  try {
    list2().replaceChildren(...await offered2(field2().dataset.suggests));
    if (document.activeElement === field2()) sift4();
  } catch {
  }
}, true);
function aim(option) {
  if (aimed()) {
    aimed().ariaSelected = "false";
    delete aimed().dataset.active;
  }
  field2().removeAttribute("aria-activedescendant");
  if (!option) return;
  option.id ||= `filter-tags-${options4().indexOf(option)}`;
  option.dataset.active = "";
  option.ariaSelected = "true";
  field2().setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}
function sift4() {
  const text = field2().value.trim().toLowerCase();
  for (const option of options4()) option.hidden = !option.value.toLowerCase().includes(text);
  const some = fitting().length > 0;
  aim();
  list2().hidden = !some;
  field2().ariaExpanded = String(some);
  const none = list2().previousElementSibling;
  const says2 = some || !options4().length ? "" : none.dataset.none;
  if (none.textContent !== says2) none.textContent = says2;
}
function shut() {
  aim();
  list2().hidden = true;
  field2().ariaExpanded = "false";
  list2().previousElementSibling.textContent = "";
}
function take(option) {
  field2().value = option.value;
  field2().focus();
  shut();
}
document.addEventListener("input", (e) => {
  if (e.target.id === "filter-tag") sift4();
});
document.addEventListener("focusin", (e) => {
  if (e.target.id === "filter-tag") sift4();
  else if (field2() && !list2().contains(e.target)) shut();
});
document.addEventListener("click", (e) => {
  const option = e.target.closest?.('#filter-tags [role="option"]');
  if (option) take(option);
  else if (e.target.id === "filter-tag" && list2().hidden) sift4();
});
document.addEventListener("keydown", (e) => {
  if (e.target.id !== "filter-tag" || e.isComposing) return;
  const step2 = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step2) {
    if (list2().hidden) sift4();
    const shown4 = fitting();
    if (!shown4.length) return;
    const at2 = shown4.indexOf(aimed());
    aim(shown4[at2 < 0 ? step2 > 0 ? 0 : shown4.length - 1 : (at2 + step2 + shown4.length) % shown4.length]);
  } else if (e.key === "Enter" && aimed()) take(aimed());
  else if (e.key === "Escape" && !list2().hidden) shut();
  else return;
  e.preventDefault();
  e.stopPropagation();
}, true);

// scripts/app.js
var words21 = document.body.dataset;
var main2 = document.querySelector("main");
var alertPlace = () => document.getElementById("alert");
document.documentElement.classList.add("js");
document.cookie = "svcx_scripts=1; path=/app; samesite=lax";
writeTimes();
function openID2() {
  return document.getElementById("open")?.dataset.conversationId ?? "";
}
function opened() {
  const id = openID2();
  main2.dataset.view = id ? "thread" : "list";
  for (const row2 of document.querySelectorAll(".conv[aria-current]")) row2.removeAttribute("aria-current");
  const row = id && rowOf(id);
  if (row) {
    row.setAttribute("aria-current", "true");
    requestAnimationFrame(() => rowOf(id)?.scrollIntoView({ block: "nearest" }));
  }
  if (Number(document.getElementById("open")?.dataset.unread) > 0 || document.getElementById("open")?.dataset.waits !== void 0) arrived(id);
  compose(id);
  showUndone();
  showMeanwhile();
  settle(id);
  requestAnimationFrame(() => document.getElementById("thread")?.removeAttribute("aria-live"));
  look2();
  showViewers();
  if (id) wasRead(id);
  if (id) looked(id);
}
function compose(id) {
  restoreDrafts(id);
  showFiles(id);
  openUnsent(id);
  began();
  for (const form of document.querySelectorAll("form[data-write]")) sized(form);
}
document.addEventListener("htmx:beforeSwap", (e) => {
  if (e.detail.target.id === "open") e.detail.swapOverride = "whole show:none";
});
document.addEventListener("htmx:afterSwap", (e) => {
  if (e.target.id === "open") {
    writeTimes(e.target);
    opened();
  } else if (e.detail.target?.id !== "open") {
    writeTimes(e.detail.target ?? document);
    markDrafts();
  }
});
document.addEventListener("htmx:afterSettle", (e) => {
  if (e.target.id === "open") landed();
});
document.addEventListener("htmx:oobAfterSwap", (e) => {
  writeTimes(e.detail.target);
  if (e.detail.target.id === "thead") showViewers();
  if (e.detail.target.id === "composer") compose(openID2());
});
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  if (e.detail.target.id !== "messages") return;
  e.detail.shouldSwap = false;
  writeTimes(e.detail.fragment);
  for (const line of e.detail.fragment.querySelectorAll("article.msg, .ev")) {
    const known2 = document.getElementById(line.id)?.querySelector(".dlv");
    if (known2) line.querySelector(".dlv")?.replaceWith(known2);
    place2(line);
  }
});
document.addEventListener("submit", (e) => {
  const text = e.target.dataset?.write && e.target.elements.content;
  if (!text || text.value.trim() || e.target.querySelector("[data-uploads] li")) return;
  e.preventDefault();
  e.stopImmediatePropagation();
  text.focus();
}, true);
document.addEventListener("htmx:beforeRequest", (e) => {
  const form = e.target;
  if (e.defaultPrevented || !form.matches("form, #open")) return;
  const id = openID2();
  const inside = form.closest("#open");
  const text = form.dataset.write && form.elements.content.value;
  form.addEventListener("htmx:beforeOnLoad", function answered2(answer) {
    if (answer.detail.xhr !== e.detail.xhr) return;
    form.removeEventListener("htmx:beforeOnLoad", answered2);
    if (text && answer.detail.xhr.status < 400 && answer.detail.xhr.responseText.includes('id="composer"') && form.elements.content.value === text) clearDraft(id, form.dataset.write);
    if (form.dataset.write === "reply" && answer.detail.xhr.status < 400 && answer.detail.xhr.responseText.includes('id="composer"')) filesSent(id);
    if (inside && openID2() !== id) answer.preventDefault();
  });
  if (!form.matches("form")) return;
  fail("");
  if (!text?.trim()) return;
  const pending2 = document.createElement("article");
  pending2.className = form.dataset.write === "note" ? "msg note sending" : "msg ours sending";
  pending2.id = "sending";
  const body = document.createElement("div");
  body.className = "body plain";
  body.textContent = text;
  const holder = document.createElement("div");
  holder.append(body);
  pending2.append(document.createElement("span"), holder);
  document.getElementById("messages")?.append(pending2);
});
document.addEventListener("htmx:afterRequest", (e) => {
  if (e.detail.requestConfig?.elt.matches("form[data-write]")) document.getElementById("sending")?.remove();
});
for (const kind2 of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
  document.addEventListener(kind2, (e) => {
    const status2 = e.detail.xhr?.status;
    if (status2 === 401 && signedOut()) return;
    if (away(status2) && e.target.matches("form[data-write]")) return;
    else if (isUndone(e.detail.xhr)) return;
    else if (!status2 && !asked6(e)) return;
    else if (e.target.id !== "bulk-progress") fail(reason(e.detail.xhr?.status, e.detail.xhr?.responseText), e.target, e.detail.requestConfig?.triggeringEvent?.submitter);
  });
}
var asked6 = (e) => e.target.matches("form, .conv") || e.detail.requestConfig?.triggeringEvent?.type === "click";
function reason(status2, answer) {
  if (!status2) return words21.tFailed;
  const said2 = new DOMParser().parseFromString(answer, "text/html").getElementById("failure");
  return said2?.textContent || words21.tUnclear.replace("%", status2);
}
function fail(text, element, submitter) {
  const at2 = alertPlace();
  for (const other of at2?.querySelectorAll(":scope > :not(.undone)") ?? []) other.remove();
  if (!text) return;
  if (!at2?.parentElement.checkVisibility()) {
    if (lost() && text === words21.tFailed) sayLost();
    else sayUntilBack(text);
    return;
  }
  const again4 = () => {
    if (element.matches("form")) repeat({ form: element, submitter, gone: () => fail("") });
    else (rowOf(element.dataset.conversationId) ?? element).click();
  };
  const bar3 = made3(text, "", element?.matches?.("form, .conv, .more a") && again4);
  if (text === words21.tFailed && !element?.matches?.("form")) bar3.dataset.away = "";
  at2.prepend(bar3);
}
onLine((isLost) => {
  if (isLost) return;
  alertPlace()?.querySelector("[data-away]")?.remove();
});
document.addEventListener("click", (e) => {
  const tab2 = e.target.closest?.('[role="tab"][data-tab]');
  if (!tab2 || e.ctrlKey || e.metaKey || e.shiftKey) return;
  e.preventDefault();
  showTab(tab2.dataset.tab, true);
});
function showTab(name3, focus) {
  for (const tab2 of document.querySelectorAll('[role="tab"][data-tab]')) tab2.setAttribute("aria-selected", String(tab2.dataset.tab === name3));
  for (const line of document.querySelectorAll("#composer [data-for]")) line.hidden = line.dataset.for !== name3;
  for (const form of document.querySelectorAll("form[data-write]")) {
    form.parentElement.hidden = form.dataset.write !== name3;
    sized(form);
    if (focus && form.dataset.write === name3) form.elements.content.focus();
  }
}
document.addEventListener("beforetoggle", (e) => {
  if (e.newState !== "closed" || !e.target.contains(document.activeElement)) return;
  e.target.parentElement.closest("[popover]:popover-open")?.querySelector(`[popovertarget="${e.target.id}"]`)?.focus();
}, true);
document.addEventListener("beforetoggle", (e) => {
  const filter2 = e.target.querySelector?.("[data-filter]");
  if (!filter2 || e.newState !== "open") return;
  filter2.hidden = !filter2.name && matchMedia("(pointer: coarse)").matches && filter2.form.querySelectorAll('[role="option"]').length <= 8;
  filter2.value = "";
  sift5(filter2);
}, true);
var fitting2 = (filter2) => [...filter2.form.querySelectorAll('[role="option"]:not([hidden])')];
function sift5(filter2) {
  const text = filter2.value.trim().toLowerCase();
  const fresh3 = filter2.form.querySelector("[data-new]");
  let known2 = false;
  for (const option of filter2.form.querySelectorAll('[role="option"]')) {
    const name4 = option.textContent.trim().toLowerCase();
    option.hidden = !name4.includes(text);
    known2 ||= option !== fresh3 && name4 === text;
  }
  if (fresh3) {
    fresh3.hidden = !text || known2;
    fresh3.firstElementChild.textContent = fresh3.dataset.new.replace("%", () => filter2.value.trim());
  }
  const shown4 = fitting2(filter2);
  const name3 = (option) => option.textContent.trim().toLowerCase();
  if (text || !fresh3) aim2(filter2, !text && shown4.find((option) => option.ariaSelected === "true") || shown4.find((option) => name3(option) === text) || shown4.find((option) => ` ${name3(option)}`.includes(` ${text}`)) || shown4[0]);
  else aim2(filter2);
  const none = filter2.form.querySelector("[data-none]");
  const says2 = shown4.length ? "" : none.dataset.none;
  if (none.textContent !== says2) none.textContent = says2;
}
var aimed2 = (filter2) => filter2.form.querySelector("[data-active]");
function aim2(filter2, option) {
  aimed2(filter2)?.removeAttribute("data-active");
  if (!option) {
    filter2.removeAttribute("aria-activedescendant");
    return;
  }
  const list3 = option.closest('[role="listbox"]');
  option.id ||= `${list3.id}-${[...list3.children].indexOf(option)}`;
  option.dataset.active = "";
  filter2.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}
document.addEventListener("input", (e) => {
  if (e.target.matches("[data-filter]")) sift5(e.target);
});
document.addEventListener("keydown", (e) => {
  if (!e.target.matches?.("[data-filter]") || e.isComposing) return;
  const shown4 = fitting2(e.target);
  const step2 = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (step2 && shown4.length) {
    const at2 = shown4.indexOf(aimed2(e.target));
    aim2(e.target, shown4[at2 < 0 ? step2 > 0 ? 0 : shown4.length - 1 : (at2 + step2 + shown4.length) % shown4.length]);
  } else if (e.key === "Enter") aimed2(e.target)?.click();
  else return;
  e.preventDefault();
});
document.addEventListener("submit", (e) => e.target.closest?.("[popover]")?.hidePopover());
var themes = new BroadcastChannel("svcx-theme");
themes.addEventListener("message", (e) => showTheme(e.data));
function showTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const button = document.querySelector("[data-theme-form]")?.elements.theme;
  if (!button) return;
  button.value = { "": "light", light: "dark", dark: "" }[theme];
  button.title = button.dataset[theme || "system"];
}
document.addEventListener("submit", (e) => {
  if (!e.target.matches("[data-theme-form]")) return;
  e.preventDefault();
  const theme = e.target.elements.theme.value;
  showTheme(theme);
  themes.postMessage(theme);
  fetch(e.target.action, { method: "POST", body: new URLSearchParams({ theme }), redirect: "manual" }).catch(() => {
  });
});
document.addEventListener("htmx:afterSwap", (e) => {
  if (e.target.id === "bulk" && document.querySelector("#bulk[data-ended]")) reload();
});
opened();
live();
export {
  fail,
  openID2 as openID,
  reason,
  showTab
};
