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

// Describe returns the OpenAPI document of a form: v1 and the channel endpoints. It
// is built from the table of operations, their docs, package channel's descriptions
// of its endpoints, and the recorded examples.
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
			Variables: openapi.Map[*openapi.Variable]{{Name: "org", Value: &openapi.Variable{Default: "main", Description: "The workspace's slug."}}},
		}},
		Security: []openapi.Requirement{{keyScheme: {}}},
	}
	doc.Components.SecuritySchemes.Add(keyScheme, &openapi.SecurityScheme{
		Type: "http", Scheme: "bearer", Description: "An API key of the workspace: `svcx_sk_` and 40 hexadecimal characters. The key needs the scope that the operation names.",
	})
	for i := range operations {
		if operations[i].forms.has(f.Name) {
			d.add(doc, &operations[i])
		}
	}
	for _, described := range channel.Describe(f, d.schemas) {
		d.addChannel(doc, described)
	}
	d.addWebhooks(doc)
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

// describer holds what the operations of a document share.
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
	d.succeed(o, op, status, "Success.")
	if described.also != 0 {
		d.succeed(o, op, described.also, "It already existed and was updated.")
	}
	d.fail(o, errorsOf(f, op, described))

	place(document, pathOf(f, op), op.method, o)
	if !slices.ContainsFunc(document.Tags, func(t openapi.Tag) bool { return t.Name == tag }) {
		document.Tags = append(document.Tags, openapi.Tag{Name: tag, Description: "Operations on " + strings.ToLower(tag) + "."})
	}
}

// place adds an operation under its path.
func place(document *openapi.Document, path, method string, o *openapi.Operation) {
	if document.Paths.Get(path) == nil {
		document.Paths.Add(path, new(openapi.PathItem))
	}
	document.Paths.Get(path).Add(strings.ToLower(method), o)
}

// sent returns the recorded request bodies of an operation.
func (d *describer) sent(name string) (all openapi.Map[*openapi.Example]) {
	for _, r := range d.recorded[name] {
		if r.Body != nil {
			all.Add(fmt.Sprintf("example%d", len(all)+1), &openapi.Example{Summary: r.Call, Value: r.Body})
		}
	}
	return all
}

// succeed adds a successful response with its recorded examples.
func (d *describer) succeed(o *openapi.Operation, op *operation, status int, text string) {
	media := &openapi.Media{}
	if answer := docs[op.name].answer; answer != nil {
		media.Schema = answer(d.schemas, d.form)
	}
	media.Examples = d.answered(op.name, status)
	response := &openapi.Response{Description: text, Content: jsonOf(media)}
	if takesIdempotencyKey(op) {
		response.Headers.Add(idempotencyReplayed, &openapi.Header{
			Description: "`true` if this is the stored answer to an earlier request with the same " + idempotencyKey + "; absent otherwise.", Schema: openapi.OneOf("true"),
		})
	}
	o.Responses.Add(strconv.Itoa(status), response)
}

// answered returns the recorded answers of an operation that have the status.
func (d *describer) answered(name string, status int) (all openapi.Map[*openapi.Example]) {
	for _, r := range d.recorded[name] {
		if r.Status == status {
			all.Add(fmt.Sprintf("example%d", len(all)+1), &openapi.Example{Summary: r.Call, Value: r.Answer})
		}
	}
	return all
}

// takesIdempotencyKey reports whether an operation accepts an Idempotency-Key (see
// runOperation).
func takesIdempotencyKey(op *operation) bool { return op.method == http.MethodPost && op.role == "" }

func idempotencyParameter() *openapi.Parameter {
	schema := openapi.Text(svcx.MaxIdempotencyKey)
	schema.MinLength = 1
	return &openapi.Parameter{
		Name: idempotencyKey, In: "header", Schema: schema,
		Description: "Makes the request safe to repeat: for 24 hours, a request with the same key, path and body gets the first answer again and is not carried out a second time.",
	}
}

// security describes the required credentials: a key with the scope, or a session
// with the role.
func (d *describer) security(document *openapi.Document, o *openapi.Operation, op *operation) {
	if op.role == "" {
		o.Scope = string(op.scope(d.form))
		o.Description = strings.TrimSpace(o.Description + " Requires the scope `" + o.Scope + "`.")
		return
	}
	o.Description = strings.TrimSpace(o.Description + " Requires the session of an " + string(op.role) + "; API keys cannot do this.")
	o.Security = []openapi.Requirement{{sessionScheme: {}}}
	if document.Components.SecuritySchemes.Get(sessionScheme) == nil {
		document.Components.SecuritySchemes.Add(sessionScheme, &openapi.SecurityScheme{
			Type: "apiKey", In: "cookie", Name: "svcx_session", Description: "The session cookie of a signed-in user. Over https its name is `__Host-svcx_session`.",
		})
	}
}

// fail adds the error responses, one for each status.
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

// errorsOf returns the kinds of errors that an operation can return.
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

// failureText describes the error codes of a status.
func failureText(f *form.Form, status int) string {
	var codes []string
	for _, k := range svcx.Kinds() {
		if s, code := f.ErrorCode(k); s == status && whenFails[k] != "" {
			codes = append(codes, "`"+code+"`: "+whenFails[k])
		}
	}
	return strings.Join(codes, " ")
}

// whenFails describes when v1 returns an error of each kind.
var whenFails = map[svcx.Kind]string{
	svcx.KindInternal:         "an internal error; the message has the id of the request.",
	svcx.KindValidation:       "a parameter or a member of the body is invalid; the message names it by its path.",
	svcx.KindUnauthorized:     "the API key is missing, malformed, revoked, expired or of another workspace; or a session is required and missing; or a channel's key is required, and the channel does not exist or the key is not its own.",
	svcx.KindForbidden:        "the key lacks the scope, the client may not use the operation, or the feature is turned off; the message says which.",
	svcx.KindNotFound:         "the resource does not exist in this workspace.",
	svcx.KindMethodNotAllowed: "the path does not support the method; the header Allow lists those that it supports.",
	svcx.KindConflict:         "the first request with this `Idempotency-Key` is still running; or the channel has no feed.",
	svcx.KindTooLarge:         "the request body is too large.",
	svcx.KindUnsupportedMedia: "the request body is not uncompressed JSON with `Content-Type: application/json`.",
	svcx.KindRateLimited:      "too many requests from this address; the header Retry-After gives the seconds to wait.",
	svcx.KindAPIDisabled:      "the API is not enabled for the workspace.",
	svcx.KindUnavailable:      "the service cannot read or store data at the moment; try again.",
}

// errorSchema is the error envelope with v1's codes (R 7).
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

// pathParameters describes the ids and names in a path.
func pathParameters(f *form.Form, op *operation) (all []*openapi.Parameter) {
	before := ""
	for segment := range strings.SplitSeq(op.path, "/") {
		if !strings.HasPrefix(segment, "{") {
			before = segment
			continue
		}
		p := &openapi.Parameter{Name: pathName(f, before, segment), In: "path", Required: true, Schema: f.IDSchema()}
		p.Description = "The id of the " + strings.ReplaceAll(singular(before), "-", " ") + "."
		if segment == "{name}" {
			p.Description, p.Schema = "The name of the "+singular(before)+".", openapi.Label(0)
		}
		all = append(all, p)
	}
	return all
}

// pathOf returns the row's path with the form's parameter names.
func pathOf(f *form.Form, op *operation) string {
	segments := strings.Split(op.path, "/")
	for i, segment := range segments {
		if strings.HasPrefix(segment, "{") {
			segments[i] = "{" + pathName(f, segments[i-1], segment) + "}"
		}
	}
	return strings.Join(segments, "/")
}

// pathName returns the name of a wildcard in the form's document.
func pathName(f *form.Form, before, wildcard string) string {
	if name := f.PathIDs[before]; name != "" {
		return name
	}
	return strings.Trim(wildcard, "{}")
}

// tagOf groups an operation by the first segment of its path, or by a later
// segment that has its own group.
func tagOf(op *operation) string {
	segments := strings.Split(op.path, "/")
	tag := segments[1]
	if len(segments) > 3 && tags[segments[3]] {
		tag = segments[3]
	}
	tag = strings.ReplaceAll(strings.TrimPrefix(tag, "api-"), "-", " ")
	return string(unicode.ToUpper(rune(tag[0]))) + tag[1:]
}

// tags lists the groups that are below another path.
var tags = map[string]bool{"messages": true, "fields": true, "participants": true}

func jsonOf(m *openapi.Media) openapi.Map[*openapi.Media] {
	return openapi.Map[*openapi.Media]{{Name: "application/json", Value: m}}
}

// introduction describes what holds for every operation.
func introduction(f *form.Form) string {
	_, conflict := f.ErrorCode(svcx.KindConflict)
	_, notAllowed := f.ErrorCode(svcx.KindMethodNotAllowed)
	return strings.Join([]string{
		"Request and response bodies are JSON. Times are in UTC with milliseconds. A single resource is returned as `{data}`, a list as `{data, total, limit, offset}`, an error as `{error: {code, message}}`.",
		"Unknown members of request bodies are ignored; new members may be added to responses. A query parameter that is empty or given twice is an error, except for an empty `after` where one is described.",
		"Paths that only the other form has return 404. A method that a path does not support returns 405 `" + notAllowed + "` with the header `Allow`.",
		"A POST with an API key can be made safe to repeat with the header `Idempotency-Key`. While the first request is still running, a repeat returns 409 `" + conflict + "`.",
		"Every response has the header `X-Request-Id`. Responses also have `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (the Unix time in seconds at which the full limit is available again), unless the request was refused before its rate was checked.",
	}, "\n\n")
}
