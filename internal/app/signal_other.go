//go:build !unix

package app

import "os"

// levelSignals receives nothing: there is no such signal.
func levelSignals() (signaled chan os.Signal, stop func()) { return nil, func() {} }
