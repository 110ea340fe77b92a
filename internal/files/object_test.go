package files_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"svcx/internal/files"
	"svcx/internal/files/s3test"
)

// part is the least size of parts that storages take.
const part = 5 << 20

func openObject(t *testing.T, address string) *files.Object {
	t.Helper()
	o, err := files.OpenObject(address)
	if err != nil {
		t.Fatal(err)
	}
	o.RetryAfter(0)
	return o
}

// content is some more than n parts.
func content(n int) []byte {
	all := make([]byte, n*part+12345)
	for i := range all {
		all[i] = byte(i * i >> 7)
	}
	return all
}

// put uploads in pieces of odd sizes.
func put(ctx context.Context, o *files.Object, all []byte) (int64, error) {
	u, err := o.Upload(ctx, int64(len(all)))
	if err != nil {
		return 0, err
	}
	u.Parts(part)
	_, err = io.CopyBuffer(struct{ io.Writer }{u}, struct{ io.Reader }{bytes.NewReader(all)}, make([]byte, 1_000_003))
	n := int64(0)
	if err == nil {
		n, err = u.Complete()
	}
	if err != nil {
		return 0, errors.Join(err, u.Abort())
	}
	return n, nil
}

func get(ctx context.Context, o *files.Object) ([]byte, error) {
	r, err := o.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// I backup: an object in storage is written in parts and read as it was written. One that is
// there already is not replaced.
func TestObjectIsWrittenInParts(t *testing.T) {
	for _, all := range [][]byte{{}, []byte("small"), content(0), content(2), content(3)[:3*part]} {
		server := s3test.New(t)
		o := openObject(t, server.Address("backups/a b+c=d.tar"))
		n, err := put(t.Context(), o, all)
		if err != nil || n != int64(len(all)) || server.Uploads() != 0 {
			t.Fatalf("%d bytes: %d, %d uploads, %v", len(all), n, server.Uploads(), err)
		}
		if !bytes.Equal(server.Object("backups/a b+c=d.tar"), all) {
			t.Errorf("%d bytes: others are stored", len(all))
		}
		if read, err := get(t.Context(), o); err != nil || !bytes.Equal(read, all) {
			t.Errorf("%d bytes: %d are read: %v", len(all), len(read), err)
		}
		if _, err := put(t.Context(), o, []byte("again")); !errors.Is(err, files.ErrThere) || server.Uploads() != 0 {
			t.Errorf("again: %v", err)
		}
		if strings.Contains(o.String(), s3test.Secret) || !strings.HasSuffix(o.String(), "/bucket/backups/a b+c=d.tar") {
			t.Errorf("%s", o)
		}
	}
}

// What the storage could not take is sent again; an answer that is lost is no failure.
func TestObjectSurvivesFaults(t *testing.T) {
	all := content(3)
	for name, fault := range map[string]func(w http.ResponseWriter, call string) bool{
		"503":             func(w http.ResponseWriter, _ string) bool { s3test.Fail(w, 503, "SlowDown"); return true },
		"429":             func(w http.ResponseWriter, _ string) bool { s3test.Fail(w, 429, "TooMany"); return true },
		"connection lost": func(http.ResponseWriter, string) bool { panic(http.ErrAbortHandler) },
		"error in a 200": func(w http.ResponseWriter, call string) bool {
			if call != "POST complete" && call != "POST uploads" {
				return false
			}
			s3test.Fail(w, 200, "InternalError")
			return true
		},
	} {
		server := s3test.New(t)
		var n atomic.Int64
		server.Before = func(w http.ResponseWriter, _ *http.Request, call string) bool {
			return n.Add(1)%3 != 0 && fault(w, call)
		}
		o := openObject(t, server.Address("b.tar"))
		if _, err := put(t.Context(), o, all); err != nil || !bytes.Equal(server.Object("b.tar"), all) || server.Uploads() != 0 {
			t.Errorf("%s: %v, %v", name, err, server.Calls())
		}
		if read, err := get(t.Context(), o); err != nil || !bytes.Equal(read, all) {
			t.Errorf("%s: %d bytes are read: %v", name, len(read), err)
		}
	}
	for _, lost := range []string{"POST complete", "PUT part 2"} {
		server := s3test.New(t)
		var once atomic.Bool
		server.After = func(call string) {
			if call == lost && once.CompareAndSwap(false, true) {
				panic(http.ErrAbortHandler)
			}
		}
		o := openObject(t, server.Address("b.tar"))
		if _, err := put(t.Context(), o, all); err != nil || !bytes.Equal(server.Object("b.tar"), all) {
			t.Errorf("answer to %s lost: %v, %v", lost, err, server.Calls())
		}
	}
}

// A failed upload leaves no object and no parts, and its error shows no key.
func TestFailedUploadLeavesNothing(t *testing.T) {
	for _, failing := range []string{"HEAD", "POST uploads", "PUT part 1", "PUT part 2", "POST complete"} {
		for _, status := range []int{400, 500} {
			server := s3test.New(t)
			server.Before = func(w http.ResponseWriter, _ *http.Request, call string) bool {
				if call == failing {
					s3test.Fail(w, status, "Refused")
				}
				return call == failing
			}
			_, err := put(t.Context(), openObject(t, server.Address("b.tar")), content(2))
			if err == nil || strings.Contains(err.Error(), s3test.Secret) || !strings.Contains(err.Error(), "/bucket/b.tar: ") {
				t.Errorf("%s %d: %v", failing, status, err)
			}
			if len(server.Names()) > 0 || server.Uploads() > 0 {
				t.Errorf("%s %d: left %v and %d uploads", failing, status, server.Names(), server.Uploads())
			}
		}
	}
	// A canceled one too.
	server := s3test.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	server.After = func(call string) {
		if call == "PUT part 2" {
			cancel()
		}
	}
	if _, err := put(ctx, openObject(t, server.Address("b.tar")), content(3)); err == nil || len(server.Names()) > 0 || server.Uploads() > 0 {
		t.Errorf("canceled: %v, left %v and %d uploads", err, server.Names(), server.Uploads())
	}
}

// A key that may only write is enough to write; another process that was quicker keeps its
// object; a wrong key is said to be wrong.
func TestRightsOfTheKey(t *testing.T) {
	server := s3test.New(t)
	server.Before = func(w http.ResponseWriter, _ *http.Request, call string) bool {
		if call == "HEAD" {
			s3test.Fail(w, http.StatusForbidden, "AccessDenied")
		}
		return call == "HEAD"
	}
	o := openObject(t, server.Address("b.tar"))
	if _, err := put(t.Context(), o, content(1)); err != nil {
		t.Error(err)
	}
	if _, err := put(t.Context(), o, content(2)); !errors.Is(err, files.ErrThere) || len(server.Object("b.tar")) != part+12345 {
		t.Errorf("a second one: %v", err)
	}
	wrong := openObject(t, strings.Replace(server.Address("c.tar"), s3test.Secret, "wrong-secret", 1))
	if _, err := put(t.Context(), wrong, content(0)); err == nil || !strings.Contains(err.Error(), "SignatureDoesNotMatch") || strings.Contains(err.Error(), "wrong-secret") {
		t.Errorf("a wrong key: %v", err)
	}
	if _, err := get(t.Context(), wrong); err == nil || !strings.Contains(err.Error(), "SignatureDoesNotMatch") {
		t.Errorf("a wrong key: %v", err)
	}
	if _, err := get(t.Context(), openObject(t, server.Address("none.tar"))); !errors.Is(err, files.ErrNotFound) {
		t.Errorf("no object: %v", err)
	}
	// Storages that do not know the condition.
	server.Before = func(w http.ResponseWriter, r *http.Request, call string) bool {
		if r.Header.Get("If-None-Match") != "" {
			s3test.Fail(w, http.StatusNotImplemented, "NotImplemented")
			return true
		}
		return false
	}
	if _, err := put(t.Context(), openObject(t, server.Address("d.tar")), content(0)); err != nil {
		t.Error(err)
	}
}

// A connection that is lost while an object is read is made again, where the reading was. If
// the object was replaced meanwhile, it is an error.
func TestObjectIsReadOn(t *testing.T) {
	all := content(1)
	for _, replaced := range []bool{false, true} {
		server := s3test.New(t)
		server.Put("b.tar", all)
		// Each answer ends after a million bytes.
		server.Before = func(w http.ResponseWriter, r *http.Request, call string) bool {
			at := 0
			if asked := r.Header.Get("Range"); asked != "" {
				at, _ = strconv.Atoi(strings.Trim(asked, "bytes=-"))
				if r.Header.Get("If-Match") != `"tag"` || replaced {
					s3test.Fail(w, http.StatusPreconditionFailed, "PreconditionFailed")
					return true
				}
			}
			w.Header().Set("ETag", `"tag"`)
			w.Header().Set("Content-Length", strconv.Itoa(len(all)-at))
			if at > 0 {
				w.WriteHeader(http.StatusPartialContent)
			}
			end := min(len(all), at+1_000_000)
			w.Write(all[at:end])
			if end < len(all) {
				http.NewResponseController(w).Flush()
				panic(http.ErrAbortHandler)
			}
			return true
		}
		read, err := get(t.Context(), openObject(t, server.Address("b.tar")))
		if replaced && (err == nil || !strings.Contains(err.Error(), "PreconditionFailed")) {
			t.Errorf("replaced meanwhile: %v", err)
		}
		if n := len(server.Calls()); !replaced && (err != nil || !bytes.Equal(read, all) || n < 5) {
			t.Errorf("%d of %d bytes are read with %d requests: %v", len(read), len(all), n, err)
		}
	}
}

// An address that names no object is refused and not shown.
func TestMalformedObjectAddress(t *testing.T) {
	for _, address := range []string{"", "s3://access:very-secret@host/bucket", "s3://access:very-secret@host/bucket/", "s3://host/bucket/x", "s3://access:very-secret@host/b/x", "s3://access:very-secret@host/bucket/x?y=z", "https://access:very-secret@host/bucket/x"} {
		if _, err := files.OpenObject(address); err == nil || strings.Contains(err.Error(), "very-secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
}
