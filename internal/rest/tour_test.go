package rest_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/channel"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/rest"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// update makes the tests write files instead of comparing them.
var update = flag.Bool("update", false, "write the recorded examples and the OpenAPI documents")

// stop is a line of testdata/tour.txt: an example of an operation or of an error's
// status.
type stop struct{ forms, who, method, path, body string }

func readTour(t *testing.T) (all []stop) {
	t.Helper()
	text, err := os.ReadFile("testdata/tour.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := append(strings.SplitN(line, " ", 5), "", "")
		all = append(all, stop{words[0], words[1], words[2], words[3], words[4]})
	}
	return all
}

// recordings has calls with their answers by operation, and errors by status.
type recordings map[string][]rest.Recording

// record makes the calls of the tour in the tenant's form and returns the answers.
func (s *fixture) record(t tenant) recordings {
	s.Helper()
	all := recordings{}
	s.tour(t, func(at stop, w *httptest.ResponseRecorder) {
		if at.who == "channel" {
			all.keepChannel(t.Form, at, w)
			return
		}
		all.keep(t.Form, at.method, at.path, at.body, w)
	})
	s.recordRareErrors(t, all)
	return all
}

// tour makes the calls of the tour for the tenant's form.
func (s *fixture) tour(t tenant, each func(stop, *httptest.ResponseRecorder)) {
	s.Helper()
	callers := map[string]tenant{"key": t, "wrong": t, "nobody": {t.Workspace, "svcx_sk_" + strings.Repeat("0", 40)}, "other": s.keyed(t, svcx.ScopeContactsWrite)}
	values := s.prepare(t)
	for _, at := range readTour(s.T) {
		if !strings.Contains(at.forms, string(t.Form)) {
			continue
		}
		at = at.with(values)
		var w *httptest.ResponseRecorder
		switch at.who {
		case "admin":
			w = s.doAs(t, at.method, at.path, at.body)
		case "channel":
			w = s.doChannel(values, at)
		default:
			w = s.do(callers[at.who], at.method, at.path, at.body)
		}
		each(at, w)
		values.saveID(w)
		s.ahead.Add(4321e6)
	}
}

// populate makes the calls of the tour except deletions, so that there is one of each
// resource, with the id 1, and a secret of that name.
func (s *fixture) populate(t tenant) {
	s.Helper()
	values := s.prepare(t)
	s.secret(t, "1")
	for _, at := range readTour(s.T) {
		if strings.Contains(at.forms, string(t.Form)) && at.who == "key" && at.method != "DELETE" {
			at = at.with(values)
			s.do(t, at.method, at.path, at.body)
		}
	}
}

// placeholders has the values of the tour's placeholders.
type placeholders map[string]string

// prepare creates what the tour needs.
func (s *fixture) prepare(t tenant) placeholders {
	s.Helper()
	settings := svcx.DefaultSettings()
	settings.TypingIndicatorsEnabled, settings.MessageReadStatusEnabled, settings.FeedEnabled = true, true, true
	ch, key, err := s.inbox.CreateChannel(s.Context(), inbox.Call{Workspace: t.Workspace, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "Shop", Settings: settings})
	s.must(err)
	members, err := s.inbox.Members(s.Context(), t.Workspace, svcx.Page{Limit: 1})
	s.must(err)
	s.secret(t, "crm.token")
	return placeholders{"channel": fmt.Sprint(ch.ID), "channelKey": key, "user": fmt.Sprint(members.Items[0].ID), "event": fmt.Sprint(s.failed(ch))}
}

// failed returns the event log entry of a failed delivery of the channel.
func (s *fixture) failed(ch *svcx.Channel) svcx.EventID {
	s.Helper()
	now, answered := s.inbox.Now(), http.StatusBadRequest
	d := &svcx.Delivery{
		Workspace: ch.Workspace, Channel: ch.ID, Conversation: 1, ConversationID: "order-7714", WebhookID: "msg_" + strings.Repeat("0123456789abcdef", 2), Sequence: 1, Type: svcx.EventMessageCreated, Feed: true, CreatedAt: now,
		Data: svcx.EventData{Content: "It is on its way.", AuthorName: "Grace", AuthorType: svcx.AuthorAgent, MessageID: 1, Origin: svcx.OriginInbox},
	}
	e := &svcx.EventLogEntry{
		Workspace: ch.Workspace, Channel: ch.ID, CreatedAt: now, Direction: svcx.Outbound, Type: string(d.Type), Status: svcx.EventFailed,
		ConversationID: d.ConversationID, Attempt: 3, ResponseStatus: &answered, Error: svcx.ReasonHTTPStatus + ": the receiver answered 400",
	}
	s.must(s.db.Write(s.Context(), ch.Workspace, func(tx *store.Tx) error {
		if err := tx.InsertDeliveries(ch.Workspace, d); err != nil {
			return err
		}
		claimed, err := storetest.Claim(tx, store.ChannelRef{Workspace: ch.Workspace, Channel: ch.ID}, 9, "lease", now, now.Add(time.Minute))
		if err != nil || len(claimed) != 1 {
			return fmt.Errorf("claimed %d: %w", len(claimed), err)
		}
		claimed[0].Attempts = e.Attempt
		if _, err := storetest.End(tx, claimed[0], "lease", svcx.DeliveryFailed, now); err != nil {
			return err
		}
		e.Delivery = &claimed[0].ID
		return tx.InsertEvents(e)
	}))
	return e.ID
}

// belowChannel returns the stop's path relative to the channel's own, which is "/".
func (at stop) belowChannel() string {
	if path, _, _ := strings.Cut(at.path, "?"); path == "/" {
		return at.path[1:]
	}
	return at.path
}

// doChannel calls a channel endpoint with the channel's key.
func (s *fixture) doChannel(p placeholders, at stop) *httptest.ResponseRecorder {
	s.Helper()
	r := httptest.NewRequest(at.method, channel.Prefix+p["channel"]+at.belowChannel(), strings.NewReader(at.body))
	r.Header.Set("x-svcx-api-key", p["channelKey"])
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.channels.ServeHTTP(w, r)
	return w
}

func (s *fixture) secret(t tenant, key string) {
	s.Helper()
	_, err := s.inbox.CreateSecret(s.Context(), inbox.Call{Workspace: t.Workspace, Actor: inbox.Operator}, svcx.SecretDraft{Key: key, Name: "CRM", Description: "For the shop's orders", Value: "s3cr3t"})
	s.must(err)
}

// saveID keeps the id in the answer to a creation, as the placeholder made.
func (p placeholders) saveID(w *httptest.ResponseRecorder) {
	var answer struct {
		Data struct {
			ID any `json:"id"`
		} `json:"data"`
	}
	if w.Code == http.StatusCreated && json.Unmarshal(w.Body.Bytes(), &answer) == nil {
		p["made"] = fmt.Sprint(answer.Data.ID)
	}
}

// with returns the stop with its placeholders replaced.
func (at stop) with(p placeholders) stop {
	for name, value := range p {
		at.path = strings.ReplaceAll(at.path, "{"+name+"}", value)
		at.body = strings.ReplaceAll(at.body, "{"+name+"}", value)
	}
	return at
}

// doAs calls v1 with the session of the workspace's admin.
func (s *fixture) doAs(t tenant, method, path, body string) *httptest.ResponseRecorder {
	s.Helper()
	if s.cookies[t.Slug] == "" {
		link, err := s.inbox.CreateLoginLink(s.Context(), t.Slug+"@example.com", "")
		s.must(err)
		in := httptest.NewRecorder()
		verify := httptest.NewRequest("POST", "/api/auth/verify", strings.NewReader(`{"token":"`+link.Token+`"}`))
		verify.Header.Set("Content-Type", "application/json")
		s.api.ServeHTTP(in, verify)
		s.cookies[t.Slug] = cookieIn(in)
	}
	r := httptest.NewRequest(method, "/api/v1/"+t.Slug+path, strings.NewReader(body))
	r.Header.Set("Cookie", s.cookies[t.Slug])
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.api.ServeHTTP(w, r)
	return w
}

// doRow calls a row with the credentials that it takes: the key or the admin's session.
func (s *fixture) doRow(t tenant, row rest.Row, path, body string) *httptest.ResponseRecorder {
	s.Helper()
	if row.Role != "" {
		return s.doAs(t, row.Method, path, body)
	}
	return s.do(t, row.Method, path, body)
}

// recordRareErrors records errors that need more than one call.
func (s *fixture) recordRareErrors(t tenant, all recordings) {
	s.Helper()
	post := func(path, contentType, body string) {
		r := httptest.NewRequest("POST", "/api/v1/"+t.Slug+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+t.key)
		r.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		s.api.ServeHTTP(w, r)
		all.keep(t.Form, "POST", path, "", w)
	}
	post("/contacts", "application/json", strings.Repeat(" ", svcx.DefaultMaxBody+1))
	post("/contacts", "application/x-www-form-urlencoded", "name=Ada")

	k, key, err := s.inbox.CreateKey(s.Context(), inbox.Call{Workspace: t.Workspace, Actor: inbox.Operator}, svcx.KeyDraft{Name: "twice", Scopes: []svcx.Scope{svcx.ScopeContactsWrite}})
	s.must(err)
	const body = `{"name":"Ada"}`
	_, err = s.inbox.Begin(s.Context(), s.inbox.NewIdempotencyKey(t.Workspace, svcx.Actor{Kind: svcx.ActorKey, ID: int64(k.ID)}, "/api/v1/"+t.Slug+"/contacts", "7715", []byte(body)))
	s.must(err)
	r := httptest.NewRequest("POST", "/api/v1/"+t.Slug+"/contacts", strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "7715")
	w := httptest.NewRecorder()
	s.api.ServeHTTP(w, r)
	all.keep(t.Form, "POST", "/contacts", "", w)

	free := s.api.Front.Limiter
	s.api.Front.Limiter = limit.NewLocal(limit.Rate{N: 1, Per: time.Minute}, func() time.Time { return fixtureStart })
	s.do(t, "GET", "/contacts", "")
	all.keep(t.Form, "GET", "/contacts", "", s.do(t, "GET", "/contacts", ""))
	s.api.Front.Limiter = free

	s.exec(`UPDATE workspace SET api_enabled = 0`)
	all.keep(t.Form, "GET", "/contacts", "", s.do(t, "GET", "/contacts", ""))
}

func (all recordings) keep(form svcx.FormName, method, path, body string, w *httptest.ResponseRecorder) {
	name := fmt.Sprint(w.Code)
	if w.Code < 300 {
		name = rest.OperationOf(form, method, path)
	}
	r := rest.Recording{Call: method + " " + path, Status: w.Code, Answer: masked(w.Body.String())}
	if body != "" {
		r.Body = jsontext.Value(body)
	}
	all[name] = append(all[name], r)
}

// keepChannel keeps a call of a channel endpoint under the endpoint's name. A text is
// kept as a JSON string.
func (all recordings) keepChannel(name svcx.FormName, at stop, w *httptest.ResponseRecorder) {
	f := testForms.Of(name)
	path, _, _ := strings.Cut(at.belowChannel(), "?")
	for _, described := range channel.Describe(f, f.Schemas()) {
		pattern := regexp.MustCompile("^" + regexp.MustCompile(`\{\w+\}`).ReplaceAllString(described.Path, "[^/]+") + "$")
		if described.Method != at.method || !pattern.MatchString(channel.Prefix+"1"+path) {
			continue
		}
		r := rest.Recording{Call: at.method + " " + channel.Prefix + "1" + at.belowChannel(), Status: w.Code, Answer: masked(w.Body.String())}
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
			r.Answer = jsontext.Value(strconv.Quote(w.Body.String()))
		}
		if at.body != "" {
			r.Body = jsontext.Value(at.body)
		}
		all[described.Name] = append(all[described.Name], r)
	}
}

// random matches the random parts of an answer: API keys and their prefixes, and ids
// of events.
var random = regexp.MustCompile(`(svcx_sk_|msg_)[0-9a-f]+`)

// masked replaces the random parts of an answer by fixed digits.
func masked(answer string) jsontext.Value {
	return jsontext.Value(random.ReplaceAllStringFunc(answer, func(found string) string {
		prefix := found[:strings.LastIndexByte(found, '_')+1]
		return (prefix + strings.Repeat("0123456789abcdef", 3))[:len(found)]
	}))
}

// The examples in the documents are the answers to the tour; each operation has one in
// each form that has the operation.
func TestTourHasAnExampleOfEveryOperation(t *testing.T) {
	all := map[svcx.FormName]recordings{}
	for _, name := range []svcx.FormName{svcx.FormA, svcx.FormB} {
		s := newFixture(t)
		tenant := s.a
		if name == svcx.FormB {
			tenant = s.b
		}
		all[name] = s.record(tenant)
		for _, op := range rest.Rows() {
			if slices.Contains(op.Forms, name) && len(all[name][op.Name]) == 0 {
				t.Errorf("no example of %s in form %s: add a call to the tour", op.Name, name)
			}
		}
		f := testForms.Of(name)
		for _, described := range channel.Describe(f, f.Schemas()) {
			for _, r := range all[name][described.Name] {
				if r.Status != described.Status {
					t.Errorf("%s in form %s answers %d %s", described.Name, name, r.Status, r.Answer)
				}
			}
			if len(all[name][described.Name]) == 0 {
				t.Errorf("no example of %s in form %s: add a call to the tour", described.Name, name)
			}
		}
	}
	text, err := json.Marshal(all, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "examples.json", append(text, '\n'))
}

// golden compares a file with its expected content, or writes it with -update.
func golden(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got), string(want)); diff != "" {
		t.Errorf("%s is out of date, run go generate ./internal/rest (- file, + wanted):\n%s", path, diff)
	}
}
