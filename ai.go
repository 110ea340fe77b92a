package svcx

// AISettings are a workspace's own settings of the AI operations. An empty
// BaseURL or Model means the operator's.
type AISettings struct {
	Enabled        bool
	BaseURL, Model string
	// APIKey is sealed; nil if there is none.
	APIKey                    []byte
	AutoRename, AutoSummarize bool
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
}
