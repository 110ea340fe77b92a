package app

import (
	"testing"

	"svcx/internal/deliver"
)

// Deliveries leave file descriptors to requests, files and the database.
func TestFault114DeliveriesStayUnderTheLimit(t *testing.T) {
	for descriptors, want := range map[int]int{1 << 20: deliver.MaxInFlight, 4096: 1024, 1024: 256, 64: 16, 3: 1} {
		if got := maxInFlight(descriptors); got != want {
			t.Errorf("%d of %d descriptors, want %d", got, descriptors, want)
		}
	}
}
