//go:build unix

package files

import (
	"os"
	"syscall"
)

// lockFile takes an exclusive lock without waiting for it. It ends with the
// process, however that ends.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
