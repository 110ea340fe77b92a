package prompt

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"svcx"
)

// Summarize summarizes a conversation, with the messages that each statement rests on (R 4.8,
// D 6).
func Summarize(messages []svcx.Message) Prompt[svcx.Summary] {
	c := conversationOf(messages)
	return Prompt[svcx.Summary]{
		Operation: svcx.AISummarize, Messages: ask(summarize, c),
		Read: func(answer string) (svcx.Summary, error) { return readSummary(answer, c) },
	}
}

const summarize = `"messages" is a conversation with a customer, oldest first. Summarize it for an agent who takes it over, in the language that most of it is in.

Answer with one JSON object and nothing else:
{"summary": [STATEMENT, …], "customerIntent": "what the customer wants, in one sentence", "keyPoints": [STATEMENT, …], "openQuestions": [STATEMENT, …], "nextSteps": [STATEMENT, …], "sentiment": "positive" or "neutral" or "negative" or "mixed"}

A STATEMENT is {"text": "one sentence", "messages": [ids of the messages that it rests on]}. The summary has two to four. The other lists may be empty. Say nothing that no message supports.`

// statement is one in an answer: text with the ids of messages, or, of models that cannot do
// that, the text alone.
type statement struct {
	text     string
	messages []int64
}

func (s *statement) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, &s.text)
	}
	var full struct {
		Text     *string `json:"text"`
		Messages []any   `json:"messages"`
	}
	if err := json.Unmarshal(raw, &full); err != nil || full.Text == nil {
		return errShape
	}
	s.text = *full.Text
	for _, id := range full.Messages {
		if n, ok := id.(float64); ok {
			s.messages = append(s.messages, int64(n))
		}
	}
	return nil
}

// statements is a list of them, or one.
type statements []statement

func (l *statements) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && (raw[0] == '[' || raw[0] == 'n') {
		return json.Unmarshal(raw, (*[]statement)(l))
	}
	*l = make(statements, 1)
	return json.Unmarshal(raw, &(*l)[0])
}

// sentiments are those that a summary may have; another one that a model says is left out.
var sentiments = []string{"positive", "neutral", "negative", "mixed"}

// Bounds of a summary: statements of a list, characters of one.
const (
	maxStatements = 20
	maxStatement  = 1000
)

func readSummary(answer string, c conversation) (svcx.Summary, error) {
	raw, err := object(answer)
	if err != nil {
		return svcx.Summary{}, err
	}
	var in struct {
		Summary        statements `json:"summary"`
		CustomerIntent *statement `json:"customerIntent"`
		KeyPoints      statements `json:"keyPoints"`
		OpenQuestions  statements `json:"openQuestions"`
		NextSteps      statements `json:"nextSteps"`
		Sentiment      *string    `json:"sentiment"`
	}
	if err := json.Unmarshal(raw, &in); err != nil || in.CustomerIntent == nil || in.Sentiment == nil {
		return svcx.Summary{}, errShape
	}
	s := svcx.Summary{}
	if sentiment := strings.ToLower(strings.TrimSpace(*in.Sentiment)); slices.Contains(sentiments, sentiment) {
		s.Sentiment = sentiment
	}
	read := reader{s: &s, conversation: c}
	s.Summary = strings.Join(read.list(svcx.SummaryText, in.Summary), " ")
	s.CustomerIntent = strings.Join(read.list(svcx.SummaryIntent, statements{*in.CustomerIntent}), " ")
	s.KeyPoints = read.list(svcx.SummaryKeyPoints, in.KeyPoints)
	s.OpenQuestions = read.list(svcx.SummaryOpenQuestions, in.OpenQuestions)
	s.NextSteps = read.list(svcx.SummaryNextSteps, in.NextSteps)
	if s.Summary == "" {
		return svcx.Summary{}, errShape
	}
	return s, nil
}

// reader takes over statements, with a receipt for each.
type reader struct {
	s            *svcx.Summary
	conversation conversation
}

func (r reader) list(part svcx.SummaryPart, all statements) []string {
	texts := []string{}
	for _, one := range all[:min(len(all), maxStatements)] {
		text := strings.TrimSpace(clean(one.text))
		if utf8.RuneCountInString(text) > maxStatement {
			text = string([]rune(text)[:maxStatement-1]) + "…"
		}
		if text == "" {
			continue
		}
		texts = append(texts, text)
		r.s.Receipts = append(r.s.Receipts, svcx.Receipt{Part: part, Text: text, Messages: r.known(one.messages)})
	}
	return texts
}

// known are those ids that are of messages of the conversation, each once.
func (r reader) known(ids []int64) []svcx.MessageID {
	var known []svcx.MessageID
	for _, m := range r.conversation.Messages {
		if slices.Contains(ids, int64(m.ID)) {
			known = append(known, m.ID)
		}
	}
	return known
}
