"""A receiver for what svcx sends, with the standard library alone. See ../README.md."""

import base64
import hashlib
import hmac
import json
import os
import sqlite3
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Several secrets while one is being replaced.
KEYS = [base64.b64decode(s.removeprefix("whsec_")) for s in os.environ["SIGNING_SECRET"].split()]

DATABASE = sqlite3.connect(os.environ.get("PROCESSED", "processed.db"), check_same_thread=False, isolation_level=None)
DATABASE.execute("CREATE TABLE IF NOT EXISTS processed (id TEXT PRIMARY KEY)")
LOCK = threading.Lock()


def is_from_svcx(headers, body):
    """Checks the signature by the scheme of Standard Webhooks: of the bytes as they came."""
    id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not (at.isascii() and at.isdigit()) or abs(time.time() - int(at)) > 300:
        return False  # an old call may be one that somebody repeats
    given = [s.encode() for s in headers.get("webhook-signature", "").split()]
    for key in KEYS:
        mac = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
        want = b"v1," + base64.b64encode(mac)
        if any(hmac.compare_digest(want, s) for s in given):
            return True
    return False


def process(database, call):
    """The place for your own work, in the transaction that remembers the event.

    svcx waits ten seconds: store the event, and do the work afterwards. An exception makes
    svcx send it again.
    """
    content = call.get("content") or call.get("data", {}).get("content", "")
    print(f"{call.get('event', 'message.created')} in {call['conversationId']}: {content}", flush=True)


def process_once(id, call):
    """An event may arrive twice: only the first time its id can be inserted."""
    with LOCK:
        DATABASE.execute("BEGIN IMMEDIATE")
        try:
            if DATABASE.execute("INSERT OR IGNORE INTO processed VALUES (?)", (id,)).rowcount == 1:
                process(DATABASE, call)
            DATABASE.execute("COMMIT")
        except BaseException:
            DATABASE.execute("ROLLBACK")
            raise


def answer(id, call):
    """The status, and the body that answers a question."""
    kind = call.get("type")
    if kind is None:  # an event
        process_once(id, call)
        return 204, None
    if kind == "intent.confirm":  # may an agent resolve, close or reopen this conversation?
        if call["conversationId"].startswith("vip-"):
            return 200, {"allowed": False, "reason": "Ask the account manager first."}
        return 200, {"allowed": True}
    if kind == "content.resolve":  # fresh addresses of media: none here
        return 200, {"urls": []}
    return 204, None  # a ping, or a back request: nothing is known here


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        if len(body) < length:  # the connection broke
            self.close_connection = True
            return
        if not is_from_svcx(self.headers, body):
            # Not 400: svcx gives up after that, and the secret here may be the wrong one.
            return self.reply(401)
        try:
            status, json_body = answer(self.headers["webhook-id"], json.loads(body))
        except Exception as error:
            print("failed:", repr(error), flush=True)
            status, json_body = 500, None
        self.reply(status, json_body)

    def reply(self, status, json_body=None):
        body = b"" if json_body is None else json.dumps(json_body).encode()
        self.send_response(status)
        if body:
            self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


if __name__ == "__main__":
    host, _, port = os.environ.get("ADDR", "127.0.0.1:9000").rpartition(":")
    print(f"listening on {host}:{port}", flush=True)
    ThreadingHTTPServer((host, int(port)), Receiver).serve_forever()
