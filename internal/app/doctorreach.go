package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"svcx"
	"svcx/internal/safehttp"
)

// configuration looks for settings that are valid and probably not meant.
func (d *doctor) configuration(ctx context.Context) []Finding {
	base, err := d.baseURL(d.Addr)
	if err != nil {
		return []Finding{wrong(err, "")}
	}
	all := []Finding{found("%s, at %s", d.place(), base)}
	u, err := url.Parse(base)
	if err != nil {
		return append(all, wrong(err, "correct SVCX_BASE_URL"))
	}
	local := u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127.") || u.Hostname() == "::1"
	if u.Scheme == "http" && !local {
		all = append(all, found("the public address has no TLS").but("put a proxy with TLS before it and set SVCX_BASE_URL to https://…: keys and sessions can be read on the way"))
	}
	if u.Scheme == "https" && len(d.TrustedProxies) == 0 {
		all = append(all, found("no proxy is trusted").but("set SVCX_TRUSTED_PROXIES to the proxy's address: until then all clients count as one in rate limits and logs"))
	}
	if len(d.OutboundAllowCIDRs) > 0 || d.OutboundAllowHTTP {
		all = append(all, found("webhooks may reach private networks or http").but("meant for development and private networks: SVCX_OUTBOUND_ALLOW_CIDRS, SVCX_OUTBOUND_ALLOW_HTTP"))
	}
	return all
}

// The free space of the data folder below which Diagnose warns, and fails.
const (
	littleSpace = 2 << 30
	noSpace     = 200 << 20
)

func (d *doctor) disk(context.Context) []Finding {
	free, err := freeSpace(d.DataDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the database says so
	}
	if err != nil {
		return []Finding{wrong(fmt.Errorf("%s: %w", d.DataDir, err), "")}
	}
	f := found("%.1f GiB free in %s", float64(free)/(1<<30), d.DataDir)
	const remedy = "make room: without space nothing can be stored, and senders have to send again"
	switch {
	case free < noSpace:
		return []Finding{wrong(errors.New(f.Found), remedy)}
	case free < littleSpace:
		return []Finding{f.but(remedy)}
	}
	return []Finding{f}
}

// server asks a running server whether it is ready, at the address where others find it.
func (d *doctor) server(ctx context.Context) []Finding {
	base := d.known(ctx).BaseURL
	if base == "" {
		base, _ = d.baseURL(d.Addr)
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/readyz", nil)
	if err != nil {
		return []Finding{wrong(err, "correct SVCX_BASE_URL")}
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		return []Finding{noAnswer(base, err)}
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return []Finding{wrong(fmt.Errorf("%s/readyz answers %s", base, answer.Status), "its log says why it is not ready")}
	}
	return []Finding{found("ready at %s", base)}
}

// known is what the last server left for commands.
func (d *doctor) known(ctx context.Context) (left serving) {
	if d.db == nil {
		return left
	}
	a := &App{Config: d.Config, db: d.db}
	if err := a.adoptSettings(ctx); err == nil {
		left.BaseURL, left.AllowCIDRs, left.AllowHTTP = a.Config.BaseURL, a.Config.OutboundAllowCIDRs, a.Config.OutboundAllowHTTP
	}
	return left
}

// maxReceivers is how many hosts of receivers are asked.
const maxReceivers = 20

// outboundCalls asks for the root of each receiver's host: any answer will do. Their clocks
// show whether this one is right, which signatures depend on.
func (d *doctor) outboundCalls(ctx context.Context) []Finding {
	origins, err := d.origins(ctx)
	if err != nil {
		return []Finding{wrong(err, "")}
	}
	if len(origins) == 0 {
		return []Finding{found("no channel has a webhook URL")}
	}
	left := d.known(ctx)
	c := d.Config
	c.OutboundAllowCIDRs, c.OutboundAllowHTTP = left.AllowCIDRs, left.AllowHTTP
	client, err := c.outbound(checkTime / 2)
	if err != nil {
		return []Finding{wrong(err, "")}
	}
	findings := make([]Finding, len(origins))
	offs := make([]*time.Duration, len(origins))
	var running sync.WaitGroup
	for i, origin := range origins {
		running.Go(func() { findings[i], offs[i] = reach(ctx, client, origin) })
	}
	running.Wait()
	return append(findings, clock(offs)...)
}

// origins are scheme and host of the webhook URLs.
func (d *doctor) origins(ctx context.Context) (origins []string, err error) {
	if d.db == nil {
		return nil, nil
	}
	r := d.db.Read(ctx)
	all, err := r.Workspaces()
	if err != nil {
		return nil, err
	}
	for _, w := range all {
		list, err := r.Channels(w.ID, svcx.Page{Limit: math.MaxInt32})
		if err != nil {
			return nil, err
		}
		for _, ch := range list.Items {
			u, err := url.Parse(ch.Settings.WebhookURL)
			if err != nil || u.Host == "" || len(origins) == maxReceivers {
				continue
			}
			if origin := u.Scheme + "://" + u.Host; !slices.Contains(origins, origin) {
				origins = append(origins, origin)
			}
		}
	}
	return origins, nil
}

// reach asks a host, and returns by how much its clock differs.
func reach(ctx context.Context, client *safehttp.Client, origin string) (Finding, *time.Duration) {
	began := time.Now()
	answer, err := client.Do(ctx, safehttp.Request{Method: http.MethodGet, URL: origin + "/"})
	if answer == nil && err != nil {
		return wrong(fmt.Errorf("%s: %w", origin, err), "events for it wait: ask its operator, or check DNS and the firewall of this machine"), nil
	}
	took := time.Since(began)
	f := found("%s answers after %d ms", origin, took.Milliseconds())
	at, err := http.ParseTime(answer.Header.Get("Date"))
	if err != nil {
		return f, nil
	}
	off := began.Add(took / 2).Sub(at)
	return f, &off
}

// maxClockError is how wrong the clock may be: receivers refuse signatures that are five
// minutes off.
const maxClockError = 30 * time.Second

// clock judges this machine's clock by the middle of what others say.
func clock(offs []*time.Duration) []Finding {
	var known []time.Duration
	for _, off := range offs {
		if off != nil {
			known = append(known, *off)
		}
	}
	if len(known) == 0 {
		return nil
	}
	slices.Sort(known)
	off := known[len(known)/2].Round(time.Second)
	f := found("clock: %s off what receivers say", off.Abs())
	if off.Abs() > maxClockError {
		return []Finding{f.but("set this machine's clock (NTP): receivers refuse signatures that are five minutes off")}
	}
	return []Finding{f}
}
