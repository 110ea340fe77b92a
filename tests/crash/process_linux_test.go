package crash

import "syscall"

// dieWithUs makes the kernel kill a process when the test's process ends, for whatever
// reason.
func dieWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
