// A receiver for what svcx sends, without dependencies. See ../README.md.
import { createHmac, timingSafeEqual } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";

// Several secrets while one is being replaced.
const keys = (process.env.SIGNING_SECRET ?? "").split(" ").filter(Boolean)
  .map((secret) => Buffer.from(secret.replace(/^whsec_/, ""), "base64"));
if (keys.length === 0) throw new Error("SIGNING_SECRET is not set");

// The ids of processed events, in a file, so that a restart forgets none. A system with a
// database has a table for them, and writes to it in the transaction of work.
const file = process.env.PROCESSED ?? "processed.txt";
const processed = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);

interface Call {
  event?: string; // an event of form B
  type?: string; // a call that is no event
  conversationId?: string;
  content?: string; // a reply of form A
  data?: { content?: string };
}

// isFromSvcx checks the signature by the scheme of Standard Webhooks: of the bytes as they
// came, not of JSON that was written again.
function isFromSvcx(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const id = String(headers["webhook-id"] ?? "");
  const at = String(headers["webhook-timestamp"] ?? "");
  // An old call may be one that somebody repeats.
  if (!/^\d+$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const given = String(headers["webhook-signature"] ?? "").split(" ").map((signature) => Buffer.from(signature));
  return keys.some((key) => {
    const mac = createHmac("sha256", key).update(`${id}.${at}.`).update(body).digest("base64");
    const want = Buffer.from(`v1,${mac}`);
    return given.some((signature) => signature.length === want.length && timingSafeEqual(signature, want));
  });
}

// work is the place for your own. svcx waits ten seconds: store the event, and do the rest
// afterwards. An error makes svcx send it again.
function work(call: Call): void {
  console.log(`${call.event ?? "message.created"} in ${call.conversationId}: ${call.content ?? call.data?.content ?? ""}`);
}

// answer says what svcx is answered: a status, and a body for questions.
function answer(id: string, call: Call): [status: number, body?: unknown] {
  switch (call.type) {
    case undefined: // an event
      if (!processed.has(id)) {
        work(call);
        appendFileSync(file, `${id}\n`);
        processed.add(id);
      }
      return [204];
    case "ping":
      return [204];
    case "intent.confirm": // may an agent resolve, close or reopen this conversation?
      return call.conversationId?.startsWith("vip-")
        ? [200, { allowed: false, reason: "Ask the account manager first." }]
        : [200, { allowed: true }];
    case "content.resolve": // fresh addresses of media: none here
      return [200, { urls: [] }];
    default: // back requests: nothing is known here
      return [204];
  }
}

const server = createServer(async (request, response) => {
  try {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    if (request.method !== "POST") {
      response.writeHead(405, { Allow: "POST" }).end();
    } else if (!isFromSvcx(request.headers, body)) {
      // Not 400: svcx gives up after that, and the secret here may be the wrong one.
      response.writeHead(401).end();
    } else {
      const [status, json] = answer(String(request.headers["webhook-id"]), JSON.parse(body.toString()) as Call);
      response.writeHead(status, json ? { "Content-Type": "application/json" } : {});
      response.end(json ? JSON.stringify(json) : undefined);
    }
  } catch (error) {
    if (request.complete) console.error(error); // else the connection broke
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
});

const [host, port] = (process.env.ADDR ?? "127.0.0.1:9000").split(":");
server.listen(Number(port), host, () => console.log(`listening on ${host}:${port}`));
