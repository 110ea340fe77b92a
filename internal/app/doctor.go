package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"svcx/internal/files"
	"svcx/internal/limit"
	"svcx/internal/safehttp"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// Verdict is how a check of Diagnose ended.
type Verdict string

// The verdicts. A warning is nothing that keeps the service from working.
const (
	VerdictOK      Verdict = "ok"
	VerdictWarning Verdict = "warning"
	VerdictFailed  Verdict = "failed"
)

// Finding is the outcome of one check: what was found, and what to do about it, "" if
// nothing is to be done.
type Finding struct {
	Check   string
	Verdict Verdict
	Found   string
	Remedy  string
}

func found(format string, args ...any) Finding {
	return Finding{Verdict: VerdictOK, Found: fmt.Sprintf(format, args...)}
}

func (f Finding) but(remedy string) Finding {
	f.Verdict, f.Remedy = VerdictWarning, remedy
	return f
}

func wrong(err error, remedy string) Finding {
	return Finding{Verdict: VerdictFailed, Found: err.Error(), Remedy: remedy}
}

// checkTime bounds each check of Diagnose.
const checkTime = 10 * time.Second

// doctor is a diagnosis. What needs the database is left out without it.
type doctor struct {
	Config
	db *store.DB
}

// Diagnose checks a deployment and what it depends on: it changes nothing, creates nothing,
// and can run beside a server. Each finding is passed to report in the order of the checks.
func Diagnose(ctx context.Context, c Config, report func(Finding)) {
	d := &doctor{Config: c}
	defer d.close()
	type check struct {
		name string
		do   func(context.Context) []Finding
	}
	run := func(ctx context.Context, k check) []Finding {
		bounded, cancel := context.WithTimeout(ctx, checkTime)
		defer cancel()
		findings := k.do(bounded)
		for i := range findings {
			findings[i].Check = k.name
		}
		return findings
	}
	// The rest depends on these.
	for _, k := range []check{{"configuration", d.configuration}, {"disk", d.disk}, {"owners", d.owners}, {"database", d.database}} {
		for _, f := range run(ctx, k) {
			report(f)
		}
	}
	rest := []check{
		{"master key", d.masterKey}, {"addresses", d.addresses}, {"server", d.server}, {"outbound", d.outboundCalls}, {"mail", d.mail}, {"redis", d.redis}, {"files", d.files}, {"backups", d.backups}, {"ai", d.aiProviders}, {"traces", d.traces},
	}
	results := make([][]Finding, len(rest))
	var running sync.WaitGroup
	for i, k := range rest {
		running.Go(func() { results[i] = run(ctx, k) })
	}
	running.Wait()
	for _, findings := range results {
		for _, f := range findings {
			report(f)
		}
	}
}

func (d *doctor) close() {
	if d.db != nil {
		d.db.Close()
	}
}

// database opens the database for the checks that follow.
func (d *doctor) database(ctx context.Context) []Finding {
	if d.DatabaseURL == "" {
		present, err := store.Exists(d.DataDir)
		if err != nil {
			return []Finding{wrong(err, "make the data folder readable for the service's user")}
		}
		if !present {
			return []Finding{found("there is none yet in %s", d.place()).but("svcx serve creates it; or give the --data-dir or --database-url of the deployment")}
		}
	}
	db, err := openStore(ctx, d.Config, time.Now, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		return []Finding{wrong(err, "start the database, or correct the address")}
	}
	d.db = db
	err = db.Ping(ctx)
	version, latest := int64(0), db.LatestMigration()
	if version, _ = db.SchemaVersion(ctx); err != nil {
		return []Finding{wrong(d.unusable(err), "svcx migrate brings an older schema to this version; a newer one needs a newer program")}
	}
	if err := d.refuseMoved(ctx, db); err != nil {
		return []Finding{wrong(d.unusable(err), "use the database that the data was moved to, or finish the move")}
	}
	if d.DatabaseURL == "" {
		return []Finding{found("embedded, %.1f MiB, schema %d of %d", float64(db.FileBytes())/(1<<20), version, latest)}
	}
	return []Finding{found("PostgreSQL, schema %d of %d", version, latest)}
}

func (d *doctor) masterKey(ctx context.Context) []Finding {
	if d.db == nil {
		return nil
	}
	known, err := vault.HasMasterKey(ctx, d.db)
	if err != nil || !known {
		return []Finding{found("nothing is encrypted yet")}
	}
	ring, err := seal.NewKeyring(d.loadMasterKeys)
	if err == nil {
		err = vault.New(d.db, ring, time.Now, slog.New(slog.DiscardHandler)).CheckMasterKey(ctx)
	}
	if errors.Is(err, fs.ErrPermission) {
		return []Finding{wrong(err, "let the service's user read it")}
	}
	if err != nil {
		return []Finding{wrong(err, "put the key of this database back: without it no server starts")}
	}
	f := found("fits the database")
	if d.MasterKey == "" {
		f.Found += ", in " + d.masterKeyPath()
		f.Remedy = "keep a copy of it apart from backups"
	}
	return []Finding{f}
}

func (d *doctor) mail(ctx context.Context) []Finding {
	post, err := d.post(time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		return []Finding{wrong(err, "")}
	}
	if d.SMTPURL == "" {
		return []Finding{found("none: sign-in links are printed in the server's log").but("set SVCX_SMTP_URL, so that members can sign in by themselves")}
	}
	if err := post.Try(ctx); err != nil {
		return []Finding{wrong(err, "correct SVCX_SMTP_URL; the server's firewall may close the port")}
	}
	return []Finding{found("the server accepts %s", d.mailFrom())}
}

func (d *doctor) redis(context.Context) []Finding {
	if d.RedisURL == "" {
		if d.DatabaseURL == "" {
			return nil
		}
		return []Finding{found("none: each node counts requests for itself")}
	}
	pool, err := limit.OpenRedis(d.RedisURL, time.Now)
	if err != nil {
		return []Finding{wrong(err, "correct SVCX_REDIS_URL")}
	}
	r := limit.NewRedis(pool, "svcx:rate:", limit.Rate{}, time.Now, nil, slog.New(slog.DiscardHandler))
	defer r.Close()
	if err := r.Ping(); err != nil {
		return []Finding{wrong(errors.New(safehttp.Redact(err.Error())), "start Redis, or correct SVCX_REDIS_URL; until then each node counts for itself")}
	}
	return []Finding{found("answers")}
}

func (d *doctor) backups(ctx context.Context) []Finding {
	if d.BackupURL == "" {
		return nil
	}
	s, err := files.OpenS3(d.BackupURL, d.filesDir())
	if err == nil {
		err = s.Check(ctx)
	}
	if err != nil {
		return []Finding{wrong(err, "correct SVCX_BACKUP_URL, or the rights of its key")}
	}
	return []Finding{found("the bucket answers")}
}

func (d *doctor) files(ctx context.Context) []Finding {
	s, err := d.storage(time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		return []Finding{wrong(err, "correct SVCX_FILES_URL")}
	}
	elsewhere, ok := s.Store.(interface{ Check(context.Context) error })
	if !ok {
		f := found("in the data folder")
		if d.DatabaseURL != "" {
			f = f.but("several nodes need one place: set SVCX_FILES_URL, or share one data folder")
		}
		return []Finding{f}
	}
	if err := elsewhere.Check(ctx); err != nil {
		return []Finding{wrong(err, "correct SVCX_FILES_URL, or the rights of its key")}
	}
	return []Finding{found("the bucket answers")}
}
