package svcx

import "time"

// Channel is one custom integration: an inbound address with a key, and an
// optional webhook URL for what goes out (W 1).
type Channel struct {
	ID        ChannelID
	Workspace WorkspaceID
	Name      string
	Settings  Settings
	// KeyHash is the SHA-256 of the channel key. The key itself is kept
	// encrypted only where the form lets admins reveal it (W 5.5).
	KeyHash  []byte
	Defaults Defaults
	// LastHeartbeatAt and PingFailed make the health (W 3, decisions 3).
	LastHeartbeatAt *Time
	PingFailed      bool
	Circuit         Circuit
	Signing         Signing
	CreatedAt       Time
}

// ChannelDraft is what a channel is made from.
type ChannelDraft struct {
	Name     string
	Settings Settings
	Defaults DefaultsPatch
}

// ChannelPatch changes what is set. Settings makes the new ones from those that
// the channel has; it may be called more than once.
type ChannelPatch struct {
	Name     *string
	Settings func(Settings) (Settings, error)
	Defaults DefaultsPatch
}

// Signing is what signs a channel's calls (decisions 4), sealed: a secret, none
// while Secret is nil, and during a rotation those before it, the last of which
// signs too until OldUntil.
type Signing struct {
	Secret   []byte
	Old      []byte
	OldUntil *Time
}

// SigningOverlap is for how long the secret before the current one signs too.
const SigningOverlap = 24 * time.Hour

// Defaults are what a channel's new conversations start with (W 2.1 rules);
// the payload wins over them. Values are canonical texts by field key.
type Defaults struct {
	Category *CategoryID       `json:"category"`
	Fields   map[string]string `json:"fields"`
}

// DefaultsPatch changes what is set: Category to the inner value, nil for none,
// and the values of the field keys that Fields has, null clears. ClearFields
// clears all others first.
type DefaultsPatch struct {
	Category    **CategoryID
	ClearFields bool
	Fields      FieldInputs
}

// Circuit is the state of a channel's outbound side (decisions 4): after
// CircuitThreshold retryable failures in a row it is open, and one delivery a
// minute is tried until one succeeds.
type Circuit struct {
	Failures int
	OpenedAt *Time
	// ProbeAt is when the next probe may be made.
	ProbeAt *Time
}

// Open reports whether the circuit is open.
func (c Circuit) Open() bool { return c.OpenedAt != nil }

// Of the circuit (decisions 4).
const (
	CircuitThreshold = 20
	CircuitProbe     = time.Minute
)

// Health is how alive the integrator looks (W 3).
type Health string

// The health words on the wire (decisions 3).
const (
	HealthHealthy     Health = "healthy"
	HealthDegraded    Health = "degraded"
	HealthNoHeartbeat Health = "no_heartbeat"
)

// HealthAt derives the health from the last heartbeat (W 3); a failed monitor
// ping lowers Healthy to Degraded (decisions 3).
func (c *Channel) HealthAt(now Time) Health {
	switch {
	case c.LastHeartbeatAt == nil, *c.LastHeartbeatAt > now.Add(10*time.Minute): // the clock was set back since
		return HealthNoHeartbeat
	case *c.LastHeartbeatAt >= now.Add(-10*time.Minute) && !c.PingFailed:
		return HealthHealthy
	case *c.LastHeartbeatAt >= now.Add(-60*time.Minute):
		return HealthDegraded
	default:
		return HealthNoHeartbeat
	}
}
