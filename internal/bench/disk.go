package bench

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"time"
)

// probeTime is how long the disk is measured.
const probeTime = time.Second

// measureDisk writes 4 KiB and syncs in a loop: the least that a commit costs in this
// folder, against which all other figures are to be read.
func measureDisk(dir string) (Disk, error) {
	f, err := os.CreateTemp(dir, "fsync-*")
	if err != nil {
		return Disk{}, fmt.Errorf("measuring the disk: %w", err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	block := make([]byte, 4<<10)
	var times []time.Duration
	began := time.Now()
	for time.Since(began) < probeTime {
		start := time.Now()
		if _, err := f.Write(block); err != nil {
			return Disk{}, fmt.Errorf("measuring the disk: %w", err)
		}
		if err := f.Sync(); err != nil {
			return Disk{}, fmt.Errorf("measuring the disk: %w", err)
		}
		times = append(times, time.Since(start))
	}
	elapsed := time.Since(began)
	slices.Sort(times)
	return Disk{FsyncsPerSecond: float64(len(times)) / elapsed.Seconds(), FsyncMS: percentile(times, 50)}, nil
}

// logWatch observes the embedded database's write-ahead log during a phase.
type logWatch struct {
	path  string
	end   chan struct{}
	ended chan struct{}
	peak  int64
	first uint32
}

const watchEvery = 200 * time.Millisecond

// watchLog starts observing; without a path it finds nothing.
func watchLog(path string) *logWatch {
	w := &logWatch{path: path, end: make(chan struct{}), ended: make(chan struct{})}
	w.first, _ = logGeneration(path)
	go w.run()
	return w
}

func (w *logWatch) run() {
	defer close(w.ended)
	for {
		if info, err := os.Stat(w.path); err == nil {
			w.peak = max(w.peak, info.Size())
		}
		select {
		case <-w.end:
			return
		case <-time.After(watchEvery):
		}
	}
}

func (w *logWatch) stop() *Log {
	close(w.end)
	<-w.ended
	last, ok := logGeneration(w.path)
	if !ok || w.peak == 0 {
		return nil
	}
	return &Log{PeakBytes: w.peak, Rounds: int(last - w.first)}
}

// logGeneration reads the number in the log's header that SQLite increments when it
// restarts the log, after everything in it has been copied to the database file.
func logGeneration(path string) (n uint32, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	var header [16]byte
	if _, err := f.ReadAt(header[:], 0); err != nil {
		return 0, false
	}
	return binary.BigEndian.Uint32(header[12:]), true
}
