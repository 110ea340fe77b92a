//go:build unix

package app

import (
	"os"
	"syscall"
)

// lockFile takes an exclusive lock or fails at once.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
