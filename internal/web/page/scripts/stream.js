// The live stream of a browser. As a SharedWorker it is one for all tabs, since a browser
// opens six connections to a server over plain HTTP; a page without one imports it.
//
// A tab connects with {base, since}: the workspace's address and the number up to which
// it has seen everything. It gets {name, id, data} for each event after that, and
// {state}: "open", "lost", "silent" (the server is not heard of, though the connection is not
// closed) or "out" (signed out). It says what it shows with {look:
// {open, visible}}: colleagues see which conversations are open, and an event that is to
// be told of has {tells} in one tab, unless a tab shows it.

const kept = 500;
const streams = new Map();

// The server says each second that it is there, so that a network that goes away without closing
// the connection is noticed: after so many milliseconds without a word that is said, and after
// more of them, or if it does not open in time, the connection is given up for another.
// A browser may try connections first that it kept and that are lost too: at the beginning it
// gets less time.
const silence = 2300;
const patience = [4000, 4000, 4000, 4000, 15000];

class Stream {
  constructor(base, since) {
    this.base = base;
    this.last = since;
    this.first = since; // what is kept begins after it
    this.events = [];
    this.tabs = new Map(); // what each shows, the one that was looked at last at the end
    this.viewers = new Map(); // who has what open, by conversation and member
    this.reads = []; // what was read lately, and after which event: it has no number of its own
    this.client = [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('');
    this.state = 'open';
    this.attempt = -1;
    this.open();
    this.watching = setInterval(() => this.watch(), 200);
  }

  open() {
    const source = new EventSource(`${this.base}/stream?since=${this.last}&client=${this.client}`);
    this.source = source;
    this.heard = Date.now();
    this.alive = false; // not before it says so: a server of an earlier version does not
    this.attempt = Math.min(this.attempt + 1, patience.length - 1);
    source.onopen = () => {
      this.heard = Date.now();
      this.attempt = 0;
      // All who have something open come again.
      this.viewers.clear();
      this.send({ name: 'viewing', id: 0, data: '' });
      this.told = '';
      this.tell();
      this.say('open');
    };
    source.onerror = () => {
      this.heard = Date.now();
      this.alive = false;
      this.say('lost');
      // An answer that is no stream ends an EventSource; a lost connection does not.
      if (source.readyState === EventSource.CLOSED) this.again();
    };
    source.addEventListener('alive', () => {
      this.hear();
      this.alive = true;
    });
    for (const name of ['message', 'conversation', 'delivery', 'typing', 'read', 'presence', 'viewing', 'reset']) {
      source.addEventListener(name, (e) => this.pass(name, Number(e.lastEventId) || 0, e.data));
    }
  }

  hear() {
    this.heard = Date.now();
    if (this.state === 'silent') this.say('open');
  }

  watch() {
    const quiet = Date.now() - this.heard;
    const { readyState } = this.source;
    if (readyState === EventSource.CLOSED || readyState === EventSource.OPEN && !this.alive) return;
    if (quiet > silence && this.state === 'open') this.say('silent');
    if (quiet > patience[this.attempt]) {
      this.source.close();
      this.open();
    }
  }

  async again() {
    this.source.close();
    let wait = 2000;
    try {
      const answer = await fetch(`${this.base}/stream`, { method: 'HEAD', signal: AbortSignal.timeout(patience.at(-1)) });
      if (answer.status === 401 || answer.status === 404) {
        this.say('out');
        wait = 10000;
      }
    } catch {
      // the server is away: try on
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
    if (name === 'reset') { // what is kept before it has a gap after it
      this.events = [];
      this.first = this.last;
    }
    if (name === 'read') {
      this.reads.push({ event, after: this.last });
      if (this.reads.length > kept) this.reads.shift();
    }
    if (name === 'viewing') {
      const { id: of, user, on } = marks(data);
      if (on === 'true') this.viewers.set(`${of}/${user}`, event);
      else this.viewers.delete(`${of}/${user}`);
    }
    this.send(event, name === 'conversation' ? this.teller(marks(data).id) : undefined);
  }

  send(event, teller) {
    for (const tab of this.tabs.keys()) tab(tab === teller ? { ...event, tells: true } : event);
  }

  // teller is the tab that tells of a conversation: none while one shows it.
  teller(id) {
    const all = [...this.tabs];
    if (all.some(([, look]) => look.visible && look.open === id)) return undefined;
    return all.at(-1)?.[0];
  }

  look(tab, look) {
    if (!this.tabs.has(tab)) return;
    if (look.visible) this.tabs.delete(tab); // to the end
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
        await fetch(`${this.base}/viewing`, { method: 'POST', body: new URLSearchParams({ client: this.client, open }) });
      } catch {
        this.told = undefined; // the stream is lost too, and says it again when it is back
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
    if (this.state !== 'open') tab({ state: this.state });
    for (const event of this.viewers.values()) tab(event);
    if (since < this.first) {
      tab({ name: 'reset', id: this.last, data: '' });
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
}

// marks are the attributes of a rendered event that the worker needs, which has no document.
function marks(html) {
  const value = (name) => html.match(new RegExp(`data-${name}="([^"]*)"`))?.[1];
  return { id: value('conversation-id'), user: value('user'), on: value('on') };
}

// connect joins the stream of a workspace and returns what leaves it, and what says what
// the tab shows.
export function connect(base, since, tab) {
  let stream = streams.get(base);
  if (!stream) {
    stream = new Stream(base, since);
    streams.set(base, stream);
  }
  stream.join(tab, since);
  return { leave: () => stream.leave(tab), look: (look) => stream.look(tab, look) };
}

if (typeof SharedWorkerGlobalScope !== 'undefined' && self instanceof SharedWorkerGlobalScope) {
  self.onconnect = (e) => {
    const port = e.ports[0];
    let seat;
    port.onmessage = ({ data }) => {
      if (data.look) {
        seat?.look(data.look);
        return;
      }
      seat?.leave();
      seat = data.base ? connect(data.base, data.since, (event) => port.postMessage(event)) : undefined;
    };
  };
}
