package files

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

// s3Client sends signed requests for the objects of a bucket. It is not one of the complete
// libraries: the four requests that blobs need are a tenth of their code, which was 8 % of
// the program.
type s3Client struct {
	http   *http.Client
	signer *v4.Signer
	key    aws.Credentials
	region string
	// root is the address of the bucket.
	root url.URL
	// attempts is how often a request is sent that the storage could not take. pause is how
	// long the first retry waits; each later one waits twice as long.
	attempts int
	pause    time.Duration
	now      func() time.Time
}

// noContent is the SHA-256 of an empty body.
const noContent = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// bucketName is that of the buckets that every storage takes; names of directories and
// addresses are refused too.
var bucketName = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)

func newS3Client(host, bucket, region, access, secret string, secure bool) *s3Client {
	c := &s3Client{
		// A signature is for one host: what lies elsewhere is refused, and the error says where.
		http:   &http.Client{Transport: s3Transport(), CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
		signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }), // as S3 differs from Amazon's other services
		key:    aws.Credentials{AccessKeyID: access, SecretAccessKey: secret},
		region: region, root: url.URL{Scheme: "https", Host: host, Path: "/" + bucket}, attempts: 3, pause: 200 * time.Millisecond, now: time.Now,
	}
	if !secure {
		c.root.Scheme = "http"
	}
	// Amazon has a host for each region, and for each bucket whose name a certificate fits.
	if host == "s3.amazonaws.com" {
		c.root.Host = "s3." + region + ".amazonaws.com"
	}
	if strings.HasSuffix(host, ".amazonaws.com") && !strings.Contains(bucket, ".") {
		c.root.Host, c.root.Path = bucket+"."+c.root.Host, ""
	}
	return c
}

// s3Transport is net/http's default without the proxy of the environment.
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

// s3Error is a refusal of the storage.
type s3Error struct {
	status  int
	Code    string `xml:"Code"`
	Message string `xml:"Message"`
	// Endpoint is where the bucket is, if it is elsewhere.
	Endpoint string `xml:"Endpoint"`
}

func (e *s3Error) Error() string {
	text := fmt.Sprintf("status %d", e.status)
	if e.Code != "" {
		text += fmt.Sprintf(", %s: %s", e.Code, e.Message)
	}
	if e.Endpoint != "" {
		text += fmt.Sprintf(" (%s)", e.Endpoint)
	}
	return text
}

// s3Code is the code of a refusal; "" for other errors.
func s3Code(err error) string {
	if e := (*s3Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// s3Request is what is asked of an object.
type s3Request struct {
	method, object string
	query          url.Values
	header         http.Header
	// content is sent, hash is its SHA-256 in hexadecimal digits. If content is nil, the body is empty.
	content io.ReaderAt
	size    int64
	hash    string
	// within bounds each attempt with its answer, which read reads, if it is not 0.
	within time.Duration
	read   func(*http.Response) error
}

// do sends a request and returns the answer, whose body the caller closes. What the
// storage could not take is sent again; the error is an *s3Error if it has refused.
func (c *s3Client) do(ctx context.Context, r s3Request) (*http.Response, error) {
	for attempt := 1; ; attempt++ {
		answer, err := c.attempt(ctx, r)
		if refusal := (*s3Error)(nil); err == nil || attempt == c.attempts || ctx.Err() != nil || errors.As(err, &refusal) && refusal.status < 500 && refusal.status != http.StatusTooManyRequests {
			return answer, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(c.pause << (attempt - 1)):
		}
	}
}

// attempt sends a request once.
func (c *s3Client) attempt(ctx context.Context, r s3Request) (*http.Response, error) {
	if r.within == 0 {
		return c.try(ctx, r)
	}
	bounded, cancel := context.WithTimeout(ctx, r.within)
	defer cancel()
	answer, err := c.try(bounded, r)
	if err == nil {
		defer answer.Body.Close()
		if r.read != nil {
			err = r.read(answer)
		}
	}
	return answer, inTime(ctx, bounded, r.within, err)
}

// end sends a request whose answer has nothing to read.
func (c *s3Client) end(ctx context.Context, r s3Request) error {
	answer, err := c.do(ctx, r)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}

func (c *s3Client) try(ctx context.Context, r s3Request) (*http.Response, error) {
	address := c.root
	address.Path += "/" + r.object
	address.RawPath = escapeS3(address.Path)
	address.RawQuery = strings.ReplaceAll(r.query.Encode(), "+", "%20")
	req, err := http.NewRequestWithContext(ctx, r.method, address.String(), nil)
	if err != nil {
		return nil, err
	}
	for name, values := range r.header {
		req.Header[name] = values
	}
	hash := noContent
	if r.content != nil {
		hash = r.hash
		req.Body, req.ContentLength = io.NopCloser(io.NewSectionReader(r.content, 0, r.size)), r.size
	}
	req.Header.Set("X-Amz-Content-Sha256", hash)
	if err := c.signer.SignHTTP(ctx, c.key, req, hash, "s3", c.region, c.now()); err != nil {
		return nil, err
	}
	answer, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode/100 == 2 {
		return answer, nil
	}
	defer answer.Body.Close()
	refusal := &s3Error{status: answer.StatusCode}
	// An answer without this body, as a proxy may give it, has its status alone.
	_ = xml.NewDecoder(io.LimitReader(answer.Body, 64<<10)).Decode(refusal)
	if refusal.Endpoint == "" {
		refusal.Endpoint = answer.Header.Get("Location")
	}
	return nil, refusal
}

// escapeS3 escapes a path as signatures have it: everything but letters, digits, "-", ".",
// "_", "~" and "/".
func escapeS3(path string) string {
	var b strings.Builder
	for i := range len(path) {
		switch c := path[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// s3Object is the content of an object, from where it is read on. The first answer says
// how large it is. What is read elsewhere than where that has come to is requested; seeking
// alone requests nothing, since http.ServeContent finds the size by it.
type s3Object struct {
	ctx    context.Context
	client *s3Client
	name   string
	size   int64
	at     int64
	etag   string
	body   io.ReadCloser // nil if it must be requested
	bodyAt int64
}

func (c *s3Client) open(ctx context.Context, name string) (*s3Object, error) {
	answer, err := c.do(ctx, s3Request{method: http.MethodGet, object: name})
	if err != nil {
		return nil, err
	}
	if answer.ContentLength < 0 {
		answer.Body.Close()
		return nil, errors.New("the answer does not say its size")
	}
	return &s3Object{ctx: ctx, client: c, name: name, size: answer.ContentLength, etag: answer.Header.Get("ETag"), body: answer.Body}, nil
}

func (o *s3Object) Read(p []byte) (int, error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.bodyAt != o.at {
		o.Close()
	}
	if o.body == nil {
		header := http.Header{"Range": {"bytes=" + strconv.FormatInt(o.at, 10) + "-"}}
		if o.etag != "" {
			header.Set("If-Match", o.etag)
		}
		answer, err := o.client.do(o.ctx, s3Request{method: http.MethodGet, object: o.name, header: header})
		if err != nil {
			return 0, err
		}
		if answer.StatusCode != http.StatusPartialContent {
			answer.Body.Close()
			return 0, fmt.Errorf("asked for a range, got status %d", answer.StatusCode)
		}
		o.body, o.bodyAt = answer.Body, o.at
	}
	n, err := o.body.Read(p)
	o.at += int64(n)
	o.bodyAt = o.at
	if err == io.EOF && o.at < o.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (o *s3Object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, errors.New("seeking before the beginning")
	}
	o.at = offset
	return offset, nil
}

func (o *s3Object) Close() error {
	if o.body == nil {
		return nil
	}
	defer func() { o.body = nil }()
	return o.body.Close()
}
