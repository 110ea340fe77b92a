package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"time"
)

// client is a keep-alive connection that sends a request and waits for its answer. It
// does not use net/http, whose client needs several times its CPU time: the load
// generator shares the processors with the server that it measures. It reads only
// what this server answers, with a Content-Length or in chunks.
type client struct {
	conn   net.Conn
	in     *bufio.Reader
	out    []byte // the request, reused
	head   []byte // its beginning, the same for all
	body   []byte
	answer []byte
}

// dial connects to an inbound endpoint.
func dial(t *target, deadline time.Time) (*client, error) {
	c, err := connect(t.address, deadline)
	if err == nil {
		c.head = fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: svcx-bench\r\nContent-Type: application/json\r\nX-Svcx-Api-Key: %s\r\nContent-Length: ",
			t.path, t.address, t.key)
	}
	return c, err
}

// connect connects without a head.
func connect(address string, deadline time.Time) (*client, error) {
	conn, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	// One deadline for all requests: a timer for each would cost CPU time.
	conn.SetDeadline(deadline)
	return &client{conn: conn, in: bufio.NewReaderSize(conn, 16<<10)}, nil
}

func (c *client) close() { c.conn.Close() }

// post sends c.body after c.head, which ends with "Content-Length: ". The answer is
// valid until the next call.
func (c *client) post() (status int, answer []byte, err error) {
	c.out = append(c.out[:0], c.head...)
	c.out = strconv.AppendInt(c.out, int64(len(c.body)), 10)
	c.out = append(append(c.out, "\r\n\r\n"...), c.body...)
	return c.send(c.out)
}

// send sends a whole request.
func (c *client) send(request []byte) (status int, answer []byte, err error) {
	if _, err := c.conn.Write(request); err != nil {
		return 0, nil, fmt.Errorf("sending: %w", err)
	}
	return c.read()
}

var errAnswer = errors.New("the answer is not HTTP/1.1 with a Content-Length or in chunks")

// maxAnswer bounds an answer in bytes.
const maxAnswer = 16 << 20

func (c *client) read() (status int, answer []byte, err error) {
	line, err := c.line()
	if err != nil {
		return 0, nil, err
	}
	// HTTP/1.1 200 OK
	if len(line) < 12 || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return 0, nil, errAnswer
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, nil, errAnswer
	}
	length, chunked := -1, false
	for {
		if line, err = c.line(); err != nil {
			return 0, nil, err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch value = bytes.TrimSpace(value); {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(value)); err != nil || length < 0 || length > maxAnswer {
				return 0, nil, errAnswer
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = true
		}
	}
	c.answer = c.answer[:0]
	switch {
	case chunked:
		err = c.chunks()
	case length < 0:
		err = errAnswer
	default:
		err = c.more(length)
	}
	return status, c.answer, err
}

// more reads n bytes of the answer.
func (c *client) more(n int) error {
	at := len(c.answer)
	c.answer = slices.Grow(c.answer, n)[:at+n]
	if _, err := io.ReadFull(c.in, c.answer[at:]); err != nil {
		return fmt.Errorf("reading the answer: %w", err)
	}
	return nil
}

// chunks reads an answer in chunks.
func (c *client) chunks() error {
	for {
		line, err := c.line()
		if err != nil {
			return err
		}
		n, err := strconv.ParseUint(string(line), 16, 32)
		if err != nil || len(c.answer)+int(n) > maxAnswer {
			return errAnswer
		}
		if err := c.more(int(n)); err != nil {
			return err
		}
		if line, err = c.line(); err != nil || len(line) > 0 {
			return cmp.Or(err, errAnswer)
		}
		if n == 0 {
			return nil
		}
	}
}

// line is the next line without its end.
func (c *client) line() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	return bytes.TrimRight(line, "\r\n"), nil
}
