// scripts/stream.js
var kept = 500;
var streams = /* @__PURE__ */ new Map();
var silence = 2300;
var patience = [4e3, 4e3, 4e3, 4e3, 15e3];
var Stream = class {
  constructor(base, since) {
    this.base = base;
    this.last = since;
    this.first = since;
    this.events = [];
    this.tabs = /* @__PURE__ */ new Map();
    this.viewers = /* @__PURE__ */ new Map();
    this.reads = [];
    this.client = [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
    this.state = "open";
    this.attempt = -1;
    this.open();
    this.watching = setInterval(() => this.watch(), 200);
  }
  open() {
    const source = new EventSource(`${this.base}/stream?since=${this.last}&client=${this.client}`);
    this.source = source;
    this.heard = Date.now();
    this.alive = false;
    this.attempt = Math.min(this.attempt + 1, patience.length - 1);
    source.onopen = () => {
      this.heard = Date.now();
      this.attempt = 0;
      this.viewers.clear();
      this.send({ name: "viewing", id: 0, data: "" });
      this.told = "";
      this.tell();
      this.say("open");
    };
    source.onerror = () => {
      this.heard = Date.now();
      this.alive = false;
      this.say("lost");
      if (source.readyState === EventSource.CLOSED) this.again();
    };
    source.addEventListener("alive", () => {
      this.hear();
      this.alive = true;
    });
    for (const name of ["message", "conversation", "delivery", "typing", "read", "presence", "viewing", "reset"]) {
      source.addEventListener(name, (e) => this.pass(name, Number(e.lastEventId) || 0, e.data));
    }
  }
  hear() {
    this.heard = Date.now();
    if (this.state === "silent") this.say("open");
  }
  watch() {
    const quiet = Date.now() - this.heard;
    const { readyState } = this.source;
    if (readyState === EventSource.CLOSED || readyState === EventSource.OPEN && !this.alive) return;
    if (quiet > silence && this.state === "open") this.say("silent");
    if (quiet > patience[this.attempt]) {
      this.source.close();
      this.open();
    }
  }
  async again() {
    this.source.close();
    let wait = 2e3;
    try {
      const answer = await fetch(`${this.base}/stream`, { method: "HEAD", signal: AbortSignal.timeout(patience.at(-1)) });
      if (answer.status === 401 || answer.status === 404) {
        this.say("out");
        wait = 1e4;
      }
    } catch {
    }
    await new Promise((done) => setTimeout(done, wait));
    if (this.tabs.size > 0) this.open();
  }
  pass(name, id, data) {
    const event = { name, id, data };
    this.hear();
    if (id > 0) {
      this.last = Math.max(this.last, id);
      this.events.push(event);
      while (this.events.length > kept) this.first = this.events.shift().id;
    }
    if (name === "reset") {
      this.events = [];
      this.first = this.last;
    }
    if (name === "read") {
      this.reads.push({ event, after: this.last });
      if (this.reads.length > kept) this.reads.shift();
    }
    if (name === "viewing") {
      const { id: of, user, on } = marks(data);
      if (on === "true") this.viewers.set(`${of}/${user}`, event);
      else this.viewers.delete(`${of}/${user}`);
    }
    this.send(event, name === "conversation" ? this.teller(marks(data).id) : void 0);
  }
  send(event, teller) {
    for (const tab of this.tabs.keys()) tab(tab === teller ? { ...event, tells: true } : event);
  }
  // teller is the tab that tells of a conversation: none while one shows it.
  teller(id) {
    const all = [...this.tabs];
    if (all.some(([, look]) => look.visible && look.open === id)) return void 0;
    return all.at(-1)?.[0];
  }
  look(tab, look) {
    if (!this.tabs.has(tab)) return;
    if (look.visible) this.tabs.delete(tab);
    this.tabs.set(tab, look);
    this.tell();
  }
  // tell tells the server what is open in all tabs, once they are at rest.
  tell() {
    clearTimeout(this.telling);
    this.telling = setTimeout(async () => {
      const open = [...new Set([...this.tabs.values()].map((look) => look.open).filter(Boolean))].sort().join();
      if (open === this.told || this.source.readyState !== EventSource.OPEN) return;
      this.told = open;
      try {
        await fetch(`${this.base}/viewing`, { method: "POST", body: new URLSearchParams({ client: this.client, open }) });
      } catch {
        this.told = void 0;
      }
    }, 150);
  }
  say(state) {
    this.state = state;
    for (const tab of this.tabs.keys()) tab({ state });
  }
  // join gives a tab what it has missed since it was loaded.
  join(tab, since) {
    this.tabs.set(tab, {});
    if (this.state !== "open") tab({ state: this.state });
    for (const event of this.viewers.values()) tab(event);
    if (since < this.first) {
      tab({ name: "reset", id: this.last, data: "" });
      return;
    }
    for (const event of this.events) if (event.id > since) tab(event);
    for (const { event, after } of this.reads) if (after >= since) tab(event);
  }
  leave(tab) {
    this.tabs.delete(tab);
    if (this.tabs.size === 0) {
      clearTimeout(this.telling);
      clearInterval(this.watching);
      this.source.close();
      streams.delete(this.base);
    } else {
      this.tell();
    }
  }
};
function marks(html) {
  const value = (name) => html.match(new RegExp(`data-${name}="([^"]*)"`))?.[1];
  return { id: value("conversation-id"), user: value("user"), on: value("on") };
}
function connect(base, since, tab) {
  let stream = streams.get(base);
  if (!stream) {
    stream = new Stream(base, since);
    streams.set(base, stream);
  }
  stream.join(tab, since);
  return { leave: () => stream.leave(tab), look: (look) => stream.look(tab, look) };
}
if (typeof SharedWorkerGlobalScope !== "undefined" && self instanceof SharedWorkerGlobalScope) {
  self.onconnect = (e) => {
    const port = e.ports[0];
    let seat;
    port.onmessage = ({ data }) => {
      if (data.look) {
        seat?.look(data.look);
        return;
      }
      seat?.leave();
      seat = data.base ? connect(data.base, data.since, (event) => port.postMessage(event)) : void 0;
    };
  };
}
export {
  connect
};
