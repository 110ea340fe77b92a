package svcx

import (
	"cmp"
	"slices"
	"time"
)

// Health is the state of an integrator (W 3).
type Health string

// The states, as they are on the wire (D 3).
const (
	HealthHealthy     Health = "healthy"
	HealthDegraded    Health = "degraded"
	HealthNoHeartbeat Health = "no_heartbeat"
)

// How long after its last heartbeat an integrator is healthy, and degraded (W 3).
const (
	healthyFor  = 10 * time.Minute
	degradedFor = 60 * time.Minute
)

// HealthAt derives the health from the last heartbeat (W 3). A failed monitoring
// ping lowers Healthy to Degraded (D 3).
func (c *Channel) HealthAt(now Time) Health {
	switch {
	case c.LastHeartbeatAt == nil, *c.LastHeartbeatAt > now.Add(healthyFor): // the clock has been set back
		return HealthNoHeartbeat
	case *c.LastHeartbeatAt >= now.Add(-healthyFor) && !c.PingFailed:
		return HealthHealthy
	case *c.LastHeartbeatAt >= now.Add(-degradedFor):
		return HealthDegraded
	default:
		return HealthNoHeartbeat
	}
}

// HealthChange is a time from which a channel had a health.
type HealthChange struct {
	Workspace WorkspaceID
	Channel   ChannelID
	At        Time
	Health    Health
}

// HealthKept is how long the changes of a channel's health are kept.
const HealthKept = 30 * 24 * time.Hour

// lapses are the changes until a time that follow from the last heartbeat alone: the health
// gets worse while there is no other one.
func (c *Channel) lapses(until Time) (all []HealthChange) {
	if c.LastHeartbeatAt == nil {
		return nil
	}
	note := func(after time.Duration, health Health) {
		if at := c.LastHeartbeatAt.Add(after) + 1; at <= until {
			all = append(all, HealthChange{c.Workspace, c.ID, at, health})
		}
	}
	if !c.PingFailed {
		note(healthyFor, HealthDegraded)
	}
	note(degradedFor, HealthNoHeartbeat)
	return all
}

// HealthChangesTo are the changes of health to be kept when the channel becomes next, by a
// heartbeat or a ping: those since its last heartbeat, and the one of that moment.
func (c *Channel) HealthChangesTo(next *Channel, now Time) []HealthChange {
	all := c.lapses(now)
	health := next.HealthAt(now)
	if health == c.HealthAt(now) {
		return all
	}
	// A lapse of this very moment is over already: a moment has one health.
	all = slices.DeleteFunc(all, func(lapse HealthChange) bool { return lapse.At == now })
	return append(all, HealthChange{c.Workspace, c.ID, now, health})
}

// HealthHistory is the history of the channel's health until now, latest first, from the
// changes that were kept. Each change differs from the one before it.
func (c *Channel) HealthHistory(kept []HealthChange, now Time) []HealthChange {
	all := append(slices.Clone(kept), c.lapses(now)...)
	slices.SortStableFunc(all, func(a, b HealthChange) int { return cmp.Compare(a.At, b.At) })
	all = slices.CompactFunc(all, func(a, b HealthChange) bool { return a.Health == b.Health })
	slices.Reverse(all)
	return all
}
