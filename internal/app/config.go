// Package app turns a configuration into a running service. It is the only package
// that knows all others, the environment, the clock and the process.
package app

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"svcx"
	"svcx/internal/httpd"
	"svcx/internal/limit"
	"svcx/internal/mail"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// Config is everything that an operator can set (see Settings, which describes it), and
// what the program adds.
type Config struct {
	Addr               string
	BaseURL            string
	DataDir            string
	DatabaseURL        string
	DatabaseMaxConns   int
	RedisURL           string
	AutoMigrate        bool
	DefaultForm        string
	AdminEmail         string
	RateLimit          int
	MagicLinkRateLimit int
	TrustedProxies     []string

	OutboundAllowCIDRs    []string
	OutboundAllowHTTP     bool
	OutboundCAFile        string
	OutboundRetrySchedule string
	OutboundTraceparent   bool

	MonitorInterval time.Duration

	MasterKey     string
	MasterKeyFile string
	NextMasterKey string

	SMTPURL  string
	MailFrom string
	SMTPHelo string

	AIBaseURL string
	AIAPIKey  string
	AIModel   string

	FilesURL          string
	BackupURL         string
	MaxBody           Bytes
	MaxImportBody     Bytes
	MemoryLimit       Bytes
	EventLogRetention time.Duration
	AuditLogRetention time.Duration
	LogFormat         string
	LogLevel          string
	MetricsAddr       string

	OTLPEndpoint           string
	OTLPTracesEndpoint     string
	OTLPProtocol           string
	OTLPHeaders            string
	OTLPTimeout            Milliseconds
	OTelServiceName        string
	OTelResourceAttributes string
	OTelSampler            string
	OTelSamplerArg         string
	OTelDisabled           bool

	// OwnCIDRs are private networks that webhooks may reach in addition to the
	// operator's, for a receiver that this process runs.
	OwnCIDRs []string
	// Given reports whether a setting was set by its flag, the environment or a
	// file; nil means that none was. Commands take the others from the server.
	Given func(flag string) bool
	// DemoEmail is the address that signs in to a demo, which the sign-in page of a
	// demo shows; "" if this is not a demo.
	DemoEmail string
	// Now is the clock; nil means the system's.
	Now func() time.Time
	// Print is where sign-in links are written without a mail server; nil means
	// standard error.
	Print io.Writer
}

// minBody is the smallest bound of bodies. With "5", which somebody meant as MiB, every
// message was refused, with 200.
const minBody = 4 << 10

// Validate checks the settings; its error names the variable.
func (c *Config) Validate() error {
	switch {
	case c.RateLimit < 0:
		return errors.New("SVCX_RATE_LIMIT (--rate-limit) must be 0 (off) or more")
	case c.MagicLinkRateLimit < 0:
		return errors.New("SVCX_MAGIC_LINK_RATE_LIMIT (--magic-link-rate-limit) must be 0 (off) or more")
	case c.DatabaseMaxConns != 0 && c.DatabaseMaxConns < 4:
		return errors.New("SVCX_DATABASE_MAX_CONNS (--database-max-conns) must be 4 or more")
	case c.MonitorInterval != 0 && c.MonitorInterval < time.Second:
		return errors.New("SVCX_MONITOR_INTERVAL (--monitor-interval) must be 0 (off), or 1s or more")
	case c.MaxBody != 0 && c.MaxBody < minBody:
		return errors.New("SVCX_MAX_BODY (--max-body) must be 4KiB or more; a number without a unit is bytes")
	case c.MaxImportBody != 0 && c.MaxImportBody < minBody:
		return errors.New("SVCX_MAX_IMPORT_BODY (--max-import-body) must be 4KiB or more; a number without a unit is bytes")
	case c.MemoryLimit != 0 && c.MemoryLimit < minMemoryLimit:
		return errors.New("SVCX_MEMORY_LIMIT (--memory-limit) must be 64MiB or more; a number without a unit is bytes")
	case c.EventLogRetention < time.Minute:
		return errors.New("SVCX_EVENT_LOG_RETENTION (--event-log-retention) must be 1m or more")
	case c.AuditLogRetention != 0 && c.AuditLogRetention < time.Minute:
		return errors.New("SVCX_AUDIT_LOG_RETENTION (--audit-log-retention) must be 0 (forever), or 1m or more")
	case c.LogFormat != "" && c.LogFormat != "text" && c.LogFormat != "json":
		return fmt.Errorf("SVCX_LOG_FORMAT (--log-format) must be text or json, not %q", c.LogFormat)
	case !slices.Contains([]string{"debug", "info", "warn", "error"}, c.LogLevel):
		return fmt.Errorf("SVCX_LOG_LEVEL (--log-level) must be debug, info, warn or error, not %q", c.LogLevel)
	case c.DefaultForm != string(svcx.FormA) && c.DefaultForm != string(svcx.FormB):
		return fmt.Errorf("SVCX_DEFAULT_FORM (--default-form) must be A or B, not %q", c.DefaultForm)
	case !svcx.IsEmail(c.AdminEmail):
		return fmt.Errorf("SVCX_ADMIN_EMAIL (--admin-email of serve) must be an e-mail address, not %q", c.AdminEmail)
	}
	return c.checkTexts()
}

// checkTexts parses the settings that are more than a number or a word, before
// anything is opened or created: a start that fails later leaves files behind.
func (c *Config) checkTexts() error {
	checks := []func() error{
		c.checkAddr,
		c.checkMasterKeys,
		func() error { _, err := c.baseURL(c.Addr); return err },
		func() error { return withEncodingHint(store.CheckURL(c.DatabaseURL), c.DatabaseURL) },
		func() error { _, err := c.proxies(); return err },
		func() error { _, err := c.outbound(0); return err },
		func() error { _, err := c.schedule(); return err },
		c.checkAI,
		c.checkTraces,
		func() error {
			_, err := c.post(time.Now, slog.New(slog.DiscardHandler))
			return withEncodingHint(err, c.SMTPURL)
		},
		func() error {
			_, err := c.storage(time.Now, slog.New(slog.DiscardHandler))
			return withEncodingHint(err, c.FilesURL)
		},
		func() error { return withEncodingHint(c.checkBackupURL(), c.BackupURL) },
		func() error { return withEncodingHint(limit.CheckRedisURL(c.RedisURL), c.RedisURL) },
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// withEncodingHint adds to the error of a URL how characters of a password are
// written that would end it or begin an escape.
func withEncodingHint(err error, raw string) error {
	_, rest, _ := strings.Cut(raw, "://")
	at := strings.LastIndex(rest, "@")
	if err == nil || at < 0 {
		return err
	}
	user := rest[:at]
	if _, malformed := url.PathUnescape(user); malformed == nil && !strings.ContainsAny(user, "#/?") {
		return err
	}
	return fmt.Errorf("%w (percent-encode # %% / ? in the user and the password: %%23 %%25 %%2F %%3F)", err)
}

// Bytes is a size: a number followed by B, KiB, MiB or GiB, or plain bytes.
type Bytes int64

// Set reads a size of at least one byte.
func (b *Bytes) Set(text string) error {
	s := strings.TrimSpace(text)
	factor := int64(1)
	for suffix, f := range map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			s, factor = rest, f
		}
	}
	var n int64
	if _, err := fmt.Sscanf(strings.TrimSuffix(s, "B")+"\n", "%d\n", &n); err != nil || n < 1 || n > (1<<40)/factor {
		return fmt.Errorf("%q is not a size such as 1MiB", text)
	}
	*b = Bytes(n * factor)
	return nil
}

// Type is the name of the type in a command line.
func (*Bytes) Type() string { return "size" }

// String is the number of bytes.
func (b *Bytes) String() string { return strconv.FormatInt(int64(*b), 10) }

// outbound returns an HTTP client with a timeout for a whole call; 0 means the
// default.
func (c *Config) outbound(timeout time.Duration) (*safehttp.Client, error) {
	var allow []netip.Prefix
	for _, cidr := range slices.Concat(c.OutboundAllowCIDRs, c.OwnCIDRs) {
		p, err := netip.ParsePrefix(strings.TrimSpace(cidr))
		if err != nil {
			return nil, fmt.Errorf("SVCX_OUTBOUND_ALLOW_CIDRS: %q is not a network such as 10.0.0.0/8", cidr)
		}
		allow = append(allow, p)
	}
	roots, err := c.roots()
	if err != nil {
		return nil, err
	}
	return safehttp.New(safehttp.Options{AllowCIDRs: allow, AllowHTTP: c.OutboundAllowHTTP, RootCAs: roots, Timeout: timeout, StreamIdle: timeout, UserAgent: "svcx/" + Version}), nil
}

func (c *Config) roots() (*x509.CertPool, error) {
	if c.OutboundCAFile == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(c.OutboundCAFile)
	if err != nil {
		return nil, fmt.Errorf("SVCX_OUTBOUND_CA_FILE: %w", err)
	}
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	if !roots.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("SVCX_OUTBOUND_CA_FILE: %s holds no certificate in PEM", c.OutboundCAFile)
	}
	return roots, nil
}

// schedule parses the waits between attempts; nil means the default.
func (c *Config) schedule() ([]time.Duration, error) {
	switch c.OutboundRetrySchedule {
	case "":
		return nil, nil
	case "none":
		return []time.Duration{}, nil
	}
	var waits []time.Duration
	for s := range strings.SplitSeq(c.OutboundRetrySchedule, ",") {
		d, err := time.ParseDuration(strings.TrimSpace(s))
		if err != nil || d < 0 {
			return nil, fmt.Errorf("SVCX_OUTBOUND_RETRY_SCHEDULE: %q is not a wait such as 30s or 2m", s)
		}
		waits = append(waits, d)
	}
	return waits, nil
}

func (c *Config) proxies() (httpd.Proxies, error) {
	p, err := httpd.ParseProxies(c.TrustedProxies...)
	if err != nil {
		return nil, fmt.Errorf("SVCX_TRUSTED_PROXIES: %w", err)
	}
	return p, nil
}

// post returns the mailer.
func (c *Config) post(now func() time.Time, log *slog.Logger) (*mail.Mailer, error) {
	roots, err := c.roots()
	if err != nil {
		return nil, err
	}
	print := c.Print
	if print == nil {
		print = os.Stderr
	}
	host := ""
	if u, err := url.Parse(c.BaseURL); err == nil {
		host = u.Hostname()
	}
	return mail.New(mail.Options{URL: c.SMTPURL, From: c.mailFrom(), Helo: c.SMTPHelo, Host: host, RootCAs: roots, Print: Lossy(print), Now: now, Log: log})
}

// mailFrom is the sender of mails: the setting, or the mail server's user if that
// is an address, or an address at the host of the public address.
func (c *Config) mailFrom() string {
	if c.MailFrom != "" {
		return c.MailFrom
	}
	if u, err := url.Parse(c.SMTPURL); err == nil && svcx.IsEmail(u.User.Username()) {
		return u.User.Username()
	}
	if u, err := url.Parse(c.BaseURL); err == nil {
		if from := "svcx@" + u.Hostname(); svcx.IsEmail(from) {
			return from
		}
	}
	return "svcx@localhost"
}

// form is the form of new workspaces.
func (c *Config) form() svcx.FormName { return svcx.FormName(c.DefaultForm) }
