package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"svcx"
	"svcx/internal/channel"
	"svcx/internal/httpd"
	"svcx/internal/limit"
	"svcx/internal/media"
	"svcx/internal/messaging"
	"svcx/internal/refold"
	"svcx/internal/rest"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/web"
	"svcx/internal/web/page"
)

// Timeouts of a stop, below half a minute in all, after which a process is usually
// killed. stopTimeout is for requests in flight; besideTime for background work (an
// attempt of a delivery takes up to ten seconds, and some more to store its
// outcome), counted from the start of the stop; mailTime for the last e-mails, which
// have three seconds; closeTime for the database.
const (
	stopTimeout = 10 * time.Second
	besideTime  = 17 * time.Second
	mailTime    = 4 * time.Second
	closeTime   = 8 * time.Second
)

// Serve runs the service until ctx ends, then stops it: it accepts no new
// connections, finishes what is in flight, and drains writes. ready is called once
// the address is known and requests are answered.
func (a *App) Serve(ctx context.Context, ready func(baseURL string)) error {
	if a.Config.DatabaseURL == "" {
		lock, err := lockDataDir(a.Config.DataDir)
		if err != nil {
			return err
		}
		defer lock.Close()
		if err := a.releaseLeases(ctx); err != nil {
			return a.Config.unusable(err)
		}
		a.compactErased(ctx)
	}
	listener, err := httpd.Listen(ctx, a.Config.Addr, a.now, a.Log)
	if err != nil {
		return err
	}
	baseURL, err := a.Config.baseURL(listener.Addr().String())
	if err != nil {
		listener.Close()
		return err
	}
	a.base.Store(&baseURL)
	memory := a.Config.limitMemory()
	handler, channels, err := a.handler(baseURL, memory)
	if err != nil {
		listener.Close()
		return err
	}
	stopMetrics, err := a.serveMetrics()
	if err != nil {
		listener.Close()
		return err
	}
	defer stopMetrics()
	a.warnOfBaseURL()
	a.warnOfOpenOutbound()
	a.warnOfOwnFiles(ctx)
	a.warnOfPause(ctx)
	a.warnOfFewDescriptors()

	background, stopBackground := context.WithCancel(context.Background())
	defer stopBackground()
	var running sync.WaitGroup
	// Deliveries stop at the same time as requests: each attempt has up to ten seconds.
	serving, stopServing := context.WithCancel(ctx)
	defer stopServing()
	running.Go(func() { a.deliver.Run(serving) })
	for _, run := range []func(context.Context){a.Core.Run, a.Messaging.Run, a.Admin.Run, a.Identity.Run, a.removal.Run, a.bulk.Run, a.assist.Run} {
		running.Go(func() { run(background) })
	}
	running.Go(func() { a.live.Run(background) })
	signaled, stopSignals := levelSignals()
	defer stopSignals()
	running.Go(func() { a.switchLevel(background, signaled) })
	running.Go(func() { refold.Run(background, a.db, a.now, a.Log) })
	running.Go(func() { a.cleanFiles(background) })
	running.Go(func() { a.checkOutside(background) })
	running.Go(func() { channels.Run(background) })
	// The mailer stops after the inbox, which may send e-mails until it ends. So does what sends
	// traces.
	mailing, stopMailing := context.WithCancel(context.Background())
	var posting sync.WaitGroup
	posting.Go(func() { a.post.Run(mailing, baseURL) })
	if a.trace != nil {
		posting.Go(func() { a.trace.Run(mailing) })
	}
	defer stopMailing()

	server := httpd.NewServer(handler, a.Log)
	// Streams do not end by themselves; their clients reconnect to another node.
	server.RegisterOnShutdown(a.live.Close)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	a.Log.Info("listening", "address", listener.Addr().String(), "url", baseURL, "database", a.db.Dialect(), "memoryLimitMiB", memory>>20, "version", Version)
	a.tellManager(serviceReady)
	// These may wait for the database, and a stop must not wait for that.
	running.Go(func() {
		if err := a.leaveSettings(ctx, baseURL); err != nil && ctx.Err() == nil {
			a.Log.Warn("the settings could not be stored, commands beside this server do not know them", "error", err)
		}
		ready(baseURL)
	})

	var over <-chan time.Time
	select {
	case err = <-failed:
		over = time.After(besideTime)
	case <-ctx.Done():
		a.Log.Info("stopping")
		a.tellManager(serviceStopping)
		over = time.After(besideTime)
		err = stop(server)
	}
	stopServing()
	stopBackground()
	a.await(&running, over, "the background work")
	stopMailing()
	a.await(&posting, time.After(mailTime), "the mail and the traces")
	if a.redis != nil {
		a.redis.Close()
	}
	a.Log.Info("stopped")
	return err
}

// await waits until over for what is ending. What has not ended by then is left to
// the end of the process: all of it may be killed at any time.
func (a *App) await(ending *sync.WaitGroup, over <-chan time.Time, what string) {
	ended := make(chan struct{})
	go func() {
		ending.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-over:
		a.Log.Warn("stopping without waiting any longer", "for", what)
	}
}

// checkOutside connects to the services that are configured, so that the log has a
// wrong setting at start and not at the first use.
func (a *App) checkOutside(ctx context.Context) {
	var asking sync.WaitGroup
	asking.Go(func() { a.post.Check(ctx) })
	asking.Go(func() { a.storage.check(ctx) })
	if a.redis != nil {
		asking.Go(a.redis.Check)
	}
	asking.Wait()
}

// releaseLeases makes deliveries due again that an earlier process was attempting, and
// releases the idempotency keys of requests that it was processing. It is for the
// embedded database, which has a single server; on PostgreSQL it is known which nodes
// are gone.
func (a *App) releaseLeases(ctx context.Context) error {
	return a.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		n, err := tx.ReleaseLeases(svcx.At(a.now()))
		if n > 0 {
			a.Log.Info("deliveries that were interrupted are due again", "deliveries", n)
		}
		if err != nil {
			return err
		}
		return tx.ReleaseIdempotencyKeys()
	})
}

// stop lets requests in flight finish, for a bounded time.
func stop(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		server.Close()
		if errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return fmt.Errorf("stopping: %w", err)
	}
	return nil
}

// handler routes requests to the packages that answer them. The paths of v1, of the
// session API and of the pages would clash in one mux, so each has its own.
func (a *App) handler(baseURL string, memory int64) (http.Handler, *channel.Handler, error) {
	proxies, err := a.Config.proxies()
	if err != nil {
		return nil, nil, err
	}
	limiter, linkLimiter, err := a.limiters()
	if err != nil {
		return nil, nil, err
	}
	front := httpd.New(httpd.Options{
		BaseURL: baseURL, Proxies: proxies, Limiter: limiter, LinkLimiter: linkLimiter, Budget: limit.NewBudget(budgetOf(memory), budgetOf(memory)/2, a.now, a.Log),
		Sessions: a.Identity, Envelope: a.Forms.B, Page: page.ErrorPage(), Answered: a.answered(), Trace: a.trace, Untraced: untraced, Now: a.now, Log: a.Log,
	})
	var inbound func(kind, outcome string)
	if a.metrics != nil {
		inbound = a.metrics.Inbound
	}
	channels := channel.New(channel.Options{
		Messaging: a.Messaging, Admin: a.Admin, Live: a.live, Forms: a.Forms, Front: front, MaxBody: int64(a.Config.MaxBody), Now: a.now, NewID: uuid.NewString, Observe: inbound,
	})
	api := rest.New(rest.Options{
		Core: a.Core, Messaging: a.Messaging, Directory: a.Directory, Admin: a.Admin, Identity: a.Identity, Assist: a.assist,
		Links: a.links, Live: a.live, Inbound: channels, Forms: a.Forms, Front: front, MaxBody: int64(a.Config.MaxBody), MaxImportBody: int64(a.Config.MaxImportBody),
	})
	outside := media.New(media.Options{
		Admin: a.Admin, Directory: a.Directory, Identity: a.Identity, Messaging: a.Messaging,
		Links: a.links, Front: front, Blobs: a.blobs.Store, Fetch: a.outbound, Cache: a.cache, Now: a.now,
	})
	pages := web.New(web.Options{
		Options: page.Options{Identity: a.Identity, Messaging: a.Messaging, Directory: a.Directory, Admin: a.Admin, Assist: a.assist, Links: a.links, Now: a.now, Front: front},
		Core:    a.Core, Deliveries: messaging.NewDeliveries(a.Core), Ratings: messaging.NewRatings(a.Core), Reports: messaging.NewReports(a.Core), Tags: messaging.NewTags(a.Core), Bulk: a.bulk, Inbound: channels, Live: a.live, Forms: a.Forms,
		Reference: api.Reference, Session: api.SessionListing, Mail: a.Config.SMTPURL != "", DemoEmail: a.Config.DemoEmail,
	})
	pages.Handle(svcx.FilesPath, outside)
	pages.Handle(svcx.MediaPath, outside)
	api.AddDocuments(pages.Mux)
	pages.Handle("/healthz", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { health(w, nil) }))
	pages.Handle("/readyz", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := a.db.Ready(r.Context())
		if err == nil {
			err = a.masterKeyFits(r.Context())
		}
		health(w, err)
	}))
	return front.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, "/api/webhooks/"):
			channels.ServeHTTP(w, r)
		case strings.HasPrefix(path, "/api/"), path == "/api":
			api.ServeHTTP(w, r)
		default:
			pages.ServeHTTP(w, r)
		}
	})), channels, nil
}

// health answers a probe: 200 ok, or 503 with the reason.
func health(w http.ResponseWriter, err error) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, "not ready: "+readiness(err)+"\n")
		return
	}
	io.WriteString(w, "ok\n")
}

// masterKeyFits returns an error if a rotation has changed the database to a master key
// that this node does not have. A database that does not answer in time is not an error
// here.
func (a *App) masterKeyFits(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := a.vault.CheckMasterKey(ctx); errors.Is(err, seal.ErrWrongMasterKey) {
		return &svcx.Error{Kind: svcx.KindUnavailable, Message: "the database has a master key that this node was not given", Err: err}
	}
	return nil
}

// readiness is the reason that a probe is given, without the cause of a storage
// failure, which may name hosts.
func readiness(err error) string {
	var e *svcx.Error
	if errors.As(err, &e) {
		return e.Public()
	}
	return "the database does not answer or its schema is another version's"
}

// limiters returns the limiter of requests and that of sign-in links, with different
// prefixes in Redis.
func (a *App) limiters() (requests, links limit.Limiter, err error) {
	rate, linkRate := limit.Rate{N: a.Config.RateLimit, Per: time.Second}, limit.Rate{N: a.Config.MagicLinkRateLimit, Per: time.Minute}
	local, localLinks := limit.NewLocal(rate, a.now), limit.NewLocal(linkRate, a.now)
	if a.Config.RedisURL == "" {
		return local, localLinks, nil
	}
	client, err := limit.OpenRedis(a.Config.RedisURL, a.now)
	if err != nil {
		return nil, nil, err
	}
	a.redis = limit.NewRedis(client, "svcx:rate:", rate, a.now, local, a.Log)
	return a.redis, a.redis.Beside("svcx:link:", linkRate, localLinks), nil
}

// filesSetting is where nodes keep which storage of files they use.
const filesSetting = "files"

// warnOfOwnFiles warns at start if the nodes that run already keep files in
// another place: what is uploaded to one is not found on the other. Each node
// that finds no other one running records its own place.
func (a *App) warnOfOwnFiles(ctx context.Context) {
	if a.Config.DatabaseURL == "" {
		return
	}
	own := "s3"
	if a.Config.FilesURL == "" {
		id, err := a.Config.filesDir().Identity()
		if err != nil {
			a.Log.Warn("files may not be storable, the data folder cannot be written", "folder", a.Config.DataDir, "error", err)
			return
		}
		own = id
	}
	others, err := a.db.Nodes(ctx)
	if err != nil {
		return // readiness reports it
	}
	recorded, err := a.db.Read(ctx).ServerSetting(filesSetting)
	if err != nil || recorded == own {
		return
	}
	if len(others) > 0 && recorded != "" {
		a.Log.Warn("another node keeps uploaded files elsewhere: set SVCX_FILES_URL on all nodes, or share one data folder", "folder", a.Config.DataDir)
		return
	}
	if err := a.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error { return tx.SetServerSetting(filesSetting, own) }); err != nil {
		a.Log.Warn("the place of files could not be recorded for other nodes", "error", err)
	}
}

// warnOfOpenOutbound warns at start of development settings.
func (a *App) warnOfOpenOutbound() {
	c := a.Config
	if len(c.OutboundAllowCIDRs) > 0 || c.OutboundAllowHTTP {
		a.Log.Warn("webhooks may reach more than the public internet over https: meant for development and private networks",
			"allowedNetworks", strings.Join(c.OutboundAllowCIDRs, ","), "http", c.OutboundAllowHTTP)
	}
}
