//go:build !unix

package store_test

import "time"

// processorTime is unknown on this platform.
func processorTime() time.Duration { return 0 }
