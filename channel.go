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
	KeyHash         []byte
	LastHeartbeatAt *Time
	CreatedAt       Time
}

// Health is how alive the integrator looks (W 3).
type Health string

// The health words on the wire (decisions 3).
const (
	HealthHealthy     Health = "healthy"
	HealthDegraded    Health = "degraded"
	HealthNoHeartbeat Health = "no_heartbeat"
)

// HealthAt derives the health from the last heartbeat (W 3).
func (c *Channel) HealthAt(now Time) Health {
	switch {
	case c.LastHeartbeatAt == nil:
		return HealthNoHeartbeat
	case *c.LastHeartbeatAt >= now.Add(-10*time.Minute):
		return HealthHealthy
	case *c.LastHeartbeatAt >= now.Add(-60*time.Minute):
		return HealthDegraded
	default:
		return HealthNoHeartbeat
	}
}
