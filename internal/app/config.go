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
	"strings"
	"time"

	"svcx"
	"svcx/internal/httpd"
	"svcx/internal/limit"
	"svcx/internal/mail"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

// Config is everything that an operator can set. Its tags are for the command line:
// each field is a flag and an environment variable. The flag of AdminEmail is
// --admin-email of serve: workspace create has a flag of that name for the new
// workspace's admin.
type Config struct {
	Addr               string   `env:"SVCX_ADDR" default:"127.0.0.1:8080" help:"Address to listen on."`
	BaseURL            string   `name:"base-url" env:"SVCX_BASE_URL" placeholder:"URL" help:"Public address of the service; derived from --addr if empty."`
	DataDir            string   `env:"SVCX_DATA_DIR" default:"./data" help:"Folder of the embedded database and the master key file."`
	DatabaseURL        string   `name:"database-url" env:"SVCX_DATABASE_URL" placeholder:"URL" help:"postgres://… for PostgreSQL; empty for the embedded database."`
	DatabaseMaxConns   int      `env:"SVCX_DATABASE_MAX_CONNS" default:"16" help:"Most connections that a server opens to PostgreSQL; at least 4. Other commands open one."`
	RedisURL           string   `name:"redis-url" env:"SVCX_REDIS_URL" placeholder:"URL" help:"redis://… to count rate limits across nodes; if empty, each node counts for itself."`
	AutoMigrate        bool     `env:"SVCX_AUTO_MIGRATE" default:"true" negatable:"" help:"Bring the database to this version's schema at start."`
	DefaultForm        string   `env:"SVCX_DEFAULT_FORM" default:"B" help:"Contract form of new workspaces (A: string ids, B: integer ids)."`
	AdminEmail         string   `name:"server-admin-email" hidden:"" env:"SVCX_ADMIN_EMAIL" default:"admin@localhost"`
	RateLimit          int      `env:"SVCX_RATE_LIMIT" default:"60" help:"Requests per second and client address; 0 is off."`
	MagicLinkRateLimit int      `env:"SVCX_MAGIC_LINK_RATE_LIMIT" default:"5" help:"Sign-in links per minute and client address; 0 is off."`
	TrustedProxies     []string `env:"SVCX_TRUSTED_PROXIES" placeholder:"CIDR" help:"Proxies whose X-Forwarded-For is trusted."`

	OutboundAllowCIDRs    []string `name:"outbound-allow-cidrs" env:"SVCX_OUTBOUND_ALLOW_CIDRS" placeholder:"CIDR" help:"Private networks that webhooks may reach (for development)."`
	OutboundAllowHTTP     bool     `name:"outbound-allow-http" env:"SVCX_OUTBOUND_ALLOW_HTTP" help:"Allow http:// webhooks (for development)."`
	OutboundCAFile        string   `name:"outbound-ca-file" env:"SVCX_OUTBOUND_CA_FILE" placeholder:"FILE" help:"Additional certificate authorities for webhooks, in PEM."`
	OutboundRetrySchedule string   `env:"SVCX_OUTBOUND_RETRY_SCHEDULE" placeholder:"5s,30s,…" help:"Waits after failed attempts; \"none\" for a single attempt."`

	MonitorInterval time.Duration `env:"SVCX_MONITOR_INTERVAL" default:"5m" help:"Time between two pings of a webhook; 0 turns them off."`

	MasterKey     string `env:"SVCX_MASTER_KEY" placeholder:"KEY" help:"Key that encrypts stored secrets, base64 of 32 bytes."`
	MasterKeyFile string `env:"SVCX_MASTER_KEY_FILE" placeholder:"FILE" help:"File with that key; master.key in the data folder, created at the first start, if empty."`
	NextMasterKey string `env:"SVCX_NEXT_MASTER_KEY" placeholder:"KEY" help:"Key that rotate-master-key changes to, base64 of 32 bytes; with SVCX_MASTER_KEY only, for servers too."`

	SMTPURL  string `name:"smtp-url" env:"SVCX_SMTP_URL" placeholder:"URL" help:"Mail server, smtp://user:password@host:port or smtps://…; if empty, sign-in links are printed."`
	MailFrom string `env:"SVCX_MAIL_FROM" placeholder:"ADDRESS" help:"Sender of mails; if empty, the mail server's user or an address at the host of --base-url."`
	SMTPHelo string `name:"smtp-helo" env:"SVCX_SMTP_HELO" placeholder:"NAME" help:"Domain name in EHLO to the mail server; if empty, the host of --base-url or else the sender's domain."`

	AIBaseURL string `name:"ai-base-url" env:"SVCX_AI_BASE_URL" placeholder:"URL" help:"AI provider, such as https://api.openai.com/v1 or http://localhost:11434/v1: any server that speaks OpenAI's protocol; if empty, workspaces need their own."`
	AIAPIKey  string `name:"ai-api-key" env:"SVCX_AI_API_KEY" placeholder:"KEY" help:"Key of the AI provider, if it needs one."`
	AIModel   string `name:"ai-model" env:"SVCX_AI_MODEL" placeholder:"NAME" help:"Model of the AI provider; if empty, it has only one."`

	FilesURL          string        `name:"files-url" env:"SVCX_FILES_URL" placeholder:"s3://…" help:"s3://key:secret@host/bucket?region=… for uploaded files; if empty, they are kept in the data folder."`
	MaxBody           Bytes         `env:"SVCX_MAX_BODY" default:"1MiB" help:"Largest request body, at least 4KiB."`
	MaxImportBody     Bytes         `env:"SVCX_MAX_IMPORT_BODY" default:"10MiB" help:"Largest body of an import, at least 4KiB."`
	MemoryLimit       Bytes         `env:"SVCX_MEMORY_LIMIT" placeholder:"SIZE" help:"Memory to stay within, at least 64MiB; if empty, 80 % of the container's or machine's."`
	EventLogRetention time.Duration `env:"SVCX_EVENT_LOG_RETENTION" default:"720h" help:"How long event log entries are kept, at least 1m."`
	AuditLogRetention time.Duration `env:"SVCX_AUDIT_LOG_RETENTION" default:"8760h" help:"How long audit log entries are kept; 0 is forever."`
	LogFormat         string        `env:"SVCX_LOG_FORMAT" placeholder:"text|json" help:"Format of the log; if empty, text on a terminal and json elsewhere."`
	LogLevel          string        `env:"SVCX_LOG_LEVEL" default:"info" help:"debug, info, warn or error."`

	// OwnCIDRs are private networks that webhooks may reach in addition to the
	// operator's, for a receiver that this process runs.
	OwnCIDRs []string `kong:"-"`
	// Given reports whether a setting was set by its flag, the environment or a
	// file; nil means that none was. Commands take the others from the server.
	Given func(flag string) bool `kong:"-"`
	// DemoEmail is the address that signs in to a demo, which the sign-in page of a
	// demo shows; "" if this is not a demo.
	DemoEmail string `kong:"-"`
	// Now is the clock; nil means the system's.
	Now func() time.Time `kong:"-"`
	// Print is where sign-in links are written without a mail server; nil means
	// standard error.
	Print io.Writer `kong:"-"`
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
		func() error {
			_, err := c.post(time.Now, slog.New(slog.DiscardHandler))
			return withEncodingHint(err, c.SMTPURL)
		},
		func() error {
			_, err := c.storage(time.Now, slog.New(slog.DiscardHandler))
			return withEncodingHint(err, c.FilesURL)
		},
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

// UnmarshalText reads a size of at least one byte.
func (b *Bytes) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
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
