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
)

// S3 keeps blobs in a bucket of S3-compatible storage. An upload is collected in
// a temporary file first: its size must be known before it is sent, and one that
// breaks off leaves nothing in the bucket.
type S3 struct {
	client         *minio.Client
	bucket, prefix string
	spool          *Dir
}

// s3Time bounds a call that stores or deletes, retries included, and what comes
// before the content of one that reads.
const s3Time = time.Minute

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
	client, err := minio.New(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: secure, Region: region, Transport: s3Transport(), MaxRetries: s3Retries,
	})
	if err != nil {
		return nil, errors.New(errS3URL)
	}
	return &S3{client: client, bucket: bucket, prefix: prefix, spool: spool}, nil
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
	ctx, cancel := context.WithTimeout(ctx, s3Time)
	defer cancel()
	// One request: parts would be left behind when the program ends in between.
	_, err = s.client.PutObject(ctx, s.bucket, s.object(b.Name), file, b.Size, minio.PutObjectOptions{ContentType: unknownType, DisableMultipart: true})
	return err
}

// Open opens a blob. What is read comes from the network as it is read.
func (s *S3) Open(ctx context.Context, name string) (Content, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	object, err := s.client.GetObject(ctx, s.bucket, s.object(name), minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("opening a blob in S3: %w", err)
	}
	// Nothing was asked yet.
	if _, err := object.Stat(); err != nil {
		object.Close()
		if code := minio.ToErrorResponse(err).Code; code == minio.NoSuchKey {
			return nil, ErrNotFound
		}
		return nil, fmt.Errorf("opening a blob in S3: %w", err)
	}
	return object, nil
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
	ctx, cancel := context.WithTimeout(ctx, s3Time)
	defer cancel()
	return s.client.RemoveObject(ctx, s.bucket, s.object(name), minio.RemoveObjectOptions{})
}

// Keep says that the blob is known to the database.
func (s *S3) Keep(name string) { s.spool.Keep(name) }

// Clean removes what uploads that a crash of this node cut have left, here and
// in the bucket.
func (s *S3) Clean(ctx context.Context, known func(ctx context.Context, blob string) (bool, error)) (int, error) {
	return s.spool.clean(ctx, known, s.remove)
}
