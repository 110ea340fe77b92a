package prompt

import (
	"encoding/json"
	"strings"

	"svcx"
	"svcx/internal/assist/guard"
)

// Handbrake asks what is wrong with a reply before it is sent (R 4.8).
func Handbrake(message string, messages []svcx.Message) Prompt[[]svcx.Issue] {
	document := struct {
		Reply    string `json:"reply"`
		Messages []said `json:"messages"`
	}{guard.Redact(clean(message)), conversationOf(messages).Messages}
	return Prompt[[]svcx.Issue]{Operation: svcx.AIHandbrake, Messages: ask(handbrake, document), Read: readIssues}
}

const handbrake = `"reply" is what an agent is about to send to a customer; "messages" is the conversation before it, oldest first. ` +
	`Say only what would be a mistake to send: another person's data, passwords or internal remarks, an insult or a threatening tone, a promise or a claim that the conversation contradicts, ` +
	`an answer to another question, an unfinished sentence. Small matters of style or spelling are no issue. Most replies have none.

Answer with one JSON object and nothing else:
{"safe": true or false, "issues": [{"type": "one or two words", "description": "what is wrong, in one sentence", "suggestion": "what to do instead, in one sentence"}]}

"safe" is true if there is no issue. Write in the language of the reply.`

// Bounds of issues.
const (
	maxIssues = 20
	maxType   = 60
	maxIssue  = 500
)

func readIssues(answer string) ([]svcx.Issue, error) {
	raw, err := object(answer)
	if err != nil {
		return nil, err
	}
	var in struct {
		Safe   *bool `json:"safe"`
		Issues []struct {
			Type        string `json:"type"`
			Description string `json:"description"`
			Suggestion  string `json:"suggestion"`
		} `json:"issues"`
	}
	if err := json.Unmarshal(raw, &in); err != nil || in.Safe == nil {
		return nil, errShape
	}
	issues := []svcx.Issue{}
	for _, i := range in.Issues[:min(len(in.Issues), maxIssues)] {
		one := svcx.Issue{
			Type:        strings.ReplaceAll(strings.ToLower(line(i.Type, maxType)), " ", "_"),
			Description: line(i.Description, maxIssue), Suggestion: line(i.Suggestion, maxIssue),
		}
		if one.Description != "" {
			issues = append(issues, one)
		}
	}
	if !*in.Safe && len(issues) == 0 {
		return nil, errShape // it warns, and does not say of what
	}
	return issues, nil
}
