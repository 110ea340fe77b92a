package svcx

import "slices"

// Settings are the settings of a channel (W 2.7). They are the same in both forms;
// Form A ignores those of events that it does not have. The zero value is not the
// default; see DefaultSettings.
type Settings struct {
	WebhookURL                string `json:"webhookUrl"`
	RatingEnabled             bool   `json:"ratingEnabled"`
	RatingAutoRequest         bool   `json:"ratingAutoRequest"`
	RelaySupportsAttachments  bool   `json:"relaySupportsAttachments"`
	MonitoringEnabled         bool   `json:"monitoringEnabled"`
	IntentConfirmationEnabled bool   `json:"intentConfirmationEnabled"`
	AIVerificationURL         string `json:"aiVerificationUrl"`
	AIVerificationTimeout     int    `json:"aiVerificationTimeout"` // seconds, 1 to 30
	TypingIndicatorsEnabled   bool   `json:"typingIndicatorsEnabled"`
	MessageReadStatusEnabled  bool   `json:"messageReadStatusEnabled"`
	MessageExportEnabled      bool   `json:"messageExportEnabled"`
	MessageExportDepth        int    `json:"messageExportDepth"` // messages, 10 to 1000
	CanReopen                 bool   `json:"canReopen"`
	CanReceiveFiles           bool   `json:"canReceiveFiles"`
	MaxMessageLength          *int   `json:"maxMessageLength"` // characters, nil if unlimited
	EphemeralContent          bool   `json:"ephemeralContent"`
	BackRequestsEnabled       bool   `json:"backRequestsEnabled"`
	// ReopenOnMessage reopens a resolved conversation when its customer writes again
	// (D 2).
	ReopenOnMessage bool `json:"reopenOnMessage"`
	// FeedEnabled keeps the channel's outbound events in its feed, whether or not they
	// are also delivered.
	FeedEnabled bool `json:"feedEnabled"`
	// DisabledActions and DisabledEvents are the types that are disabled.
	DisabledActions []string    `json:"disabledActions"`
	DisabledEvents  []EventType `json:"disabledEvents"`
}

// Bounds of the numeric settings (W 2.7).
const (
	MinVerificationTimeout = 1
	MaxVerificationTimeout = 30
	MinExportDepth         = 10
	MaxExportDepth         = 1000
)

// DefaultSettings are those of a new channel (W 2.7).
func DefaultSettings() Settings {
	return Settings{
		RatingEnabled:            true,
		RelaySupportsAttachments: true,
		MonitoringEnabled:        true,
		AIVerificationTimeout:    10,
		MessageExportDepth:       100,
		CanReopen:                true,
		CanReceiveFiles:          true,
		ReopenOnMessage:          true,
	}
}

// Sends reports whether events of the type are enabled.
func (s *Settings) Sends(e EventType) bool { return !slices.Contains(s.DisabledEvents, e) }

// Permits reports whether inbound actions of the type are enabled.
func (s *Settings) Permits(action string) bool { return !slices.Contains(s.DisabledActions, action) }

// Reopens reports whether a customer's message reopens a resolved or closed
// conversation of the channel.
func (s *Settings) Reopens() bool { return s.CanReopen && s.ReopenOnMessage }
