//go:build unix

package files

import (
	"os"
	"syscall"
)

// lockFile takes an exclusive lock or fails at once. The lock is released when the
// process ends, however it ends.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
