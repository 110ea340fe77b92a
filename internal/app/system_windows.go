package app

import (
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// levelSignals receives nothing: there is no such signal.
func levelSignals() (signaled chan os.Signal, stop func()) { return nil, func() {} }

// descriptors has no limit that a process could ask for.
func descriptors() int { return math.MaxInt32 }

// freeSpace is how many bytes can be written to the file system of a folder.
func freeSpace(dir string) (int64, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, err
	}
	return int64(min(free, math.MaxInt64)), nil
}
