package web

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"svcx/internal/openapi"
	"svcx/internal/web/page"
)

// docs is GET /docs?form=: the description of the API in one form, by default the
// last.
func (h *Handler) docs(w http.ResponseWriter, r *http.Request) error {
	all := h.options.Reference()
	forms := []string{"a", "b"}
	chosen := slices.Index(forms, strings.ToLower(r.URL.Query().Get("form")))
	if chosen < 0 {
		chosen = len(all) - 1
	}
	return page.Show(w, r, http.StatusOK, docsPage(
		reference{Document: all[chosen], forms: forms, chosen: chosen, session: reference{Document: h.options.Session()[chosen]}.groups()}))
}

// reference is an OpenAPI document as its page shows it.
type reference struct {
	*openapi.Document
	forms  []string
	chosen int
	// session has the operations of the session API by tag.
	session openapi.Map[[]fact]
}

// groups returns all operations as facts, by tag.
func (d reference) groups() (all openapi.Map[[]fact]) {
	for _, tag := range d.Tags {
		var calls []fact
		for _, o := range d.of(tag.Name) {
			calls = append(calls, fact{Name: o.Method + " " + o.Path, Type: o.Role, Text: o.Summary})
		}
		all.Add(tag.Name, calls)
	}
	return all
}

// operationEntry is an operation with its method and path.
type operationEntry struct {
	*openapi.Operation
	Method, Path string
}

// of returns the operations of a tag in the order of the document. The path of one
// with a server of its own is complete.
func (d reference) of(tag string) (all []operationEntry) {
	for _, path := range d.Paths {
		for _, method := range *path.Value {
			o := method.Value
			if !slices.Contains(o.Tags, tag) {
				continue
			}
			entry := operationEntry{o, strings.ToUpper(method.Name), path.Name}
			if len(o.Servers) > 0 {
				entry.Path = o.Servers[0].URL + path.Name
			}
			all = append(all, entry)
		}
	}
	return all
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

func (d reference) parameters(o *openapi.Operation) (all []fact) {
	for _, p := range o.Parameters {
		all = append(all, fact{p.Name, d.kind(p.Schema), p.Description, p.Required})
	}
	return all
}

// members returns the members of an object; nested ones follow theirs, with a path.
func (d reference) members(s *openapi.Schema, prefix string) (all []fact) {
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
func (d reference) resolve(s *openapi.Schema) *openapi.Schema {
	for s.Ref != "" {
		s = d.Components.Schemas.Get(s.Ref[strings.LastIndexByte(s.Ref, '/')+1:])
	}
	if len(s.OneOf) == 2 && s.OneOf[1].AllowsNull() {
		return d.resolve(s.OneOf[0])
	}
	return s
}

// kind describes in a few words what a value can be.
func (d reference) kind(s *openapi.Schema) string {
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

// errors returns the statuses of an operation from 400 on.
func (d reference) errors(o *openapi.Operation) (all []fact) {
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
	for _, content := range o.Responses[0].Value.Content {
		all.Add(strings.TrimSpace("Answer "+o.Responses[0].Name+" "+content.Value.Schema.Description), content.Value)
	}
	return all
}

// body is the only media type of a content.
func body(content openapi.Map[*openapi.Media]) *openapi.Media { return content[0].Value }

// prose renders a text whose parts between backquotes are code.
func prose(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		for i, part := range strings.Split(text, "`") {
			part = templ.EscapeString(part)
			if i%2 == 1 {
				part = `<code class="mono">` + part + `</code>`
			}
			if _, err := io.WriteString(w, part); err != nil {
				return err
			}
		}
		return nil
	})
}

// paragraphs splits a text at empty lines.
func paragraphs(text string) []string { return strings.Split(text, "\n\n") }

// upper is the name of a form.
func upper(name string) string { return strings.ToUpper(name) }

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
