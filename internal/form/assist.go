package form

import (
	"svcx"
)

// AIMessage is a message that a model saw.
type AIMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// aiShown are the members that the answers of all AI operations may have: what the model saw, if
// that was asked for.
type aiShown struct {
	Sent []AIMessage `json:"sent,omitempty"`
}

type aiText struct {
	Content    string `json:"content"`
	TokensUsed int    `json:"tokensUsed"`
	TargetLang string `json:"targetLang,omitempty"`
	aiShown
}

// AIText encodes the answer to polish, suggest, cleanup and translate: {content, tokensUsed,
// targetLang} (D 6). targetLang is "" in the others.
func AIText(content string, tokens int, targetLang string, sent []AIMessage) any {
	return aiText{content, tokens, targetLang, aiShown{sent}}
}

type aiRename struct {
	ID         any     `json:"id"`
	Subject    *string `json:"subject"`
	UpdatedAt  string  `json:"updatedAt"`
	Cached     bool    `json:"cached"`
	TokensUsed int     `json:"tokensUsed"`
	aiShown
}

// AIRename encodes the answer to rename: {id, subject, updatedAt, cached, tokensUsed} (D 6).
func (f *Form) AIRename(c *svcx.Conversation, cached bool, tokens int, sent []AIMessage) any {
	return aiRename{f.ID(int64(c.ID)), OptionalString(c.Subject), c.UpdatedAt.String(), cached, tokens, aiShown{sent}}
}

type aiSummary struct {
	Summary        string      `json:"summary"`
	CustomerIntent string      `json:"customerIntent"`
	KeyPoints      []string    `json:"keyPoints"`
	OpenQuestions  []string    `json:"openQuestions"`
	NextSteps      []string    `json:"nextSteps"`
	Sentiment      string      `json:"sentiment"`
	Receipts       []aiReceipt `json:"receipts"`
	TokensUsed     int         `json:"tokensUsed"`
	GeneratedAt    string      `json:"generatedAt"`
	Cached         bool        `json:"cached"`
	aiShown
}

type aiReceipt struct {
	In       svcx.SummaryPart `json:"in"`
	Text     string           `json:"text"`
	Messages []any            `json:"messages"`
}

// AISummary encodes the answer to summarize: {summary, customerIntent, keyPoints, openQuestions,
// nextSteps, sentiment, tokensUsed, generatedAt, cached} (D 6), and receipts: each statement with
// the ids of the messages that it rests on.
func (f *Form) AISummary(s svcx.Summary, at svcx.Time, cached bool, tokens int, sent []AIMessage) any {
	receipts := make([]aiReceipt, len(s.Receipts))
	for i, r := range s.Receipts {
		receipts[i] = aiReceipt{r.Part, r.Text, make([]any, len(r.Messages))}
		for j, id := range r.Messages {
			receipts[i].Messages[j] = f.ID(int64(id))
		}
	}
	return aiSummary{s.Summary, s.CustomerIntent, s.KeyPoints, s.OpenQuestions, s.NextSteps, s.Sentiment, receipts, tokens, at.String(), cached, aiShown{sent}}
}

type aiCheck struct {
	Safe   bool      `json:"safe"`
	Issues []aiIssue `json:"issues"`
	Found  []aiIssue `json:"found,omitempty"`
	aiShown
}

type aiIssue struct {
	Type        string `json:"type"`
	Description string `json:"description"`
	Suggestion  string `json:"suggestion"`
}

// AICheck encodes the answer to handbrake: {safe, issues} (R 4.8), and found, if something was
// found while the model did not answer.
func AICheck(safe bool, issues, found []svcx.Issue, sent []AIMessage) any {
	return aiCheck{safe, encodeIssues(issues), encodeIssues(found), aiShown{sent}}
}

func encodeIssues(issues []svcx.Issue) []aiIssue {
	all := make([]aiIssue, len(issues))
	for i, one := range issues {
		all[i] = aiIssue{one.Type, one.Description, one.Suggestion}
	}
	return all
}

type aiUsage struct {
	From string       `json:"from"`
	To   string       `json:"to"`
	Days []aiUsageDay `json:"days"`
}

type aiUsageDay struct {
	Day       string           `json:"day"`
	Operation svcx.AIOperation `json:"operation"`
	Calls     int64            `json:"calls"`
	Failures  int64            `json:"failures"`
	TokensIn  int64            `json:"tokensIn"`
	TokensOut int64            `json:"tokensOut"`
	// Cost is in the currency of the workspace's prices, nil without these.
	Cost *float64 `json:"cost,omitzero"`
}

// AIUsage encodes the figures of days: {from, to, days: [{day, operation, calls, failures, tokensIn,
// tokensOut, cost?}]}. A day has the operations that were used.
func AIUsage(from, to svcx.Day, all []svcx.AIUsage, prices *svcx.AISettings) any {
	shown := aiUsage{from.String(), to.String(), make([]aiUsageDay, len(all))}
	for i, u := range all {
		shown.Days[i] = usageDay(u, prices)
	}
	return shown
}

// AIUsageDay encodes the figures of an operation on a day; see AIUsage.
func AIUsageDay(u svcx.AIUsage, prices *svcx.AISettings) any { return usageDay(u, prices) }

func usageDay(u svcx.AIUsage, prices *svcx.AISettings) aiUsageDay {
	day := aiUsageDay{u.Day.String(), u.Operation, u.Calls, u.Failures, u.TokensIn, u.TokensOut, nil}
	if prices.Priced() {
		cost := prices.Cost(u)
		day.Cost = &cost
	}
	return day
}

type aiTrial struct {
	OK         bool    `json:"ok"`
	Model      *string `json:"model"`
	ResponseMs int64   `json:"responseMs"`
	Answer     *string `json:"answer"`
	TokensUsed int     `json:"tokensUsed"`
	Error      *string `json:"error"`
}

// AITrial encodes what came of trying the AI settings: {ok, model, responseMs, answer, tokensUsed,
// error}.
func AITrial(model string, ms int64, answer string, tokens int, failure string) any {
	return aiTrial{failure == "", OptionalString(model), ms, OptionalString(answer), tokens, OptionalString(failure)}
}

// DecodeDraft reads the body of polish: {draft}, 1 to 50,000 characters, not all white space.
func DecodeDraft(body []byte) (string, error) { return oneText(body, "draft") }

// DecodeCleanup reads the body of cleanup: {text}, as DecodeDraft reads draft.
func DecodeCleanup(body []byte) (string, error) { return oneText(body, "text") }

func oneText(body []byte, name string) (string, error) {
	o, err := ReadObject(body)
	if err != nil {
		return "", err
	}
	return checked(o, o.Label(name, svcx.MaxContent))
}

// Translation is the body of translate.
type Translation struct{ Text, TargetLang string }

// DecodeTranslation reads the body of translate: {text, targetLang?}.
func DecodeTranslation(body []byte) (in Translation, err error) {
	o, err := ReadObject(body)
	if err != nil {
		return in, err
	}
	in = Translation{o.Label("text", svcx.MaxContent), o.OptionalLabel("targetLang", svcx.MaxTargetLang)}
	if in.TargetLang == "" {
		in.TargetLang = svcx.DefaultTargetLang
	}
	return checked(o, in)
}

// ReplyToCheck is the body of handbrake. Files is -1 if it does not say.
type ReplyToCheck struct {
	Message string
	Files   int
}

// DecodeReplyToCheck reads the body of handbrake: {message, files?}; files is how many files go with
// the message.
func DecodeReplyToCheck(body []byte) (in ReplyToCheck, err error) {
	o, err := ReadObject(body)
	if err != nil {
		return in, err
	}
	in = ReplyToCheck{o.Label("message", svcx.MaxContent), -1}
	if v := o.Value("files"); v.Given() {
		in.Files = int(v.IntBetween(0, 1000))
	}
	return checked(o, in)
}
