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

// bulky makes events of 64 KiB.
type bulky struct{}

func (bulky) Encode(_ context.Context, _ svcx.WorkspaceID, events []live.Event) ([][]byte, error) {
	all := make([][]byte, len(events))
	for i := range events {
		all[i] = bytes.Repeat([]byte("x"), 64<<10)
	}
	return all, nil
}

// gate is a client that takes nothing until it is opened.
type gate struct {
	*httptest.ResponseRecorder
	open chan struct{}
	mu   sync.Mutex
}

func (g *gate) Write(b []byte) (int, error) {
	<-g.open
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ResponseRecorder.Write(b)
}

func (g *gate) has(text string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return strings.Contains(g.Body.String(), text)
}

// A reader that lags gets one reset and goes on, and slows nobody.
func TestLaggingReader(t *testing.T) {
	w := newFixture(t, storetest.SQLite(t))
	n := w.node(w.db)
	ctx, cancel := context.WithCancel(t.Context())
	slow := &gate{ResponseRecorder: httptest.NewRecorder(), open: make(chan struct{})}
	over := make(chan struct{})
	go func() {
		defer close(over)
		n.Serve(slow, httptest.NewRequestWithContext(ctx, "GET", "/", nil), live.Subscription{Workspace: w.ws, User: 9, Encoder: bulky{}},
			func(context.Context) error { return nil })
	}()
	quick := w.open(n, "user=1")
	for range 60 { // three times what waits for one reader
		w.write(n.Hub, 1)
		quick.messages(w.written-1, w.written)
	}
	close(slow.open)
	w.write(n.Hub, 1)
	for deadline := time.Now().Add(patience); !slow.has("event: reset\ndata: {\"sequence\":12"); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("there was no reset")
		}
	}
	w.write(n.Hub, 1)
	for deadline := time.Now().Add(patience); !slow.has("id: 124\n"); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("it does not go on")
		}
	}
	cancel()
	<-over
	if resets := strings.Count(slow.Body.String(), "event: reset"); resets != 1 {
		t.Errorf("%d resets", resets)
	}
}

// A reader that takes nothing at all is cut off after ten seconds.
func TestStuckReader(t *testing.T) {
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
			t.Fatal("it is not cut off")
		}
	}
}

// A reader that takes nothing holds up nobody else: were it waited for, the others
// would get nothing here, where it is never cut off.
func TestStuckReaderHoldsUpNobody(t *testing.T) {
	w := newFixture(t, storetest.SQLite(t))
	n := w.patientNode()
	ended := w.stuck(n)
	quick := w.open(n, "user=1")
	for range 50 { // more than what the system takes for a reader
		w.write(n.Hub, 5)
		quick.messages(w.written-5, w.written)
	}
	select {
	case <-ended:
		t.Fatal("the stuck reader has taken everything")
	default:
	}
	n.Hub.Close()
}

// stuck has somebody read the node's stream who takes nothing of it.
func (w *fixture) stuck(n *node) (ended chan struct{}) {
	ended = make(chan struct{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		defer close(ended)
		n.Serve(rw, r, live.Subscription{Workspace: w.ws, User: 9, Encoder: bulky{}}, func(context.Context) error { return nil })
	}))
	// A request may take no longer than this; the stream goes on all the same.
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

// BenchmarkReaders has 200 readers of one workspace at 500 messages a second,
// which is a thousand events, for as long as it runs. cpu is of this process,
// readers and writer included.
func BenchmarkReaders(b *testing.B) {
	const readers, each = 200, 25 // messages in a write, every 50 ms
	w := newFixture(b, storetest.SQLite(b))
	n := w.node(w.db)
	var received atomic.Int64
	var reading sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	client := &http.Client{Transport: &http.Transport{}}
	for i := range readers {
		req, err := http.NewRequestWithContext(ctx, "GET", n.URL+"/?user="+string(rune('0'+i%10))+string(rune('0'+i/10%10)), nil)
		w.must(err)
		res, err := client.Do(req)
		w.must(err)
		reading.Go(func() {
			defer res.Body.Close()
			for buffer := make([]byte, 16<<10); ; {
				k, err := res.Body.Read(buffer)
				received.Add(int64(bytes.Count(buffer[:k], []byte("event: message"))))
				if err != nil {
					return
				}
			}
		})
	}
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
	cancel()
	reading.Wait()
}
