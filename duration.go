package svcx

import (
	"maps"
	"math"
	"slices"
)

// Durations are many durations, known by the buckets that they lie in.
type Durations struct {
	Count
	buckets map[int]Count // by upper bound in seconds
}

func (d *Durations) add(bound int, c Count) {
	if d.buckets == nil {
		d.buckets = make(map[int]Count)
	}
	b := d.buckets[bound]
	d.buckets[bound] = Count{b.N + c.N, b.Sum + c.Sum}
	d.Count = Count{d.N + c.N, d.Sum + c.Sum}
}

// Mean is their mean in seconds, exactly; 0 of none.
func (d *Durations) Mean() float64 {
	if d.N == 0 {
		return 0
	}
	return float64(d.Sum) / float64(d.N) / 1000
}

// Quantile is about how many seconds a share of them took at most: 0.5 is the
// median. It lies in the right bucket, between the bounds as if those in there
// were spread evenly; in the last bucket, which has no end, it is their mean.
func (d *Durations) Quantile(share float64) float64 {
	rank := share * float64(d.N)
	for _, bound := range slices.Sorted(maps.Keys(d.buckets)) {
		b := d.buckets[bound]
		if float64(b.N) < rank {
			rank -= float64(b.N)
			continue
		}
		if bound == math.MaxInt32 {
			return float64(b.Sum) / float64(b.N) / 1000
		}
		low := boundBelow(bound)
		return low + (float64(bound)-low)*rank/float64(b.N)
	}
	return 0
}

// boundBelow is where a bucket begins.
func boundBelow(bound int) float64 {
	below := 0
	for _, b := range DurationBounds {
		if b >= bound {
			break
		}
		below = b
	}
	return float64(below)
}
