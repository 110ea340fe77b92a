package storetest

import (
	"time"

	"svcx"
)

// Fault 4.6: a clock that was set forward deletes little.
func forgetTimeCases(f *fixture) {
	for _, c := range []struct {
		clock, want svcx.Time
	}{
		{now, now},
		{now.Add(10 * time.Minute), now.Add(10 * time.Minute)},
		{now.Add(30 * 24 * time.Hour), now.Add(70 * time.Minute)},
		{now.Add(20 * time.Minute), now.Add(20 * time.Minute)},
		{now.Add(-30 * 24 * time.Hour), now.Add(-30 * 24 * time.Hour)},
		{now.Add(30 * time.Minute), now.Add(-30*24*time.Hour + time.Hour)},
	} {
		f.equal(c.clock.String(), must(f.db.ForgetTime(f.ctx(), c.clock))(f), c.want)
	}
}
