package limit

import "testing"

func TestBreakerLetsOneAttemptThroughPerPause(t *testing.T) {
	c := newClock()
	var b breaker
	for i := range breakAfter {
		if !b.allow(c.now()) {
			t.Fatalf("kept away after %d failures", i)
		}
		b.failed(c.now())
	}
	if b.allow(c.now()) {
		t.Error("allowed right after the failures")
	}
	c.add(breakFor)
	if !b.allow(c.now()) || b.allow(c.now()) || b.allow(c.now()) {
		t.Error("want exactly one attempt after the pause")
	}
	b.failed(c.now())
	c.add(breakFor - 1)
	if b.allow(c.now()) {
		t.Error("allowed before the pause is over")
	}
	c.add(1)
	if !b.allow(c.now()) {
		t.Error("no second attempt")
	}
	b.succeeded()
	if !b.allow(c.now()) || !b.allow(c.now()) {
		t.Error("kept away after a success")
	}
	// One failure after a success is one failure.
	b.failed(c.now())
	if !b.allow(c.now()) {
		t.Error("kept away after a single failure")
	}
}

func TestBreakerClockSetBack(t *testing.T) {
	c := newClock()
	var b breaker
	for range breakAfter {
		b.failed(c.now())
	}
	c.add(-24 * breakFor * 3600)
	if !b.allow(c.now()) {
		t.Error("kept away for a day by the clock")
	}
}
