package metrics

import (
	"database/sql"
	"fmt"
	"io"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Reading is the state of the service when it is scraped.
type Reading struct {
	Version, Database string

	Streams, FeedReaders int
	StreamBytes          int64
	InFlight             int
	WritesWaiting        int
	MailsWaiting         int
	// Pools are the connections to the database. Reads and writes may share one.
	Pools map[string]sql.DBStats

	// Deployment is what the database says; nil if it did not answer.
	Deployment *Deployment
}

// Deployment is what all nodes share.
type Deployment struct {
	Pending, OpenCircuits int
	// Late is how long the delivery that is due longest has been due.
	Late   time.Duration
	Paused bool
	// Size of the database in bytes; 0 if it is not known.
	Size int64
}

// pools are the names of Reading.Pools, in order.
var pools = []string{"read", "write"}

func (r Reading) write(w io.Writer) {
	gauge := func(name string, value float64, of ...string) {
		metrics.WriteGaugeFloat64(w, series(name, labelsOf(name), of), value)
	}
	gauge(nameBuild, 1, r.Version, r.Database)
	gauge(nameStreams, float64(r.Streams))
	gauge(nameStreamBytes, float64(r.StreamBytes))
	gauge(nameFeedReaders, float64(r.FeedReaders))
	gauge(nameInFlight, float64(r.InFlight))
	gauge(nameWritesWaiting, float64(r.WritesWaiting))
	gauge(nameMailsWaiting, float64(r.MailsWaiting))
	r.writePools(w)
	up := r.Deployment != nil
	gauge(nameDatabaseUp, number(up))
	if !up {
		return
	}
	d := r.Deployment
	gauge(namePending, float64(d.Pending))
	gauge(nameOldestDue, d.Late.Seconds())
	gauge(nameOpenCircuits, float64(d.OpenCircuits))
	gauge(namePaused, number(d.Paused))
	if d.Size > 0 {
		gauge(nameDatabaseSize, float64(d.Size))
	}
}

func (r Reading) writePools(w io.Writer) {
	// All of a family stand together.
	family := func(name, kind string, lines func(write func(value float64, of ...string), stats sql.DBStats, pool string)) {
		io.WriteString(w, "# HELP "+name+"\n# TYPE "+name+" "+kind+"\n")
		for _, pool := range pools {
			if stats, ok := r.Pools[pool]; ok {
				lines(func(value float64, of ...string) { writeLine(w, series(name, labelsOf(name), of), value) }, stats, pool)
			}
		}
	}
	family(nameConnections, "gauge", func(write func(float64, ...string), stats sql.DBStats, pool string) {
		write(float64(stats.InUse), pool, "busy")
		write(float64(stats.Idle), pool, "idle")
	})
	family(nameConnectionMax, "gauge", func(write func(float64, ...string), stats sql.DBStats, pool string) {
		write(float64(stats.MaxOpenConnections), pool)
	})
	family(nameConnectionWait, "counter", func(write func(float64, ...string), stats sql.DBStats, pool string) {
		write(float64(stats.WaitCount), pool)
	})
	family(nameConnectionTime, "counter", func(write func(float64, ...string), stats sql.DBStats, pool string) {
		write(stats.WaitDuration.Seconds(), pool)
	})
}

func writeLine(w io.Writer, series string, value float64) { fmt.Fprintf(w, "%s %g\n", series, value) }

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
