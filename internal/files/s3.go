package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

// S3 keeps blobs in a bucket of S3-compatible storage. An upload is collected in
// a temporary file first: its size must be known before it is sent, and one that
// breaks off leaves nothing in the bucket.
type S3 struct {
	client         *minio.Client
	bucket, prefix string
	spool          *Dir
	// Times bound the calls; they are set before the first one.
	Times S3Times
}

// S3Times bound what a storage that answers nothing, or stops in the middle, costs
// its caller.
type S3Times struct {
	// Store is for a call that stores, retries included.
	Store time.Duration
	// Ask is for one that deletes, and for what comes before the content of one
	// that reads.
	Ask time.Duration
	// Piece is for a piece of the content that is read, of at most 64 KiB. How
	// long its reader takes for it does not count.
	Piece time.Duration
}

// usualS3Times leave a file of the greatest size a minute on its way there.
var usualS3Times = S3Times{Store: time.Minute, Ask: 20 * time.Second, Piece: 10 * time.Second}

// maxPiece is how much of the content one read asks for.
const maxPiece = 64 << 10

// s3Retries is how often a call is tried again; the library's own ten would
// keep a person waiting for minutes.
const s3Retries = 3

const errS3URL = "must look like s3://key:secret@host/bucket?region=eu-central-1, with &tls=false for plain http"

// OpenS3 reads an address such as
//
//	s3://key:secret@host/bucket?region=eu-central-1&tls=false
//
// where a path behind the bucket is put in front of the blobs' names. Nothing is
// connected yet. spool is where uploads are collected. An error shows nothing of
// the address.
func OpenS3(address string, spool *Dir) (*S3, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil || u.Fragment != "" {
		return nil, errors.New(errS3URL)
	}
	secret, _ := u.User.Password()
	bucket, prefix, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	secure, region := true, "us-east-1"
	query, err := url.ParseQuery(u.RawQuery)
	for name, values := range query {
		switch {
		case name == "region" && values[0] != "":
			region = values[0]
		case name == "tls":
			if secure, err = strconv.ParseBool(values[0]); err != nil {
				return nil, errors.New(errS3URL)
			}
		default:
			return nil, errors.New(errS3URL)
		}
	}
	if err != nil || bucket == "" || secret == "" || u.User.Username() == "" {
		return nil, errors.New(errS3URL)
	}
	if s3utils.CheckValidBucketName(bucket) != nil {
		return nil, errors.New("must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens")
	}
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: secure, Region: region, Transport: s3Transport(), MaxRetries: s3Retries,
	})
	if err != nil {
		return nil, errors.New(errS3URL)
	}
	return &S3{client: client, bucket: bucket, prefix: prefix, spool: spool, Times: usualS3Times}, nil
}

// s3Transport is the library's own but for the proxy of the environment.
func s3Transport() *http.Transport {
	return &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
		MaxIdleConnsPerHost:   16,
		ResponseHeaderTimeout: 30 * time.Second,
		IdleConnTimeout:       time.Minute,
		TLSHandshakeTimeout:   10 * time.Second,
		DisableCompression:    true,
	}
}

func (s *S3) object(name string) string { return path.Join(s.prefix, name[:2], name) }

// Put stores a blob.
func (s *S3) Put(ctx context.Context, content io.Reader, max int64) (Blob, error) {
	b := Blob{Name: newName()}
	collected, err := s.spool.spool(content, max, &b)
	if err != nil {
		return Blob{}, err
	}
	defer os.Remove(collected)
	if err := s.send(ctx, collected, b); err != nil {
		// Whether a call without an answer has stored it is not known: its mark
		// stays for the next start.
		if minio.ToErrorResponse(err).StatusCode != 0 {
			s.Keep(b.Name)
		}
		return Blob{}, fmt.Errorf("storing a blob in S3: %w", err)
	}
	return b, nil
}

func (s *S3) send(ctx context.Context, path string, b Blob) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	bounded, cancel := context.WithTimeout(ctx, s.Times.Store)
	defer cancel()
	// One request: parts would be left behind when the program ends in between.
	_, err = s.client.PutObject(bounded, s.bucket, s.object(b.Name), file, b.Size, minio.PutObjectOptions{ContentType: unknownType, DisableMultipart: true})
	return inTime(ctx, bounded, s.Times.Store, err)
}

// inTime says of a call that was given up how long it was waited for.
func inTime(ctx, bounded context.Context, patience time.Duration, err error) error {
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("no answer within %s: %w", patience, err)
	}
	return err
}

// Open opens a blob. What is read comes from the network as it is read.
func (s *S3) Open(ctx context.Context, name string) (Content, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	content, err := s.ask(ctx, name, func(o *minio.Object) error {
		_, err := o.Stat()
		return err
	})
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("opening a blob in S3: %w", err)
	}
	return content, nil
}

// ask opens a blob with a first question: until then nothing is asked.
func (s *S3) ask(ctx context.Context, name string, first func(*minio.Object) error) (*s3Content, error) {
	ctx, cancel := context.WithCancel(ctx)
	object, err := s.client.GetObject(ctx, s.bucket, s.object(name), minio.GetObjectOptions{})
	if err != nil {
		cancel()
		return nil, err
	}
	c := &s3Content{Object: object, cancel: cancel, piece: s.Times.Piece}
	if err := c.within(s.Times.Ask, func() error { return first(object) }); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// s3Content is an object that is read in pieces, each within a time.
type s3Content struct {
	*minio.Object
	cancel context.CancelFunc
	piece  time.Duration
}

func (c *s3Content) within(patience time.Duration, do func() error) error {
	late := time.AfterFunc(patience, c.cancel)
	err := do()
	if !late.Stop() && err != nil && err != io.EOF {
		return fmt.Errorf("no answer within %s: %w", patience, err)
	}
	return err
}

// Read reads all that p has room for, up to a piece: a storage that sends a byte
// at a time, and then none for a while, is given up too.
func (c *s3Content) Read(p []byte) (n int, err error) {
	p = p[:min(len(p), maxPiece)]
	err = c.within(c.piece, func() error {
		var err error
		if n, err = io.ReadFull(c.Object, p); err == io.ErrUnexpectedEOF {
			err = nil // the end is told by the next one
		}
		return err
	})
	return n, err
}

func (c *s3Content) Close() error {
	c.cancel()
	return c.Object.Close()
}

// Check asks for a blob that cannot be there, so that a wrong setting is known
// at the start and not with the first upload.
func (s *S3) Check(ctx context.Context) error {
	// By reading: an answer to Stat has no body, and a wrong key looks like any
	// other refusal.
	content, err := s.ask(ctx, newName(), func(o *minio.Object) error {
		_, err := o.Read(make([]byte, 1))
		return err
	})
	if err == nil {
		return content.Close()
	}
	// Who may not list a bucket is not told what is not in it.
	if code := minio.ToErrorResponse(err).Code; code == minio.NoSuchKey || code == minio.AccessDenied {
		return nil
	}
	return fmt.Errorf("asking S3: %w", err)
}

// Delete removes a blob.
func (s *S3) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return nil
	}
	if err := s.remove(ctx, name); err != nil {
		return fmt.Errorf("deleting a blob in S3: %w", err)
	}
	s.Keep(name)
	return nil
}

func (s *S3) remove(ctx context.Context, name string) error {
	bounded, cancel := context.WithTimeout(ctx, s.Times.Ask)
	defer cancel()
	err := s.client.RemoveObject(bounded, s.bucket, s.object(name), minio.RemoveObjectOptions{})
	return inTime(ctx, bounded, s.Times.Ask, err)
}

// Keep says that the blob is known to the database.
func (s *S3) Keep(name string) { s.spool.Keep(name) }

// Clean removes what uploads that a crash of this node cut have left, here and
// in the bucket.
func (s *S3) Clean(ctx context.Context, known func(ctx context.Context, blob string) (bool, error)) (int, error) {
	return s.spool.clean(ctx, known, s.remove)
}
