//go:build !linux

package bench

import (
	"errors"
	"time"
)

// errUnknown leaves out a figure that only Linux provides.
var errUnknown = errors.New("not known on this system")

type processMemory struct{ now, peak int64 }

func processCPU(int) (time.Duration, error) { return 0, errUnknown }
func memoryOf(int) (processMemory, error)   { return processMemory{}, errUnknown }
func parentOf(int, string) (int, error)     { return 0, errUnknown }
func familyCPU(int) (time.Duration, error)  { return 0, errUnknown }
func ownCPU() (time.Duration, error)        { return 0, errUnknown }

// InMemory always reports false here.
func InMemory(string) (bool, error) { return false, nil }
