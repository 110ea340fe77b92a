package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"svcx"
	"svcx/internal/channel"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Describe is the OpenAPI document of v1 and of what a channel's key is for, in a
// form: from the table, what docs says of its rows, what package channel says of
// its endpoints, and the recorded examples.
func Describe(f *form.Form) *openapi.Document {
	d := describer{form: f, schemas: f.Schemas(), recorded: recordedIn(f)}
	doc := &openapi.Document{
		OpenAPI: openapi.Version,
		Info: openapi.Info{
			Title: "svcx API, form " + string(f.Name), Version: "1",
			Summary:     "The REST API v1 of the support inbox svcx.",
			Description: introduction(f),
		},
		Servers: []openapi.Server{{
			URL: prefix + "{org}", Description: "This server.",
			Variables: openapi.Map[*openapi.Variable]{{Name: "org", Value: &openapi.Variable{Default: "main", Description: "The workspace's name in addresses."}}},
		}},
		Security: []openapi.Requirement{{keyScheme: {}}},
	}
	doc.Components.SecuritySchemes.Add(keyScheme, &openapi.SecurityScheme{
		Type: "http", Scheme: "bearer", Description: "An API key of the workspace, svcx_sk_ and 40 hexadecimal characters. Each operation needs one of its scopes.",
	})
	for i := range operations {
		if operations[i].forms.has(f.Name) {
			d.add(doc, &operations[i])
		}
	}
	for _, described := range channel.Describe(f, d.schemas) {
		d.addChannel(doc, described)
	}
	doc.Components.Schemas = d.schemas.All
	doc.Components.Schemas.Add("Error", errorSchema(f))
	doc.Components.Responses = d.failures
	return doc
}

// Security schemes by name.
const (
	keyScheme     = "key"
	sessionScheme = "session"
	channelScheme = "channelKey"
)

// describer collects what the operations of a document share.
type describer struct {
	form     *form.Form
	schemas  *form.Schemas
	recorded map[string][]recording
	failures openapi.Map[*openapi.Response]
}

// add describes an operation.
func (d *describer) add(document *openapi.Document, op *operation) {
	described, f := docs[op.name], d.form
	tag := tagOf(op)
	o := &openapi.Operation{
		ID: op.name, Tags: []string{tag}, Summary: described.summary, Description: described.text,
		Parameters: pathParameters(f, op),
	}
	d.security(document, o, op)
	for _, parameter := range described.query {
		if p := parameter(f); p != nil {
			o.Parameters = append(o.Parameters, p)
		}
	}
	if takesIdempotencyKey(op) {
		o.Parameters = append(o.Parameters, idempotencyParameter())
	}
	if described.body != nil {
		o.RequestBody = &openapi.Body{Required: true, Content: jsonOf(&openapi.Media{Schema: described.body(f), Examples: d.sent(op.name)})}
	}
	status := op.status
	if status == 0 {
		status = http.StatusOK
	}
	d.succeed(o, op, status, "Done.")
	if described.also != 0 {
		d.succeed(o, op, described.also, "It was there, and is changed.")
	}
	d.fail(o, errorsOf(f, op, described))

	place(document, pathOf(f, op), op.method, o)
	if !slices.ContainsFunc(document.Tags, func(t openapi.Tag) bool { return t.Name == tag }) {
		document.Tags = append(document.Tags, openapi.Tag{Name: tag, Description: "Operations on " + strings.ToLower(tag) + "."})
	}
}

// place puts an operation under its path.
func place(document *openapi.Document, path, method string, o *openapi.Operation) {
	if document.Paths.Get(path) == nil {
		document.Paths.Add(path, new(openapi.PathItem))
	}
	document.Paths.Get(path).Add(strings.ToLower(method), o)
}

// sent are the bodies of the recorded calls of an operation.
func (d *describer) sent(name string) (all openapi.Map[*openapi.Example]) {
	for _, r := range d.recorded[name] {
		if r.Body != nil {
			all.Add(fmt.Sprintf("example%d", len(all)+1), &openapi.Example{Summary: r.Call, Value: r.Body})
		}
	}
	return all
}

// succeed adds a response of success with the answers that were recorded of it.
func (d *describer) succeed(o *openapi.Operation, op *operation, status int, text string) {
	media := &openapi.Media{}
	if answer := docs[op.name].answer; answer != nil {
		media.Schema = answer(d.schemas, d.form)
	}
	media.Examples = d.answered(op.name, status)
	response := &openapi.Response{Description: text, Content: jsonOf(media)}
	if takesIdempotencyKey(op) {
		response.Headers.Add(idempotencyReplayed, &openapi.Header{
			Description: "There, and true, on an answer that was given before to the same " + idempotencyKey + ".", Schema: openapi.OneOf("true"),
		})
	}
	o.Responses.Add(strconv.Itoa(status), response)
}

// answered are the recorded answers of an operation with that status.
func (d *describer) answered(name string, status int) (all openapi.Map[*openapi.Example]) {
	for _, r := range d.recorded[name] {
		if r.Status == status {
			all.Add(fmt.Sprintf("example%d", len(all)+1), &openapi.Example{Summary: r.Call, Value: r.Answer})
		}
	}
	return all
}

// takesIdempotencyKey reports whether an operation heeds an Idempotency-Key (see
// runOperation).
func takesIdempotencyKey(op *operation) bool { return op.method == http.MethodPost && op.role == "" }

func idempotencyParameter() *openapi.Parameter {
	schema := openapi.Text(svcx.MaxIdempotencyKey)
	schema.MinLength = 1
	return &openapi.Parameter{
		Name: idempotencyKey, In: "header", Schema: schema,
		Description: "Makes a repeat safe: for 24 hours the same key, path and body are answered as they were at first, and nothing happens again.",
	}
}

// admit says who may call it: a key with the scope, or a session with the role.
func (d *describer) security(document *openapi.Document, o *openapi.Operation, op *operation) {
	if op.role == "" {
		o.Scope = string(op.scope(d.form))
		o.Description = strings.TrimSpace(o.Description + " Needs the scope `" + o.Scope + "`.")
		return
	}
	o.Description = strings.TrimSpace(o.Description + " Needs the session of an " + string(op.role) + "; no key may do this.")
	o.Security = []openapi.Requirement{{sessionScheme: {}}}
	if document.Components.SecuritySchemes.Get(sessionScheme) == nil {
		document.Components.SecuritySchemes.Add(sessionScheme, &openapi.SecurityScheme{
			Type: "apiKey", In: "cookie", Name: "svcx_session", Description: "The cookie of who is signed in; over https its name is __Host-svcx_session.",
		})
	}
}

// fail adds the responses of errors, one for each status.
func (d *describer) fail(o *openapi.Operation, kinds []svcx.Kind) {
	var statuses []int
	for _, k := range kinds {
		status, _ := d.form.ErrorCode(k)
		statuses = append(statuses, status)
	}
	slices.Sort(statuses)
	for _, status := range slices.Compact(statuses) {
		name := strings.ReplaceAll(http.StatusText(status), " ", "")
		o.Responses.Add(strconv.Itoa(status), &openapi.Response{Ref: "#/components/responses/" + name})
		if d.failures.Get(name) != nil {
			continue
		}
		media := &openapi.Media{Schema: &openapi.Schema{Ref: "#/components/schemas/Error"}}
		for _, r := range d.recorded[strconv.Itoa(status)] {
			media.Examples.Add(fmt.Sprintf("example%d", len(media.Examples)+1), &openapi.Example{Summary: r.Call, Value: r.Answer})
		}
		d.failures.Add(name, &openapi.Response{Description: failureText(d.form, status), Content: jsonOf(media)})
	}
}

// errorsOf are the kinds of errors that an operation can answer.
func errorsOf(f *form.Form, op *operation, described doc) []svcx.Kind {
	kinds := []svcx.Kind{
		svcx.KindUnauthorized, svcx.KindForbidden, svcx.KindNotFound, svcx.KindRateLimited,
		svcx.KindAPIDisabled, svcx.KindUnavailable, svcx.KindInternal,
	}
	if described.body != nil || len(described.query) > 0 {
		kinds = append(kinds, svcx.KindValidation)
	}
	if described.body != nil {
		kinds = append(kinds, svcx.KindTooLarge, svcx.KindUnsupportedMedia)
	}
	if takesIdempotencyKey(op) {
		kinds = append(kinds, svcx.KindConflict, svcx.KindValidation, svcx.KindTooLarge)
	}
	return append(kinds, described.errors...)
}

// failureText lists the codes that come with the status.
func failureText(f *form.Form, status int) string {
	var codes []string
	for _, k := range svcx.Kinds() {
		if s, code := f.ErrorCode(k); s == status && whenFails[k] != "" {
			codes = append(codes, "`"+code+"`: "+whenFails[k])
		}
	}
	return strings.Join(codes, " ")
}

// whenFails says when an error of v1 comes.
var whenFails = map[svcx.Kind]string{
	svcx.KindInternal:         "something went wrong here; the message has the id of the request.",
	svcx.KindValidation:       "a parameter or a member of the body is not as expected; the message names it by its path.",
	svcx.KindUnauthorized:     "the key is missing, malformed, revoked or another workspace's; where a session is needed, there is none; where a channel's key is, the channel does not exist, or it is not that one's.",
	svcx.KindForbidden:        "the key lacks the scope, or the operation is not for who calls, or is switched off here; the message says which.",
	svcx.KindNotFound:         "it does not exist, or not in this workspace.",
	svcx.KindMethodNotAllowed: "the path does not have the method; the header Allow has those that it has.",
	svcx.KindConflict:         "the first request with this `Idempotency-Key` is still running; of a feed: the channel has none.",
	svcx.KindTooLarge:         "the body is too large.",
	svcx.KindUnsupportedMedia: "the body is not uncompressed JSON with `Content-Type: application/json`.",
	svcx.KindRateLimited:      "too many requests came from the address; the header Retry-After says how many seconds to wait.",
	svcx.KindAPIDisabled:      "the API is not enabled for the workspace.",
	svcx.KindUnavailable:      "nothing can be stored or read at the moment; try again.",
}

// errorSchema is the envelope of errors with the codes that v1 has (R 7).
func errorSchema(f *form.Form) *openapi.Schema {
	var codes []string
	for _, k := range svcx.Kinds() {
		if _, code := f.ErrorCode(k); whenFails[k] != "" && !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return openapi.Object(openapi.Need("error", openapi.Object(
		openapi.Need("code", openapi.OneOf(codes...)), openapi.Need("message", openapi.Text(0)),
	)))
}

// pathParameters are the ids and names of a path.
func pathParameters(f *form.Form, op *operation) (all []*openapi.Parameter) {
	before := ""
	for segment := range strings.SplitSeq(op.path, "/") {
		if !strings.HasPrefix(segment, "{") {
			before = segment
			continue
		}
		p := &openapi.Parameter{Name: pathName(f, before, segment), In: "path", Required: true, Schema: f.IDSchema()}
		p.Description = "The id of the " + singular(before) + "."
		if segment == "{name}" {
			p.Description, p.Schema = "The name of the "+singular(before)+".", openapi.Label(0)
		}
		all = append(all, p)
	}
	return all
}

// pathOf is the row's path with the names of the form.
func pathOf(f *form.Form, op *operation) string {
	segments := strings.Split(op.path, "/")
	for i, segment := range segments {
		if strings.HasPrefix(segment, "{") {
			segments[i] = "{" + pathName(f, segments[i-1], segment) + "}"
		}
	}
	return strings.Join(segments, "/")
}

// pathName is what a wildcard is called in the form's document.
func pathName(f *form.Form, before, wildcard string) string {
	if name := f.PathIDs[before]; name != "" {
		return name
	}
	return strings.Trim(wildcard, "{}")
}

// tagOf groups an operation by the first segment of its path, or by a later one
// that is a group of its own.
func tagOf(op *operation) string {
	segments := strings.Split(op.path, "/")
	tag := segments[1]
	if len(segments) > 3 && tags[segments[3]] {
		tag = segments[3]
	}
	tag = strings.ReplaceAll(strings.TrimPrefix(tag, "api-"), "-", " ")
	return string(unicode.ToUpper(rune(tag[0]))) + tag[1:]
}

// tags are groups below another path.
var tags = map[string]bool{"messages": true, "fields": true, "participants": true}

func jsonOf(m *openapi.Media) openapi.Map[*openapi.Media] {
	return openapi.Map[*openapi.Media]{{Name: "application/json", Value: m}}
}

// introduction says what holds for every operation.
func introduction(f *form.Form) string {
	_, conflict := f.ErrorCode(svcx.KindConflict)
	_, notAllowed := f.ErrorCode(svcx.KindMethodNotAllowed)
	return strings.Join([]string{
		"Bodies are JSON in both directions, times are UTC with milliseconds. A single thing comes as `{data}`, a list as `{data, total, limit, offset}`, an error as `{error: {code, message}}`.",
		"Members that are not known are ignored; those of answers may grow in number. A parameter that is empty or given twice is refused.",
		"A path of the other form is not there (404), a method that a path does not have is answered 405 `" + notAllowed + "` with the header Allow.",
		"A POST by a key can be made safe to repeat with the header Idempotency-Key; while the first one runs, the next is answered 409 `" + conflict + "`.",
		"Every answer has the header X-Request-Id, and those that come after the check of the rate also X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset (the second at which all is free again).",
	}, "\n\n")
}
