package rest_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/limit"
	"svcx/internal/rest"
)

// update makes the tests write what they would otherwise compare.
var update = flag.Bool("update", false, "write the recorded examples and the OpenAPI documents")

// stop is a call of the tour: an example of its operation, or of its error's
// status.
type stop struct {
	forms string // the forms that make the call
	call  string // METHOD path
	body  string // $ before a number is an id as the form has it
	// key instead of the tenant's, for errors.
	key string
}

// tour is a walk through the whole API in an order in which each call finds what
// it needs. It is told twice: its answers are the examples of the documents.
// A new operation needs a stop here; ids count from 1 in a fresh database.
var tour = []stop{
	{"AB", "POST /contacts", `{"externalId":"u-1842","name":"Ada Lovelace","email":"ada@example.com"}`, ""},
	{"AB", "GET /contacts/1", "", ""},
	{"A", "PATCH /contacts/1", `{"name":"Ada King"}`, ""},
	{"B", "PATCH /contacts/1", `{"name":"Ada King","tags":["press","vip"]}`, ""},
	{"AB", "GET /contacts?search=ada", "", ""},

	{"A", "POST /conversations", `{"subject":"Where is my order?","contactId":"1"}`, ""},
	{"B", "POST /conversations", `{"subject":"Where is my order?","contactId":1}`, ""},
	{"AB", "GET /conversations/1", "", ""},
	{"A", "PATCH /conversations/1", `{"subject":"Order 7715"}`, ""},
	{"A", "POST /conversations/1/messages", `{"content":"It is on its way.","author":{"name":"Grace","email":"grace@example.com"},"attachment":{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"}}`, ""},
	{"B", "POST /conversations/1/messages", `{"content":"It is **on its way**.","author":{"name":"Grace","type":"bot"},"ai":true}`, ""},
	{"AB", "GET /conversations/1/messages?limit=10", "", ""},
	{"B", "GET /conversations/1/messages?before=1", "", ""},

	{"B", "POST /categories", `{"name":"Shipping","color":"teal","description":"Parcels and where they are"}`, ""},
	{"B", "PATCH /categories/1", `{"position":2}`, ""},
	{"B", "GET /categories", "", ""},
	{"B", "POST /categories/1/fields", `{"key":"carrier","name":"Carrier","type":"select","options":["DHL","UPS"]}`, ""},
	{"B", "GET /categories/1/fields", "", ""},
	{"B", "POST /fields", `{"key":"order","name":"Order","type":"number","required":true}`, ""},
	{"B", "PATCH /fields/2", `{"name":"Order number"}`, ""},
	{"B", "GET /fields", "", ""},
	{"B", "PATCH /conversations/1/fields", `{"fields":{"order":7715,"carrier":"DHL"}}`, ""},
	{"B", "GET /conversations/1/fields", "", ""},

	{"B", "POST /conversations/1/participants", `{"name":"Charles","email":"charles@example.com","role":"cc"}`, ""},
	{"B", "GET /conversations/1/participants", "", ""},

	{"AB", "POST /conversations/1/rate", `{"rating":5,"comment":"Quick!","ratedBy":"ada@example.com"}`, ""},
	{"B", "GET /conversations/1/rating", "", ""},

	{"AB", "GET /conversations?status=open&limit=10", "", ""},
	{"AB", "POST /conversations/1/resolve", "", ""},
	{"AB", "POST /conversations/1/close", "", ""},
	{"AB", "POST /conversations/1/reopen", "", ""},
	{"B", "DELETE /fields/2", "", ""},
	{"B", "DELETE /categories/1", "", ""},

	{"AB", "GET /conversations", "", "svcx_sk_0000000000000000000000000000000000000000"},
	{"AB", "GET /conversations", "", scopeless},
	{"AB", "GET /conversations/4711", "", ""},
	{"AB", "PUT /conversations", "", ""},
	{"AB", "POST /conversations", `{"subject":" "}`, ""},
	{"AB", "GET /contacts?limit=1000", "", ""},
}

// scopeless stands for a key that holds another scope.
const scopeless = "scopeless"

// recordings are calls with their answers by operation, errors by status.
type recordings map[string][]rest.Recording

// walk makes the tour in the tenant's form.
func (s *story) walk(t tenant) recordings {
	s.Helper()
	all := recordings{}
	lesser := s.keyed(t, svcx.ScopeContactsWrite).key
	for _, stop := range tour {
		if !strings.Contains(stop.forms, string(t.Form)) {
			continue
		}
		method, path, _ := strings.Cut(stop.call, " ")
		caller := t
		switch stop.key {
		case "":
		case scopeless:
			caller.key = lesser
		default:
			caller.key = stop.key
		}
		w := s.do(caller, method, path, stop.body)
		all.keep(t.Form, method, path, stop.body, w)
		s.ahead.Add(4321e6)
	}
	s.recordRareErrors(t, all)
	return all
}

// recordRareErrors gets the answers that need more than a call.
func (s *story) recordRareErrors(t tenant, all recordings) {
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

	free, busy := s.api, s.api.Options
	busy.Limiter = limit.NewLocal(limit.Rate{N: 1, Per: time.Minute}, func() time.Time { return storyStart })
	s.api = rest.New(busy)
	s.do(t, "GET", "/contacts", "")
	all.keep(t.Form, "GET", "/contacts", "", s.do(t, "GET", "/contacts", ""))
	s.api = free

	s.exec(`UPDATE workspace SET api_enabled = 0`)
	all.keep(t.Form, "GET", "/contacts", "", s.do(t, "GET", "/contacts", ""))
}

func (all recordings) keep(form svcx.FormName, method, path, body string, w *httptest.ResponseRecorder) {
	name := fmt.Sprint(w.Code)
	if w.Code < 300 {
		name = rest.OperationOf(form, method, path)
	}
	r := rest.Recording{Call: method + " " + path, Answer: bytes.Clone(w.Body.Bytes())}
	if body != "" {
		r.Body = jsontext.Value(body)
	}
	all[name] = append(all[name], r)
}

// The examples of the documents are what the tour is answered; each operation
// has one in each form that has the operation.
func TestTour(t *testing.T) {
	all := map[svcx.FormName]recordings{}
	for _, name := range []svcx.FormName{svcx.FormA, svcx.FormB} {
		s := newStory(t)
		tenant := s.a
		if name == svcx.FormB {
			tenant = s.b
		}
		all[name] = s.walk(tenant)
		for _, op := range rest.Rows() {
			if slices.Contains(op.Forms, name) && len(all[name][op.Name]) == 0 {
				t.Errorf("no example of %s in form %s: add a stop to the tour", op.Name, name)
			}
		}
	}
	text, err := json.Marshal(all, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "examples.json", append(text, '\n'))
}

// golden compares a file with what it should hold, or writes it.
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
		t.Errorf("%s is not what it should be, run go generate ./internal/rest (- there, + wanted):\n%s", path, diff)
	}
}
