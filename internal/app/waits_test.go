package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/emersion/go-smtp"

	"svcx"
	"svcx/internal/files"
	"svcx/internal/limit"
	"svcx/internal/mail"
	"svcx/internal/outage"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// patient is the short timeout of outside services in these tests, and slack how much
// longer a call may take on a busy machine.
const (
	patient = 250 * time.Millisecond
	slack   = 5 * time.Second
)

// sekret is the password everywhere: no log line and no error may contain it.
const sekret = "sekret-pass"

// fixture is the clock and log of a test.
type fixture struct {
	*testing.T
	log lines
	// ahead is how far the clock is ahead.
	ahead atomic.Int64
}

func (w *fixture) now() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }

func (w *fixture) logger() *slog.Logger { return slog.New(slog.NewTextHandler(&w.log, nil)) }

// lines is a log for concurrent writers.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// outside is an outside service that svcx waits for.
type outside struct {
	// target starts a real one, and open returns a client of it at another address.
	target func(*testing.T) string
	open   func(w *fixture, address string) use
	// halves are numbers of bytes of the answer after which it stops.
	halves []int
	// usual is the default timeout, and want its expected value.
	usual, want time.Duration
	// begin and end are the log lines of an outage; "" if each caller gets an error.
	begin, end string
}

// use is a call, and the error that its caller gets when the peer stops, if any.
type use struct {
	call func(context.Context) error
	kind func(error) bool
}

func usual(s3 func(files.S3Times) time.Duration) time.Duration {
	s, err := files.OpenS3("s3://key:secret@127.0.0.1:1/bucket?tls=false", files.NewDir("."))
	if err != nil {
		return 0
	}
	return s3(s.Times)
}

var outsides = map[string]outside{
	"Redis, a request is counted": {
		target: redisTarget, open: countIt, halves: []int{3}, usual: limit.RedisTimeout, want: 100 * time.Millisecond,
		begin: "Redis does not answer", end: "Redis answers again",
	},
	// It stops in the greeting, after it, in the answers to EHLO, MAIL, RCPT and
	// DATA, and before the message is accepted.
	"mail server, an e-mail is sent": {
		target: mailTarget, open: sendEmail, halves: []int{5, 90, 200, 240, 280}, usual: mail.AttemptTime, want: 20 * time.Second,
		begin: "mail cannot be sent", end: "mail can be sent again",
	},
	"S3, a file is stored": {
		target: s3Target, open: storeFile, halves: []int{5}, usual: usual(func(t files.S3Times) time.Duration { return t.Store }), want: time.Minute,
		begin: "files cannot be stored", end: "files can be stored again",
	},
	"S3, a file is deleted": {
		target: s3Target, open: deleteFile, halves: []int{5}, usual: usual(func(t files.S3Times) time.Duration { return t.Ask }), want: 20 * time.Second,
		begin: "files cannot be deleted", end: "files can be deleted again",
	},
	// The first half is in the header, the others in the content.
	"S3, a file is read": {
		target: s3Target, open: readFile, halves: []int{5, 5_000, 50_000}, usual: usual(func(t files.S3Times) time.Duration { return t.Piece }), want: 10 * time.Second,
		begin: "files cannot be read", end: "files can be read again",
	},
	"a receiver": {
		target: receiverTarget, open: callReceiver, halves: []int{5}, usual: safehttp.DefaultTimeout, want: 10 * time.Second,
	},
	"outside media": {
		target: receiverTarget, open: fetchMedia, halves: []int{5}, usual: safehttp.DefaultTimeout, want: 10 * time.Second,
	},
}

// Every wait for an outside service has a timeout, whether the service does not answer
// or stops in the middle. An outage of a service in constant use is logged once when it
// begins and once when it ends, not for each call (fault 102 and similar ones).
func TestEveryWaitIsBounded(t *testing.T) {
	for name, o := range outsides {
		if o.usual != o.want {
			t.Errorf("%s: the bound is %s, not %s", name, o.usual, o.want)
		}
		for _, most := range append([]int{0}, o.halves...) {
			t.Run(fmt.Sprintf("%s, %d bytes", name, most), func(t *testing.T) {
				t.Parallel()
				o.run(&fixture{T: t}, most)
			})
		}
	}
}

func (o outside) run(t *fixture, most int) {
	through := before(t.T, o.target(t.T))
	u := o.open(t, through.address())
	call := func() error {
		t.Helper()
		began := time.Now()
		err := u.call(t.Context())
		if took := time.Since(began); took > patient+slack {
			t.Errorf("it took %s", took)
		}
		if err != nil && strings.Contains(err.Error(), sekret) {
			t.Errorf("the error shows the password: %v", err)
		}
		return err
	}
	if err := call(); err != nil {
		t.Fatalf("before: %v", err)
	}
	through.stops(most)
	for range 2 {
		if err := call(); !u.kind(err) {
			t.Errorf("it answers nothing: %v", err)
		}
	}
	t.lines(o.begin, 1)
	t.lines(o.end, 0)

	through.works()
	t.ahead.Add(int64(2 * time.Second)) // the pause of a breaker
	var err error
	for range 20 { // connections that are gone are found out one by one
		if err = call(); err == nil {
			break
		}
	}
	if err != nil {
		t.Errorf("after: %v", err)
	}
	t.lines(o.begin, 1)
	t.lines(o.end, 1)
	if log := t.log.String(); strings.Contains(log, sekret) {
		t.Errorf("the log shows the password:\n%s", log)
	}
}

// lines fails the test unless the log has a text that many times.
func (w *fixture) lines(text string, want int) {
	w.Helper()
	if log := w.log.String(); text != "" && strings.Count(log, text) != want {
		w.Errorf("not %d times %q in the log:\n%s", want, text, log)
	}
}

func isUnavailable(err error) bool { return svcx.KindOf(err) == svcx.KindUnavailable }

func isTimeout(err error) bool { return safehttp.Code(err) == safehttp.CodeTimeout }

func failed(err error) bool { return err != nil }

func redisTarget(t *testing.T) string {
	s := miniredis.RunT(t)
	s.RequireAuth(sekret)
	return s.Addr()
}

// countIt uses Redis: while it does not answer, the node counts for itself, and the
// caller gets no error.
func countIt(w *fixture, address string) use {
	a := &App{Config: Config{RedisURL: "redis://:" + sekret + "@" + address, RateLimit: 1000, MagicLinkRateLimit: 1000}, Log: w.logger(), now: w.now}
	requests, links, err := a.limiters()
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { a.redis.Close() })
	return use{
		call: func(ctx context.Context) error {
			if !requests.Take(ctx, "client").Allowed || !links.Take(ctx, "client").Allowed {
				return errors.New("refused")
			}
			return nil
		},
		kind: func(err error) bool { return err == nil },
	}
}

type mailbox struct{}

func (mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return mailbox{}, nil }
func (mailbox) Mail(string, *smtp.MailOptions) error        { return nil }
func (mailbox) Rcpt(string, *smtp.RcptOptions) error        { return nil }
func (mailbox) Reset()                                      {}
func (mailbox) Logout() error                               { return nil }
func (mailbox) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

func mailTarget(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := smtp.NewServer(mailbox{})
	s.Domain = "mail.test"
	s.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)
	go s.Serve(listener)
	t.Cleanup(func() { s.Close() })
	return listener.Addr().String()
}

// sendEmail uses the mail server: no caller waits for an e-mail, failures are logged.
func sendEmail(w *fixture, address string) use {
	post, err := mail.New(mail.Options{URL: "smtp://" + address, From: "inbox@inbox.test", Retry: []time.Duration{}, Attempt: patient, Now: w.now, Log: w.logger()})
	if err != nil {
		w.Fatal(err)
	}
	return use{
		call: func(ctx context.Context) error {
			// All waiting e-mails are sent, or lost, before Run returns.
			ended, end := context.WithCancel(ctx)
			end()
			post.Send(svcx.Email{To: "ann@acme.test", Token: "to-ken"})
			post.Run(ended, "https://inbox.test")
			return nil
		},
		kind: func(err error) bool { return err == nil },
	}
}

// s3Target is a minimal S3 server.
func s3Target(t *testing.T) string {
	content := bytes.Repeat([]byte("x"), 100_000)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("ETag", `"etag"`)
		switch r.Method {
		case http.MethodGet, http.MethodHead:
			http.ServeContent(w, r, "", time.Unix(1_800_000_000, 0), bytes.NewReader(content))
		case http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func (w *fixture) s3(address string) *storage {
	w.Helper()
	s, err := files.OpenS3("s3://access:"+sekret+"@"+address+"/bucket?tls=false", files.NewDir(filepath.Join(w.TempDir(), "files")))
	if err != nil {
		w.Fatal(err)
	}
	s.Times = files.S3Times{Store: patient, Ask: patient, Piece: patient}
	return newStorage(s, "SVCX_FILES_URL", w.now, w.logger())
}

func storeFile(w *fixture, address string) use {
	b := blobs{w.s3(address)}
	return use{kind: isUnavailable, call: func(ctx context.Context) error {
		_, _, _, err := b.Put(ctx, strings.NewReader("content"), 1<<20, ".txt")
		return err
	}}
}

const someBlob = "00112233445566778899aabbccddeeff"

func deleteFile(w *fixture, address string) use {
	s := w.s3(address)
	return use{kind: failed, call: func(ctx context.Context) error { return s.Delete(ctx, someBlob) }}
}

func readFile(w *fixture, address string) use {
	s := w.s3(address)
	return use{kind: failed, call: func(ctx context.Context) error {
		content, err := s.Open(ctx, someBlob)
		if err != nil {
			return err
		}
		defer content.Close()
		all, err := io.ReadAll(content)
		if err == nil && len(all) != 100_000 {
			err = fmt.Errorf("%d bytes", len(all))
		}
		return err
	}}
}

func receiverTarget(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, "ok")
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func strict(resolver safehttp.Resolver) *safehttp.Client {
	return safehttp.New(safehttp.Options{AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AllowHTTP: true, Timeout: patient, Resolver: resolver})
}

func callReceiver(_ *fixture, address string) use {
	c := strict(nil)
	return use{kind: isTimeout, call: func(ctx context.Context) error {
		_, err := c.Post(ctx, "http://"+address+"/?key="+sekret, nil, []byte("{}"))
		return err
	}}
}

func fetchMedia(_ *fixture, address string) use {
	c := strict(nil)
	return use{kind: isTimeout, call: func(ctx context.Context) error {
		s, err := c.Open(ctx, safehttp.Request{URL: "http://" + address + "/?key=" + sekret})
		if err != nil {
			return err
		}
		defer s.Close()
		_, err = io.Copy(io.Discard, s)
		return err
	}}
}

// A name server that does not answer, or refers to TCP and does not answer there, costs
// a call its own timeout, not the resolver's, which is per attempt and server.
func TestSilentNameServerCostsTheCallsTimeout(t *testing.T) {
	for name, half := range map[string]bool{"silent": false, "half": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := nameServer(t, half)
			resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, network, server)
			}}
			began := time.Now()
			_, err := strict(resolver).Post(t.Context(), "http://integrator.example.com/?key="+sekret, nil, nil)
			if took := time.Since(began); !isTimeout(err) || !strings.Contains(err.Error(), "asking DNS") || strings.Contains(err.Error(), sekret) || took > patient+slack {
				t.Errorf("after %s: %v", took, err)
			}
		})
	}
}

// nameServer receives queries by UDP. It does not answer them or, if half, refers to TCP,
// where it does not answer.
func nameServer(t *testing.T, half bool) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	packets, err := net.ListenPacket("udp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		listener.Close()
		packets.Close()
	})
	go func() {
		question := make([]byte, 512)
		for {
			n, from, err := packets.ReadFrom(question)
			if err != nil {
				return
			}
			if half && n > 2 {
				question[2] |= 0x82 // an answer, truncated
				packets.WriteTo(question[:n], from)
			}
		}
	}()
	return listener.Addr().String()
}

// For a PostgreSQL that accepts the connection and does not answer, the error names the
// setting and hides the password (fault 102).
func TestWaitForPostgresAtStart(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	c := Config{DatabaseURL: "postgres://svcx:" + sekret + "@" + listener.Addr().String() + "/inbox"}
	began := time.Now()
	_, err = store.Open(t.Context(), store.Options{URL: c.DatabaseURL, Patience: patient, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if took := time.Since(began); err == nil || took > patient+slack {
		t.Fatalf("after %s: %v", took, err)
	}
	if text := c.notOpened(err).Error(); !strings.HasPrefix(text, "SVCX_DATABASE_URL: ") || !strings.Contains(text, "no answer within") || strings.Contains(text, sekret) {
		t.Error(text)
	}
	// It may also stop later, after a query.
	err = c.unusable(svcx.Unavailable("reading the schema", errors.New("it did not answer in time")))
	if svcx.KindOf(err) == svcx.KindUnavailable || err.Error() != "SVCX_DATABASE_URL: the database cannot be used: reading the schema: it did not answer in time" {
		t.Error(err)
	}
}

// A start waits a second for a data folder that another server has locked.
func TestStartWaitsForALockedDataFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	held, err := lockDataDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if lockPatience != time.Second {
		t.Errorf("the bound is %s", lockPatience)
	}
	if _, err := lockDataDir(dir); err == nil || !strings.Contains(err.Error(), "another svcx server is running on "+dir) {
		t.Error(err)
	}
}

// A stop does not wait for work that does not end, and all its steps together are below
// the half minute that a process is commonly given.
func TestStopDoesNotWaitForWorkThatDoesNotEnd(t *testing.T) {
	if all := besideTime + mailTime + closeTime; all >= 30*time.Second || stopTimeout >= besideTime {
		t.Errorf("%s in all", all)
	}
	w := &fixture{T: t}
	a := &App{Log: w.logger()}
	var never sync.WaitGroup
	never.Add(1)
	over := make(chan time.Time, 1)
	over <- time.Now()
	a.await(&never, over, "the mail")
	w.lines(`"stopping without waiting any longer" for="the mail"`, 1)
}

// A client that leaves, or a missing file, is not an outage of the storage.
func TestClientErrorsAreNotOutages(t *testing.T) {
	w := &fixture{T: t}
	o := outage.New(w.logger(), w.now, "away", "back")
	gone, leave := context.WithCancel(t.Context())
	leave()
	note(gone, o, errors.New("the connection was closed"))
	for _, err := range []error{files.ErrNotFound, files.ErrTooLarge, svcx.Invalid("file", "must be one")} {
		note(t.Context(), o, err)
	}
	if log := w.log.String(); log != "" {
		t.Error(log)
	}
}
