package assist

import (
	"context"

	"svcx"
	"svcx/internal/assist/prompt"
	"svcx/internal/store"
)

// Reply is a reply that is about to be sent.
type Reply struct {
	Text string
	// Files is how many files go with it; -1 if that is not known.
	Files int
}

// Check is what the handbrake found. Found is what was found without the model, while that did not
// answer: it then neither makes the reply unsafe nor is among the issues (R 4.8, D 6).
type Check struct {
	Safe          bool
	Issues, Found []svcx.Issue
}

// Handbrake looks through a reply before it is sent. If the model does not answer there is no
// error, and the reply is safe.
func (s *Service) Handbrake(ctx context.Context, r Request, reply Reply) (Result[Check], error) {
	messages, err := s.db.Read(ctx).LastMessages(r.Workspace.ID, r.Conversation, s.Core.Now().Add(store.ClockSlack), prompt.SuggestMessages, prompt.MaxBytes)
	if err != nil {
		return Result[Check]{}, err
	}
	found, err := s.floor(ctx, r, reply, messages)
	if err != nil {
		return Result[Check]{}, err
	}
	result, err := perform(ctx, s, r, prompt.Handbrake(reply.Text, messages))
	if svcx.KindOf(err) == svcx.KindAIUnavailable {
		return with(result, Check{Safe: true, Issues: []svcx.Issue{}, Found: found}), nil
	}
	issues := append(found, result.Answer...)
	return with(result, Check{Safe: len(issues) == 0, Issues: issues}), err
}

// floor is what is found without a model.
func (s *Service) floor(ctx context.Context, r Request, reply Reply, messages []svcx.Message) ([]svcx.Issue, error) {
	return []svcx.Issue{}, nil
}
