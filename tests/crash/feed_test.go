package crash

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// catchUpWithin bounds how long a reader may take to reach the end of its feed.
const catchUpWithin = time.Minute

// feedReader is a channel's reader, which is killed repeatedly.
type feedReader struct {
	*run
	channel *channel
	files   string
	random  *rand.Rand
}

// feeds kills the readers of all channels' feeds, and the service, while senders
// write. In the end every reader has read every event, in order, from every position
// that it stored.
func (r *run) feeds() {
	l := r.startLoad()
	var done, betweenPages atomic.Int64
	var reading sync.WaitGroup
	var readers []*feedReader
	dir := newFolder(r.t)
	end := make(chan struct{})
	for _, w := range r.workspaces {
		for _, c := range w.channels {
			f := &feedReader{run: r, channel: c, files: filepath.Join(dir, c.place), random: rand.New(rand.NewPCG(r.random.Uint64(), r.random.Uint64()))}
			readers = append(readers, f)
			reading.Go(func() {
				for done.Load() < int64(r.readerKills) {
					between, err := f.killOne()
					if err != nil {
						r.found.add(wrong, "the reader of %s: %v", c.place, err)
						return
					}
					done.Add(1)
					betweenPages.Add(int64(b2i(between)))
				}
				select {
				case <-end:
				case <-r.t.Context().Done():
					return
				}
				if err := f.catchUp(); err != nil {
					r.found.add(wrong, "the reader of %s: %v", c.place, err)
				}
			})
		}
	}
	for n := range r.kills {
		// Kills of the service are spread over the kills of the readers.
		for done.Load() < int64(r.readerKills*(n+1)/(r.kills+1)) && r.found.count(wrong) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		r.faults[killed]++
		if err := r.kill(); err != nil {
			r.t.Error(err)
			break
		}
	}
	for done.Load() < int64(r.readerKills) && r.found.count(wrong) == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	l.stop()
	close(end)
	reading.Wait()
	events := 0
	for _, f := range readers {
		events += f.verify()
	}
	r.report(fmt.Sprintf("%d kills of readers, %d of them between a page and its position, %d events in feeds", done.Load(), betweenPages.Load(), events))
	if events == 0 || betweenPages.Load() == 0 {
		r.t.Error("no reader was killed after a page: the run shows nothing")
	}
}

// start starts the reader. pages has a line for each page that it has read and whose
// position it stores when it gets an answer.
func (f *feedReader) start() (process *exec.Cmd, pages <-chan string, answer io.Writer, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, nil, err
	}
	process = exec.Command(self)
	process.Env = append(cleanEnvironment(), feedReaderPath+"="+f.service.url()+"/api/webhooks/custom/"+f.channel.id+"/feed",
		feedReaderKey+"="+f.channel.key, feedReaderFiles+"="+f.files)
	process.SysProcAttr = dieWithUs()
	process.Stderr = os.Stderr
	said, err := process.StdoutPipe()
	if err != nil {
		return nil, nil, nil, err
	}
	in, err := process.StdinPipe()
	if err != nil {
		return nil, nil, nil, err
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(said); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	return process, lines, in, process.Start()
}

// kill kills the reader.
func kill(process *exec.Cmd, pages <-chan string) {
	process.Process.Kill()
	for range pages {
	}
	process.Wait()
}

// killOne starts the reader and kills it: after one of its first pages, before it
// stores its position, or at any time.
func (f *feedReader) killOne() (between bool, err error) {
	process, pages, answer, err := f.start()
	if err != nil {
		return false, err
	}
	defer kill(process, pages)
	good := f.random.IntN(4)
	late := time.After(time.Duration(20+f.random.IntN(1000)) * time.Millisecond)
	for {
		select {
		case _, ok := <-pages:
			switch {
			case !ok:
				return false, errors.New("it has ended by itself")
			case good == 0:
				return true, nil
			}
			good--
			if _, err := io.WriteString(answer, "\n"); err != nil {
				return false, err
			}
		case <-late:
			return false, nil
		}
	}
}

// catchUp lets the reader read to the end of the feed, which no longer grows.
func (f *feedReader) catchUp() error {
	all, err := f.all()
	if err != nil || len(all) == 0 {
		return err
	}
	process, pages, answer, err := f.start()
	if err != nil {
		return err
	}
	defer kill(process, pages)
	late := time.After(catchUpWithin)
	for {
		stored, err := os.ReadFile(f.files + ".position")
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		if string(stored) == string(all[len(all)-1].ID) {
			return nil
		}
		select {
		case _, ok := <-pages:
			if !ok {
				return errors.New("it has ended by itself")
			}
			if _, err := io.WriteString(answer, "\n"); err != nil {
				return err
			}
		case <-time.After(10 * time.Millisecond):
		case <-late:
			return fmt.Errorf("it is at %q after %v, the last event is %s", stored, catchUpWithin, all[len(all)-1].ID)
		}
	}
}

// all reads the whole feed.
func (f *feedReader) all() (all []fedEvent, err error) {
	for after := number("0"); ; {
		var page feedPage
		if err := f.read(fmt.Sprintf("/api/webhooks/custom/%s/feed?after=%s&limit=100", f.channel.id, after), f.channel.header(), &page); err != nil {
			return nil, err
		}
		all, after = append(all, page.Data...), page.NextAfter
		if !page.HasMore {
			return all, nil
		}
	}
}

// verify compares what was written with the feed, and the feed with what its reader
// read, and returns the number of events.
func (f *feedReader) verify() int {
	all, err := f.all()
	if err != nil {
		f.found.add(wrong, "%v", err)
		return 0
	}
	marks := make(map[string][]string)
	ids := make(map[string]bool)
	for _, e := range all {
		thread := marks[e.Event.ConversationID]
		if e.Sequence != len(thread)+1 {
			f.found.add(disordered, "%s: event %d of %s came as %d", f.channel.place, e.Sequence, e.Event.ConversationID, len(thread)+1)
		}
		if ids[e.WebhookID] {
			f.found.add(doubled, "%s: %s is there twice", f.channel.place, e.WebhookID)
		}
		marks[e.Event.ConversationID], ids[e.WebhookID] = append(thread, e.Event.mark()), true
	}
	for _, conv := range f.conversations {
		if conv.channel != f.channel {
			continue
		}
		var expected [][]expectation
		for _, tr := range conv.tracks {
			expected = append(expected, tr.events(conv.channel.workspace.form))
		}
		f.compare("the feed of "+f.channel.place+" "+conv.external, "event", marks[conv.external], expected)
	}
	met, err := os.ReadFile(f.files + ".met")
	if err != nil {
		f.found.add(wrong, "%v", err)
		return len(all)
	}
	f.found.reader(f.channel.place, string(met), all)
	return len(all)
}

// reader checks what a reader read: from each position at which it resumed, what
// follows that, in order, as far as it got. A position is never beyond what it had
// read before, and in the end it has read everything.
func (found *findings) reader(name, met string, all []fedEvent) {
	place := map[string]int{"0": 0} // after an id
	for i, e := range all {
		place[string(e.ID)] = i + 1
	}
	at, reached := -1, 0
	lines := strings.Split(met, "\n")
	for i, line := range lines {
		if line == "" {
			continue
		}
		if after, begins := strings.CutPrefix(line, "from "); begins {
			known := false
			if at, known = place[after]; !known || at > reached {
				found.add(lost, "%s: its reader went on from %s and had met %d events", name, after, reached)
				return
			}
			continue
		}
		cut := i == len(lines)-1 || strings.HasPrefix(lines[i+1], "from ")
		switch {
		case at < 0 || at >= len(all):
			found.add(wrong, "%s: its reader met %q, which was not to be", name, line)
			return
		case line == all[at].line():
			at++
			reached = max(reached, at)
		case cut && strings.HasPrefix(all[at].line(), line):
			// Cut off by a kill: its position was not stored.
		default:
			found.add(lost, "%s: its reader met %q in place of %q", name, line, all[at].line())
			return
		}
	}
	if reached != len(all) {
		found.add(lost, "%s: its reader met %d events of %d", name, reached, len(all))
	}
}

// TestFeedReaderNotices: the comparison of readers finds each kind of fault.
func TestFeedReaderNotices(t *testing.T) {
	all := []fedEvent{{ID: "1", WebhookID: "a"}, {ID: "2", WebhookID: "b"}, {ID: "5", WebhookID: "c"}}
	met := func(events ...int) (text string) {
		for _, n := range events {
			text += all[n].line() + "\n"
		}
		return text
	}
	for _, tt := range []struct {
		name, met, want string
	}{
		{"all at once", "\nfrom 0\n" + met(0, 1, 2), ""},
		{"some twice", "\nfrom 0\n" + met(0, 1) + "\nfrom 1\n" + met(1, 2) + "\nfrom 0\n" + met(0) + "\nfrom 5\n", ""},
		{"cut off", "\nfrom 0\n" + met(0) + all[1].line()[:3] + "\nfrom 1\n" + met(1, 2), ""},
		{"one is missing", "\nfrom 0\n" + met(0, 2), lost},
		{"the last is missing", "\nfrom 0\n" + met(0, 1), lost},
		{"the position is ahead", "\nfrom 0\n" + met(0) + "\nfrom 2\n" + met(2), lost},
		{"two change places", "\nfrom 0\n" + met(1, 0, 2), lost},
		{"one twice in a row", "\nfrom 0\n" + met(0, 0, 1, 2), lost},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := &findings{}
			found.reader("feed", tt.met, all)
			if tt.want == "" && len(found.by) != 0 || tt.want != "" && found.by[tt.want] == 0 {
				t.Errorf("found %v, want %q", found.told, tt.want)
			}
		})
	}
}
