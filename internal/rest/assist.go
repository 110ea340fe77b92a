package rest

import (
	"context"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/assist/provider"
	"svcx/internal/form"
)

// The AI operations (R 4.8). Each answers {data} in the shape of D 6; with ?sent=1 it also has
// sent, what the model saw. X-RateLimit-* are those of the operation.
//
// Errors: 403 if the plan is too low or the AI is switched off, 429 above the operation's limit,
// 503 AI_UNAVAILABLE without an answer of the model.

// assistTarget is the conversation of an AI operation, which the workspace may use.
func assistTarget(op svcx.AIOperation) func(*request) error {
	return func(r *request) error {
		if err := r.api.Assist.Permit(r.http.Context(), r.workspace, op); err != nil {
			return err
		}
		return conversationTarget(r)
	}
}

// used is the outcome of an AI operation: it sets its headers, and encodes the answer unless err
// is set.
func used[T any](r *request, result assist.Result[T], err error, encode func([]form.AIMessage) any) (any, error) {
	result.Limit.SetHeaders(r.w.Header())
	if err != nil {
		return nil, err
	}
	show, err := r.intParam("sent", 0, 0, 1)
	if err != nil {
		return nil, err
	}
	var sent []form.AIMessage
	if show == 1 {
		sent = shown(result.Sent)
	}
	return single{encode(sent)}, nil
}

func shown(sent []provider.Message) []form.AIMessage {
	all := make([]form.AIMessage, len(sent))
	for i, m := range sent {
		all[i] = form.AIMessage(m)
	}
	return all
}

func (r *request) assisted() assist.Request {
	return assist.Request{Call: r.call(), Conversation: r.conversationID()}
}

// rewrite serves polish and cleanup, which read a text.
func (a *API) rewrite(r *request, read func([]byte) (string, error), do func(context.Context, assist.Request, string) (assist.Result[string], error)) (any, error) {
	text, err := decode(r, read)
	if err != nil {
		return nil, err
	}
	result, err := do(r.http.Context(), r.assisted(), text)
	return used(r, result, err, func(sent []form.AIMessage) any { return form.AIText(result.Answer, result.Tokens, "", sent) })
}

func (a *API) polish(r *request) (any, error) {
	return a.rewrite(r, form.DecodeDraft, a.Assist.Polish)
}

func (a *API) cleanup(r *request) (any, error) {
	return a.rewrite(r, form.DecodeCleanup, a.Assist.Cleanup)
}

func (a *API) translate(r *request) (any, error) {
	in, err := decode(r, form.DecodeTranslation)
	if err != nil {
		return nil, err
	}
	result, err := a.Assist.Translate(r.http.Context(), r.assisted(), in.Text, in.TargetLang)
	return used(r, result, err, func(sent []form.AIMessage) any {
		return form.AIText(result.Answer, result.Tokens, in.TargetLang, sent)
	})
}

func (a *API) suggest(r *request) (any, error) {
	result, err := a.Assist.Suggest(r.http.Context(), r.assisted())
	return used(r, result, err, func(sent []form.AIMessage) any { return form.AIText(result.Answer, result.Tokens, "", sent) })
}

func (a *API) rename(r *request) (any, error) {
	result, err := a.Assist.Rename(r.http.Context(), r.assisted())
	return used(r, result, err, func(sent []form.AIMessage) any {
		return r.form.AIRename(result.Answer, result.Cached, result.Tokens, sent)
	})
}

func (a *API) summarize(r *request) (any, error) {
	result, err := a.Assist.Summarize(r.http.Context(), r.assisted())
	return used(r, result, err, func(sent []form.AIMessage) any {
		return r.form.AISummary(result.Answer, result.At, result.Cached, result.Tokens, sent)
	})
}

func (a *API) handbrake(r *request) (any, error) {
	in, err := decode(r, form.DecodeReplyToCheck)
	if err != nil {
		return nil, err
	}
	result, err := a.Assist.Handbrake(r.http.Context(), r.assisted(), assist.Reply{Text: in.Message, Files: in.Files})
	return used(r, result, err, func(sent []form.AIMessage) any {
		return form.AICheck(result.Answer.Safe, result.Answer.Issues, result.Answer.Found, sent)
	})
}

// getAIUsage serves GET /ai/usage: how often the operations were used on the days in [from, to]
// (UTC), and their tokens; the last 30 days by default.
func (a *API) getAIUsage(r *request) (any, error) {
	to, err := r.dayParam("to", svcx.DayOf(a.Core.Now()))
	if err != nil {
		return nil, err
	}
	from, err := r.dayParam("from", max(0, to-svcx.DefaultReportDays+1))
	if err != nil {
		return nil, err
	}
	all, err := a.Assist.Usage(r.http.Context(), r.workspace, from, to)
	if err != nil {
		return nil, err
	}
	settings, err := a.Admin.AISettings(r.http.Context(), r.workspace)
	if err != nil {
		return nil, err
	}
	return single{form.AIUsage(from, to, all, &settings)}, nil
}

// tryAI serves POST /ai/try: one small request to the workspace's model. 200 also when it failed.
func (a *API) tryAI(r *request) (any, error) {
	t, err := a.Assist.Try(r.http.Context(), r.call())
	if err != nil {
		return nil, err
	}
	return single{form.AITrial(t.Model, t.Latency.Milliseconds(), t.Answer, t.Tokens, t.Failure)}, nil
}
