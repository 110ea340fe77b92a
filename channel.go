package svcx

import "time"

// Channel is one custom integration: an inbound endpoint with a key, and an
// optional webhook URL for events (W 1).
type Channel struct {
	ID        ChannelID
	Workspace WorkspaceID
	Name      string
	Settings  Settings
	// KeyHash is the SHA-256 of the channel key. The key itself is kept
	// encrypted only where the form lets admins reveal it (W 5.5).
	KeyHash string
	// KeyHint is the beginning of the key, by which admins recognize it; "" for a key from
	// before hints were kept.
	KeyHint  string
	Defaults Defaults
	// LastHeartbeatAt and PingFailed determine the health (W 3, D 3).
	LastHeartbeatAt *Time
	PingFailed      bool
	Circuit         Circuit
	// PausedAt is when an admin paused the deliveries of its events, nil if they are not:
	// until they are resumed, no attempt at one begins.
	PausedAt  *Time
	Signing   Signing
	CreatedAt Time
}

// ChannelDraft is the input for a new channel.
type ChannelDraft struct {
	Name     string
	Settings Settings
	Defaults DefaultsPatch
}

// ChannelPatch changes what is set. Settings returns the new settings given the
// current ones; it may be called more than once.
type ChannelPatch struct {
	Name     *string
	Settings func(Settings) (Settings, error)
	Defaults DefaultsPatch
}

// Signing holds the sealed secrets that sign a channel's calls (D 4): the current
// one, nil if there is none, and during a rotation the previous ones, the last of
// which signs too until OldUntil.
type Signing struct {
	Secret   []byte
	Old      []byte
	OldUntil *Time
}

// SigningOverlap is how long the previous secret signs too.
const SigningOverlap = 24 * time.Hour

// Defaults are the category and field values of a channel's new conversations
// (W 2.1 rules). The payload takes precedence. Values are canonical texts by field
// key.
type Defaults struct {
	Category *CategoryID       `json:"category"`
	Fields   map[string]string `json:"fields"`
}

// DefaultsPatch changes what is set: Category to the inner value, where nil clears,
// and the values of the field keys in Fields, where null clears. ClearFields
// clears all others first.
type DefaultsPatch struct {
	Category    **CategoryID
	ClearFields bool
	Fields      FieldInputs
}

// Circuit is the state of a channel's outbound side (D 4). After CircuitThreshold
// consecutive retryable failures it opens: one delivery a minute is attempted until
// one succeeds.
type Circuit struct {
	Failures int
	OpenedAt *Time
	// ProbeAt is when the next probe may be made.
	ProbeAt *Time
}

// Open reports whether the circuit is open.
func (c Circuit) Open() bool { return c.OpenedAt != nil }

// Queue is what waits to be delivered on a channel.
type Queue struct {
	// Waiting is how many events wait, at most MaxQueue; Capped is set if there are more.
	Waiting int
	Capped  bool
	// OldestAt is when the one that waits longest happened, without redeliveries; nil if none
	// waits. Of a capped queue it is that of the first that are due.
	OldestAt *Time
}

// MaxQueue bounds what is counted of a queue.
const MaxQueue = 10_000

// When a circuit opens, and how often it is probed (D 4).
const (
	CircuitThreshold = 20
	CircuitProbe     = time.Minute
)
