package contract

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() {
	add("model", model)
	add("asked", asked)
}

// statusWord is how the provider answers, as one of the receiver's words, in place of a text.
var statusWord = regexp.MustCompile(`^(hang$|[1-5][0-9][0-9](;|$| ))`)

// model TEXT… says what the AI provider's model answers next: a text, or as receiver a status, "hang",
// or a status and a body. Each answer takes 10 tokens to read and 5 to write.
func model(w *fixture, ts *testscript.TestScript, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: model text…")
	}
	for _, text := range args {
		text, err := w.expand(text)
		if err != nil {
			return err
		}
		if !statusWord.MatchString(text) {
			if text, err = completion(text); err != nil {
				return err
			}
		}
		w.provider.answer("", text)
	}
	return nil
}

// completion is an answer of the provider with a text.
func completion(text string) (string, error) {
	body, err := json.Marshal(map[string]any{
		"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": text}, "finish_reason": "stop"}},
		"usage":   map[string]any{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
	})
	return "200 " + string(body), err
}

// model says what the AI provider's model answers next.
func (w *fixture) model(t *testing.T, text string) {
	t.Helper()
	answer, err := completion(text)
	if err != nil {
		t.Fatal(err)
	}
	w.provider.answer("", answer)
}

// asked N waits until the AI provider was asked N times, and not more, and looks at the last: path,
// key, model, system and user, which are what it read as instructions and as input.
func asked(w *fixture, ts *testscript.TestScript, args []string) error {
	integrator := w.receiver
	w.receiver = w.provider
	err := received(w, ts, args)
	w.receiver = integrator
	if err != nil {
		return fmt.Errorf("the AI provider: %w", err)
	}
	document, _ := w.document.(map[string]any)
	if args[0] == "0" {
		return nil
	}
	body, _ := document["body"].(map[string]any)
	shown := map[string]any{"path": document["path"], "model": body["model"]}
	if headers, _ := document["headers"].(map[string]any); headers != nil {
		shown["key"] = strings.TrimPrefix(text(headers["authorization"]), "Bearer ")
	}
	messages, _ := body["messages"].([]any)
	for _, one := range messages {
		if m, _ := one.(map[string]any); m != nil {
			shown[text(m["role"])] = m["content"]
		}
	}
	w.document = shown
	return nil
}
