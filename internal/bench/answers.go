package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// AnswersOptions are the options of Answers; Only and DatabaseURL may be empty.
type AnswersOptions struct {
	// Executable, Dir and DatabaseURL are as in Options.
	Executable  string
	Dir         string
	DatabaseURL string
	// Readers are numbers of concurrent connections; each is a run of its own for
	// each kind of answer.
	Readers  []int
	Duration time.Duration
	// Messages is how many messages the conversation has, each with a text of Size
	// bytes.
	Messages, Size int
	// Only selects kinds; empty means all.
	Only     []string
	Progress io.Writer
}

// AnswersResult is the result of Answers.
type AnswersResult struct {
	Database string       `json:"database"`
	Rows     []AnswersRow `json:"rows"`
}

// AnswersRow is the result of one load on a server of its own.
type AnswersRow struct {
	Kind    string `json:"kind"`
	Readers int    `json:"readers"`
	// Reading is set if the readers read the answers; otherwise they read only the
	// beginning.
	Reading     bool   `json:"reading"`
	PeakBytes   *int64 `json:"peakBytes"`
	Answered    int    `json:"answered"`    // 200, and complete if it was read
	Unavailable int    `json:"unavailable"` // answered 503
	Other       int    `json:"other"`       // any other answer, none, or a truncated one
	ReadBytes   int64  `json:"readBytes"`
	// Small is the latency of concurrent requests of a few hundred bytes.
	Small       Latency `json:"small"`
	SmallErrors int     `json:"smallErrors"`
}

// answerKind is a request with a long answer. A stream never ends: its reader leaves
// when it has read all messages.
type answerKind struct {
	name, path string
	stream     bool
}

var answerKinds = []answerKind{
	{name: "messages", path: "/api/v1/" + benchSlug + "/conversations/%d/messages?limit=200"},
	{name: "thread", path: "/api/" + benchSlug + "/conversations/%d/messages?limit=200"},
	{name: "stream", path: "/api/" + benchSlug + "/stream?since=0", stream: true},
	{name: "export", path: "/api/" + benchSlug + "/export"},
}

// AnswerNames are the names of the kinds of answers.
func AnswerNames() []string {
	names := make([]string, len(answerKinds))
	for i, k := range answerKinds {
		names[i] = k.name
	}
	return names
}

// Answers requests the longest answers that there are over many connections at once,
// of which none or all read them, and measures the server's memory and the latency of
// small requests at the same time. Each row has a server process of its own.
func Answers(ctx context.Context, o AnswersOptions) (*AnswersResult, error) {
	r := &run{Options: Options{Executable: o.Executable, Dir: o.Dir, DatabaseURL: o.DatabaseURL, Form: "B", Contacts: smallCallers, Progress: o.Progress}}
	result := &AnswersResult{Database: "sqlite"}
	if o.DatabaseURL != "" {
		result.Database = "postgres"
	}
	asks := &asker{user: &user{run: r}}
	fill := func(ctx context.Context) error { return asks.fill(ctx, o.Messages, o.Size) }
	for _, step := range []func(context.Context) error{r.checkEmpty, r.firstStart, r.seed, fill} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	for _, kind := range answerKinds {
		if len(o.Only) > 0 && !slices.Contains(o.Only, kind.name) {
			continue
		}
		for _, readers := range o.Readers {
			for _, reading := range []bool{false, true} {
				fmt.Fprintf(o.Progress, "%s, %d readers, reading: %v …\n", kind.name, readers, reading)
				row, err := asks.row(ctx, kind, readers, reading, o)
				if err != nil {
					return nil, fmt.Errorf("%s, %d readers: %w", kind.name, readers, err)
				}
				result.Rows = append(result.Rows, row)
			}
		}
	}
	return result, nil
}

// asker requests long answers.
type asker struct {
	*user
	conversation int64
}

// longConversation is the external id of the conversation that is requested.
const longConversation = "long"

// fill creates the conversation through the inbound endpoint.
func (a *asker) fill(ctx context.Context, messages, size int) error {
	if err := a.authorize(ctx, "admin@localhost"); err != nil {
		return err
	}
	s, _, err := a.startServer(ctx)
	if err != nil {
		return err
	}
	defer s.stop()
	a.target.address = s.address
	if err := a.signIn(ctx); err != nil {
		return err
	}
	text, err := json.Marshal(strings.Repeat("a word or two ", size/14+1)[:size])
	if err != nil {
		return err
	}
	for i := range messages {
		body := fmt.Sprintf(`{"conversationId":%q,"messageId":"long-%d","from":{"externalId":"long"},"content":%s}`, longConversation, i, text)
		answer, err := a.do(ctx, http.MethodPost, a.target.path, strings.NewReader(body))
		if err != nil {
			return fmt.Errorf("sending messages: %w", err)
		}
		answer.Body.Close()
	}
	var found struct {
		Data []struct {
			ID int64 `json:"id"`
		} `json:"data"`
	}
	if err := a.get(ctx, "/api/v1/"+benchSlug+"/conversations?externalConversationId="+longConversation, &found); err != nil {
		return err
	}
	if len(found.Data) != 1 {
		return errors.New("the conversation was not found")
	}
	a.conversation = found.Data[0].ID
	return s.stop()
}

func (a *asker) row(ctx context.Context, kind answerKind, readers int, reading bool, o AnswersOptions) (AnswersRow, error) {
	row := AnswersRow{Kind: kind.name, Readers: readers, Reading: reading}
	s, _, err := a.startServer(ctx)
	if err != nil {
		return row, err
	}
	defer s.stop()
	a.target.address = s.address
	end := time.Now().Add(o.Duration)
	var asking sync.WaitGroup
	all := make([]*answerReader, readers)
	for i := range all {
		all[i] = &answerReader{asker: a, kind: kind, reads: reading, whole: int64(o.Messages) * int64(o.Size)}
		asking.Go(func() { all[i].loop(ctx, end) })
	}
	small := a.beside(ctx, end, &asking)
	asking.Wait()
	if exited := s.exited(); exited != nil {
		return row, exited
	}
	for _, r := range all {
		row.Answered, row.Unavailable, row.Other = row.Answered+r.answered, row.Unavailable+r.unavailable, row.Other+r.other
		row.ReadBytes += r.read
	}
	p := summarize(small, o.Duration)
	row.Small, row.SmallErrors = p.Latency, p.Errors
	if memory, err := s.memory(); err == nil {
		row.PeakBytes = &memory.peak
	}
	return row, s.stop()
}

// answerReader sends requests in a loop, each on a new connection. After a 503 it waits
// the second that the answer asks for.
type answerReader struct {
	*asker
	kind  answerKind
	reads bool
	// whole is the size of all texts in bytes.
	whole                        int64
	answered, unavailable, other int
	read                         int64
}

func (r *answerReader) loop(ctx context.Context, end time.Time) {
	for time.Now().Before(end) && ctx.Err() == nil {
		switch status, err := r.ask(end); {
		case status == http.StatusServiceUnavailable:
			r.unavailable++
			sleep(ctx, time.Second)
		case status == http.StatusOK && err == nil:
			r.answered++
		case r.reads && time.Now().After(end):
			// Time is up.
		default:
			r.other++
			sleep(ctx, 100*time.Millisecond)
		}
	}
}

// ask sends one request. A reader that does not read stays connected until the end, or
// until the server closes the connection.
func (r *answerReader) ask(end time.Time) (status int, err error) {
	conn, err := net.DialTimeout("tcp", r.target.address, 5*time.Second)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	conn.SetDeadline(end)
	path := r.kind.path
	if strings.Contains(path, "%d") {
		path = fmt.Sprintf(path, r.conversation)
	}
	request := "GET " + path + " HTTP/1.1\r\nHost: " + r.target.address + "\r\nConnection: close\r\nCookie: " + r.cookie + "\r\n"
	if strings.HasPrefix(path, "/api/v1/") {
		request += "Authorization: Bearer " + r.key + "\r\n"
	}
	if _, err := io.WriteString(conn, request+"\r\n"); err != nil {
		return 0, err
	}
	if !r.reads {
		return r.stay(conn, end)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	var to io.Reader = answer.Body
	if r.kind.stream {
		// More than the texts, less than the texts with the JSON around them.
		to = io.LimitReader(to, r.whole)
	}
	n, err := io.Copy(io.Discard, to)
	r.read += n
	return answer.StatusCode, err
}

// stay reads the status and nothing more. What the kernel does not buffer waits in the
// server.
func (r *answerReader) stay(conn net.Conn, end time.Time) (status int, err error) {
	line := make([]byte, len("HTTP/1.1 200"))
	if _, err := io.ReadFull(conn, line); err != nil {
		return 0, err
	}
	if status, err = strconv.Atoi(string(bytes.TrimPrefix(line, []byte("HTTP/1.1 ")))); err != nil || status != http.StatusOK {
		return status, err
	}
	time.Sleep(time.Until(end))
	return status, nil
}

// Print writes the rows as a table.
func (r *AnswersResult) Print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\nanswer\treaders\tread\tpeak MiB\t200\t503\tother\tMiB read\tsmall p50 ms\tp99 ms\tmax ms\tfailed\n", r.Database)
	for _, row := range r.Rows {
		peak, reading := "-", "no"
		if row.PeakBytes != nil {
			peak = strconv.FormatInt(*row.PeakBytes>>20, 10)
		}
		if row.Reading {
			reading = "yes"
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%d\t%d\t%d\t%d\t%.0f\t%.0f\t%.0f\t%d\n", row.Kind, row.Readers, reading, peak, row.Answered, row.Unavailable, row.Other,
			row.ReadBytes>>20, row.Small.P50MS, row.Small.P99MS, row.Small.MaxMS, row.SmallErrors)
	}
	return t.Flush()
}
