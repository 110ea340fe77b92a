package rest_test

import (
	"context"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
)

// blobStore is a store of blobs that fails with err if it is set.
type blobStore struct {
	held map[string]string
	err  error
}

func (s *blobStore) Put(_ context.Context, content io.Reader, max int64, _ string) (string, string, int64, error) {
	if s.err != nil {
		return "", "", 0, s.err
	}
	all, err := io.ReadAll(io.LimitReader(content, max+1))
	if err != nil {
		return "", "", 0, err
	}
	s.held["blob"] = string(all)
	return "blob", "text/plain", int64(len(all)), nil
}

func (s *blobStore) Delete(_ context.Context, blob string) error { delete(s.held, blob); return nil }

func (s *blobStore) Keep(string) {}

func multipartFile(content string) (body, header string) {
	return "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n" +
		content + "\r\n--b--\r\n", "Content-Type: multipart/form-data; boundary=b"
}

// Full storage is 503; if the row cannot be written, its blob is deleted; an upload
// whose Content-Length is too large is refused without being read.
func TestFailedUploadLeavesNoBlob(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	s := &d.blobs
	body, header := multipartFile("hello")
	w := d.call(d.bob, "POST", "/api/a/files", body, header)
	if w.Code != 201 || !strings.Contains(w.Body.String(), `"filename":"a.txt","mimeType":"text/plain","size":5`) || s.held["blob"] != "hello" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	s.err = svcx.Unavailable("storing a file", errors.New("no space left on device"))
	w = d.call(d.bob, "POST", "/api/a/files", body, header)
	if w.Code != 503 || strings.Contains(w.Body.String(), "space") {
		t.Errorf("a full disk: %d %s", w.Code, w.Body)
	}
	s.err = nil
	large, header := multipartFile(strings.Repeat("x", svcx.MaxFile+100_000))
	clear(s.held)
	w = d.call(d.bob, "POST", "/api/a/files", large, header)
	if w.Code != 413 || len(s.held) != 0 {
		t.Errorf("too large: %d %s", w.Code, w.Body)
	}
	empty, header := multipartFile("")
	w = d.call(d.bob, "POST", "/api/b/files", empty, header)
	if w.Code != 400 || !strings.Contains(w.Body.String(), "file must not be empty") || len(s.held) != 0 {
		t.Errorf("empty: %d %s, left %v", w.Code, w.Body, s.held)
	}
	unknown := &svcx.Workspace{ID: 1 << 40}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := d.api.Messaging.AddFile(canceled, inbox.Call{Workspace: unknown}, &svcx.Member{ID: d.user["bob"]}, "a", strings.NewReader("x")); err != nil || f.ID == 0 || len(s.held) != 1 {
		t.Errorf("a caller that left after the whole file was received: %v, %v, kept %v", f, err, s.held)
	}
}

// Fault 1.5: addresses that were never issued were served: the signature of 1.txt was
// valid for 1.html, which has another type, for a path below it, and for other
// spellings of its expiry.
func TestFileAddressHasOneSpelling(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	in := d.inbox
	const workspace = 1
	f, err := in.AddFile(t.Context(), inbox.Call{Workspace: &svcx.Workspace{ID: workspace}}, &svcx.Member{ID: d.user["bob"]}, "a.txt", strings.NewReader("x"))
	d.must(err)
	given, err := url.Parse(d.inbox.Links.File(workspace, f.ID, f.Name, time.Hour))
	d.must(err)
	served := func(path, query string) bool {
		_, _, err := in.LinkedFile(t.Context(), path, query)
		if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
			t.Errorf("%s?%s: %v", path, query, err)
		}
		return err == nil
	}
	path, query := given.Path, given.RawQuery
	if !served(path, query) {
		t.Fatalf("%s is not served", given)
	}
	bare := strings.TrimSuffix(path, ".txt")
	for _, other := range [][2]string{
		{bare, query}, {bare + ".html", query}, {path + "/x", query}, {bare + ".txt.html", query}, {strings.Replace(path, "/files/", "/files/0", 1), query},
		{path, strings.Replace(query, "expires=", "expires=%2B", 1)}, {path, strings.Replace(query, "expires=", "expires=0", 1)},
		{path, query + "&a=b"}, {path, query + "&signature=x"}, {path, "a=b&" + query},
	} {
		if served(other[0], other[1]) {
			t.Errorf("%s?%s is served", other[0], other[1])
		}
	}
}
