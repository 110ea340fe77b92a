package files_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx/internal/files"
)

// fakeS3 is a minimal S3 server with the objects of one bucket.
type fakeS3 struct {
	*httptest.Server
	mu      sync.Mutex
	objects map[string][]byte
	fail    int // the status of every answer, if any
	busy    int // how many requests are answered that there are too many
	most    int // how many bytes of an object are sent before the connection is lost, if not 0
	calls   int
	paths   []string
}

func newFakeS3(t *testing.T) *fakeS3 {
	s := &fakeS3{objects: map[string][]byte{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// address is the server's address with a bucket's path.
func (s *fakeS3) address(path string) string {
	return "s3://access:very-secret@" + strings.TrimPrefix(s.URL, "http://") + path + "?region=eu-central-1&tls=false"
}

func (s *fakeS3) names() (names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.objects {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (s *fakeS3) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	s.paths = append(s.paths, r.RequestURI)
	key, ok := strings.CutPrefix(r.URL.Path, "/bucket/")
	switch {
	case s.busy > 0:
		s.busy--
		http.Error(w, "<Error><Code>SlowDown</Code></Error>", http.StatusServiceUnavailable)
	case s.fail != 0:
		http.Error(w, "<Error><Code>InternalError</Code></Error>", s.fail)
	case !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 Credential=access/") || !strings.Contains(r.Header.Get("Authorization"), "/eu-central-1/s3/"):
		http.Error(w, "<Error><Code>AccessDenied</Code></Error>", http.StatusForbidden)
	case !ok || r.URL.RawQuery != "":
		http.Error(w, "<Error><Code>NotImplemented</Code></Error>", http.StatusNotImplemented)
	case r.Method == http.MethodPut:
		content, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if hash := fmt.Sprintf("%x", sha256.Sum256(content)); hash != r.Header.Get("X-Amz-Content-Sha256") {
			http.Error(w, "<Error><Code>XAmzContentSHA256Mismatch</Code></Error>", http.StatusBadRequest)
			return
		}
		s.objects[key] = content
		w.Header().Set("ETag", `"etag"`)
	case r.Method == http.MethodDelete:
		delete(s.objects, key)
		w.WriteHeader(http.StatusNoContent)
	default:
		content, found := s.objects[key]
		if !found {
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(http.StatusNotFound)
			if r.Method == http.MethodGet {
				io.WriteString(w, "<Error><Code>NoSuchKey</Code><Key>"+key+"</Key></Error>")
			}
			return
		}
		w.Header().Set("ETag", `"etag"`)
		if s.most > 0 {
			w.Header().Set("Content-Length", strconv.Itoa(len(content)))
			w.Write(content[:s.most])
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
		http.ServeContent(w, r, "", time.Unix(1_800_000_000, 0), bytes.NewReader(content))
	}
}

// SVCX_FILES_URL: the bucket's path is a prefix of the names; a malformed address is
// refused and not shown.
func TestMalformedS3AddressIsRefusedAndNotShown(t *testing.T) {
	server := newFakeS3(t)
	for path, prefix := range map[string]string{"/bucket": "", "/bucket/": "", "/bucket/a/b/": "a/b/"} {
		s, err := files.OpenS3(server.address(path), files.NewDir(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		stored, err := s.Put(t.Context(), strings.NewReader("x"), 1)
		if err != nil {
			t.Fatal(err)
		}
		if name := prefix + stored.Name[:2] + "/" + stored.Name; !slices.Contains(server.names(), name) {
			t.Errorf("with %s it holds %v, not %s", path, server.names(), name)
		}
	}
	for _, address := range []string{
		"", "https://access:very-secret@host/bucket", "s3://host/bucket", "s3://access@host/bucket", "s3://access:very-secret@host", "s3://access:very-secret@host/",
		"s3://access:very-secret@/bucket", "s3://access:very-secret@host/bucket?tls=perhaps", "s3://access:very-secret@host/bucket?regoin=x",
		"s3://access:very-secret@host/bucket?region=", "s3://access:very-secret@host/bucket?%zz", "s3://access:very-secret@host/bucket#x", "s3://access:very-secret@ho st/bucket",
		"s3://access:very-secret@host/b",
	} {
		_, err := files.OpenS3(address, files.NewDir(t.TempDir()))
		if err == nil || strings.Contains(err.Error(), "very-secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// A failure of the storage differs from a missing blob, and leaves no temporary file.
func TestS3FailureIsNotNotFound(t *testing.T) {
	server, root := newFakeS3(t), t.TempDir()
	s, err := files.OpenS3(server.address("/bucket"), files.NewDir(root))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := s.Put(t.Context(), strings.NewReader("x"), 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Keep(stored.Name)
	server.mu.Lock()
	server.fail = http.StatusForbidden
	server.mu.Unlock()
	if _, err := s.Put(t.Context(), strings.NewReader("x"), 1); err == nil || strings.Contains(err.Error(), "very-secret") {
		t.Errorf("storing: %v", err)
	}
	if left := all(t, root); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	if _, err := s.Open(t.Context(), stored.Name); err == nil || errors.Is(err, files.ErrNotFound) {
		t.Errorf("opening: %v", err)
	}
	if err := s.Delete(t.Context(), stored.Name); err == nil {
		t.Error("deleting did not fail")
	}
}

// What the storage could not take is sent again, with all of its content.
func TestS3RequestIsSentAgainWhenThereAreTooMany(t *testing.T) {
	server := newFakeS3(t)
	s, err := files.OpenS3(server.address("/bucket"), files.NewDir(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	s.RetryAfter(0)
	server.busy = 2
	stored, err := s.Put(t.Context(), strings.NewReader("whole"), 5)
	if err != nil {
		t.Fatal(err)
	}
	content, err := s.Open(t.Context(), stored.Name)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if text, err := io.ReadAll(content); err != nil || string(text) != "whole" {
		t.Errorf("read %q: %v", text, err)
	}
	server.busy, server.calls = 99, 0
	if _, err := s.Put(t.Context(), strings.NewReader("x"), 1); err == nil || server.calls != 3 {
		t.Errorf("after %d requests: %v", server.calls, err)
	}
}

// A path is escaped as its signature has it, also where a browser would not escape it.
func TestS3PathIsEscaped(t *testing.T) {
	server := newFakeS3(t)
	s, err := files.OpenS3(server.address("/bucket/a%20b+c=d"), files.NewDir(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := s.Put(t.Context(), strings.NewReader("x"), 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := "/bucket/a%20b%2Bc%3Dd/" + stored.Name[:2] + "/" + stored.Name; server.paths[0] != want {
		t.Errorf("%s, want %s", server.paths[0], want)
	}
}

// A blob whose connection was lost in the middle was read for ever: each further read returned
// nothing and no error.
func TestS3BlobThatIsCutShortIsAnError(t *testing.T) {
	server := newFakeS3(t)
	s, err := files.OpenS3(server.address("/bucket"), files.NewDir(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := s.Put(t.Context(), strings.NewReader(strings.Repeat("x", 200_000)), 200_000)
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{100_000, 64 << 10, 1} {
		server.most = most
		content, err := s.Open(t.Context(), stored.Name)
		if err != nil {
			t.Fatal(err)
		}
		defer content.Close()
		read, err := 0, error(nil)
		for n, reads := 0, 0; err == nil; reads++ {
			if n, err = content.Read(make([]byte, 64<<10)); reads > 10 {
				t.Fatalf("with %d bytes: %d reads, %d bytes in all, and no error", most, reads, read)
			}
			read += n
		}
		if read != most || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("with %d bytes: %d were read: %v", most, read, err)
		}
	}
}

// Each download asked for the blob twice, since http.ServeContent finds the size by seeking, and
// gave up the connection of the first answer.
func TestS3DownloadIsOneRequest(t *testing.T) {
	server := newFakeS3(t)
	s, err := files.OpenS3(server.address("/bucket"), files.NewDir(t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	const text = "0123456789"
	stored, err := s.Put(t.Context(), strings.NewReader(text), 10)
	if err != nil {
		t.Fatal(err)
	}
	for asked, want := range map[string]struct {
		text  string
		calls int
	}{
		"":          {text, 1},
		"bytes=0-3": {"0123", 1},
		"bytes=4-":  {"456789", 2},
		"bytes=-2":  {"89", 2},
		"bytes=20-": {"invalid range: failed to overlap\n", 1},
	} {
		server.mu.Lock()
		server.calls = 0
		server.mu.Unlock()
		content, err := s.Open(t.Context(), stored.Name)
		if err != nil {
			t.Fatal(err)
		}
		r, w := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
		r.Header.Set("Range", asked)
		w.Header().Set("Content-Type", "text/plain")
		http.ServeContent(w, r, "", time.Time{}, content)
		content.Close()
		if got := w.Body.String(); got != want.text || server.calls != want.calls {
			t.Errorf("range %q: %q with %d requests, want %q with %d", asked, got, server.calls, want.text, want.calls)
		}
	}
}

// The refusal of a bucket that is elsewhere did not say where.
func TestS3BucketElsewhereIsNamed(t *testing.T) {
	for _, answer := range []http.HandlerFunc{
		func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusMovedPermanently)
			io.WriteString(w, "<Error><Code>PermanentRedirect</Code><Message>Use the endpoint.</Message><Endpoint>bucket.elsewhere.example</Endpoint></Error>")
		},
		func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://bucket.elsewhere.example/", http.StatusTemporaryRedirect)
		},
	} {
		server := httptest.NewServer(answer)
		defer server.Close()
		s, err := files.OpenS3("s3://access:very-secret@"+strings.TrimPrefix(server.URL, "http://")+"/bucket?tls=false", files.NewDir(t.TempDir()))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "bucket.elsewhere.example") {
			t.Errorf("%v", err)
		}
	}
}
