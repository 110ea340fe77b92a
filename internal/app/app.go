package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/assist"
	"svcx/internal/bulk"
	"svcx/internal/deliver"
	"svcx/internal/directory"
	"svcx/internal/files"
	"svcx/internal/form"
	"svcx/internal/form/forma"
	"svcx/internal/form/formb"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/links"
	"svcx/internal/live"
	"svcx/internal/mail"
	"svcx/internal/media"
	"svcx/internal/messaging"
	"svcx/internal/metrics"
	"svcx/internal/owned"
	"svcx/internal/removal"
	"svcx/internal/safehttp"
	"svcx/internal/store"
	"svcx/internal/trace"
	"svcx/internal/vault"
)

// Version of the program; the release build sets it.
var Version = "0.1.0-dev"

// App is an opened service: the database with the use cases on it. It serves
// nothing until Serve. Other commands work on it without serving, also beside a
// running server on the same database.
type App struct {
	Config    Config
	Core      *inbox.Core
	Messaging *messaging.Service
	Directory *directory.Service
	Admin     *admin.Service
	Identity  *identity.Service
	Forms     form.Set
	Log       *slog.Logger

	db       *store.DB
	outbound *safehttp.Client
	// patient has the timeout of the longest aiVerificationTimeout of a channel.
	patient *safehttp.Client
	// model calls the AI providers that workspaces choose, operatorsModel the operator's.
	model, operatorsModel *safehttp.Client
	vault                 *vault.Vault
	links                 *links.Links
	removal               *removal.Service
	bulk                  *bulk.Service
	assist                *assist.Service
	deliver               *deliver.Deliverer
	live                  *live.Hub
	post                  *mail.Mailer
	blobs                 blobs
	storage               *storage
	// redis counts requests across nodes; nil if each node counts for itself.
	redis *limit.Redis
	cache *files.Cache
	// trace traces requests; nil if that is off.
	trace *trace.Tracer
	// metrics counts what is done; nil if the metrics are off.
	metrics *metrics.Metrics
	// base is the public address; Serve updates it, since the system may have chosen
	// the port.
	base atomic.Pointer[string]
	now  func() time.Time
	// FirstStart reports that Open found an empty database and created the admin
	// workspace.
	FirstStart bool
}

// Open opens the database, brings its schema up to date unless that is switched
// off, checks the master key and creates the admin workspace in an empty database.
func Open(ctx context.Context, c Config, log *slog.Logger) (*App, error) {
	return open(ctx, c, log, opening{})
}

// OpenBeside is Open for a command: settings that it was not given are those that
// the last server on the database stored there.
func OpenBeside(ctx context.Context, c Config, log *slog.Logger) (*App, error) {
	return open(ctx, c, log, opening{beside: true})
}

// OpenExisting is OpenBeside for a command that needs an existing deployment: in a
// wrong folder it creates nothing, and its error names the folder. It does not
// migrate.
func OpenExisting(ctx context.Context, c Config, log *slog.Logger) (*App, error) {
	if c.DatabaseURL == "" {
		present, err := store.Exists(c.DataDir)
		if err != nil {
			return nil, fmt.Errorf("SVCX_DATA_DIR (--data-dir): %w%s", err, foreignOwner(err))
		}
		if !present {
			return nil, c.nothingThere()
		}
	}
	return open(ctx, c, log, opening{existing: true, beside: true})
}

// nothingThere is the error for a place without a deployment.
func (c *Config) nothingThere() error {
	return fmt.Errorf("there is no svcx deployment in %s: create one with svcx serve or svcx workspace create, or give its --data-dir, --database-url or --config", c.place())
}

// place describes where the data is, without a password. A relative folder is shown
// as an absolute path, so that a wrong one is noticed.
func (c *Config) place() string {
	switch {
	case strings.Contains(c.DatabaseURL, "://"):
		return "the database " + safehttp.Redact(c.DatabaseURL)
	case c.DatabaseURL != "":
		return "the database of SVCX_DATABASE_URL"
	}
	if whole, err := filepath.Abs(c.DataDir); err == nil {
		return "the data folder " + whole
	}
	return "the data folder " + c.DataDir
}

// Place describes where the data is, for messages.
func (a *App) Place() string { return a.Config.place() }

// opening is how a command's Open differs from a server's.
type opening struct{ existing, beside bool }

func open(ctx context.Context, c Config, log *slog.Logger, how opening) (*App, error) {
	a := &App{Config: c, Log: log, Forms: form.Set{A: forma.New(), B: formb.New()}, now: c.clock()}
	var err error
	a.metrics = c.measured()
	if a.db, err = openStore(ctx, c, a.now, log, committed(a.metrics)); err != nil {
		return nil, err
	}
	prepare := a.prepare
	if how.existing {
		// A command must not migrate under a running server of the version before.
		prepare = a.db.Ping
	}
	moved := func(ctx context.Context) error { return c.refuseMoved(ctx, a.db) }
	steps := []func(context.Context) error{moved, prepare, a.connect, a.wire, a.start}
	if how.beside {
		steps = slices.Insert(steps, 2, a.adoptSettings)
	}
	if how.existing {
		steps = slices.Insert(steps, 1, a.lookForDeployment)
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			a.Close()
			return nil, c.unusable(err)
		}
	}
	return a, nil
}

// lookForDeployment refuses an empty database before anything is written to it.
func (a *App) lookForDeployment(ctx context.Context) error {
	empty, err := a.db.Empty(ctx)
	if err != nil {
		return fmt.Errorf("looking for a deployment: %w", err)
	}
	if empty {
		return a.Config.nothingThere()
	}
	return nil
}

// connect creates the HTTP clients for outbound calls.
func (a *App) connect(context.Context) (err error) {
	if a.outbound, err = a.Config.outbound(0); err != nil {
		return err
	}
	if a.patient, err = a.Config.outbound(svcx.MaxVerificationTimeout * time.Second); err != nil {
		return err
	}
	a.model, a.operatorsModel, err = a.Config.models()
	return err
}

// clock is the wall clock, or that of a test.
func (c *Config) clock() func() time.Time {
	if c.Now != nil {
		return c.Now
	}
	return time.Now
}

func openStore(ctx context.Context, c Config, now func() time.Time, log *slog.Logger, committed func(store.Commit)) (*store.DB, error) {
	db, err := store.Open(ctx, store.Options{URL: c.DatabaseURL, Dir: c.DataDir, MaxConns: c.DatabaseMaxConns, Now: now, Log: log, Committed: committed})
	if err != nil {
		return nil, c.notOpened(err)
	}
	return db, nil
}

// notOpened names the setting of a database that cannot be opened, unless the error
// does so already.
func (c *Config) notOpened(err error) error {
	switch {
	case c.DatabaseURL == "":
		return fmt.Errorf("SVCX_DATA_DIR (--data-dir): %w%s", err, foreignOwner(err))
	case strings.Contains(err.Error(), "SVCX_DATABASE_URL"):
		return err
	}
	return fmt.Errorf("SVCX_DATABASE_URL: %w", err)
}

// unusable names the setting of a database that cannot be used, and why: the
// error for clients of the service would not help an operator. Other errors stay as
// they are.
func (c *Config) unusable(err error) error {
	var down *svcx.Error
	if !errors.As(err, &down) || down.Kind != svcx.KindUnavailable || down.Err == nil {
		return err
	}
	setting := "SVCX_DATABASE_URL"
	if c.DatabaseURL == "" {
		setting = "SVCX_DATA_DIR"
	}
	return fmt.Errorf("%s: the database cannot be used: %w", setting, down.Err)
}

// Migrate brings the database to this version's schema and returns the number
// of migrations that ran.
func Migrate(ctx context.Context, c Config, log *slog.Logger) (int, error) {
	db, err := openStore(ctx, c, time.Now, log, nil)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	n, err := db.Migrate(ctx)
	return n, c.unusable(err)
}

// SchemaVersions returns the version of the database's schema, 0 if it has none, and the one
// that this program needs. It changes nothing.
func SchemaVersions(ctx context.Context, c Config, log *slog.Logger) (has, wants int64, err error) {
	if c.DatabaseURL == "" {
		// Opening it would create it.
		if present, err := store.Exists(c.DataDir); err != nil || !present {
			return 0, 0, errors.Join(err, c.nothingThere())
		}
	}
	db, err := openStore(ctx, c, time.Now, log, nil)
	if err != nil {
		return 0, 0, err
	}
	defer db.Close()
	has, err = db.SchemaVersion(ctx)
	return has, db.LatestMigration(), c.unusable(err)
}

func (a *App) prepare(ctx context.Context) error {
	if !a.Config.AutoMigrate {
		return a.db.Ping(ctx)
	}
	_, err := a.db.Migrate(ctx)
	return err
}

func (a *App) wire(ctx context.Context) error {
	known, err := vault.HasMasterKey(ctx, a.db)
	if err != nil {
		return err
	}
	ring, err := a.Config.masterKeys(known, a.Log)
	if err != nil {
		return err
	}
	if a.post, err = a.Config.post(a.now, a.Log); err != nil {
		return err
	}
	schedule, err := a.Config.schedule()
	if err != nil {
		return err
	}
	if a.storage, err = a.Config.storage(a.now, a.Log); err != nil {
		return err
	}
	a.blobs = blobs{a.storage}
	a.cache = files.NewCache(filepath.Join(a.Config.DataDir, "cache"), maxCache, a.now)
	base := a.BaseURL()
	a.base.Store(&base)
	a.vault = vault.New(a.db, ring, a.now, a.Log)
	a.links = links.New(ring, func() string { return *a.base.Load() }, a.now)
	a.live = live.New(live.Options{DB: a.db, Now: a.now, Log: a.Log})
	var observe deliver.Observer
	if a.metrics != nil {
		observe, a.post.Observe = a.metrics, a.metrics.Mail
	}
	if a.trace, err = a.tracer(); err != nil {
		return err
	}
	a.post.Trace = a.trace
	a.deliver = deliver.New(deliver.Options{
		Observe: observe, Trace: a.trace, Traceparent: a.Config.OutboundTraceparent,
		DB: a.db, Forms: a.Forms, Post: a.outbound, Patient: a.patient, Secrets: a.vault, Files: a.links, Schedule: schedule, Changed: a.live.Changed,
		MonitorInterval: a.Config.MonitorInterval, InFlight: maxInFlight(descriptors()), Now: a.now, Version: Version, Log: a.Log,
	})
	a.wireServices()
	return nil
}

// wireServices creates the services that have the use cases.
func (a *App) wireServices() {
	c := &a.Config
	a.Core = inbox.New(inbox.Options{
		DB: a.db, Forms: a.Forms, Now: a.now, Log: a.Log, Wake: a.deliver.Wake, Lease: a.deliver.Lease, CheckURL: a.CheckURL, Live: a.live,
	})
	a.removal = removal.New(removal.Options{
		Core: a.Core, Blobs: a.blobs, Pictures: media.Pictures{Cache: a.cache}, EventLogRetention: c.EventLogRetention, AuditLogRetention: c.AuditLogRetention,
	})
	a.Identity = identity.New(a.Core, a.post)
	a.Directory = directory.New(a.Core, a.removal)
	a.Messaging = messaging.New(messaging.Options{
		Core: a.Core, Removal: a.removal, Links: a.links, Integrator: a.deliver, Bodies: a.deliver, Blobs: a.blobs,
	})
	a.bulk = bulk.New(a.Core, a.Messaging)
	a.assist = assist.New(assist.Options{
		Core: a.Core, Messaging: a.Messaging, Vault: a.vault, Operator: c.operatorsAI(), Trusted: a.operatorsModel, Guarded: a.model, Observe: a.called(),
	})
	a.Admin = admin.New(admin.Options{
		Core: a.Core, Removal: a.removal, Identity: a.Identity, Vault: a.vault, Links: a.links, Pinger: a.deliver, DefaultForm: c.form(),
	})
}

func (a *App) start(ctx context.Context) (err error) {
	if err := a.vault.CheckMasterKey(ctx); err != nil {
		return fmt.Errorf("the master key does not fit this database: %w", err)
	}
	a.FirstStart, err = a.Admin.Bootstrap(ctx, admin.NewWorkspace{
		Slug: "main", Name: "Main", Form: a.Config.form(), Plan: svcx.PlanBusiness, AdminEmail: a.Config.AdminEmail,
	})
	return err
}

// Close waits for the writes in flight and closes the database, for a bounded
// time: a database that does not answer must not keep the process from ending.
// No acknowledged write is lost by that.
func (a *App) Close() error {
	closed := make(chan error, 1)
	go func() { closed <- a.db.Close() }()
	late := time.NewTimer(closeTime)
	defer late.Stop()
	var err error
	select {
	case err = <-closed:
	case <-late.C:
		err = fmt.Errorf("timed out after %s", closeTime)
	}
	if err != nil {
		a.Log.Warn("the database could not be closed", "error", err)
	}
	return err
}

// CheckURL checks a webhook URL when it is saved. Its error is for the user who
// entered the URL.
func (a *App) CheckURL(raw string) error {
	err := a.outbound.CheckURL(raw)
	var refused *safehttp.Error
	if !errors.As(err, &refused) {
		return err
	}
	remedy := ""
	if errors.Is(err, safehttp.ErrNotHTTPS) || errors.Is(err, safehttp.ErrNotPublic) {
		remedy = " (set SVCX_OUTBOUND_ALLOW_CIDRS and SVCX_OUTBOUND_ALLOW_HTTP on the server to allow private networks and http)"
	}
	return svcx.Unprocessable("", "must be an https URL that may be called from here: %s%s", refused.Err.Error(), remedy)
}

// lockDataDir keeps a second server off the embedded database. The lock is released
// when the process ends, however it ends.
func lockDataDir(dir string) (io.Closer, error) {
	path := filepath.Join(dir, lockName)
	f, err := owned.Create(path, 0o600)
	if errors.Is(err, fs.ErrExist) {
		f, err = os.OpenFile(path, os.O_RDWR, 0)
	}
	if err != nil {
		return nil, fmt.Errorf("SVCX_DATA_DIR (--data-dir): locking the folder: %w", err)
	}
	// A server that is stopping releases it soon; so does a process that it was just
	// starting, which has the file open until it executes.
	for wait := lockPatience; ; wait -= lockStep {
		err := owned.Lock(f)
		if err == nil {
			return f, nil
		}
		if wait <= 0 {
			f.Close()
			return nil, fmt.Errorf("%w on %s", errOtherServer, dir)
		}
		time.Sleep(lockStep)
	}
}

// lockName is the file that a server locks in its data folder.
const lockName = "svcx.lock"

// errOtherServer is wrapped when the data folder is locked.
var errOtherServer = errors.New("another svcx server is running")

// How long, and how often, a start tries to lock the data folder.
const (
	lockPatience = time.Second
	lockStep     = 50 * time.Millisecond
)

// BaseURL is the public address as the configuration has it; Serve may know a better one.
func (a *App) BaseURL() string {
	url, err := a.Config.baseURL(a.Config.Addr)
	if err != nil {
		return ""
	}
	return url
}
