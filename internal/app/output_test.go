package app

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// gate is a reader of lines that can block or fail.
type gate struct {
	mu    sync.Mutex
	fails bool
	got   strings.Builder
}

func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.fails {
		return 0, errors.New("no reader")
	}
	return g.got.Write(p)
}

func (g *gate) text() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.got.String()
}

// A reader that stopped reading the log without closing it blocked every goroutine that
// logged something (similar to fault 101).
func TestFault101LogWhoseReaderSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reader, writer := io.Pipe()
		lost := make(chan int, 1)
		lines := &output{to: writer, patience: outputPatience, lost: func(n int) { lost <- n }}
		began := time.Now()
		write := func(text string) {
			if n, err := lines.Write([]byte(text)); n != len(text) || err != nil {
				t.Errorf("a write: %d, %v", n, err)
			}
		}
		line := strings.Repeat("x", 1<<10)
		for range 2000 {
			write(line)
		}
		if waited := time.Since(began); waited != outputPatience {
			t.Errorf("writers wait %s although nothing is read", waited)
		}
		// The bytes are bounded, and lost lines are counted.
		kept := maxUnwritten >> 10
		if _, err := io.ReadFull(reader, make([]byte, kept<<10)); err != nil {
			t.Fatal(err)
		}
		if n := <-lost; n != 2000-kept {
			t.Errorf("%d lines are lost, want %d", n, 2000-kept)
		}
		synctest.Wait()
		// From here on a line is written when Write returns.
		go write("last")
		if _, err := io.ReadFull(reader, make([]byte, 4)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
	})
}

// Failed writes are lost, and reported when one succeeds again.
func TestFault101LogThatCannotBeWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to, lost := &gate{fails: true}, make(chan int, 1)
		lines := &output{to: to, patience: outputPatience, lost: func(n int) { lost <- n }}
		for range 3 {
			if _, err := lines.Write([]byte("lost\n")); err != nil {
				t.Error(err)
			}
		}
		to.mu.Lock()
		to.fails = false
		to.mu.Unlock()
		lines.Write([]byte("a\n"))
		lines.Write([]byte("b\n"))
		if n := <-lost; n != 3 || to.text() != "a\nb\n" {
			t.Errorf("%d lost, %q written", n, to.text())
		}
	})
}

func TestFault101LogOnAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	out, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	log := NewLog(Config{LogLevel: "info"}, full)
	log.Info("nowhere") // and nothing happens
	log = NewLog(Config{LogLevel: "info"}, out)
	log.Info("somewhere")
	text, err := os.ReadFile(out.Name())
	var line struct{ Msg string }
	if err != nil || json.Unmarshal(text, &line) != nil || line.Msg != "somewhere" {
		t.Errorf("%s, %v", text, err)
	}
}
