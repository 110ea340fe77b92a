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
	KeyHash  string
	Defaults Defaults
	// LastHeartbeatAt and PingFailed determine the health (W 3, D 3).
	LastHeartbeatAt *Time
	PingFailed      bool
	Circuit         Circuit
	Signing         Signing
	CreatedAt       Time
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

// When a circuit opens, and how often it is probed (D 4).
const (
	CircuitThreshold = 20
	CircuitProbe     = time.Minute
)

// Health is the state of an integrator (W 3).
type Health string

// The states, as they are on the wire (D 3).
const (
	HealthHealthy     Health = "healthy"
	HealthDegraded    Health = "degraded"
	HealthNoHeartbeat Health = "no_heartbeat"
)

// HealthAt derives the health from the last heartbeat (W 3). A failed monitoring
// ping lowers Healthy to Degraded (D 3).
func (c *Channel) HealthAt(now Time) Health {
	switch {
	case c.LastHeartbeatAt == nil, *c.LastHeartbeatAt > now.Add(10*time.Minute): // the clock has been set back
		return HealthNoHeartbeat
	case *c.LastHeartbeatAt >= now.Add(-10*time.Minute) && !c.PingFailed:
		return HealthHealthy
	case *c.LastHeartbeatAt >= now.Add(-60*time.Minute):
		return HealthDegraded
	default:
		return HealthNoHeartbeat
	}
}
