package outbound

import (
	"svcx"
	"svcx/internal/sqldb"
)

// Figures are what waits in a whole deployment, and what holds it up.
type Figures struct {
	// Pending and OpenCircuits are counted up to svcx.MaxQueue.
	Pending, OpenCircuits int
	// OldestDue is the earliest time at which a delivery was due, 0 if none is ready. After
	// MaxFigureChannels channels with deliveries it looks no further.
	OldestDue svcx.Time
	PausedAt  *svcx.Time
}

// MaxFigureChannels bounds the channels whose first delivery Figures looks at.
const MaxFigureChannels = 200

// Figures reads the figures of all workspaces. Its cost is bounded: it counts entries of
// indexes up to a bound, and reads the first delivery of each of some channels.
func (r Reader) Figures() (f Figures, err error) {
	f, err = sqldb.One(r.q, `SELECT
			(SELECT count(*) FROM (SELECT 1 FROM delivery WHERE state IN ('ready', 'waiting') LIMIT $1) AS pending),
			(SELECT count(*) FROM (SELECT 1 FROM channel WHERE circuit_opened_at IS NOT NULL LIMIT $1) AS open)`,
		func(s sqldb.Scanner) (f Figures, err error) { return f, s.Scan(&f.Pending, &f.OpenCircuits) }, svcx.MaxQueue)
	if err != nil {
		return f, err
	}
	if f.PausedAt, err = r.AllPaused(); err != nil {
		return f, err
	}
	heads, _, err := r.dueHeads(ChannelRef{}, MaxFigureChannels)
	for _, h := range heads {
		if f.OldestDue == 0 || h.dueAt < f.OldestDue {
			f.OldestDue = h.dueAt
		}
	}
	return f, err
}
