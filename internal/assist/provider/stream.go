package provider

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"svcx/internal/safehttp"
)

// streamed asks for the answer in parts. A server that answers with one JSON object instead,
// since it cannot stream, is understood too. Once a part was passed on, nothing is tried again.
func (p *Provider) streamed(ctx context.Context, messages []Message, token func(string)) (Completion, *retry, error) {
	r, err := p.request(messages, true)
	if err != nil {
		return Completion{}, nil, err
	}
	response, err := p.HTTP.Open(ctx, r)
	if err != nil {
		return Completion{}, nil, unreached(err)
	}
	defer response.Close()
	if response.Status != http.StatusOK {
		again, err := refusal(response.Status, response.Header)
		return Completion{}, again, err
	}
	var c Completion
	s := stream{token: token}
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	if strings.EqualFold(strings.TrimSpace(kind), "text/html") {
		return Completion{}, nil, failed(Malformed, "its answer is a page")
	}
	lines := bufio.NewScanner(response)
	lines.Buffer(nil, maxAnswer)
	for !s.done && lines.Scan() {
		if err := s.line(&c, lines.Text()); err != nil {
			return Completion{}, nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return Completion{}, nil, broken(err)
	}
	if !s.done && s.finish == "" {
		return Completion{}, nil, failed(Truncated, "its answer ended in the middle")
	}
	c.Text = s.text.String()
	return c, nil, ended(s.finish, s.refusal, c.Text)
}

// broken is the error of a body that could not be read to its end.
func broken(err error) *Error {
	if safehttp.Code(err) == safehttp.CodeTimeout {
		return &Error{Reason: TimedOut, Err: err}
	}
	return failed(Truncated, "its answer broke off: %w", err)
}

// stream is the state of an answer that is read in parts.
type stream struct {
	token           func(string)
	text            strings.Builder
	finish, refusal string
	done            bool
}

// line reads a line of the stream: an event of one line of data, the end, or something that does
// not matter, such as a comment that keeps the connection open.
func (s *stream) line(c *Completion, line string) error {
	data, isData := strings.CutPrefix(line, "data:")
	data = strings.TrimSpace(data)
	if !isData {
		if data = strings.TrimSpace(line); !strings.HasPrefix(data, "{") {
			return nil
		}
	}
	if data == "[DONE]" {
		s.done = true
		return nil
	}
	var part answer
	if err := json.Unmarshal([]byte(data), &part); err != nil || part.failed() {
		return failed(Malformed, "its answer is no completion")
	}
	c.count(&part)
	if len(part.Choices) == 0 {
		return nil
	}
	first := part.Choices[0]
	s.refusal += first.Delta.Refusal + first.Message.Refusal
	if piece := first.Delta.Content + first.Message.Content; piece != "" {
		s.text.WriteString(piece)
		s.token(piece)
	}
	if first.FinishReason != "" {
		s.finish = first.FinishReason
	}
	return nil
}
