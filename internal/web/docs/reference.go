package docs

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"svcx"
	"svcx/internal/openapi"
	"svcx/internal/web/page"
)

// reference is an OpenAPI document as pages show it.
type reference struct {
	*openapi.Document
	groups []*tag
}

// tag is a group of operations, which is a page of the reference.
type tag struct {
	Name       string
	operations []operation
}

// operation is an operation with its method and path. The path of one with a server of its
// own is complete.
type operation struct {
	*openapi.Operation
	Method, Path string
}

func newReference(d *openapi.Document) *reference {
	all := &reference{Document: d}
	for _, t := range d.Tags {
		one := &tag{Name: t.Name}
		for _, path := range d.Paths {
			for _, method := range *path.Value {
				o := method.Value
				if !slices.Contains(o.Tags, t.Name) {
					continue
				}
				entry := operation{o, strings.ToUpper(method.Name), path.Name}
				if len(o.Servers) > 0 {
					entry.Path = o.Servers[0].URL + path.Name
				}
				one.operations = append(one.operations, entry)
			}
		}
		if len(one.operations) > 0 { // what svcx calls is described in articles
			all.groups = append(all.groups, one)
		}
	}
	return all
}

func (d *reference) tags() []*tag { return d.groups }

// tagged returns the group of that name in addresses; nil if the form has none.
func (d *reference) tagged(name string) *tag {
	i := slices.IndexFunc(d.groups, func(t *tag) bool { return anchor(t.Name) == name })
	if i < 0 {
		return nil
	}
	return d.groups[i]
}

// To is the address of the group's page.
func (t *tag) To() string { return Path + "/api/" + anchor(t.Name) }

// api is GET /docs/api: how the API works, and all its operations.
func (h *Pages) api(w http.ResponseWriter, r *http.Request, v view) error {
	v.Title = "REST API"
	v.Contents = []heading{{ID: "scopes", Text: "Scopes", Level: 2}}
	for _, t := range v.edition.api.tags() {
		v.Contents = append(v.Contents, heading{ID: anchor(t.Name), Text: t.Name, Level: 2})
	}
	v.neighbours()
	return page.Show(w, r, http.StatusOK, apiPage(v))
}

// operations is GET /docs/api/{tag}: a group of operations.
func (h *Pages) operations(w http.ResponseWriter, r *http.Request, v view) error {
	name := r.PathValue("tag")
	t := v.edition.api.tagged(name)
	if t == nil {
		for _, other := range h.editions() {
			if other.api.tagged(name) != nil {
				v.Title = other.api.tagged(name).Name
				return page.Show(w, r, http.StatusNotFound, absentPage(v, other))
			}
		}
		return svcx.NotFound("path")
	}
	v.Title = t.Name
	for _, o := range t.operations {
		v.Contents = append(v.Contents, heading{ID: o.ID, Text: o.Summary, Level: 2})
	}
	v.neighbours()
	return page.Show(w, r, http.StatusOK, operationsPage(v, t))
}

// scopes lists what each scope of API keys allows.
func (e *edition) scopes() (all []fact) {
	for _, scope := range e.form.Scopes {
		var allows []string
		for _, t := range e.api.tags() {
			for _, o := range t.operations {
				if o.Scope == string(scope) {
					allows = append(allows, strings.ToLower(o.Summary[:1])+o.Summary[1:])
				}
			}
		}
		if len(allows) > 0 {
			all = append(all, fact{Name: string(scope), Text: strings.Join(allows, ", ")})
		}
	}
	return all
}

// session is GET /docs/session: the session API, a line for each operation.
func (h *Pages) session(w http.ResponseWriter, r *http.Request, v view) error {
	v.Title = "Session API"
	for _, t := range v.edition.session.tags() {
		v.Contents = append(v.Contents, heading{ID: anchor(t.Name), Text: t.Name, Level: 2})
	}
	v.neighbours()
	return page.Show(w, r, http.StatusOK, sessionPage(v))
}

// alternatives returns the bodies that an operation accepts, each with its title.
func alternatives(s *openapi.Schema) (all openapi.Map[*openapi.Schema]) {
	for _, one := range s.AnyOf {
		all.Add("Body: "+one.Description, one)
	}
	if all == nil {
		all.Add("Body", s)
	}
	return all
}

// fact is a line about a parameter, a member or an error.
type fact struct {
	Name, Type, Text string
	Required         bool
}

func (d *reference) parameters(o *openapi.Operation) (all []fact) {
	for _, p := range o.Parameters {
		kind := d.kind(p.Schema)
		if p.In == "header" {
			kind = "header, " + kind
		}
		all = append(all, fact{p.Name, kind, p.Description, p.Required})
	}
	return all
}

// members returns the members of an object; nested ones follow theirs, with a path.
func (d *reference) members(s *openapi.Schema, prefix string) (all []fact) {
	s = d.resolve(s)
	for _, m := range s.Properties {
		inner := d.resolve(m.Value)
		all = append(all, fact{prefix + m.Name, d.kind(m.Value), m.Value.Description, slices.Contains(s.Required, m.Name)})
		switch {
		case inner.Items != nil:
			all = append(all, d.members(inner.Items, prefix+m.Name+"[].")...)
		default:
			all = append(all, d.members(inner, prefix+m.Name+".")...)
		}
	}
	if len(s.Properties) == 0 {
		for _, one := range s.OneOf {
			all = append(all, d.members(one, prefix)...)
		}
	}
	return all
}

// resolve follows references, and unwraps a schema that may be null.
func (d *reference) resolve(s *openapi.Schema) *openapi.Schema {
	for s.Ref != "" {
		s = d.Components.Schemas.Get(s.Ref[strings.LastIndexByte(s.Ref, '/')+1:])
	}
	if len(s.OneOf) == 2 && s.OneOf[1].AllowsNull() {
		return d.resolve(s.OneOf[0])
	}
	return s
}

// kind describes in a few words what a value can be.
func (d *reference) kind(s *openapi.Schema) string {
	null := s.AllowsNull()
	s = d.resolve(s)
	var words []string
	for _, t := range s.Type {
		if t != "null" {
			words = append(words, t)
		}
	}
	for _, any := range s.AnyOf {
		words = append(words, any.Type[0])
	}
	text := strings.Join(words, ", ")
	switch {
	case s.Items != nil:
		text = "array of " + d.kind(s.Items)
	case s.Enum != nil:
		var names []string
		for _, e := range s.Enum {
			if e != nil {
				names = append(names, fmt.Sprint(e))
			}
		}
		text = strings.Join(names, " | ")
	case s.Format != "" && s.Format != "int64":
		text += ", " + s.Format
	}
	text += bounds(s)
	if null && !strings.HasSuffix(text, "null") {
		text += ", or null"
	}
	return text
}

// bounds describes the allowed lengths and values, and the default.
func bounds(s *openapi.Schema) (text string) {
	switch {
	case s.Minimum != nil && s.Maximum != nil && *s.Maximum < 1<<31-1:
		text = fmt.Sprintf(", %d to %d", *s.Minimum, *s.Maximum)
	case s.MaxLength > 0 && s.MinLength > 0:
		text = fmt.Sprintf(", %d to %d characters", s.MinLength, s.MaxLength)
	case s.MaxLength > 0:
		text = fmt.Sprintf(", at most %d characters", s.MaxLength)
	case s.MaxItems > 0:
		text = fmt.Sprintf(", at most %d", s.MaxItems)
	}
	if s.Default != nil {
		text += fmt.Sprintf(", default %v", s.Default)
	}
	return text
}

// failures returns the statuses of an operation from 400 on.
func (d *reference) failures(o *openapi.Operation) (all []fact) {
	for _, r := range o.Responses {
		switch _, name, found := strings.Cut(r.Value.Ref, "responses/"); {
		case found:
			all = append(all, fact{Name: r.Name, Text: d.Components.Responses.Get(name).Description})
		case r.Name >= "400":
			all = append(all, fact{Name: r.Name, Text: r.Value.Description})
		}
	}
	return all
}

// success returns an operation's successful answers, each with its title.
func success(o *openapi.Operation) (all openapi.Map[*openapi.Media]) {
	if len(o.Responses) == 0 {
		return nil
	}
	for _, content := range o.Responses[0].Value.Content {
		all.Add(strings.TrimSpace("Answer "+o.Responses[0].Name+" "+content.Value.Schema.Description), content.Value)
	}
	return all
}

// body is the only media type of a content.
func body(content openapi.Map[*openapi.Media]) *openapi.Media { return content[0].Value }

// prose is a text whose parts between backquotes are code.
func prose(text string) templ.Component {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		part = escaped(part)
		if i%2 == 1 {
			part = `<code class="mono">` + part + `</code>`
		}
		b.WriteString(part)
	}
	return templ.Raw(b.String())
}

// paragraphs splits a text at empty lines.
func paragraphs(text string) []string { return strings.Split(text, "\n\n") }

// mark labels what is not the usual case: a required member of a request, an optional
// member of an answer.
func (f fact) mark(title string) string {
	switch answer := strings.HasPrefix(title, "Answer"); {
	case title == "":
		return ""
	case answer && !f.Required:
		return "optional"
	case !answer && f.Required:
		return "required"
	}
	return ""
}

// takesChannelKey reports whether a channel's key authenticates the call.
func (o operation) takesChannelKey() bool {
	return slices.ContainsFunc(o.Security, func(one openapi.Requirement) bool { _, has := one["channelKey"]; return has })
}

// takesSession reports whether the call needs the session of a signed-in admin.
func (o operation) takesSession() bool {
	return slices.ContainsFunc(o.Security, func(one openapi.Requirement) bool { _, has := one["session"]; return has })
}
