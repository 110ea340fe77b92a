package assisttest

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Answer is what the server does with one request. The zero value is an empty completion. The methods return a changed
// copy.
type Answer struct {
	status   int
	header   http.Header
	raw      func(io.Writer) // the whole body, in place of a completion
	pieces   []string
	refusal  string
	finish   string
	usage    *Usage
	empty    bool
	cut      bool
	hold     <-chan struct{}
	holdTime <-chan time.Time
	between  <-chan struct{}
	lastGone bool
}

// Usage is what the server says a completion cost.
type Usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

// Text is a completion. A stream has it in pieces that end after each space.
func Text(content string) Answer { return Pieces(strings.SplitAfter(content, " ")...) }

// Pieces is a completion whose stream has these pieces.
func Pieces(pieces ...string) Answer { return Answer{pieces: pieces, finish: "stop"} }

// JSON is a completion with the JSON of a value.
func JSON(value any) Answer {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return Text(string(encoded))
}

// Truncated is a completion that ended since the model reached its bound.
func Truncated(content string) Answer {
	a := Text(content)
	a.finish = "length"
	return a
}

// Filtered is a completion that the provider's filter ended.
func Filtered(content string) Answer {
	a := Text(content)
	a.finish = "content_filter"
	return a
}

// Refusal is a completion without content in which the model declines, in the member for that.
func Refusal(why string) Answer { return Answer{refusal: why, finish: "stop"} }

// NoChoices is a completion without choices; its stream has nothing but its end.
func NoChoices() Answer { return Answer{empty: true} }

// Status is an error of the provider, in its own format.
func Status(status int, message string) Answer {
	return Answer{status: status, header: http.Header{"Content-Type": {"application/json"}}, raw: func(w io.Writer) {
		_ = json.NewEncoder(w).Encode(errorBody("error", message))
	}}
}

// TooMany is a 429 that asks for a wait of so many seconds; of 0, it does not say.
func TooMany(seconds int) Answer {
	a := Status(http.StatusTooManyRequests, "Rate limit reached")
	if seconds > 0 {
		a.header.Set("Retry-After", strconv.Itoa(seconds))
	}
	return a
}

// BadKey is a 401 whose message quotes the whole key that the request came with, as some providers' messages do in part.
func BadKey() Answer {
	a := Status(http.StatusUnauthorized, "Incorrect API key provided: "+quotedKey)
	return a
}

// quotedKey is replaced in an error's body by the key of the request.
const quotedKey = "$KEY"

// Redirect sends the client elsewhere.
func Redirect(to string) Answer {
	return Answer{status: http.StatusTemporaryRedirect, header: http.Header{"Location": {to}}, raw: func(io.Writer) {}}
}

// Body answers 200 with this body in place of a completion: broken JSON, a page of HTML, another shape.
func Body(contentType, body string) Answer {
	return Answer{header: http.Header{"Content-Type": {contentType}}, raw: func(w io.Writer) { _, _ = io.WriteString(w, body) }}
}

// Huge is a completion with a content of so many bytes, written as the client reads it.
func Huge(bytes int64) Answer {
	return Answer{header: http.Header{"Content-Type": {"application/json"}}, raw: func(w io.Writer) {
		_, _ = io.WriteString(w, `{"id":"c","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"`)
		piece := strings.Repeat("spam ", 4096)
		for left := bytes; left > 0; left -= int64(len(piece)) {
			if _, err := io.WriteString(w, piece[:min(left, int64(len(piece)))]); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, `"}}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`)
	}}
}

// Endless is a stream that never ends: pieces until the client is gone.
func Endless(piece string) Answer {
	return Answer{header: http.Header{"Content-Type": {"text/event-stream"}}, raw: func(w io.Writer) {
		event := "data: " + encode(chunk(map[string]any{"content": piece}, nil)) + "\n\n"
		for {
			if _, err := io.WriteString(w, event); err != nil {
				return
			}
		}
	}}
}

// WithUsage says what a completion cost; without it that is one token a word. NoUsage leaves it out.
func (a Answer) WithUsage(u Usage) Answer {
	a.usage = &u
	return a
}

// NoUsage says nothing of what the completion cost, as some servers do.
func (a Answer) NoUsage() Answer {
	a.usage = &Usage{Total: -1}
	return a
}

// Cut closes the connection before the answer ends: a stream after its last piece, a body in its last part.
func (a Answer) Cut() Answer {
	a.cut = true
	return a
}

// NotDone ends a stream in an orderly way after its last piece, without saying that it is complete.
func (a Answer) NotDone() Answer {
	a.lastGone = true
	return a
}

// Held sends nothing, not even a status, before the channel is closed or gives something, or the client is gone.
func (a Answer) Held(gate <-chan struct{}) Answer {
	a.hold = gate
	return a
}

// After is Held for the channel of a clock.
func (a Answer) After(timer <-chan time.Time) Answer {
	a.holdTime = timer
	return a
}

// Between waits for one receive from the channel before each piece of a stream but the first.
func (a Answer) Between(gate <-chan struct{}) Answer {
	a.between = gate
	return a
}

// As sends the answer with another content type.
func (a Answer) As(contentType string) Answer {
	a.header = a.header.Clone()
	if a.header == nil {
		a.header = make(http.Header)
	}
	a.header.Set("Content-Type", contentType)
	return a
}

func (a Answer) write(w http.ResponseWriter, r *http.Request, asked Request) {
	select {
	case <-a.gate():
	case <-a.holdTime:
	case <-r.Context().Done():
		return
	}
	if a.raw == nil {
		if asked.Stream {
			a.stream(w, r, asked)
		} else {
			a.complete(w, asked)
		}
		return
	}
	for name, values := range a.header {
		w.Header()[name] = values
	}
	w.WriteHeader(max(a.status, http.StatusOK))
	a.raw(keyed{w, asked.Key()})
	if a.cut {
		panic(http.ErrAbortHandler)
	}
}

// gate is open unless the answer is held by something.
func (a Answer) gate() <-chan struct{} {
	if a.hold == nil && a.holdTime == nil {
		open := make(chan struct{})
		close(open)
		return open
	}
	return a.hold
}

// keyed writes the key of the request where a body quotes it.
type keyed struct {
	w   io.Writer
	key string
}

func (k keyed) Write(p []byte) (int, error) {
	if !strings.Contains(string(p), quotedKey) {
		return k.w.Write(p)
	}
	_, err := io.WriteString(k.w, strings.ReplaceAll(string(p), quotedKey, k.key))
	return len(p), err
}

func (a Answer) complete(w http.ResponseWriter, asked Request) {
	choices := []any{}
	if !a.empty {
		message := map[string]any{"role": "assistant", "content": strings.Join(a.pieces, "")}
		if a.refusal != "" {
			message["content"], message["refusal"] = nil, a.refusal
		}
		choices = append(choices, map[string]any{"index": 0, "message": message, "finish_reason": a.finish})
	}
	body := map[string]any{"id": "chatcmpl-scripted", "object": "chat.completion", "created": 1, "model": asked.Model, "choices": choices}
	if u := a.cost(asked); u.Total >= 0 {
		body["usage"] = u
	}
	a.setType(w, "application/json")
	encoded := encode(body)
	if a.cut {
		w.Header().Set("Content-Length", strconv.Itoa(len(encoded)))
		_, _ = io.WriteString(w, encoded[:len(encoded)*3/4])
		flush(w)
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, encoded)
}

func (a Answer) stream(w http.ResponseWriter, r *http.Request, asked Request) {
	a.setType(w, "text/event-stream")
	send := func(value any) {
		_, _ = io.WriteString(w, "data: "+encode(value)+"\n\n")
		flush(w)
	}
	if !a.empty {
		send(chunk(map[string]any{"role": "assistant", "content": ""}, nil))
		if a.refusal != "" {
			send(chunk(map[string]any{"refusal": a.refusal}, nil))
		}
	}
	for i, piece := range a.pieces {
		if i > 0 && a.between != nil {
			select {
			case <-a.between:
			case <-r.Context().Done():
				return
			}
		}
		send(chunk(map[string]any{"content": piece}, nil))
	}
	if a.cut {
		panic(http.ErrAbortHandler)
	}
	if a.lastGone {
		return
	}
	if !a.empty {
		send(chunk(map[string]any{}, a.finish))
	}
	if u := a.cost(asked); u.Total >= 0 && asked.usage {
		last := chunk(nil, nil)
		last["choices"], last["usage"] = []any{}, u
		send(last)
	}
	_, _ = io.WriteString(w, "data: [DONE]\n\n")
}

func (a Answer) setType(w http.ResponseWriter, contentType string) {
	w.Header().Set("Content-Type", contentType)
	for name, values := range a.header {
		w.Header()[name] = values
	}
}

// cost is a token a word, so that a test can tell completions apart.
func (a Answer) cost(asked Request) Usage {
	if a.usage != nil {
		return *a.usage
	}
	u := Usage{Prompt: len(strings.Fields(asked.Text())), Completion: len(strings.Fields(strings.Join(a.pieces, "")))}
	u.Total = u.Prompt + u.Completion
	return u
}

func chunk(delta map[string]any, finish any) map[string]any {
	return map[string]any{"id": "chatcmpl-scripted", "object": "chat.completion.chunk", "created": 1, "model": "scripted",
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}}
}

func encode(value any) string {
	encoded, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }

func errorBody(code, message string) map[string]any {
	return map[string]any{"error": map[string]any{"message": message, "type": code, "param": nil, "code": code}}
}

func writeError(w http.ResponseWriter, status int, code, message string) {
	writeJSON(w, status, errorBody(code, message))
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, encode(body))
}
