// Package docs is the documentation for developers at /docs: articles, the reference of the
// API in both forms, and a search in both. It needs no session and no script, and answers
// from memory: it can be read while the database cannot.
//
//	article.go    articles: Markdown in the folder content
//	markdown.go   Markdown as HTML, with headings that have addresses
//	sample.go     bodies of events and calls, made by the encoders that send them
//	reference.go  the reference, made from the OpenAPI documents
//	curl.go       recorded calls as commands
//	search.go     the search
//	reader.go     the form and the workspace that a reader sees examples for
package docs

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"svcx/internal/form"
	"svcx/internal/openapi"
	"svcx/internal/web/page"
)

// Options are what the documentation is made from; all of them.
type Options struct {
	// Reference describes the API, Session the session API: a document for each form.
	Reference, Session func() []*openapi.Document
	Forms              form.Set
}

// Pages are the pages below /docs.
type Pages struct {
	*page.Site
	options Options
	// editions has what is shown in each form, in the order of forms. It is made when it is
	// first read: the documents take some milliseconds.
	editions func() []*edition
}

// forms are the words for the forms in addresses, in the order of the documents.
var forms = []string{"a", "b"}

// Path is where the documentation begins.
const Path = "/docs"

// New adds the documentation to a site.
func New(s *page.Site, o Options) *Pages {
	h := &Pages{Site: s, options: o}
	h.editions = sync.OnceValue(h.build)
	for path, show := range map[string]func(http.ResponseWriter, *http.Request, view) error{
		Path: h.home, Path + "/search": h.search, Path + "/api": h.api, Path + "/api/{tag}": h.operations, Path + "/session": h.session, Path + "/{article}": h.article,
	} {
		h.Handle("GET "+path, h.Page(h.read(show)))
		h.Handle("GET "+path+"/{$}", h.Page(page.WithoutSlash))
	}
	return h
}

// edition is the documentation in one form.
type edition struct {
	index int
	// name is the form's name, as readers see it.
	name     string
	form     *form.Form
	articles []*article
	api      *reference
	session  *reference
	sections []section
}

func (h *Pages) build() (all []*edition) {
	documents, sessions := h.options.Reference(), h.options.Session()
	for i := range forms {
		e := &edition{index: i, name: strings.ToUpper(forms[i])}
		e.form = []*form.Form{h.options.Forms.A, h.options.Forms.B}[i]
		e.api, e.session = newReference(documents[i]), newReference(sessions[i])
		e.articles = readArticles(e)
		e.sections = e.sectionsOf()
		all = append(all, e)
	}
	return all
}

// article returns the article with the name; nil if there is none.
func (e *edition) article(name string) *article {
	i := slices.IndexFunc(e.articles, func(a *article) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return e.articles[i]
}
