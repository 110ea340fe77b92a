package rest

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/limit"
)

// request is a request on its way through its checks and its operation.
type request struct {
	http *http.Request
	w    http.ResponseWriter
	api  *API
	// counted is what the rate limit says of the request.
	counted   limit.Decision
	op        *operation
	workspace *svcx.Workspace
	// form is the workspace's. Until the client may know that, it is the one for errors
	// that look the same in both.
	form *form.Form
	// key is set in v1; session and, in a workspace, member in the session API.
	key     *svcx.Key
	session *svcx.Session
	member  *svcx.Member
	// named is the conversation that the operation's target has found, if it is one.
	named *svcx.Conversation
	// read is the body; nil until it has been read.
	read *limit.Body
	// ids are those in the path, in order.
	ids []int64
	// idempotent is set under an Idempotency-Key.
	idempotent *idempotentRun
	// query is parsed on first use.
	query url.Values
}

// actor returns the key or the user that makes the request.
func (r *request) actor() svcx.Actor {
	if r.session != nil {
		u := r.session.User
		// A member's name differs by workspace.
		if r.member != nil {
			u.Name = r.member.Name
		}
		return svcx.Actor{Kind: svcx.ActorUser, ID: int64(u.ID), Name: u.Label(), IP: r.ip()}
	}
	return svcx.Actor{Kind: svcx.ActorKey, ID: int64(r.key.ID), Name: r.key.Name, IP: r.ip()}
}

// call returns who calls a use case, and for which workspace.
func (r *request) call() inbox.Call { return inbox.Call{Workspace: r.workspace, Actor: r.actor()} }

// ip returns the client's address; "" if it has none.
func (r *request) ip() string {
	if addr := r.api.Front.ClientIP(r.http); addr.IsValid() {
		return addr.String()
	}
	return ""
}

// readPath reads the ids of the path. A malformed id is not found (D 1).
func (r *request) readPath() error {
	of := ""
	for segment := range strings.SplitSeq(r.op.path, "/") {
		switch {
		case segment == "{name}":
		case strings.HasPrefix(segment, "{"):
			id, ok := form.ParseID(r.http.PathValue(strings.Trim(segment, "{}")))
			if !ok {
				return svcx.NotFound(singular(of))
			}
			r.ids = append(r.ids, id)
		default:
			of = segment
		}
	}
	return nil
}

// singular returns the name of one element of the list that a path segment names.
// Keys have two paths but one name.
func singular(list string) string {
	list = strings.TrimPrefix(list, "api-")
	if stem, ok := strings.CutSuffix(list, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(list, "s")
}

// body reads a required JSON body, within the limit (D 5).
func (r *request) body() ([]byte, error) {
	if !form.CheckContentType(r.http.Header.Get("Content-Type")) || compressed(r.http.Header) {
		return nil, &svcx.Error{Kind: svcx.KindUnsupportedMedia, Message: "the body must be uncompressed JSON with Content-Type: application/json"}
	}
	return r.bytes()
}

// bytes reads the body within the limit, whatever its content type. It stays in
// memory until the request is answered.
func (r *request) bytes() (_ []byte, err error) {
	if r.read != nil {
		return r.read.Bytes, nil
	}
	most := r.api.MaxBody
	if r.op.bulk {
		most = r.api.MaxImportBody
	}
	r.read, err = r.api.Front.Budget.Read(r.w, r.http, most)
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil:
		return r.read.Bytes, nil
	case errors.As(err, &tooLarge):
		return nil, &svcx.Error{Kind: svcx.KindTooLarge, Message: "the body must be at most " + strconv.FormatInt(tooLarge.Limit, 10) + " bytes"}
	case errors.Is(err, limit.ErrBusy):
		return nil, err
	default:
		return nil, svcx.Invalid("body", "could not be read to its end")
	}
}

func compressed(h http.Header) bool {
	encoding := h.Get("Content-Encoding")
	return encoding != "" && !strings.EqualFold(encoding, "identity")
}

// decode reads the body with one of the form's decoders.
func decode[T any](r *request, read func([]byte) (T, error)) (T, error) {
	body, err := r.body()
	if err != nil {
		var none T
		return none, err
	}
	return read(body)
}

// param returns a query parameter and whether it was given. A parameter that is
// malformed, empty or given twice is a validation error naming it: an intended
// filter must never be silently ignored.
func (r *request) param(name string) (value string, given bool, err error) {
	value, err = r.text(name)
	if err == nil && value == "" && r.query.Has(name) {
		err = svcx.Invalid(name, "must not be empty")
	}
	return value, value != "", err
}

// text returns a query parameter that may be empty. As in a body, NUL is removed
// and invalid UTF-8 becomes U+FFFD (D 2).
func (r *request) text(name string) (string, error) {
	if r.query == nil {
		var err error
		if r.query, err = url.ParseQuery(r.http.URL.RawQuery); err != nil {
			return "", svcx.Invalid("query", "must be name=value pairs, escaped for URLs")
		}
	}
	values := r.query[name]
	switch len(values) {
	case 0:
		return "", nil
	case 1:
		return form.CleanText(values[0]), nil
	}
	return "", svcx.Invalid(name, "must be given once")
}

// page reads limit and offset (R 8).
func (r *request) page(bounds form.PageSize) (svcx.Page, error) {
	limit, err := r.intParam("limit", bounds.Default, 1, bounds.Max)
	if err != nil {
		return svcx.Page{}, err
	}
	offset, err := r.intParam("offset", 0, 0, maxOffset)
	return svcx.Page{Limit: limit, Offset: offset}, err
}

// maxOffset bounds offset; it is far beyond the end of any list.
const maxOffset = 1 << 40

func (r *request) intParam(name string, otherwise, least, most int) (int, error) {
	value, given, err := r.param(name)
	if err != nil || !given {
		return otherwise, err
	}
	n, err := strconv.Atoi(value)
	if err != nil || value[0] == '+' || n < least || n > most {
		return 0, svcx.Invalid(name, "must be an integer from %d to %d", least, most)
	}
	return n, nil
}

// idParam reads an id of the query.
func idParam[T ~int64](r *request, name string) (*T, error) {
	value, given, err := r.param(name)
	if err != nil || !given {
		return nil, err
	}
	id, ok := form.ParseID(value)
	if !ok {
		return nil, svcx.Invalid(name, "must be an id")
	}
	typed := T(id)
	return &typed, nil
}

// Envelopes of R 2.10.
type single struct {
	Data any `json:"data"`
}

// changed is the answer if what was to be created already existed and was updated:
// 200 in place of the operation's own status.
type changed struct{ answer any }

// deletion is the answer of a DELETE (D 5).
type deletion struct {
	ID      any  `json:"id" api:"id"`
	Deleted bool `json:"deleted"`
}

// deleted answers a DELETE of the path's id, unless err is not nil.
func (r *request) deleted(err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return single{deletion{r.form.ID(r.ids[0]), true}}, nil
}

type listing struct {
	Data        []any `json:"data"`
	Total       int   `json:"total"`
	TotalCapped bool  `json:"totalCapped,omitzero"`
	Limit       int   `json:"limit"`
	Offset      int   `json:"offset"`
}

type cursorListing struct {
	Data    []any `json:"data"`
	Limit   int   `json:"limit"`
	HasMore bool  `json:"hasMore"`
}

func list[T any](items svcx.List[T], page svcx.Page, encode func(T) any) any {
	return inPieces(items, encode, func(data []any) any {
		return listing{Data: data, Total: items.Total, TotalCapped: items.TotalCapped, Limit: page.Limit, Offset: page.Offset}
	})
}

// afterListing is a page that follows a position, in place of an offset (D 5).
type afterListing struct {
	Data      []any   `json:"data"`
	Limit     int     `json:"limit"`
	HasMore   bool    `json:"hasMore"`
	NextAfter *string `json:"nextAfter"`
}

// after reads the position that a page follows, which is empty for the first one.
func (r *request) after() (after string, given bool, err error) {
	after, err = r.text("after")
	if err != nil || !r.query.Has("after") {
		return "", false, err
	}
	if r.query.Has("offset") {
		return "", false, svcx.Invalid("offset", "must not be given together with after")
	}
	return after, true, nil
}

// following answers with a page that follows a position; next is that of the page after it,
// or empty at the end.
func following[T any](items svcx.List[T], limit int, next string, encode func(T) any) any {
	return inPieces(items, encode, func(data []any) any {
		page := afterListing{Data: data, Limit: limit}
		if next != "" {
			page.HasMore, page.NextAfter = true, &next
		}
		return page
	})
}

func encodeAll[T any](items []T, encode func(T) any) []any {
	all := make([]any, len(items))
	for i, item := range items {
		all[i] = encode(item)
	}
	return all
}
