package media_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/x509"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/files"
	"svcx/internal/httpd"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/limit"
	"svcx/internal/media"
	"svcx/internal/safehttp"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// pngSignature begins every PNG.
const pngSignature = "\x89PNG\r\n\x1a\n"

// png is the beginning of an image of one pixel.
var png = pngOf(1, 1)

// pngOf is the beginning of an image of that size: its signature and first chunk.
func pngOf(width, height uint32) string {
	chunk := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height)
	chunk = append(chunk, 8, 0, 0, 0, 0) // 8 bits of grey
	return pngSignature + "\x00\x00\x00\x0D" + string(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk)))
}

const (
	svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
	mp3 = "ID3\x04\x00"
)

// fixture is the handler on a real inbox with a workspace, a signed-in member and an
// outside server.
type fixture struct {
	*testing.T
	handler *media.Handler
	inbox   *inboxtest.Services
	db      *store.DB
	ws      *svcx.Workspace
	outside *httptest.Server
	answer  http.HandlerFunc
	asked   atomic.Int64
	ahead   atomic.Int64
	signed  error        // of SignedIn
	looking atomic.Value // a func() that the cache's clock calls
}

func (g *fixture) now() time.Time {
	return time.Date(2026, 11, 27, 22, 0, 0, 0, time.UTC).Add(time.Duration(g.ahead.Load()))
}

func (g *fixture) cacheNow() time.Time {
	if looks, ok := g.looking.Load().(func()); ok {
		looks()
	}
	return g.now()
}

func newFixture(t *testing.T) *fixture {
	g := &fixture{T: t}
	g.outside = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.asked.Add(1)
		g.answer(w, r)
	}))
	g.outside.Config.ErrorLog = log.New(io.Discard, "", 0)
	g.outside.StartTLS()
	t.Cleanup(g.outside.Close)
	roots := x509.NewCertPool()
	roots.AddCert(g.outside.Certificate())
	client := safehttp.New(safehttp.Options{RootCAs: roots, AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, Timeout: 300 * time.Millisecond})
	g.db = storetest.Open(t, store.Options{Dir: t.TempDir(), Now: g.now})
	quiet := slog.New(slog.DiscardHandler)
	g.inbox = inboxtest.New(t, inboxtest.Options{Options: inbox.Options{DB: g.db, Now: g.now}, BaseURL: "https://inbox.example.com"})
	var err error
	g.ws, err = g.inbox.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "acme", Name: "Acme", Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "ann@example.com"})
	g.must(err)
	var ann svcx.UserID
	g.must(g.db.Write(t.Context(), 0, func(tx *store.Tx) (err error) { ann, err = tx.UserByEmail("ann@example.com"); return err }))
	dir := t.TempDir()
	g.handler = media.New(media.Options{
		Admin: g.inbox.Admin, Directory: g.inbox.Directory, Identity: g.inbox.Identity, Messaging: g.inbox.Messaging, Links: g.inbox.Links,
		Blobs: files.NewDir(filepath.Join(dir, "files")), Cache: files.NewCache(filepath.Join(dir, "cache"), 64<<20, g.cacheNow),
		Fetch: client, Now: g.now,
		Front: httpd.New(httpd.Options{
			Limiter: limit.NewLocal(limit.Rate{}, g.now), Sessions: member{g, ann}, Log: quiet,
			Page: func(w http.ResponseWriter, _ *http.Request, status int, message string) error {
				w.WriteHeader(status)
				_, err := io.WriteString(w, "page: "+message)
				return err
			},
		}),
	})
	return g
}

// member implements httpd.Sessions: everyone has the session of the user.
type member struct {
	*fixture
	user svcx.UserID
}

func (m member) Session(context.Context, string) (*svcx.Session, error) {
	return &svcx.Session{User: svcx.User{ID: m.user}}, m.signed
}

func (g *fixture) must(err error) {
	g.Helper()
	if err != nil {
		g.Fatal(err)
	}
}

func (g *fixture) get(address string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	g.handler.ServeHTTP(w, httptest.NewRequest("GET", strings.TrimPrefix(address, "https://inbox.example.com"), nil))
	return w
}

// src is the address by which svcx serves a path of the outside server.
func (g *fixture) src(path string) string { return g.inbox.Links.Media(g.ws, g.outside.URL+path) }

// contact creates a contact with a picture at the URL.
func (g *fixture) contact(url string) *svcx.Contact {
	g.Helper()
	c, err := g.inbox.CreateContact(g.Context(), inbox.Call{Workspace: g.ws}, svcx.ContactDraft{Name: "Zoë"})
	g.must(err)
	c.AvatarURL = url
	g.must(g.db.Write(g.Context(), g.ws.ID, func(tx *store.Tx) error { return tx.UpdateContact(c) }))
	return c
}

func says(content string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		io.WriteString(w, content)
	}
}

// endless writes for as long as the client reads.
func endless(begin string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_, err := io.WriteString(w, begin)
		for err == nil {
			_, err = w.Write(make([]byte, 1<<16))
		}
	}
}

// Architecture, "Pages": whatever a hostile target does, the answer is short, and only
// raster images, sound and video are shown, by their content alone.
func TestOnlyMediaIsShownWhateverTheTarget(t *testing.T) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	z.Write(make([]byte, 50<<20))
	z.Close()
	over := make(chan struct{})
	hang := func(http.ResponseWriter, *http.Request) { <-over }
	for _, test := range []struct {
		name           string
		answer         http.HandlerFunc
		avatar, remote int
	}{
		{"an image", says(png+"rest", "Content-Type", "text/html"), 200, 200},
		{"an SVG named .png", says(svg, "Content-Type", "image/png"), 502, 502},
		{"HTML with an image's type", says("<!DOCTYPE html><script>alert(1)</script>", "Content-Type", "image/png"), 502, 502},
		{"sound", says(mp3 + strings.Repeat("x", 1000)), 502, 200},
		{"a gzip bomb", says(bomb.String(), "Content-Type", "image/png", "Content-Encoding", "gzip"), 502, 502},
		{"an endless image", endless(png), 502, 502},
		{"endless nonsense", endless("x"), 502, 502},
		{"an image that tells too great a length", says("", "Content-Length", "99999999999"), 502, 502},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/image.png", 302) }, 502, 502},
		{"an error with a picture", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(404); io.WriteString(w, png) }, 502, 502},
		{"nothing", says(""), 502, 502},
		{"an image of many pixels", says(pngOf(10_000, 10_000)), 502, 200},
		{"an image of too many pixels", says(pngOf(16_000, 16_000)), 502, 502},
		{"an image with a side too long", says(pngOf(1<<31, 1)), 502, 502},
		{"an image of unknown size", says(pngSignature + "\x00\x00\x00\x04nonsense"), 502, 502},
		{"a JPEG of too many pixels, with bytes between its segments", says("\xFF\xD8stray\xFF\xC0\x00\x0B\x08\x40\x01\x40\x01\x01\x01\x11\x00\xFF\xDA"), 502, 502},
		{"silence", hang, 504, 504},
		{"a hang-up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 502, 502},
		{"an image that is cut", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "5000")
			io.WriteString(w, png+strings.Repeat("x", 1000))
		}, 502, 502},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newFixture(t)
			if test.name == "silence" {
				t.Cleanup(func() { close(over) })
			}
			g.answer = test.answer
			c := g.contact(g.outside.URL + "/image.png")
			for kind, what := range map[string]struct {
				address string
				want    int
			}{"avatar": {g.inbox.Links.Avatar(g.ws, c), test.avatar}, "remote": {g.src("/image.png"), test.remote}} {
				w := g.get(what.address)
				if w.Code != what.want {
					t.Errorf("%s: %d %.100s, want %d", kind, w.Code, w.Body, what.want)
				}
				h := w.Header()
				if h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
					t.Errorf("%s: headers %v", kind, h)
				}
				if kind := h.Get("Content-Type"); what.want == 200 && kind != "image/png" && kind != "audio/mpeg" || what.want != 200 && !strings.HasPrefix(kind, "text/plain") {
					t.Errorf("%d with type %s", w.Code, kind)
				}
				if strings.Contains(w.Body.String(), "<script") || strings.Contains(w.Body.String(), g.outside.URL) {
					t.Errorf("%s shows %.200s", kind, w.Body)
				}
			}
		})
	}
}

// Images of each raster format are shown, and not if they are too large.
func TestEachRasterFormatHasASize(t *testing.T) {
	for kind, images := range map[string][2]string{
		"image/gif":  {"GIF89a\x01\x00\x01\x00\x00\x00\x00", "GIF89a\x01\x40\x01\x40\x00\x00\x00"},
		"image/jpeg": {"\xFF\xD8\xFF\xC0\x00\x0B\x08\x00\x01\x00\x01\x01\x01\x11\x00\xFF\xDA\x00\x02", "\xFF\xD8\xFF\xC0\x00\x0B\x08\x40\x01\x40\x01\x01\x01\x11\x00\xFF\xDA\x00\x02"},
		"image/webp": {"RIFF\x16\x00\x00\x00WEBPVP8X\x0A\x00\x00\x00\x00\x00\x00\x00\x2B\x01\x00\x06\x00\x00", "RIFF\x16\x00\x00\x00WEBPVP8X\x0A\x00\x00\x00\x00\x00\x00\x00\x00\x40\x00\x06\x00\x00"},
	} {
		for i, want := range []int{200, 502} {
			g := newFixture(t)
			g.answer = says(images[i])
			if w := g.get(g.src("/image")); w.Code != want || want == 200 && w.Header().Get("Content-Type") != kind {
				t.Errorf("%s: %d with type %s, %.100s, want %d", kind, w.Code, w.Header().Get("Content-Type"), w.Body, want)
			}
		}
	}
}

// Targets on private addresses are not fetched, whatever URL was saved.
func TestPrivateAddressIsNotFetched(t *testing.T) {
	g := newFixture(t)
	for _, url := range []string{"https://10.0.0.1/a.png", "https://127.0.0.2/a.png", "https://[::1]/a.png", "https://169.254.169.254/latest", "http://127.0.0.1/a.png", "file:///etc/passwd", "data:image/png;base64,iVBORw0="} {
		if w := g.get(g.inbox.Links.Media(g.ws, url)); w.Code != 502 {
			t.Errorf("%s: %d %s", url, w.Code, w.Body)
		}
		if w := g.get(g.inbox.Links.Avatar(g.ws, g.contact(url))); w.Code != 502 {
			t.Errorf("a picture at %s: %d %s", url, w.Code, w.Body)
		}
	}
}

// It is not an open proxy: only media with a signature from a message are fetched.
func TestOnlySignedAddressesAreFetched(t *testing.T) {
	g := newFixture(t)
	g.answer = says(png)
	good := g.src("/a.png")
	for _, address := range []string{
		"/media/remote/acme?url=" + g.outside.URL + "/a.png", strings.Replace(good, "a.png", "b.png", 1), strings.Replace(good, "signature=", "signature=x", 1),
		strings.Replace(good, "/acme", "/other", 1), "/media/remote/acme", "/media/acme", "/media/avatar/acme/x", "/media/avatar/acme/../1", "/media/remote/acme/1",
	} {
		if w := g.get(address); w.Code != 404 {
			t.Errorf("%s: %d %s", address, w.Code, w.Body)
		}
	}
	g.signed = &svcx.Error{Kind: svcx.KindUnauthorized, Message: "sign in"}
	if w := g.get(good); w.Code != 401 {
		t.Errorf("without a session: %d", w.Code)
	}
	if g.asked.Load() != 0 {
		t.Errorf("the target was asked %d times", g.asked.Load())
	}
}

// Concurrent requests for a picture share one fetch; it is cached; a failed fetch is not
// repeated at once.
func TestConcurrentRequestsShareOneFetch(t *testing.T) {
	g := newFixture(t)
	begun, let := make(chan struct{}, 10), make(chan struct{})
	g.answer = func(w http.ResponseWriter, _ *http.Request) {
		begun <- struct{}{}
		<-let
		io.WriteString(w, png)
	}
	src := g.inbox.Links.Avatar(g.ws, g.contact(g.outside.URL))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if w := g.get(src); w.Code != 200 || w.Body.String() != png {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	<-begun
	close(let)
	group.Wait()
	g.get(src)
	if n := g.asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	g.ahead.Add(int64(8 * 24 * time.Hour))
	g.answer = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }
	for _, want := range []int64{2, 2} {
		if w := g.get(src); w.Code != 502 || g.asked.Load() != want {
			t.Errorf("%d after %d fetches", w.Code, g.asked.Load())
		}
	}
	g.ahead.Add(int64(time.Minute))
	g.answer = says(png)
	if w := g.get(src); w.Code != 200 {
		t.Errorf("a minute later: %d", w.Code)
	}
}

// A request that missed the cache just before a fetch of the picture ended does not
// fetch it again.
func TestNoSecondFetchAfterTheFirst(t *testing.T) {
	g := newFixture(t)
	g.answer = says(png)
	src := g.inbox.Links.Avatar(g.ws, g.contact(g.outside.URL))
	g.get(src)
	g.ahead.Add(int64(8 * 24 * time.Hour))
	// The cache calls the clock when it has found an old picture.
	g.looking.Store(sync.OnceFunc(func() {
		g.looking.Store(func() {})
		g.get(src)
	}))
	if w := g.get(src); w.Code != 200 || g.asked.Load() != 2 {
		t.Errorf("%d after %d fetches", w.Code, g.asked.Load())
	}
}

// Sound and video are streamed up to their limit; a client notices if one is truncated.
func TestSoundAndVideoAreStreamed(t *testing.T) {
	g := newFixture(t)
	whole := mp3 + strings.Repeat("x", 3<<20)
	g.answer = says(whole, "Content-Length", fmt.Sprint(len(whole)))
	if w := g.get(g.src("/a")); w.Code != 200 || w.Body.String() != whole || w.Header().Get("Content-Length") != fmt.Sprint(len(whole)) {
		t.Errorf("%d, %d bytes, %v", w.Code, w.Body.Len(), w.Header())
	}
	g.answer = endless(mp3)
	w := httptest.NewRecorder()
	func() {
		defer func() {
			if p := recover(); p != http.ErrAbortHandler {
				t.Errorf("it ended with %v", p)
			}
		}()
		g.handler.ServeHTTP(w, httptest.NewRequest("GET", g.src("/b"), nil))
	}()
	if w.Body.Len() != 25<<20 {
		t.Errorf("%d bytes were passed on", w.Body.Len())
	}
}

// A missing blob is 404, a storage that does not answer is 503.
func TestMissingBlobAndFailingStorageDiffer(t *testing.T) {
	g := newFixture(t)
	f := &svcx.File{Workspace: g.ws.ID, Name: `Zoë "x" a=b@c.pdf`, MIMEType: "application/pdf", Blob: strings.Repeat("a", 32)}
	g.must(g.db.Write(t.Context(), g.ws.ID, func(tx *store.Tx) error { return tx.InsertFile(f) }))
	address := g.inbox.Links.File(g.ws.ID, f.ID, f.Name, time.Hour)
	if w := g.get(address); w.Code != 404 {
		t.Errorf("a missing blob: %d %s", w.Code, w.Body)
	}
	g.handler.Blobs = broken{}
	if w := g.get(address); w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("a broken storage: %d %s", w.Code, w.Body)
	}
	stored := files.NewDir(t.TempDir())
	blob, err := stored.Put(t.Context(), strings.NewReader("%PDF-"), 10)
	g.must(err)
	f.Blob = blob.Name
	g.must(g.db.Write(t.Context(), g.ws.ID, func(tx *store.Tx) error { return tx.InsertFile(f) }))
	g.handler.Blobs = stored
	w := g.get(g.inbox.Links.File(g.ws.ID, f.ID, f.Name, time.Hour))
	if got := w.Header().Get("Content-Disposition"); w.Code != 200 || got != `attachment; filename=file.pdf; filename*=UTF-8''Zo%C3%AB%20%22x%22%20a%3Db%40c.pdf` {
		t.Errorf("%d with %s", w.Code, got)
	}
}

// A browser that navigates to an expired address of a file gets a page; an img element
// gets text.
func TestBrowserGetsAPageForAnExpiredFile(t *testing.T) {
	g := newFixture(t)
	for accept, want := range map[string]string{"text/html,*/*;q=0.8": "page: file not found", "image/avif,image/*,*/*;q=0.8": "file not found\n", "": "file not found\n"} {
		r := httptest.NewRequest("GET", "/files/1/1.pdf?expires=1&signature=x", nil)
		r.Header.Set("Accept", accept)
		w := httptest.NewRecorder()
		g.handler.ServeHTTP(w, r)
		if w.Code != 404 || w.Body.String() != want {
			t.Errorf("%s: %d %q", accept, w.Code, w.Body)
		}
	}
}

type broken struct{ files.Store }

func (broken) Open(context.Context, string) (files.Content, error) { return nil, io.ErrUnexpectedEOF }
