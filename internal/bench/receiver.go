package bench

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

// webhooks is a receiver of signed events on the loopback interface. Like client it does not
// use net/http, which would take more CPU time than the server that is measured. It
// reads only what this server sends: POSTs with a Content-Length.
type webhooks struct {
	listener net.Listener
	mu       sync.Mutex
	secrets  map[string][]byte // by path
	replies  []*replier        // by the number in the text of their replies
	conns    map[net.Conn]bool
	unsigned int
	running  sync.WaitGroup
}

func listenWebhooks() (*webhooks, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for events: %w", err)
	}
	h := &webhooks{listener: l, secrets: make(map[string][]byte), conns: make(map[net.Conn]bool)}
	h.running.Go(h.accept)
	return h, nil
}

// url is the address for the events of a channel; channels are told apart by it.
func (h *webhooks) url(channel int) string {
	return "http://" + h.listener.Addr().String() + hookPath(channel)
}

func hookPath(channel int) string { return "/hook/" + strconv.Itoa(channel) }

// secret sets the signing secret of a channel.
func (h *webhooks) secret(channel int, secret string) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return fmt.Errorf("a signing secret: %w", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.secrets[hookPath(channel)] = key
	return nil
}

// expect registers who sends replies.
func (h *webhooks) expect(r *replier) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.number = len(h.replies)
	h.replies = append(h.replies, r)
}

func (h *webhooks) close() {
	h.listener.Close()
	h.mu.Lock()
	for conn := range h.conns {
		conn.Close()
	}
	h.mu.Unlock()
	h.running.Wait()
}

func (h *webhooks) accept() {
	for {
		conn, err := h.listener.Accept()
		if err != nil {
			return
		}
		h.mu.Lock()
		h.conns[conn] = true
		h.mu.Unlock()
		h.running.Go(func() {
			h.serve(conn)
			conn.Close()
			h.mu.Lock()
			delete(h.conns, conn)
			h.mu.Unlock()
		})
	}
}

var accepted = []byte("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

func (h *webhooks) serve(conn net.Conn) {
	in := bufio.NewReaderSize(conn, 16<<10)
	var call hookCall
	for {
		if err := call.read(in); err != nil {
			return
		}
		h.received(&call, time.Now())
		if _, err := conn.Write(accepted); err != nil {
			return
		}
	}
}

// hookCall is a request to a webhook.
type hookCall struct {
	path, id, at, signature string
	body                    []byte
}

var errHookCall = errors.New("not a POST with a Content-Length")

func (c *hookCall) read(in *bufio.Reader) error {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return err
	}
	method, rest, _ := bytes.Cut(line, []byte(" "))
	path, _, ok := bytes.Cut(rest, []byte(" "))
	if !ok || string(method) != "POST" {
		return errHookCall
	}
	*c = hookCall{path: string(path), body: c.body}
	length := -1
	for {
		if line, err = in.ReadSlice('\n'); err != nil {
			return err
		}
		if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch value := string(bytes.TrimSpace(value)); strings.ToLower(string(name)) {
		case "webhook-id":
			c.id = value
		case "webhook-timestamp":
			c.at = value
		case "webhook-signature":
			c.signature = value
		case "content-length":
			if length, err = strconv.Atoi(value); err != nil {
				return errHookCall
			}
		}
	}
	if length < 0 || length > maxAnswer {
		return errHookCall
	}
	if cap(c.body) < length {
		c.body = make([]byte, length)
	}
	c.body = c.body[:length]
	_, err = io.ReadFull(in, c.body)
	return err
}

// signed reports whether the call is signed with the secret (Standard Webhooks).
func (c *hookCall) signed(secret []byte) bool {
	mac := hmac.New(sha256.New, secret)
	io.WriteString(mac, c.id+"."+c.at+".")
	mac.Write(c.body)
	want := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for one := range strings.FieldsSeq(c.signature) {
		if one == "v1,"+want {
			return true
		}
	}
	return false
}

// received hands an event to who waits for it. Other calls, such as pings, are only
// checked.
func (h *webhooks) received(c *hookCall, at time.Time) {
	h.mu.Lock()
	secret := h.secrets[c.path]
	h.mu.Unlock()
	signed := secret != nil && c.signed(secret)
	sender, number, ok := parseReply(c.body)
	h.mu.Lock()
	var r *replier
	if !signed {
		h.unsigned++
	} else if ok && sender < len(h.replies) {
		r = h.replies[sender]
	}
	h.mu.Unlock()
	if r != nil {
		r.got(number, at)
	}
}

// replyMark begins the number of a reply within its text.
const replyMark = "bench-reply-"

// parseReply finds who sent a reply, and its number, in an event.
func parseReply(body []byte) (sender, number int, ok bool) {
	_, rest, ok := bytes.Cut(body, []byte(replyMark))
	if !ok {
		return 0, 0, false
	}
	mark, _, ok := bytes.Cut(rest, []byte("."))
	if !ok {
		return 0, 0, false
	}
	first, second, _ := strings.Cut(string(mark), "-")
	sender, err := strconv.Atoi(first)
	number, err2 := strconv.Atoi(second)
	return sender, number, err == nil && err2 == nil
}
