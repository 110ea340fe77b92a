package svcx

import (
	"maps"
	"math"
	"slices"
)

// Durations is a histogram of durations.
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

func (d *Durations) merge(more Durations) {
	for bound, c := range more.buckets {
		d.add(bound, c)
	}
}

// Mean is the exact mean in seconds; 0 if there are none.
func (d *Durations) Mean() float64 {
	if d.N == 0 {
		return 0
	}
	return float64(d.Sum) / float64(d.N) / 1000
}

// Quantile estimates a quantile in seconds: 0.5 is the median. It interpolates
// within the bucket as if its durations were spread evenly. In the last bucket,
// which has no upper bound, it is their mean.
func (d *Durations) Quantile(q float64) float64 {
	rank := q * float64(d.N)
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

// boundBelow is the lower bound of a bucket.
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
