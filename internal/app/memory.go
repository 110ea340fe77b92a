package app

import (
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

const (
	// minMemoryLimit is the lowest limit: with less, the process would mostly
	// collect garbage.
	minMemoryLimit = 64 << 20

	// maxBodies bounds the memory of request bodies on any machine. More than the
	// database can write while a sender waits would be of no use.
	maxBodies = 160 << 20
)

// limitMemory sets the process's memory limit and returns it; math.MaxInt64 means
// no limit. The setting wins over GOMEMLIMIT, which wins over 80 % of what the
// container or machine has.
func (c *Config) limitMemory() int64 {
	switch has := memoryOf(os.DirFS("/")); {
	case c.MemoryLimit > 0:
		debug.SetMemoryLimit(int64(c.MemoryLimit))
	case os.Getenv("GOMEMLIMIT") != "":
	case has > 0:
		debug.SetMemoryLimit(max(has/5*4, minMemoryLimit))
	}
	return debug.SetMemoryLimit(-1)
}

// budgetOf is the share of a memory limit that request bodies may take: a quarter,
// which leaves room for their garbage and for everything else. Answers may take half
// as much.
func budgetOf(limit int64) int64 { return min(limit/4, maxBodies) }

// memoryOf is what the process may use, in bytes: the limit of its cgroup or of one
// above it (version 2 or 1), or what the machine has; 0 if neither is known.
func memoryOf(root fs.FS) int64 {
	has := int64(math.MaxInt64)
	if total := memoryTotal(root); total > 0 {
		has = total
	}
	for line := range strings.Lines(readText(root, "proc/self/cgroup")) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(rest, ":")
		switch {
		case controllers == "":
			has = min(has, leastOf(root, "sys/fs/cgroup", group, "memory.max"))
		case strings.Contains(","+controllers+",", ",memory,"):
			has = min(has, leastOf(root, "sys/fs/cgroup/memory", group, "memory.limit_in_bytes"))
		}
	}
	if has == math.MaxInt64 {
		return 0
	}
	return has
}

// leastOf is the lowest limit of a group and those above it. In a container the
// group's path may be the host's, of which only the root exists.
func leastOf(root fs.FS, mount, group, name string) int64 {
	least := int64(math.MaxInt64)
	for at := path.Clean("/" + group); ; at = path.Dir(at) {
		// "max" does not parse and is no limit.
		if n, err := strconv.ParseInt(strings.TrimSpace(readText(root, path.Join(mount, at, name))), 10, 64); err == nil && n > 0 {
			least = min(least, n)
		}
		if at == "/" {
			return least
		}
	}
}

func memoryTotal(root fs.FS) int64 {
	for line := range strings.Lines(readText(root, "proc/meminfo")) {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			kib, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kib << 10
		}
	}
	return 0
}

// readText is a file's text; "" if it cannot be read.
func readText(root fs.FS, name string) string {
	b, _ := fs.ReadFile(root, name)
	return string(b)
}
