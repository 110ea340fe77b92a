// The live stream of a browser. As a SharedWorker it is one for all tabs, since a browser
// opens six connections to a server over plain HTTP; a page without one imports it.
//
// A tab connects with {base, since}: the workspace's address and the number up to which
// it has seen everything. It gets {name, id, data} for each event after that, and
// {state}: "open", "lost" or "out" (signed out).

const kept = 500;
const streams = new Map();

class Stream {
  constructor(base, since) {
    this.base = base;
    this.last = since;
    this.first = since; // what is kept begins after it
    this.events = [];
    this.tabs = new Set();
    this.state = 'open';
    this.open();
  }

  open() {
    const source = new EventSource(`${this.base}/stream?since=${this.last}`);
    this.source = source;
    source.onopen = () => this.say('open');
    source.onerror = () => {
      this.say('lost');
      // An answer that is no stream ends an EventSource; a lost connection does not.
      if (source.readyState === EventSource.CLOSED) this.again();
    };
    for (const name of ['message', 'conversation', 'typing', 'read', 'presence', 'reset']) {
      source.addEventListener(name, (e) => this.pass(name, Number(e.lastEventId) || 0, e.data));
    }
  }

  async again() {
    this.source.close();
    await new Promise((done) => setTimeout(done, 2000));
    if (this.tabs.size === 0) return;
    try {
      const answer = await fetch(`${this.base}/stream`, { method: 'HEAD' });
      if (answer.status === 401 || answer.status === 404) {
        this.say('out');
        await new Promise((done) => setTimeout(done, 10000));
      }
    } catch {
      // the server is away: try on
    }
    if (this.tabs.size > 0) this.open();
  }

  pass(name, id, data) {
    const event = { name, id, data };
    if (id > 0) {
      this.last = Math.max(this.last, id);
      this.events.push(event);
      while (this.events.length > kept) this.first = this.events.shift().id;
    }
    if (name === 'reset') { // what is kept before it has a gap after it
      this.events = [];
      this.first = this.last;
    }
    for (const tab of this.tabs) tab(event);
  }

  say(state) {
    this.state = state;
    for (const tab of this.tabs) tab({ state });
  }

  // join gives a tab what it has missed since it was loaded.
  join(tab, since) {
    this.tabs.add(tab);
    if (this.state !== 'open') tab({ state: this.state });
    if (since < this.first) {
      tab({ name: 'reset', id: this.last, data: '' });
      return;
    }
    for (const event of this.events) if (event.id > since) tab(event);
  }

  leave(tab) {
    this.tabs.delete(tab);
    if (this.tabs.size === 0) {
      this.source.close();
      streams.delete(this.base);
    }
  }
}

// connect joins the stream of a workspace and returns what leaves it.
export function connect(base, since, tab) {
  let stream = streams.get(base);
  if (!stream) {
    stream = new Stream(base, since);
    streams.set(base, stream);
  }
  stream.join(tab, since);
  return () => stream.leave(tab);
}

if (typeof SharedWorkerGlobalScope !== 'undefined' && self instanceof SharedWorkerGlobalScope) {
  self.onconnect = (e) => {
    const port = e.ports[0];
    let leave = () => {};
    port.onmessage = ({ data }) => {
      leave();
      leave = data.base ? connect(data.base, data.since, (event) => port.postMessage(event)) : () => {};
    };
  };
}
