//go:build !linux

package crash

import "syscall"

func dieWithUs() *syscall.SysProcAttr { return nil }
