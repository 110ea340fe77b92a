package bench

import (
	"math/bits"
	"sync"
	"time"
)

// recorder counts durations, those since the last sample apart: too many to keep each.
type recorder struct {
	mu     sync.Mutex
	window histogram
	total  histogram
}

func (r *recorder) add(d time.Duration) {
	r.mu.Lock()
	r.window.add(d)
	r.mu.Unlock()
}

// sample returns what was counted since the last call.
func (r *recorder) sample() histogram {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.window
	r.window = histogram{}
	r.total.merge(&h)
	return h
}

// all returns everything that was counted.
func (r *recorder) all() histogram {
	r.sample()
	return r.total
}

// histogram counts durations in steps of a microsecond, and of 1.6 % at most.
type histogram struct {
	counts [36 << 6]uint32
	n      int
	max    time.Duration
}

func (h *histogram) add(d time.Duration) {
	us := uint64(max(d, 0) / time.Microsecond)
	step := max(0, bits.Len64(us)-7)
	h.counts[min(step<<6+int(us>>step), len(h.counts)-1)]++
	h.n++
	h.max = max(h.max, d)
}

func (h *histogram) merge(other *histogram) {
	for i, n := range other.counts {
		h.counts[i] += n
	}
	h.n += other.n
	h.max = max(h.max, other.max)
}

// percentile is a time that at least p percent do not exceed, in milliseconds.
func (h *histogram) percentile(p int) float64 {
	wanted, seen := (h.n*p+99)/100, 0
	for i, n := range h.counts {
		if seen += int(n); seen >= wanted && seen > 0 {
			step := max(0, i>>6-1)
			longest := time.Duration((i-step<<6+1)<<step-1) * time.Microsecond
			return milliseconds(min(longest, h.max))
		}
	}
	return 0
}

func (h *histogram) latency() Latency {
	return Latency{P50MS: h.percentile(50), P90MS: h.percentile(90), P99MS: h.percentile(99), MaxMS: milliseconds(h.max)}
}
