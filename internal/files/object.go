package files

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Object is one large object in a bucket of S3-compatible storage, such as a backup. It is
// written in parts, so that no more than one part is in memory, and is there when all of them
// are.
type Object struct {
	client *s3Client
	name   string
	// place is its address without the key.
	place string
}

// Parts are of 16 MiB, or larger where there would be more than storages take.
const (
	leastPart = 16 << 20
	mostParts = 10_000
)

// Requests for an object are patient: what it is part of may take hours.
const (
	objectAttempts = 6 // half a minute of pauses
	objectPause    = time.Second
	// partPatience is for a part, askPatience for other requests, and for the next piece of
	// what is read.
	partPatience = 5 * time.Minute
	askPatience  = time.Minute
)

// OpenObject parses the address of an object, s3://key:secret@host/bucket/name?region=…, as
// that of OpenS3. It does not connect. An error shows nothing of the address.
func OpenObject(address string) (*Object, error) {
	client, name, err := parseS3(address)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return nil, errors.New("must name an object: s3://key:secret@host/bucket/NAME")
	}
	client.attempts, client.pause = objectAttempts, objectPause
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New(errS3URL)
	}
	return &Object{client: client, name: name, place: "s3://" + u.Host + "/" + strings.Trim(u.Path, "/")}, nil
}

// String is the address without the key.
func (o *Object) String() string { return o.place }

func (o *Object) request(method string, query url.Values) s3Request {
	return s3Request{method: method, object: o.name, query: query, within: askPatience}
}

// size is how many bytes the object has; -1 if there is none. The storage may not say to
// those who may only write: known is false then.
func (o *Object) size(ctx context.Context) (n int64, known bool, err error) {
	r := o.request(http.MethodHead, nil)
	n = -1
	r.read = func(answer *http.Response) error {
		n = answer.ContentLength
		return nil
	}
	_, err = o.client.do(ctx, r)
	// The answer to HEAD has no code.
	if refusal := (*s3Error)(nil); errors.As(err, &refusal) {
		switch refusal.status {
		case http.StatusNotFound:
			return -1, true, nil
		case http.StatusForbidden:
			return -1, false, nil
		}
	}
	return n, err == nil, err
}

// ErrThere is returned for an object that exists already.
var ErrThere = errors.New("it is there already: give a new name")

// Upload writes an object.
type Upload struct {
	object *Object
	ctx    context.Context
	id     string
	part   []byte
	size   int64
	sent   int64
	parts  []s3Part
	err    error
}

type s3Part struct {
	PartNumber int
	ETag       string
}

// Upload begins to write the object, which must not exist. expected is about how many bytes
// it will have. Complete or Abort ends it.
func (o *Object) Upload(ctx context.Context, expected int64) (*Upload, error) {
	if n, known, err := o.size(ctx); err != nil || known && n >= 0 {
		return nil, o.failed(cmp.Or(err, ErrThere))
	}
	u := &Upload{object: o, ctx: ctx, size: leastPart}
	// Twice the size is expected, since it is only an estimate.
	for u.size*mostParts < 2*expected {
		u.size *= 2
	}
	var begun struct{ UploadId string }
	r := o.request(http.MethodPost, url.Values{"uploads": {""}})
	r.header = http.Header{"Content-Type": {unknownType}}
	r.read = readXML(&begun)
	if _, err := o.client.do(ctx, r); err != nil {
		return nil, o.failed(err)
	}
	if u.id = begun.UploadId; u.id == "" {
		return nil, o.failed(errors.New("the storage began no upload in parts"))
	}
	return u, nil
}

func (o *Object) failed(err error) error { return fmt.Errorf("%s: %w", o.place, err) }

// readXML reads the body of an answer. It may be a refusal although the status is 200.
func readXML(into any) func(*http.Response) error {
	return func(answer *http.Response) error {
		body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
		if err != nil {
			return err
		}
		refusal := &s3Error{status: http.StatusInternalServerError}
		if root := xmlRoot(body); root == "Error" {
			_ = xml.Unmarshal(body, refusal)
			return refusal
		}
		return xml.Unmarshal(body, into)
	}
}

// xmlRoot is the name of the first element.
func xmlRoot(body []byte) string {
	decoder := xml.NewDecoder(bytes.NewReader(body))
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		if begin, ok := token.(xml.StartElement); ok {
			return begin.Name.Local
		}
	}
}

// Write adds content. It sends a part when there is enough for one.
func (u *Upload) Write(p []byte) (written int, err error) {
	for len(p) > 0 && u.err == nil {
		if u.part == nil {
			u.part = make([]byte, 0, u.size)
		}
		n := min(len(p), int(u.size)-len(u.part))
		u.part, p = append(u.part, p[:n]...), p[n:]
		written += n
		if int64(len(u.part)) == u.size {
			u.err = u.send()
		}
	}
	return written, u.err
}

// send sends a part; the storage checks its SHA-256.
func (u *Upload) send() error {
	number := len(u.parts) + 1
	if number > mostParts {
		return u.object.failed(fmt.Errorf("more than %d parts", mostParts))
	}
	hash := sha256.Sum256(u.part)
	part := s3Part{PartNumber: number}
	r := u.object.request(http.MethodPut, url.Values{"partNumber": {strconv.Itoa(number)}, "uploadId": {u.id}})
	r.content, r.size, r.hash, r.within = bytes.NewReader(u.part), int64(len(u.part)), hex.EncodeToString(hash[:]), partPatience
	r.read = func(answer *http.Response) error {
		part.ETag = answer.Header.Get("ETag")
		return nil
	}
	if _, err := u.object.client.do(u.ctx, r); err != nil {
		return u.object.failed(fmt.Errorf("storing part %d: %w", number, err))
	}
	u.parts = append(u.parts, part)
	u.sent += int64(len(u.part))
	// Not the same memory again: what sends a request may read its content after the answer
	// to it, of an attempt that failed.
	u.part = nil
	return nil
}

// Complete makes the object of the parts, and returns its size.
func (u *Upload) Complete() (int64, error) {
	if u.err == nil && (len(u.part) > 0 || len(u.parts) == 0) {
		u.err = u.send()
	}
	if u.err != nil {
		return 0, u.err
	}
	body, err := xml.Marshal(struct {
		XMLName xml.Name `xml:"CompleteMultipartUpload"`
		Part    []s3Part
	}{Part: u.parts})
	if err != nil {
		return 0, err
	}
	// Another process may have made the object meanwhile. Not all storages know the condition.
	err = u.complete(body, http.Header{"If-None-Match": {"*"}})
	if refusal := (*s3Error)(nil); errors.As(err, &refusal) {
		switch {
		case refusal.status == http.StatusPreconditionFailed:
			err = ErrThere
		case refusal.status == http.StatusNotImplemented || refusal.Code == "NotImplemented":
			err = u.complete(body, nil)
		}
	}
	n, known, asked := u.object.size(u.ctx)
	switch {
	// An attempt may have succeeded whose answer was lost: the upload is then unknown.
	case s3Code(err) == "NoSuchUpload" && n == u.sent:
	case err != nil:
		return 0, u.object.failed(err)
	case asked != nil:
		return 0, u.object.failed(asked)
	case known && n != u.sent:
		return 0, u.object.failed(fmt.Errorf("it has %d bytes, not the %d that were written", n, u.sent))
	}
	return u.sent, nil
}

func (u *Upload) complete(body []byte, header http.Header) error {
	hash := sha256.Sum256(body)
	r := u.object.request(http.MethodPost, url.Values{"uploadId": {u.id}})
	r.header, r.content, r.size, r.hash, r.within = header, bytes.NewReader(body), int64(len(body)), hex.EncodeToString(hash[:]), partPatience
	r.read = readXML(new(struct{}))
	_, err := u.object.client.do(u.ctx, r)
	return err
}

// Abort removes the parts, also after the context has ended.
func (u *Upload) Abort() error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(u.ctx), askPatience)
	defer cancel()
	_, err := u.object.client.do(ctx, u.object.request(http.MethodDelete, url.Values{"uploadId": {u.id}}))
	if s3Code(err) == "NoSuchUpload" {
		err = nil
	}
	if err != nil {
		return u.object.failed(fmt.Errorf("its parts could not be removed, the bucket has an unfinished upload: %w", err))
	}
	return nil
}

// Open reads the object. A connection that is lost is made again where the reading was.
func (o *Object) Open(ctx context.Context) (io.ReadCloser, error) {
	r := &objectReader{parent: ctx, of: o}
	opening, cancel := context.WithCancel(ctx)
	r.cancel = cancel
	err := r.within(func() (err error) {
		r.object, err = o.client.open(opening, o.name)
		return err
	})
	if err != nil {
		cancel()
		if s3Code(err) == noSuchKey {
			err = ErrNotFound
		}
		return nil, o.failed(err)
	}
	return r, nil
}

type objectReader struct {
	parent context.Context
	of     *Object
	object *s3Object
	cancel context.CancelFunc
}

// within ends the request that is under way when it takes too long.
func (r *objectReader) within(do func() error) error {
	late := time.AfterFunc(askPatience, r.cancel)
	defer late.Stop()
	return do()
}

func (r *objectReader) Read(p []byte) (n int, err error) {
	for attempt := 1; ; attempt++ {
		err = r.within(func() (err error) {
			n, err = r.object.Read(p)
			return err
		})
		refusal := (*s3Error)(nil)
		switch {
		case n > 0:
			return n, nil // what is wrong shows at the next one
		case err == nil || err == io.EOF:
			return 0, err
		case attempt == r.of.client.attempts || r.parent.Err() != nil || errors.As(err, &refusal):
			// As text: a connection that is lost is not the end of a backup.
			return 0, r.of.failed(errors.New(err.Error()))
		}
		r.Close()
		select {
		case <-r.parent.Done():
			return 0, r.parent.Err()
		case <-time.After(r.of.client.pause << (attempt - 1)):
		}
		r.object.ctx, r.cancel = context.WithCancel(r.parent)
	}
}

// Close ends the reading.
func (r *objectReader) Close() error {
	r.cancel()
	return r.object.Close()
}
