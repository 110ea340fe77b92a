package svcx

// AISettings are a workspace's own settings of the AI operations. BaseURL and
// Model "" are the operator's.
type AISettings struct {
	Enabled        bool
	BaseURL, Model string
	// APIKey is sealed; nil is none.
	APIKey                    []byte
	AutoRename, AutoSummarize bool
}

// DefaultAISettings are those of a workspace that never set any (decisions 5).
func DefaultAISettings() AISettings { return AISettings{Enabled: true} }

// Bounds of AI settings, in characters.
const (
	MaxModel  = 255
	MaxAPIKey = 1000
)

// AIPatch changes what is set. APIKey is plain; "" clears it.
type AIPatch struct {
	Enabled                   *bool
	BaseURL, Model, APIKey    *string
	AutoRename, AutoSummarize *bool
}
