// Package s3test is a small S3 server for tests: the objects of one bucket, uploads in parts,
// and signatures that are checked.
package s3test

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"encoding/xml"
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

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// The key of the server.
const Key, Secret = "access", "very-secret"

// Server is a server with the bucket "bucket".
type Server struct {
	*httptest.Server
	mu      sync.Mutex
	objects map[string][]byte
	uploads map[string]map[int][]byte
	calls   []string
	began   int

	// Before, if set, may answer a request itself: it returns true then. call is its method
	// and what it is about: "PUT part 2", "POST uploads", "POST complete", "GET".
	Before func(w http.ResponseWriter, r *http.Request, call string) bool
	// After, if set, is called when a request was carried out, and may lose the answer.
	After func(call string)
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	s := &Server{objects: make(map[string][]byte), uploads: make(map[string]map[int][]byte)}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// Address is that of a path in the bucket.
func (s *Server) Address(path string) string {
	return "s3://" + Key + ":" + Secret + "@" + strings.TrimPrefix(s.URL, "http://") + "/bucket/" + path + "?region=eu-central-1&tls=false"
}

// Object returns an object; nil if there is none.
func (s *Server) Object(name string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.objects[name]
}

// Put stores an object.
func (s *Server) Put(name string, content []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects[name] = content
}

// Names are those of the objects, Uploads how many uploads are unfinished.
func (s *Server) Names() (names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.objects {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Uploads is how many uploads are unfinished.
func (s *Server) Uploads() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.uploads)
}

// Calls are the requests so far.
func (s *Server) Calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.calls)
}

// Fail answers a refusal.
func Fail(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<Error><Code>%s</Code><Message>refused</Message></Error>", code)
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	call := r.Method
	switch {
	case q.Has("uploads"):
		call += " uploads"
	case q.Has("partNumber"):
		call += " part " + q.Get("partNumber")
	case q.Has("uploadId") && r.Method == http.MethodPost:
		call += " complete"
	case q.Has("uploadId"):
		call += " upload"
	}
	s.mu.Lock()
	s.calls = append(s.calls, call)
	s.mu.Unlock()
	if s.Before != nil && s.Before(w, r, call) {
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if !signed(r, body) {
		Fail(w, http.StatusForbidden, "SignatureDoesNotMatch")
		return
	}
	name, ok := strings.CutPrefix(r.URL.Path, "/bucket/")
	if !ok {
		Fail(w, http.StatusNotFound, "NoSuchBucket")
		return
	}
	answer := httptest.NewRecorder()
	s.mu.Lock()
	s.answer(answer, r, call, name, body)
	s.mu.Unlock()
	if s.After != nil {
		s.After(call)
	}
	for header, values := range answer.Header() {
		w.Header()[header] = values
	}
	w.WriteHeader(answer.Code)
	w.Write(answer.Body.Bytes())
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, call, name string, body []byte) {
	id := r.URL.Query().Get("uploadId")
	parts, known := s.uploads[id]
	switch {
	case id != "" && !known:
		Fail(w, http.StatusNotFound, "NoSuchUpload")
	case call == "POST uploads":
		s.began++
		id := fmt.Sprint("upload ", s.began)
		s.uploads[id] = make(map[int][]byte)
		fmt.Fprintf(w, "<InitiateMultipartUploadResult><UploadId>%s</UploadId></InitiateMultipartUploadResult>", id)
	case strings.HasPrefix(call, "PUT part"):
		n, _ := strconv.Atoi(r.URL.Query().Get("partNumber"))
		parts[n] = body
		w.Header().Set("ETag", etag(body))
	case call == "POST complete":
		s.complete(w, r, id, name, body)
	case call == "DELETE upload":
		delete(s.uploads, id)
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodGet, r.Method == http.MethodHead:
		content, found := s.objects[name]
		if !found {
			Fail(w, http.StatusNotFound, "NoSuchKey")
			return
		}
		w.Header().Set("ETag", etag(content))
		http.ServeContent(w, r, "", time.Unix(1_800_000_000, 0), bytes.NewReader(content))
	default:
		Fail(w, http.StatusNotImplemented, "NotImplemented")
	}
}

func (s *Server) complete(w http.ResponseWriter, r *http.Request, id, name string, body []byte) {
	var list struct {
		Part []struct {
			PartNumber int
			ETag       string
		}
	}
	if err := xml.Unmarshal(body, &list); err != nil || len(list.Part) == 0 {
		Fail(w, http.StatusBadRequest, "MalformedXML")
		return
	}
	if _, there := s.objects[name]; there && r.Header.Get("If-None-Match") == "*" {
		Fail(w, http.StatusPreconditionFailed, "PreconditionFailed")
		return
	}
	var whole []byte
	for i, p := range list.Part {
		content, ok := s.uploads[id][p.PartNumber]
		if !ok || etag(content) != p.ETag || p.PartNumber != i+1 || i < len(list.Part)-1 && len(content) < 5<<20 {
			Fail(w, http.StatusBadRequest, "InvalidPart")
			return
		}
		whole = append(whole, content...)
	}
	s.objects[name] = whole
	delete(s.uploads, id)
	io.WriteString(w, "<CompleteMultipartUploadResult><ETag>whole</ETag></CompleteMultipartUploadResult>")
}

func etag(content []byte) string { return fmt.Sprintf(`"%x"`, md5.Sum(content)) }

// signed reports whether the request has the signature of the key, and the body the hash
// that was signed.
func signed(r *http.Request, body []byte) bool {
	hash := fmt.Sprintf("%x", sha256.Sum256(body))
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if err != nil || hash != r.Header.Get("X-Amz-Content-Sha256") {
		return false
	}
	again, err := http.NewRequest(r.Method, "http://"+r.Host+r.RequestURI, nil)
	if err != nil {
		return false
	}
	again.ContentLength = r.ContentLength
	_, names, _ := strings.Cut(r.Header.Get("Authorization"), "SignedHeaders=")
	names, _, _ = strings.Cut(names, ",")
	for _, name := range strings.Split(names, ";") {
		if values := r.Header.Values(name); len(values) > 0 {
			again.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	signer := v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true })
	if signer.SignHTTP(r.Context(), aws.Credentials{AccessKeyID: Key, SecretAccessKey: Secret}, again, hash, "s3", "eu-central-1", at) != nil {
		return false
	}
	return again.Header.Get("Authorization") == r.Header.Get("Authorization")
}
