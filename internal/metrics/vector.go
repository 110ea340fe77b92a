package metrics

import (
	"sync"

	"github.com/VictoriaMetrics/metrics"
)

// maxSeries bounds the series of a family. Labels are chosen so that it is never reached;
// what would be one more counts under "other".
const maxSeries = 4000

// values are those of at most two labels.
type values [2]string

// vector has the series of a family.
type vector[T any] struct {
	name   string
	labels []string
	create func(series string) T

	mu  sync.RWMutex
	all map[values]T
}

func newVector[T any](name string, create func(string) T) *vector[T] {
	return &vector[T]{name: name, labels: labelsOf(name), create: create, all: make(map[values]T)}
}

// of returns the series with these values of the labels.
func (v *vector[T]) of(of ...string) T {
	var key values
	copy(key[:], of)
	v.mu.RLock()
	found, ok := v.all[key]
	v.mu.RUnlock()
	if ok {
		return found
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.all) >= maxSeries {
		for i := range v.labels {
			key[i] = "other"
		}
	}
	found, ok = v.all[key]
	if !ok {
		found = v.create(series(v.name, v.labels, key[:len(v.labels)]))
		v.all[key] = found
	}
	return found
}

type counters = *vector[*metrics.Counter]

func newCounters(set *metrics.Set, name string) counters {
	return newVector(name, set.NewCounter)
}

type histograms = *vector[*metrics.PrometheusHistogram]

func newHistograms(set *metrics.Set, name string, buckets []float64) histograms {
	return newVector(name, func(series string) *metrics.PrometheusHistogram {
		return set.NewPrometheusHistogramExt(series, buckets)
	})
}
