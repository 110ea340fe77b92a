package contract

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx/tests/contract/clienta"
	"svcx/tests/contract/clientb"
)

// TestGeneratedClients calls every operation with the clients that are generated
// from the documents: each makes the tour that the documents' examples come from,
// with typed parameters and bodies, and must read the answers whole. A call that
// accepts an Idempotency-Key is repeated with it.
//
// clause: I openapi
func TestGeneratedClients(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"A", "B"} {
		for _, database := range []string{sqlite, postgres} {
			t.Run(form+"/"+database, func(t *testing.T) {
				t.Parallel()
				w, err := newFixture(t, form, database, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				defer w.close()
				driver := &clientDriver{T: t, fixture: w, driven: map[string]bool{}}
				driver.prepare()
				server := w.server.url + "/api/v1/acme"
				if form == "A" {
					client, err := clienta.NewClientWithResponses(server)
					driver.use(client, err, func(ctx context.Context, r *http.Request) error { return driver.sign(r) })
				} else {
					client, err := clientb.NewClientWithResponses(server)
					driver.use(client, err, func(ctx context.Context, r *http.Request) error { return driver.sign(r) })
				}
				driver.tour()
			})
		}
	}
}

// clientDriver makes calls by a client's methods, which are named for the
// operations.
type clientDriver struct {
	*testing.T
	fixture *fixture
	client  reflect.Value
	editor  reflect.Value
	// who is the caller of the next call.
	who    string
	driven map[string]bool
	// once reports that the call has an Idempotency-Key.
	once bool
	// placed are what the tour's placeholders stand for.
	placed map[string]string
}

// prepare creates what the tour relies on (see tour.txt).
func (d *clientDriver) prepare() {
	w := d.fixture
	d.placed = map[string]string{"channel": text(w.saved["channel"]), "user": text(w.saved["agent"])}
	for _, r := range []request{
		{"PATCH", "/api/acme/channels/" + d.placed["channel"], nil, []byte(`{"settings":{"typingIndicatorsEnabled":true}}`)},
		{"POST", "/api/acme/secrets", nil, []byte(`{"key":"crm.token","value":"s3cr3t"}`)},
	} {
		cookie, err := w.cookie(admin)
		if err != nil {
			d.Fatal(err)
		}
		r.header = http.Header{"Cookie": {cookie}, "Content-Type": {"application/json"}}
		res, err := w.send(r)
		if notThere := w.form == "A" && res.status == http.StatusNotFound; err != nil || res.status >= 300 && !notThere {
			d.Fatalf("%s %s: %v %d %s", r.method, r.path, err, res.status, res.body)
		}
	}
}

func (d *clientDriver) use(client any, err error, sign func(context.Context, *http.Request) error) {
	if err != nil {
		d.Fatal(err)
	}
	d.client, d.editor = reflect.ValueOf(client), reflect.ValueOf(sign)
}

// sign adds the caller's credentials.
func (d *clientDriver) sign(r *http.Request) error {
	if d.who == "admin" {
		cookie, err := d.fixture.cookie(admin)
		r.Header.Set("Cookie", cookie)
		return err
	}
	r.Header.Set("Authorization", "Bearer "+text(d.fixture.saved["key"]))
	return nil
}

func (d *clientDriver) tour() {
	lines, err := os.ReadFile("../../internal/rest/testdata/tour.txt")
	if err != nil {
		d.Fatal(err)
	}
	document, err := documentOf[d.fixture.form]()
	if err != nil {
		d.Fatal(err)
	}
	for line := range strings.Lines(string(lines)) {
		words := append(strings.SplitN(strings.TrimSpace(line), " ", 5), "")
		if strings.HasPrefix(line, "#") || len(words) < 5 || !strings.Contains(words[0], d.fixture.form) {
			continue
		}
		// Refusals are tested by raw calls elsewhere.
		if d.who = words[1]; d.who != "key" && d.who != "admin" {
			continue
		}
		for name, value := range d.placed {
			words[3] = strings.ReplaceAll(words[3], "{"+name+"}", value)
			words[4] = strings.ReplaceAll(words[4], "{"+name+"}", value)
		}
		path, query, _ := strings.Cut(words[3], "?")
		if at, op, found := document.find(strings.ToLower(words[2]), path); found {
			d.call(op.ID, idsOf(at, path), query, words[4])
		}
	}
	for _, r := range document.routes {
		if strings.HasPrefix(r.path, "/webhooks/") {
			continue // needs a channel's key: the clients do not have it
		}
		for _, op := range r.methods {
			if !d.driven[op.ID] {
				d.Errorf("the client did not call %s: add a line to tour.txt", op.ID)
			}
		}
	}
}

// idsOf are the parts of a path where its pattern has wildcards.
func idsOf(pattern, path string) (ids []string) {
	parts := strings.Split(path, "/")
	for i, segment := range strings.Split(pattern, "/") {
		if strings.HasPrefix(segment, "{") {
			ids = append(ids, parts[i])
		}
	}
	return ids
}

// call makes a call with the method's own types and compares what it read.
func (d *clientDriver) call(operation string, ids []string, query, body string) {
	method := d.client.MethodByName(strings.ToUpper(operation[:1]) + operation[1:] + "WithResponse")
	if !method.IsValid() {
		d.Errorf("the client has no method for %s", operation)
		return
	}
	d.once = false
	args := []reflect.Value{reflect.ValueOf(d.Context())}
	for i := 1; i < method.Type().NumIn()-1; i++ {
		t := method.Type().In(i)
		switch {
		case len(ids) > 0:
			args = append(args, d.id(t, ids[0]))
			ids = ids[1:]
		case t.Kind() == reflect.Pointer:
			args = append(args, d.parameters(t, query))
		default:
			args = append(args, d.body(t, operation, body))
		}
	}
	args = append(args, d.editor.Convert(method.Type().In(method.Type().NumIn()-1).Elem()))
	first, ok := d.send(operation, method, args)
	if !ok {
		return
	}
	d.read(operation, first)
	if !d.once {
		return
	}
	if again, ok := d.send(operation, method, args); ok {
		if header := httpOf(again).Header; header.Get("Idempotency-Replayed") != "true" || string(bodyOf(again)) != string(bodyOf(first)) {
			d.Errorf("%s with the same Idempotency-Key: %v %s", operation, header, bodyOf(again))
		}
	}
}

func (d *clientDriver) send(operation string, method reflect.Value, args []reflect.Value) (response reflect.Value, ok bool) {
	out := method.Call(args)
	if err, _ := out[1].Interface().(error); err != nil {
		d.Errorf("%s: %v", operation, err)
		return response, false
	}
	return out[0].Elem(), true
}

func bodyOf(response reflect.Value) []byte { return response.FieldByName("Body").Bytes() }

func httpOf(response reflect.Value) *http.Response {
	return response.FieldByName("HTTPResponse").Interface().(*http.Response)
}

// read expects a success whose typed value is the whole body.
func (d *clientDriver) read(operation string, response reflect.Value) {
	raw, status := bodyOf(response), httpOf(response).StatusCode
	if status >= 300 {
		d.Errorf("%s answers %d %s", operation, status, raw)
		return
	}
	typed := response.FieldByName("JSON" + strconv.Itoa(status))
	if !typed.IsValid() || typed.IsNil() {
		d.Errorf("%s: the client read nothing of %d %s", operation, status, raw)
		return
	}
	again, err := json.Marshal(typed.Interface())
	if err != nil {
		d.Errorf("%s: %v", operation, err)
		return
	}
	got, _ := parseJSON(shortTimes(again))
	want, err := parseJSON(shortTimes(raw))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		d.Errorf("%s: the client read something else (- answered, + read):\n%s", operation, diff)
	}
	d.driven[operation] = true
	var made struct {
		Data struct{ ID any } `json:"data"`
	}
	if status == http.StatusCreated && json.Unmarshal(raw, &made) == nil {
		d.placed["made"] = fmt.Sprint(made.Data.ID)
	}
}

var zeros = regexp.MustCompile(`(:\d\d)(\.0*|(\.\d*[1-9])0+)Z"`)

// shortTimes removes trailing zeros of fractions, which the client's times do not
// have.
func shortTimes(text []byte) []byte { return zeros.ReplaceAll(text, []byte(`$1${3}Z"`)) }

func (d *clientDriver) id(t reflect.Type, id string) reflect.Value {
	v := reflect.New(t).Elem()
	if t.Kind() == reflect.String {
		v.SetString(id)
		return v
	}
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		d.Fatal(err)
	}
	v.SetInt(n)
	return v
}

var numeric = regexp.MustCompile(`^[0-9]+$`)

// parameters puts a query into the client's struct for it.
func (d *clientDriver) parameters(t reflect.Type, query string) reflect.Value {
	values := map[string]any{}
	if d.once = takes(t.Elem(), onceKey); d.once {
		values[onceKey] = randomText()
	}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		switch {
		case name == "":
		case numeric.MatchString(value) && d.takesNumber(t.Elem(), name):
			values[name] = json.Number(value)
		default:
			values[name] = value
		}
	}
	encoded, err := json.Marshal(values)
	if err != nil {
		d.Fatal(err)
	}
	v := reflect.New(t.Elem())
	if err := json.Unmarshal(encoded, v.Interface()); err != nil {
		d.Fatal(err)
	}
	return v
}

// onceKey is an Idempotency-Key (D 5).
const onceKey = "Idempotency-Key"

// takes reports whether the client has a parameter of the name.
func takes(t reflect.Type, name string) bool {
	for i := range t.NumField() {
		if tagged, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); tagged == name {
			return true
		}
	}
	return false
}

func (d *clientDriver) takesNumber(t reflect.Type, name string) bool {
	for i := range t.NumField() {
		f := t.Field(i)
		if tagged, _, _ := strings.Cut(f.Tag.Get("json"), ","); tagged == name {
			kind := f.Type.Kind()
			if kind == reflect.Pointer {
				kind = f.Type.Elem().Kind()
			}
			return kind != reflect.String
		}
	}
	d.Errorf("the client has no parameter %s", name)
	return false
}

// body reads a body into the client's type, which must have all its members.
func (d *clientDriver) body(t reflect.Type, operation, body string) reflect.Value {
	v := reflect.New(t)
	reader := json.NewDecoder(strings.NewReader(body))
	reader.DisallowUnknownFields()
	if err := reader.Decode(v.Interface()); err != nil {
		d.Errorf("%s: the client's type does not hold %s: %v", operation, body, err)
	}
	return v.Elem()
}
