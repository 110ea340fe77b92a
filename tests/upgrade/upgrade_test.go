package upgrade

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"svcx/internal/app"
	"svcx/internal/store/pgtest"
)

// patience is how long something may take that happens in the background.
const patience = 20 * time.Second

// TestDatabasesOfEarlierVersions opens what each earlier version has left and uses it.
func TestDatabasesOfEarlierVersions(t *testing.T) {
	versions, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range versions {
		if !version.IsDir() {
			continue
		}
		for _, database := range append(slices.Clone(databases), moved) {
			t.Run(version.Name()+"/"+database, func(t *testing.T) {
				t.Parallel()
				u := open(t, filepath.Join("testdata", version.Name()), database)
				t.Run("answers are the same", u.answers)
				t.Run("keys, sessions and addresses are good", u.credentials)
				t.Run("a request is not carried out again", u.repeats)
				t.Run("a merge can be undone", u.unmerge)
				t.Run("removals come to their end", u.removals)
				t.Run("a search finds what was written", u.search)
				t.Run("deliveries go out", u.deliveries)
			})
		}
	}
}

// upgraded is the current program on what an earlier version has left.
type upgraded struct {
	client
	record
	old      []answer
	receiver *receiver
	// ahead is how far the clock is ahead of where the earlier version left it.
	ahead atomic.Int64
	begun time.Time
	// Where the database is.
	database, dir, databaseURL string
}

func open(t *testing.T, version, database string) *upgraded {
	t.Helper()
	u := &upgraded{receiver: newReceiver(t), database: database, dir: t.TempDir()}
	if database == moved {
		u.database = sqlite
	}
	if u.database == postgres {
		u.databaseURL = pgtest.URL(t)
	}
	from := filepath.Join(version, u.database)
	u.read(t, filepath.Join(from, "answers.jsonl"))
	u.load(t, from)
	u.begun = time.Now()
	if database == moved {
		if _, err := app.Migrate(t.Context(), u.config(), u.log(t)); err != nil {
			t.Fatal(err)
		}
		u.move(t)
	}
	u.serve(t)
	return u
}

func (u *upgraded) config() app.Config {
	return app.Config{
		Addr: "127.0.0.1:0", DataDir: u.dir, DatabaseURL: u.databaseURL, DatabaseMaxConns: 8, AutoMigrate: true, DefaultForm: "B",
		AdminEmail: "admin@localhost", MaxBody: 1 << 20, MaxImportBody: 10 << 20, EventLogRetention: 720 * time.Hour, AuditLogRetention: 8760 * time.Hour,
		LogLevel: "info", OutboundRetrySchedule: settings["SVCX_OUTBOUND_RETRY_SCHEDULE"],
		OutboundAllowCIDRs: []string{settings["SVCX_OUTBOUND_ALLOW_CIDRS"]}, OutboundAllowHTTP: true,
		Now: func() time.Time { return u.At.Add(time.Since(u.begun) + time.Duration(u.ahead.Load())) },
	}
}

func (u *upgraded) log(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// move moves the embedded database to PostgreSQL.
func (u *upgraded) move(t *testing.T) {
	t.Helper()
	u.database, u.databaseURL = postgres, pgtest.URL(t)
	if _, err := app.MigrateTo(t.Context(), u.config(), u.log(t), func(app.MoveProgress) {}); err != nil {
		t.Fatal(err)
	}
}

// serve starts the program, which runs until the test ends or stop is called.
func (u *upgraded) serve(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	a, err := app.Open(ctx, u.config(), u.log(t))
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- a.Serve(ctx, func(url string) { ready <- url }) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		a.Close()
	})
	t.Cleanup(stop)
	select {
	case u.url = <-ready:
	case err := <-ended:
		ended <- err
		t.FailNow()
	}
	return stop
}

// read reads what the earlier version answered.
func (u *upgraded) read(t *testing.T, path string) {
	t.Helper()
	recorded := bytes.ReplaceAll(readFile(t, path), []byte(receiverInData), []byte(u.receiver.URL))
	decoder := json.NewDecoder(bytes.NewReader(recorded))
	if err := decoder.Decode(&u.record); err != nil {
		t.Fatal(err)
	}
	for decoder.More() {
		var a answer
		if err := decoder.Decode(&a); err != nil {
			t.Fatal(err)
		}
		u.old = append(u.old, a)
	}
}

// load makes the data folder and the database.
func (u *upgraded) load(t *testing.T, from string) {
	t.Helper()
	if err := os.CopyFS(u.dir, os.DirFS(filepath.Join(from, "data"))); err != nil {
		t.Fatal(err)
	}
	// A checkout makes files that others can read, which a key file must not be.
	if err := filepath.WalkDir(u.dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			err = os.Chmod(path, 0o600)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	dump := func(name string) []byte {
		return bytes.ReplaceAll(readFile(t, filepath.Join(from, name)), []byte(receiverInData), []byte(u.receiver.URL))
	}
	if u.database == postgres {
		if err := execute(t.Context(), postgres, "", u.databaseURL, string(dump("svcx.sql"))); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, name := range []string{"svcx", "svcx-search"} {
		if err := loadSQLite(filepath.Join(u.dir, name+".db"), dump(name+".sql")); err != nil {
			t.Fatal(err)
		}
	}
}

func (u *upgraded) call(t *testing.T, c call) response {
	t.Helper()
	c.path, c.body = expand(c.path, u.Names), expand(c.body, u.Names)
	res, err := u.send(c, u.Names)
	if err != nil {
		t.Fatalf("%s %s: %v", c.method, c.path, err)
	}
	return res
}

// get reads a document.
func (u *upgraded) get(t *testing.T, who, path string) any {
	t.Helper()
	res := u.call(t, call{who: who, method: "GET", path: path})
	if res.status != http.StatusOK {
		t.Fatalf("%s reads %s: %d %s", who, path, res.status, res.body)
	}
	v, err := parse(res.body)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

// eventually repeats until there is no fault.
func eventually(t *testing.T, fault func() string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		found := fault()
		if found == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(found)
		}
	}
}

// answers: what the earlier version answered is answered again, maybe with more.
func (u *upgraded) answers(t *testing.T) {
	if len(u.old) == 0 {
		t.Fatal("no answers are recorded")
	}
	for _, old := range u.old {
		res := u.call(t, call{who: old.Who, method: "GET", path: old.Path})
		if res.status != http.StatusOK {
			t.Errorf("%s reads %s: %d %s", old.Who, old.Path, res.status, res.body)
			continue
		}
		if old.Body != nil {
			u.compare(t, old.Path, old.Body, res.body)
			continue
		}
		// The last line counts the others; the export itself is in the audit log, which
		// comes before it.
		now := slices.Collect(lines(res.body))
		if len(now) < len(old.Lines) {
			t.Errorf("%s: %d lines, not %d", old.Path, len(now), len(old.Lines))
			continue
		}
		for i, line := range old.Lines[:len(old.Lines)-1] {
			u.compare(t, old.Path+" line "+strconv.Itoa(i), line, now[i])
		}
	}
}

func (u *upgraded) compare(t *testing.T, at string, old, now []byte) {
	t.Helper()
	now = bytes.ReplaceAll(now, []byte(u.url), []byte(serverInData))
	want, err := parse(old)
	if err != nil {
		t.Fatal(err)
	}
	got, err := parse(now)
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	if reordered.MatchString(at) {
		byID(want)
		byID(got)
	}
	contains(t, at, want, got)
}

// reordered are lists that have another order since: the agents' list is by the last message.
var reordered = regexp.MustCompile(`^/api/acme/conversations\?`)

func byID(list any) {
	if object, ok := list.(map[string]any); ok {
		if data, ok := object["data"].([]any); ok {
			slices.SortFunc(data, func(a, b any) int { return cmp.Compare(text(a.(map[string]any)["id"]), text(b.(map[string]any)["id"])) })
		}
	}
}

// passing are members that the reading itself changes.
var passing = map[string]bool{"lastUsedAt": true, "lastSeenAt": true, "startedAt": true}

// renamed are members that have another name since.
var renamed = map[string]string{"actor kind": "type", "editor kind": "type"}

// contains fails unless each member of an old document is in the new one.
func contains(t *testing.T, at string, old, now any) {
	t.Helper()
	switch old := old.(type) {
	case map[string]any:
		object, ok := now.(map[string]any)
		if !ok {
			t.Errorf("%s: %s, not %s", at, text(now), text(old))
			return
		}
		for name, v := range old {
			if passing[name] {
				continue
			}
			since := name
			if to := renamed[at[strings.LastIndex(at, " ")+1:]+" "+name]; to != "" {
				since = to
			}
			contains(t, at+" "+name, v, object[since])
		}
	case []any:
		list, _ := now.([]any)
		if len(list) != len(old) {
			t.Errorf("%s: %s, not %s", at, text(now), text(old))
			return
		}
		for i := range old {
			contains(t, at+" "+strconv.Itoa(i), old[i], list[i])
		}
	case string:
		// The signature of a file's address depends on the time.
		if before, _, ok := strings.Cut(old, "?expires="); ok && strings.HasPrefix(old, serverInData+"/files/") {
			after, _, _ := strings.Cut(text(now), "?expires=")
			old, now = before, after
		}
		if old != now {
			t.Errorf("%s: %s, not %q", at, text(now), old)
		}
	default:
		if !reflect.DeepEqual(old, now) {
			t.Errorf("%s: %s, not %s", at, text(now), text(old))
		}
	}
}

// credentials: what was given out is good still, and what was sealed opens.
func (u *upgraded) credentials(t *testing.T) {
	if res := u.call(t, call{who: "nobody", method: "GET", path: strings.TrimPrefix(u.Names["file.url"], serverInData)}); res.status != http.StatusOK || string(res.body) != "%PDF-1.7 bill" {
		t.Errorf("the file is answered %d %s", res.status, res.body)
	}
	if res := u.call(t, call{who: "revoked", method: "GET", path: "/api/v1/acme/contacts"}); res.status != http.StatusUnauthorized {
		t.Errorf("a revoked key is answered %d", res.status)
	}
	if res := u.call(t, call{who: "nobody", method: "POST", path: "/api/auth/verify", body: `{"token":"$spare.token"}`}); res.status != http.StatusOK {
		t.Errorf("a sign-in link is answered %d %s", res.status, res.body)
	}
	if res := u.call(t, call{who: "nobody", method: "POST", path: "/api/auth/verify", body: `{"token":"$token"}`}); res.status == http.StatusOK {
		t.Error("a used sign-in link is good again")
	}
	if got := text(lookUp(u.get(t, "ann", "/api/acme/channels/$shop/key"), "data.key")); got != u.Names["shop.key"] {
		t.Errorf("the channel's key is %s", got)
	}
	if got := text(lookUp(u.get(t, "acme", "/api/v1/acme/secrets/crm.token"), "data.value")); got != "s3cr€t" {
		t.Errorf("the secret is %s", got)
	}
}

// repeats: an Idempotency-Key and a messageId are remembered.
func (u *upgraded) repeats(t *testing.T) {
	once := call{who: "acme", method: "POST", path: "/api/v1/acme/conversations/$c1/messages", idempotencyKey: "k-1",
		body: `{"content":"By the API","author":{"name":"Grace","email":"grace@example.com"},"attachment":{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"}}`}
	res := u.call(t, once)
	v, err := parse(res.body)
	if got := text(lookUp(v, "data.id")); err != nil || res.status != http.StatusCreated || got != u.Names["once"] {
		t.Errorf("the repeated request is answered %d %s", res.status, res.body)
	}
	messages := "/api/v1/acme/conversations/$c1/messages"
	before := text(lookUp(u.get(t, "acme", messages), "total"))
	u.call(t, call{who: "shop", method: "POST", path: "/api/webhooks/custom/$shop", body: `{"messageId":"m1","conversationId":"c1","from":{"externalId":"cust-1"},"content":"again"}`})
	if after := text(lookUp(u.get(t, "acme", messages), "total")); after != before {
		t.Errorf("a repeated message is stored again: %s messages, not %s", after, before)
	}
}

// unmerge: both contacts are what they were before, with their conversations.
func (u *upgraded) unmerge(t *testing.T) {
	if res := u.call(t, call{who: "bob", method: "POST", path: "/api/acme/contacts/$twin/unmerge"}); res.status != http.StatusOK {
		t.Fatalf("%d %s", res.status, res.body)
	}
	for _, name := range []string{"twin", "kim"} {
		before, err := parse([]byte(u.Names[name+".before"]))
		if err != nil {
			t.Fatal(err)
		}
		object := before.(map[string]any)
		delete(object, "updatedAt")
		contains(t, name, before, lookUp(u.get(t, "bob", "/api/acme/contacts/$"+name), "data"))
	}
	if got := text(lookUp(u.get(t, "bob", "/api/acme/conversations/$c3"), "data.contactId")); got != u.Names["twin"] {
		t.Errorf("the twin's conversation is of contact %s", got)
	}
}

// removals: nothing is left to remove, and what was to be removed is gone.
func (u *upgraded) removals(t *testing.T) {
	eventually(t, func() string {
		left := query(t, u, `SELECT kind || ' ' || target_id FROM removal`)
		if len(left) > 0 {
			return fmt.Sprintf("there is still to remove: %q", left)
		}
		return ""
	})
	for _, path := range []string{"contacts/$erased1", "contacts/$erased2", "conversations/$l2"} {
		if res := u.call(t, call{who: "ann", method: "GET", path: "/api/late/" + path}); res.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, res.status, res.body)
		}
	}
	l1 := u.get(t, "ann", "/api/late/conversations/$l1")
	if got := lookUp(l1, "data.categoryId"); got != nil {
		t.Errorf("the conversation has the deleted category %s", text(got))
	}
	if values := query(t, u, `SELECT value FROM field_value WHERE value = 'value of a deleted field'`); len(values) > 0 {
		t.Errorf("the conversation has values of the deleted field: %q", values)
	}
	for conversation, contact := range map[string]string{"late/conversations/$l5": "surviving", "later/conversations/$u1": "unmerged"} {
		if got := text(lookUp(u.get(t, "ann", "/api/"+conversation), "data.contactId")); got != u.Names[contact] {
			t.Errorf("%s is of contact %s, not %s", conversation, got, u.Names[contact])
		}
	}
	if res := u.call(t, call{who: "nobody", method: "GET", path: strings.TrimPrefix(u.Names["gone.url"], serverInData)}); res.status != http.StatusNotFound {
		t.Errorf("the file of the deleted conversation is answered %d", res.status)
	}
	kept := u.call(t, call{who: "ann", method: "GET", path: "/api/late/export"}).body
	for _, body := range query(t, u, `SELECT request || response FROM event_body`) {
		kept = append(kept, body...)
	}
	for _, word := range []string{"erased person", "Willibald", "willibald", "Sigismund", "sigismund", "erased-1", "erased-2", "of a deleted conversation"} {
		if bytes.Contains(kept, []byte(word)) {
			t.Errorf("%q is left", word)
		}
	}
	if !bytes.Contains(kept, []byte("it stays")) {
		t.Error("something else was removed")
	}
}

// search: by words of messages, contacts and files.
func (u *upgraded) search(t *testing.T) {
	for words, conversation := range map[string]string{"twice": "c1", "bill.pdf": "c1", "zimmer": "c1", "order": "c2", "yann": "c2"} {
		eventually(t, func() string {
			found := u.get(t, "bob", "/api/acme/conversations?q="+words)
			list, _ := lookUp(found, "data").([]any)
			for _, c := range list {
				if text(lookUp(c, "id")) == u.Names[conversation] {
					return ""
				}
			}
			return fmt.Sprintf("%s does not find %s: %s", words, conversation, text(found))
		})
	}
}

// deliveries: what was cut off goes out at once, what waits when its time comes, in
// its order; what had failed when it is sent again. All of it as it was.
func (u *upgraded) deliveries(t *testing.T) {
	u.receiver.answerAll()
	u.ahead.Add(int64(time.Hour))
	if res := u.call(t, call{who: "ann", method: "POST", path: "/api/acme/channels/$refusing/events/$refused/redeliver"}); res.status != http.StatusAccepted {
		t.Errorf("sending again: %d %s", res.status, res.body)
	}
	sent := map[string][]string{
		"/hang":   {`"event":"message.created"`, "Cut off"},
		"/refuse": {`"event":"message.created"`, "Nobody takes this"},
		"/busy": {
			`"event":"message.created"`, "First, with all of its data", "https://files.example.com/c.pdf",
			`"event":"conversation.assigned"`, `"assignedTo":` + u.Names["bob.id"],
			`"event":"rating.submitted"`, `"rating":2`, "Slow", "cust-4",
			`"event":"conversation.resolved"`, `"status":"resolved"`,
		},
	}
	for path, parts := range sent {
		eventually(t, func() string {
			calls, _ := u.receiver.at(path)
			var bodies bytes.Buffer
			for _, c := range calls {
				bodies.Write(c.body)
			}
			rest := bodies.String()
			for _, part := range parts {
				_, after, found := strings.Cut(rest, part)
				if !found {
					return fmt.Sprintf("%s got no %s: %s", path, part, bodies.String())
				}
				rest = after
			}
			return ""
		})
	}
	ids := query(t, u, `SELECT webhook_id FROM delivery WHERE type = 'message.created' AND external_conversation_id = 'b1'`)
	if calls, _ := u.receiver.at("/busy"); len(ids) != 1 || calls[0].header.Get("webhook-id") != ids[0] {
		t.Errorf("the webhook-id is not %q", ids)
	}
	u.signed(t)
}

// signed: a new event of the shop is signed with both of its secrets.
func (u *upgraded) signed(t *testing.T) {
	t.Helper()
	if res := u.call(t, call{who: "bob", method: "POST", path: "/api/acme/conversations/$c1/messages", body: `{"content":"signed"}`}); res.status != http.StatusCreated {
		t.Fatalf("%d %s", res.status, res.body)
	}
	eventually(t, func() string {
		calls, _ := u.receiver.at("/ok")
		for _, c := range calls {
			if bytes.Contains(c.body, []byte("signed")) {
				want := signature(c, u.Names["shop.secret"]) + " " + signature(c, u.Names["shop.oldsecret"])
				if got := c.header.Get("webhook-signature"); got != want {
					t.Errorf("the signature is %q, not %q", got, want)
				}
				return ""
			}
		}
		return "the event does not come"
	})
}
