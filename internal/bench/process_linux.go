package bench

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// tick is the unit of times in /proc: 10 ms on every Linux that Go supports.
const tick = 10 * time.Millisecond

// processMemory is resident memory in bytes.
type processMemory struct{ now, peak int64 }

// statOf reads /proc/PID/stat: the program's name, and the fields after it, of which the
// first is the third of the line.
func statOf(pid int) (name string, fields [][]byte, err error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", nil, err
	}
	// The name is in parentheses and may contain anything.
	begin, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if begin < 0 || end < begin {
		return "", nil, fmt.Errorf("/proc/%d/stat names no program", pid)
	}
	if fields = bytes.Fields(stat[end+1:]); len(fields) < 15 {
		return "", nil, fmt.Errorf("/proc/%d/stat has %d fields", pid, len(fields))
	}
	return string(stat[begin+1 : end]), fields, nil
}

// ticks adds up some of the fields.
func ticks(fields [][]byte) (d time.Duration, err error) {
	for _, f := range fields {
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0, err
		}
		d += time.Duration(n) * tick
	}
	return d, nil
}

// processCPU is the CPU time of all threads of a process.
func processCPU(pid int) (time.Duration, error) {
	_, fields, err := statOf(pid)
	if err != nil {
		return 0, err
	}
	return ticks(fields[11:13]) // utime and stime
}

// parentOf is the parent of a process of the program with the name.
func parentOf(pid int, program string) (int, error) {
	name, fields, err := statOf(pid)
	if err != nil {
		return 0, err
	}
	if name != program {
		return 0, fmt.Errorf("process %d is %s, not %s", pid, name, program)
	}
	return strconv.Atoi(string(fields[1]))
}

// familyCPU is the CPU time of a process and of its children, those that have ended
// included.
func familyCPU(pid int) (time.Duration, error) {
	_, fields, err := statOf(pid)
	if err != nil {
		return 0, err
	}
	all, err := ticks(fields[11:15]) // utime, stime, and those of children that have ended
	if err != nil {
		return 0, err
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		child, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		_, fields, err := statOf(child)
		if err != nil || string(fields[1]) != strconv.Itoa(pid) {
			continue // it has ended, or is another's
		}
		own, err := ticks(fields[11:13])
		if err != nil {
			return 0, err
		}
		all += own
	}
	return all, nil
}

func memoryOf(pid int) (m processMemory, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return m, err
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		into := map[string]*int64{"VmRSS": &m.now, "VmHWM": &m.peak}[name]
		if into == nil {
			continue
		}
		kib, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		if err != nil {
			return m, err
		}
		*into = kib << 10
	}
	return m, nil
}

// ownCPU is the CPU time of this process.
func ownCPU() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// Magic numbers of file systems in memory.
const (
	tmpfsMagic = 0x01021994
	ramfsMagic = 0x858458f6
)

// InMemory reports whether a folder is on a file system in memory, where an fsync costs
// nothing.
func InMemory(dir string) (bool, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return false, fmt.Errorf("finding the file system of %s: %w", dir, err)
	}
	magic := uint32(fs.Type)
	return magic == tmpfsMagic || magic == ramfsMagic, nil
}
