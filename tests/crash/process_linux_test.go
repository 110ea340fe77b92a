package crash

import "syscall"

// dieWithUs has the kernel kill a process when the test's ends, however that ends.
func dieWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
