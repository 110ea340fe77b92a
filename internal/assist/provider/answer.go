package provider

import (
	"context"
	"encoding/json"
	"net/http"
)

// answer is the body of an answer; a part of one, when it is streamed.
type answer struct {
	Choices []struct {
		Message      text   `json:"message"`
		Delta        text   `json:"delta"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage *struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
		TotalTokens      int `json:"total_tokens"`
	} `json:"usage"`
	// Error is what some servers send in place of an answer, with status 200.
	Error json.RawMessage `json:"error"`
}

type text struct {
	Content string `json:"content"`
	Refusal string `json:"refusal"`
}

// whole asks for the answer as one JSON object.
func (p *Provider) whole(ctx context.Context, messages []Message) (Completion, *retry, error) {
	r, err := p.request(messages, false)
	if err != nil {
		return Completion{}, nil, err
	}
	response, err := p.HTTP.Do(ctx, r)
	if err != nil {
		return Completion{}, nil, unreached(err)
	}
	if response.Status != http.StatusOK {
		again, err := refusal(response.Status, response.Header)
		return Completion{}, again, err
	}
	if response.Truncated {
		return Completion{}, nil, failed(Truncated, "its answer broke off or is longer than %d bytes", maxAnswer)
	}
	var a answer
	if err := json.Unmarshal(response.Body, &a); err != nil || len(a.Choices) == 0 || a.failed() {
		return Completion{}, nil, failed(Malformed, "its answer is no completion")
	}
	var c Completion
	c.count(&a)
	first := a.Choices[0]
	c.Text = first.Message.Content
	return c, nil, ended(first.FinishReason, first.Message.Refusal, c.Text)
}

func (a *answer) failed() bool { return len(a.Error) > 0 && string(a.Error) != "null" }

// count takes over what the provider says of the cost. A number that cannot be one counts as 0.
func (c *Completion) count(a *answer) {
	if a.Usage == nil {
		return
	}
	c.In, c.Out = max(0, a.Usage.PromptTokens), max(0, a.Usage.CompletionTokens)
	c.Total = max(a.Usage.TotalTokens, c.In+c.Out)
}

// ended returns why an answer that has ended cannot be used; nil if it can.
func ended(finish, refusal, text string) error {
	switch {
	case refusal != "" || finish == "content_filter":
		return failed(Declined, "the model declined to answer")
	case finish == "length":
		return failed(Truncated, "the model's answer was cut off at its greatest length")
	case text == "":
		return failed(Malformed, "its answer is empty")
	}
	return nil
}
