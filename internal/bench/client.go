package bench

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// client is a keep-alive connection that sends a request and waits for its answer. It
// does not use net/http, whose client needs several times its CPU time: the load
// generator shares the processors with the server that it measures. It reads only
// what this server answers, with a Content-Length.
type client struct {
	conn   net.Conn
	in     *bufio.Reader
	out    []byte // the request, reused
	head   []byte // its beginning, the same for all
	body   []byte
	answer []byte
}

func dial(t *target, deadline time.Time) (*client, error) {
	conn, err := net.DialTimeout("tcp", t.address, 5*time.Second)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	// One deadline for all requests: a timer for each would cost CPU time.
	conn.SetDeadline(deadline)
	head := fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: svcx-bench\r\nContent-Type: application/json\r\nX-Svcx-Api-Key: %s\r\nContent-Length: ",
		t.path, t.address, t.key)
	return &client{conn: conn, in: bufio.NewReaderSize(conn, 4<<10), head: head}, nil
}

func (c *client) close() { c.conn.Close() }

// post sends c.body. The answer is valid until the next call.
func (c *client) post() (status int, answer []byte, err error) {
	c.out = append(c.out[:0], c.head...)
	c.out = strconv.AppendInt(c.out, int64(len(c.body)), 10)
	c.out = append(append(c.out, "\r\n\r\n"...), c.body...)
	if _, err := c.conn.Write(c.out); err != nil {
		return 0, nil, fmt.Errorf("sending: %w", err)
	}
	return c.read()
}

var errAnswer = errors.New("the answer is not HTTP/1.1 with a Content-Length")

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
	length := -1
	for {
		if line, err = c.line(); err != nil {
			return 0, nil, err
		}
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(name, []byte("Content-Length")) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil || length < 0 {
				return 0, nil, errAnswer
			}
		}
	}
	if length < 0 || length > 1<<20 {
		return 0, nil, errAnswer
	}
	if cap(c.answer) < length {
		c.answer = make([]byte, length)
	}
	c.answer = c.answer[:length]
	if _, err := io.ReadFull(c.in, c.answer); err != nil {
		return 0, nil, fmt.Errorf("reading the answer: %w", err)
	}
	return status, c.answer, nil
}

// line is the next line without its end.
func (c *client) line() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	return bytes.TrimRight(line, "\r\n"), nil
}
