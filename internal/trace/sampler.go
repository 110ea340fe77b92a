package trace

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Sampler decides which requests are traced.
type Sampler struct {
	// parents follows the client's decision, if it sends one.
	parents  bool
	fraction fraction
}

// ParseSampler reads the values of OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG; "" are their
// defaults. Its error
// says what they must be.
func ParseSampler(name, share string) (s Sampler, err error) {
	if name == "" {
		name = "parentbased_always_on"
	}
	n, err := ParseShare(share)
	if err != nil {
		return s, err
	}
	root, based := strings.CutPrefix(name, "parentbased_")
	s.parents = based
	switch root {
	case "always_on":
		s.fraction = newFraction(1)
	case "always_off":
	case "traceidratio":
		s.fraction = newFraction(n)
	default:
		return s, fmt.Errorf("must be always_on, always_off, traceidratio, or one of these after parentbased_, not %q", name)
	}
	return s, nil
}

// ParseShare reads the value of OTEL_TRACES_SAMPLER_ARG; "" is 1.
func ParseShare(text string) (float64, error) {
	if text == "" {
		return 1, nil
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || n < 0 || n > 1 {
		return 0, errors.New("must be a number from 0 to 1")
	}
	return n, nil
}
