package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
)

// S3 stores blobs in a bucket of S3-compatible storage. An upload is written to a
// temporary file first: its size must be known before it is sent, and an interrupted
// upload leaves nothing in the bucket.
type S3 struct {
	client *s3Client
	prefix string
	spool  *Dir
	// Times are the timeouts of calls; set them before the first call.
	Times S3Times
}

// S3Times are the timeouts for a storage that does not answer or stops in the middle.
type S3Times struct {
	// Store is for a call that stores, retries included.
	Store time.Duration
	// Ask is for a call that deletes, and for a call that reads until its content
	// begins.
	Ask time.Duration
	// Piece is for reading a piece of the content, of at most 64 KiB. The time that
	// the client takes for it does not count.
	Piece time.Duration
}

// usualS3Times are the defaults: the largest file has a minute.
var usualS3Times = S3Times{Store: time.Minute, Ask: 20 * time.Second, Piece: 10 * time.Second}

// maxPiece is the largest read of the content.
const maxPiece = 64 << 10

const errS3URL = "must look like s3://key:secret@host/bucket?region=eu-central-1, with &tls=false for plain http"

// OpenS3 parses an address such as
//
//	s3://key:secret@host/bucket?region=eu-central-1&tls=false
//
// where a path after the bucket is a prefix of the blobs' names. It does not connect.
// spool is where uploads are written first. An error shows nothing of the address.
func OpenS3(address string, spool *Dir) (*S3, error) {
	client, prefix, err := parseS3(address)
	if err != nil {
		return nil, err
	}
	return &S3{client: client, prefix: prefix, spool: spool, Times: usualS3Times}, nil
}

// parseS3 parses the address of a bucket and a path in it.
func parseS3(address string) (client *s3Client, path string, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil || u.Fragment != "" {
		return nil, "", errors.New(errS3URL)
	}
	secret, _ := u.User.Password()
	bucket, path, _ := strings.Cut(strings.Trim(u.Path, "/"), "/")
	secure, region := true, "us-east-1"
	query, err := url.ParseQuery(u.RawQuery)
	for name, values := range query {
		switch {
		case name == "region" && values[0] != "":
			region = values[0]
		case name == "tls":
			if secure, err = strconv.ParseBool(values[0]); err != nil {
				return nil, "", errors.New(errS3URL)
			}
		default:
			return nil, "", errors.New(errS3URL)
		}
	}
	if err != nil || bucket == "" || secret == "" || u.User.Username() == "" {
		return nil, "", errors.New(errS3URL)
	}
	if !bucketName.MatchString(bucket) || strings.Contains(bucket, "..") || net.ParseIP(bucket) != nil {
		return nil, "", errors.New("must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens")
	}
	return newS3Client(u.Host, bucket, region, u.User.Username(), secret, secure), path, nil
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
		// Without an answer it is not known whether the blob was stored: its mark
		// stays for the next start.
		if refusal := (*s3Error)(nil); errors.As(err, &refusal) {
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
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return err
	}
	bounded, cancel := context.WithTimeout(ctx, s.Times.Store)
	defer cancel()
	// A single request: parts would be left behind if the process ended in between.
	return inTime(ctx, bounded, s.Times.Store, s.client.end(bounded, s3Request{
		method: http.MethodPut, object: s.object(b.Name), header: http.Header{"Content-Type": {unknownType}},
		content: file, size: b.Size, hash: hex.EncodeToString(hash.Sum(nil)),
	}))
}

// inTime adds the timeout to the error of a call that exceeded it.
func inTime(ctx, bounded context.Context, patience time.Duration, err error) error {
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("no answer within %s: %w", patience, err)
	}
	return err
}

// Open opens a blob, whose content is read from the network as it is read here.
func (s *S3) Open(ctx context.Context, name string) (Content, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	content, err := s.ask(ctx, name)
	if s3Code(err) == noSuchKey {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("opening a blob in S3: %w", err)
	}
	return content, nil
}

// The codes of refusals that say that there is no such blob; the second is the answer to
// who may not list the bucket.
const noSuchKey, accessDenied = "NoSuchKey", "AccessDenied"

// ask requests a blob.
func (s *S3) ask(ctx context.Context, name string) (*s3Content, error) {
	ctx, cancel := context.WithCancel(ctx)
	c := &s3Content{cancel: cancel, piece: s.Times.Piece}
	err := c.within(s.Times.Ask, func() (err error) {
		c.s3Object, err = s.client.open(ctx, s.object(name))
		return err
	})
	if err != nil {
		cancel()
		return nil, err
	}
	return c, nil
}

// s3Content is an object that is read in pieces, each with a timeout.
type s3Content struct {
	*s3Object
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

// Read fills p, up to a piece, so that a storage that sends a byte at a time runs into
// the timeout too.
func (c *s3Content) Read(p []byte) (n int, err error) {
	p = p[:min(len(p), maxPiece)]
	err = c.within(c.piece, func() error {
		var err error
		if n, err = io.ReadFull(c.s3Object, p); err == io.ErrUnexpectedEOF && c.at == c.size {
			err = nil // the next read returns io.EOF
		}
		return err
	})
	return n, err
}

func (c *s3Content) Close() error {
	c.cancel()
	return c.s3Object.Close()
}

// Check reads a blob that cannot exist, so that a wrong setting is known at start and
// not with the first upload.
func (s *S3) Check(ctx context.Context) error {
	content, err := s.ask(ctx, newName())
	if err == nil {
		return content.Close()
	}
	if code := s3Code(err); code == noSuchKey || code == accessDenied {
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
	err := s.client.end(bounded, s3Request{method: http.MethodDelete, object: s.object(name)})
	if s3Code(err) == noSuchKey {
		err = nil
	}
	return inTime(ctx, bounded, s.Times.Ask, err)
}

// Keep marks the blob as known to the database.
func (s *S3) Keep(name string) { s.spool.Keep(name) }

// Clean removes what uploads that a crash of this node interrupted have left behind,
// here and in the bucket.
func (s *S3) Clean(ctx context.Context, known func(ctx context.Context, blob string) (bool, error)) (int, error) {
	return s.spool.clean(ctx, known, s.remove)
}
