package svcx

import (
	"testing"
	"time"
)

// W 3; fault 4.5: a heartbeat from before the clock was set back does not keep the
// channel healthy.
func TestHealthByAgeOfHeartbeat(t *testing.T) {
	const now Time = 1_800_000_000_000
	for _, c := range []struct {
		ago  time.Duration
		want Health
	}{
		{0, HealthHealthy}, {10 * time.Minute, HealthHealthy}, {11 * time.Minute, HealthDegraded}, {61 * time.Minute, HealthNoHeartbeat},
		{-10 * time.Minute, HealthHealthy}, {-11 * time.Minute, HealthNoHeartbeat},
	} {
		at := now.Add(-c.ago)
		if got := (&Channel{LastHeartbeatAt: &at}).HealthAt(now); got != c.want {
			t.Errorf("%v ago: %s, want %s", c.ago, got, c.want)
		}
	}
}
