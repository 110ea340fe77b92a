package svcx

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// AISettings are a workspace's own settings of the AI operations. An empty
// BaseURL or Model means the operator's.
type AISettings struct {
	Enabled        bool
	BaseURL, Model string
	// APIKey is sealed; nil if there is none.
	APIKey                    []byte
	AutoRename, AutoSummarize bool
	// Disabled are the operations that are switched off while the others are not.
	Disabled []AIOperation
	// PriceIn and PriceOut are what the provider takes for tokens; 0 if that is not known.
	PriceIn, PriceOut AIPrice
}

// Allows reports whether an operation is switched on.
func (s *AISettings) Allows(op AIOperation) bool {
	return s.Enabled && !slices.Contains(s.Disabled, op)
}

// Priced reports whether costs can be told.
func (s *AISettings) Priced() bool { return s.PriceIn > 0 || s.PriceOut > 0 }

// Cost is what tokens cost, in the currency of the prices.
func (s *AISettings) Cost(u AIUsage) float64 {
	return (float64(u.TokensIn)*float64(s.PriceIn) + float64(u.TokensOut)*float64(s.PriceOut)) / (priceUnits * 1e6)
}

// AIPrice is the price of a million tokens, in ten-thousandths. The currency is the reader's.
type AIPrice int64

// priceUnits are those of AIPrice in one of the currency, MaxAIPrice the greatest price.
const (
	priceUnits = 10_000
	MaxAIPrice = AIPrice(1_000_000 * priceUnits)
)

// ParseAIPrice reads a price, such as 0.15; "" is 0. A comma may stand for the point.
func ParseAIPrice(text string) (AIPrice, bool) {
	if text == "" {
		return 0, true
	}
	n, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	p := AIPrice(math.Round(n * priceUnits))
	return p, err == nil && !math.Signbit(n) && n <= float64(MaxAIPrice)/priceUnits && math.Abs(n*priceUnits-float64(p)) < 1e-6
}

// String is the price as ParseAIPrice reads it.
func (p AIPrice) String() string {
	if p == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(p)/priceUnits, 'f', -1, 64)
}

// DefaultAISettings are those of a workspace that has not set any (D 5).
func DefaultAISettings() AISettings { return AISettings{Enabled: true} }

// Bounds of AI settings, in characters.
const (
	MaxModel  = 255
	MaxAPIKey = 1000
)

// AIPatch changes what is set. APIKey is in plain text; "" clears it.
type AIPatch struct {
	Enabled                   *bool
	BaseURL, Model, APIKey    *string
	AutoRename, AutoSummarize *bool
	Disabled                  *[]AIOperation
	PriceIn, PriceOut         *AIPrice
}

// AIOperation is an AI operation (R 4.8).
type AIOperation string

// The operations.
const (
	AIPolish    AIOperation = "polish"
	AISuggest   AIOperation = "suggest"
	AIRename    AIOperation = "rename"
	AISummarize AIOperation = "summarize"
	AICleanup   AIOperation = "cleanup"
	AITranslate AIOperation = "translate"
	AIHandbrake AIOperation = "handbrake"
)

// AIOperations lists them in the contract's order.
var AIOperations = []AIOperation{AIPolish, AISuggest, AIRename, AISummarize, AICleanup, AITranslate, AIHandbrake}

// AIRule is what the contract says of an operation: the lowest plan that has it, how often a
// member may use it in an hour, and how long its answer is kept (R 4.8).
type AIRule struct {
	Plan    Plan
	PerHour int
	Kept    time.Duration
}

var aiRules = map[AIOperation]AIRule{
	AIPolish:    {Plan: PlanPro, PerHour: 30},
	AISuggest:   {Plan: PlanPro, PerHour: 30},
	AIRename:    {Plan: PlanPro, PerHour: 10, Kept: time.Hour},
	AISummarize: {Plan: PlanBusiness, PerHour: 10, Kept: 4 * time.Hour},
	AICleanup:   {Plan: PlanBusiness, PerHour: 20},
	AITranslate: {Plan: PlanBusiness, PerHour: 20},
	AIHandbrake: {Plan: PlanBusiness, PerHour: 60},
}

// Valid reports whether o is one of the operations.
func (o AIOperation) Valid() bool { return slices.Contains(AIOperations, o) }

// Rule is the operation's.
func (o AIOperation) Rule() AIRule { return aiRules[o] }

// AIWindow is the time over which uses are counted.
const AIWindow = time.Hour

// AIUsageRetention is how long the figures of use are kept.
const AIUsageRetention = 2 * 366 * 24 * time.Hour

// DefaultTargetLang is what is translated into if nothing else is said (R 4.8), MaxTargetLang
// bounds the name of a language, in characters.
const (
	DefaultTargetLang = "English"
	MaxTargetLang     = 64
)

// Summary is the summary of a conversation (D 6).
type Summary struct {
	Summary, CustomerIntent             string
	KeyPoints, OpenQuestions, NextSteps []string
	Sentiment                           string
	// Receipts has each statement with the messages that it rests on.
	Receipts []Receipt
}

// SummaryPart names a part of a summary, as the answer does.
type SummaryPart string

// The parts that have statements.
const (
	SummaryText          SummaryPart = "summary"
	SummaryIntent        SummaryPart = "customerIntent"
	SummaryKeyPoints     SummaryPart = "keyPoints"
	SummaryOpenQuestions SummaryPart = "openQuestions"
	SummaryNextSteps     SummaryPart = "nextSteps"
)

// Receipt is a statement of a summary with the messages of the conversation that it rests on.
type Receipt struct {
	Part     SummaryPart
	Text     string
	Messages []MessageID
}

// Issue is something about a reply that would be a mistake to send (R 4.8 handbrake). From and To
// are the bytes of the text that it is about, if that is known.
type Issue struct {
	Type, Description, Suggestion string
	From, To                      int
}

// AIUsage counts the uses of an operation in a day. Failures are those among the calls that gave no
// usable answer.
type AIUsage struct {
	Workspace           WorkspaceID
	Day                 Day
	Operation           AIOperation
	Calls, Failures     int64
	TokensIn, TokensOut int64
}
