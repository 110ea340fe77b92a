package live_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/live"
	"svcx/internal/store/storetest"
)

// largeEvents renders every event as 64 KiB.
type largeEvents struct{}

func (largeEvents) Encode(_ context.Context, _ svcx.WorkspaceID, events []live.Event) ([][]byte, error) {
	all := make([][]byte, len(events))
	for i := range events {
		all[i] = bytes.Repeat([]byte("x"), 64<<10)
	}
	return all, nil
}

// blockedClient is a client that reads nothing until open is closed.
type blockedClient struct {
	*httptest.ResponseRecorder
	open chan struct{}
	mu   sync.Mutex
}

func (g *blockedClient) Write(b []byte) (int, error) {
	<-g.open
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ResponseRecorder.Write(b)
}

func (g *blockedClient) has(text string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.Contains(g.Body.String(), text)
}

// A reader that lags gets one reset and goes on; it does not slow down others.
func TestLaggingReaderGetsOneReset(t *testing.T) {
	t.Parallel()
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	ctx, cancel := context.WithCancel(t.Context())
	slow := &blockedClient{ResponseRecorder: httptest.NewRecorder(), open: make(chan struct{})}
	over := make(chan struct{})
	go func() {
		defer close(over)
		n.Serve(slow, httptest.NewRequestWithContext(ctx, "GET", "/", nil), live.Subscription{Workspace: w.ws, User: 9, Encoder: largeEvents{}},
			func(context.Context) error { return nil })
	}()
	quick := w.open(n, "user=1")
	for range 60 { // three times what is queued for one reader
		w.write(n.Hub, 1)
		quick.messages(w.written-1, w.written)
	}
	close(slow.open)
	w.write(n.Hub, 1)
	for deadline := time.Now().Add(patience); !slow.has("event: reset\ndata: {\"sequence\":12"); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("no reset came")
		}
	}
	w.write(n.Hub, 1)
	for deadline := time.Now().Add(patience); !slow.has("id: 124\n"); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("the stream does not go on")
		}
	}
	cancel()
	<-over
	if resets := strings.Count(slow.Body.String(), "event: reset"); resets != 1 {
		t.Errorf("%d resets", resets)
	}
}

// A reader that reads nothing is cut off after ten seconds.
func TestReaderThatReadsNothingIsCutOff(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	ended := w.stuck(n)
	begin := time.Now()
	for {
		w.write(n.Hub, 5)
		select {
		case <-ended:
			if took := time.Since(begin); took < 9*time.Second {
				t.Errorf("cut off after %s", took)
			}
			return
		case <-time.After(10 * time.Millisecond):
		}
		if time.Since(begin) > 10*patience {
			t.Fatal("the reader is not cut off")
		}
	}
}

// A reader that reads nothing does not hold up others. It is never cut off here, so
// if the hub waited for it, the others would get nothing.
func TestStuckReaderDoesNotHoldUpOthers(t *testing.T) {
	t.Parallel()
	w := newFixture(t, storetest.SQLite(t))
	n := w.nodeWithoutCutoff()
	ended := w.stuck(n)
	quick := w.open(n, "user=1")
	for range 50 { // more than the system's buffers hold
		w.write(n.Hub, 5)
		quick.messages(w.written-5, w.written)
	}
	select {
	case <-ended:
		t.Fatal("the stuck reader has read everything")
	default:
	}
	n.Hub.Close()
}

// stuck opens a stream of the node and reads nothing of it.
func (w *fixture) stuck(n *node) (ended chan struct{}) {
	ended = make(chan struct{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		defer close(ended)
		n.Serve(rw, r, live.Subscription{Workspace: w.ws, User: 9, Encoder: largeEvents{}}, func(context.Context) error { return nil })
	}))
	// The read timeout does not end the stream.
	server.Config.ReadTimeout = time.Second
	server.Start()
	w.Cleanup(server.Close)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	w.must(err)
	w.Cleanup(func() { conn.Close() })
	conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	_, err = conn.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
	w.must(err)
	return ended
}

// BenchmarkReaders has 200 readers of one workspace at 500 messages a second, which
// are a thousand events. %cpu is that of this process, readers and writer included.
func BenchmarkReaders(b *testing.B) {
	const each = 25 // messages in a write, every 50 ms
	w := newFixture(b, storetest.SQLite(b))
	n := w.node(w.db)
	received, leave := w.readers(n, "event: message")
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	cpu, begin := processTime(), time.Now()
	b.ResetTimer()
	for range b.N {
		<-tick.C
		w.write(n.Hub, each)
	}
	want := int64(w.written) * readers
	for deadline := time.Now().Add(patience); received.Load() < want && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	b.StopTimer()
	took := time.Since(begin)
	runtime.ReadMemStats(&after)
	if received.Load() != want {
		b.Errorf("%d messages were received, not %d", received.Load(), want)
	}
	b.ReportMetric(float64(w.written)/took.Seconds(), "messages/s")
	b.ReportMetric(100*(processTime()-cpu).Seconds()/took.Seconds(), "%cpu")
	b.ReportMetric(float64(after.Sys)/(1<<20), "MB")
	leave()
}

// readers is how many readers a benchmark has.
const readers = 200

// readers opens the streams of members, and counts what has a text in them.
func (w *fixture) readers(n *node, text string) (received *atomic.Int64, leave func()) {
	received = new(atomic.Int64)
	var reading sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	client := &http.Client{Transport: &http.Transport{}}
	for i := range readers {
		req, err := http.NewRequestWithContext(ctx, "GET", n.URL+"/?alive&user="+string(rune('0'+i%10))+string(rune('0'+i/10%10)), nil)
		w.must(err)
		res, err := client.Do(req)
		w.must(err)
		reading.Go(func() {
			defer res.Body.Close()
			for buffer := make([]byte, 16<<10); ; {
				k, err := res.Body.Read(buffer)
				received.Add(int64(bytes.Count(buffer[:k], []byte(text))))
				if err != nil {
					return
				}
			}
		})
	}
	return received, func() {
		cancel()
		reading.Wait()
	}
}

// BenchmarkQuietReaders has 200 readers to whom nothing comes but the sign, each second, that the
// server is there.
func BenchmarkQuietReaders(b *testing.B) {
	w := newFixture(b, storetest.SQLite(b))
	received, leave := w.readers(w.node(w.db), "event: alive")
	cpu, begin := processTime(), time.Now()
	b.ResetTimer()
	for received.Load() < int64(b.N*readers) {
		time.Sleep(10 * time.Millisecond)
	}
	b.StopTimer()
	b.ReportMetric(100*(processTime()-cpu).Seconds()/time.Since(begin).Seconds(), "%cpu")
	leave()
}
