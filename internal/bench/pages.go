package bench

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"svcx/internal/bench/seed"
)

// PagesResult is the result of Pages.
type PagesResult struct {
	Version  string            `json:"version"`
	Database string            `json:"database"`
	Seeded   *seed.Description `json:"seeded"`
	// First is what a browser loads that has nothing of the inbox yet, Again what it loads the
	// next time.
	First  PageLoad  `json:"first"`
	Again  PageLoad  `json:"again"`
	Rows   []ReadRow `json:"rows"`
	Memory Memory    `json:"memory"`
}

// PageLoad is what a browser requests for a page, without what a language other than English
// needs. Bytes are those on the wire, with headers.
type PageLoad struct {
	Requests int `json:"requests"`
	Bytes    int `json:"bytes"`
}

// Pages measures the pages of the inbox, one after the other, as a browser requests them:
// compressed, whole or as the fragment that a script asks for.
func Pages(ctx context.Context, o ReadOptions) (*PagesResult, error) {
	r := &run{Options: Options{Executable: o.Executable, Dir: o.Dir, DatabaseURL: o.DatabaseURL, Form: "B", Progress: o.Progress}}
	seeded, err := r.openSeeded(ctx, o.SeedOptions)
	if err != nil {
		return nil, err
	}
	u := &user{run: r}
	if err := u.authorize(ctx, seeded.Agent); err != nil {
		return nil, err
	}
	s, _, err := r.startServer(ctx)
	if err != nil {
		return nil, err
	}
	defer s.stop()
	r.target.address = s.address
	if err := u.signIn(ctx); err != nil {
		return nil, err
	}
	fmt.Fprintln(o.Progress, "choosing what to open …")
	x, err := u.sample(ctx, seeded)
	if err != nil {
		return nil, err
	}
	pages := x.pages(seeded)
	for _, prefix := range o.Only {
		if !knownPage(pages, prefix) {
			return nil, fmt.Errorf("--only: in this store no page begins with %q", prefix)
		}
	}
	result := &PagesResult{Database: seeded.Database, Seeded: seeded}
	if result.First, result.Again, err = u.load(ctx, inboxPages+"/inbox?view=open"); err != nil {
		return nil, err
	}
	fmt.Fprintln(o.Progress, result.First.String("first load"))
	if memory, err := s.memory(); err == nil {
		result.Memory.IdleBytes = &memory.now
	}
	m := meter{s, databaseProcess(ctx, o.DatabaseURL)}
	for _, p := range pages {
		if !selected(p.name, o.Only) {
			continue
		}
		for _, callers := range o.Callers {
			row, err := measure(ctx, p.name, p.heads(u), u.target.address, m, callers, o.Duration)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.name, err)
			}
			fmt.Fprintln(o.Progress, row)
			result.Rows = append(result.Rows, row)
		}
	}
	if memory, err := s.memory(); err == nil {
		result.Memory.PeakBytes = &memory.peak
	}
	return result, s.stop()
}

const inboxPages = "/app/" + benchSlug

// page is a kind of page. script is set if a script asks for a fragment of it.
type page struct {
	read
	script bool
}

// heads are the requests, as a browser sends them.
func (p page) heads(u *user) [][]byte {
	accepted := "Accept: text/html\r\nAccept-Encoding: gzip\r\n"
	if p.script {
		accepted += "HX-Request: true\r\nHX-Target: open\r\n"
	}
	var heads [][]byte
	for _, path := range p.paths {
		head := u.head("GET", path)
		heads = append(heads, append(head[:len(head)-len("\r\n")], accepted+"\r\n"...))
	}
	return heads
}

func (x *samples) pages(s *seed.Description) []page {
	v := seed.NewVocabulary()
	list := func(name, query string) page {
		return page{read: read{"list " + name, []string{inboxPages + "/inbox?" + query}}}
	}
	of := func(name, path string, script bool, from []sampledConversation) page {
		return page{read{name, each(from, func(c sampledConversation) string { return fmt.Sprintf(inboxPages+"/inbox/%d"+path, c.ID) })}, script}
	}
	find := func(name, q string) page { return list("found by "+name, "view=open&q="+url.QueryEscape(q)) }
	longest := slices.SortedFunc(slices.Values(x.long), func(a, b sampledConversation) int { return cmp.Compare(b.messages, a.messages) })
	rng := rand.New(rand.NewPCG(s.Seed, 2))
	var orders []string
	for range sampled {
		orders = append(orders, inboxPages+"/inbox?view=open&q="+seed.OrderNumber(rng.IntN(s.Conversations)))
	}
	return []page{
		list("mine", "view=mine"),
		list("unassigned", "view=unassigned"),
		list("open", "view=open"),
		list("resolved", "view=resolved"),
		list("closed", "view=closed"),
		list("open, oldest first", "view=open&sort=oldest"),
		list("open, longest waiting first", "view=open&sort=waiting"),
		list("open of a category", fmt.Sprintf("view=open&category=%d", x.category)),
		list("open of a channel", fmt.Sprintf("view=open&channel=%d", x.channel)),
		list("open of an assignee", fmt.Sprintf("view=open&assignee=%d", x.agent)),
		find("a word of one in ten", v.Rank(150)),
		find("a rare word", v.Rank(20_000)),
		find("a word that nobody wrote", "nosuchword"),
		{read: read{"list found by an order number", orders}},
		of("thread, with its list", "?view=open", false, x.conversations),
		of("thread", "?view=open", true, x.conversations),
		of("thread of 30 or more", "?view=open", true, x.long),
		of("thread, the longest", "?view=open", true, longest[:min(len(longest), 5)]),
		of("parts of an open conversation", "/parts?view=open", true, x.conversations),
		{read: read{"counts", []string{inboxPages + "/counts"}}, script: true},
		{read: read{"contacts", []string{inboxPages + "/contacts"}}},
		{read: read{"contacts found by name", each(x.names, func(c sampledContact) string { return inboxPages + "/contacts?q=" + url.QueryEscape(*c.Name) })}},
		{read: read{"contact", each(x.contacts, func(c sampledContact) string { return fmt.Sprintf(inboxPages+"/contacts/%d", c.ID) })}},
		{read: read{"saved replies", []string{inboxPages + "/settings/saved-replies"}}},
	}
}

// IsPage reports whether the name of a kind of page begins with prefix.
func IsPage(prefix string) bool {
	return knownPage((&samples{}).pages(&seed.Description{Conversations: 1}), prefix)
}

func knownPage(pages []page, prefix string) bool {
	return slices.ContainsFunc(pages, func(p page) bool { return strings.HasPrefix(p.name, prefix) })
}

var (
	// inPage are the files that a page names, inScript those that a script imports before it
	// runs.
	inPage   = regexp.MustCompile(`(?:src|href|data-worker)="(/static/[^"#]+)`)
	inScript = regexp.MustCompile(`(?:from|^import) '\./([^']+)'`)
)

// load requests a page and what belongs to it. The files never change at their addresses, so
// that the next time only the page is loaded.
func (u *user) load(ctx context.Context, path string) (first, again PageLoad, err error) {
	page, size, err := u.fetch(ctx, path, "")
	if err != nil {
		return first, again, err
	}
	first = PageLoad{Requests: 1, Bytes: size}
	// By then the page has told that scripts run in the browser.
	if _, size, err = u.fetch(ctx, path, "; svcx_scripts=1"); err != nil {
		return first, again, err
	}
	again = PageLoad{Requests: 1, Bytes: size}
	asked := make(map[string]bool)
	var files []string
	for _, found := range inPage.FindAllStringSubmatch(page, -1) {
		files = append(files, found[1])
	}
	for len(files) > 0 {
		file := files[0]
		if files = files[1:]; asked[file] {
			continue
		}
		asked[file] = true
		content, size, err := u.fetch(ctx, file, "")
		if err != nil {
			return first, again, err
		}
		first.Requests++
		first.Bytes += size
		if strings.HasSuffix(file, ".js") {
			for _, found := range inScript.FindAllStringSubmatch(content, -1) {
				files = append(files, file[:strings.LastIndexByte(file, '/')+1]+found[1])
			}
		}
	}
	return first, again, nil
}

// fetch returns what an address has, and its size on the wire. cookies are further ones.
func (u *user) fetch(ctx context.Context, path, cookies string) (content string, size int, err error) {
	for _, encoding := range []string{"gzip", "identity"} {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+u.target.address+path, nil)
		if err != nil {
			return "", 0, err
		}
		request.Header.Set("Cookie", u.cookie+cookies)
		request.Header.Set("Accept", "text/html")
		request.Header.Set("Accept-Encoding", encoding)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			return "", 0, err
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			return "", 0, err
		}
		if answer.StatusCode != http.StatusOK {
			return "", 0, fmt.Errorf("GET %s: %s", path, answer.Status)
		}
		content = string(body)
		if head, err := httputil.DumpResponse(answer, false); encoding == "gzip" && err == nil {
			size = len(head) + len(body)
		}
	}
	return content, size, nil
}

// String is the load in a line.
func (l PageLoad) String(name string) string {
	return fmt.Sprintf("%s: %d requests, %.1f KiB", name, l.Requests, float64(l.Bytes)/1024)
}

// Failed is the reason why the run failed; "" if it did not.
func (r *PagesResult) Failed() string { return failedRow(r.Rows) }

// Print writes the rows as a table.
func (r *PagesResult) Print(w io.Writer) error {
	fmt.Fprintf(w, "svcx %s, %s, %d conversations, %d messages, %d contacts\n", r.Version, r.Database, r.Seeded.Conversations, r.Seeded.Messages, r.Seeded.Contacts)
	if err := printRows(w, "page", r.Rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s\n%s\nMemory: %s resident before, %s at the peak\n", r.First.String("First load of the inbox"), r.Again.String("Reload"),
		mebibytes(r.Memory.IdleBytes), mebibytes(r.Memory.PeakBytes))
	return err
}
