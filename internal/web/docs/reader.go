package docs

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"svcx"
	"svcx/internal/httpd"
	"svcx/internal/web/page"
)

// reader is what examples are made for: an address, a workspace and a form.
type reader struct {
	// Base is the server's public address.
	Base      string
	Workspace string
	// Own are the workspaces of a signed-in reader.
	Own   []svcx.Membership
	Theme svcx.Theme
	// NoKeys is set if a member has keys without a modifier switched off.
	NoKeys bool
	// Wrong says what is wrong with the workspace that was asked for, Asked.
	Wrong, Asked string
	edition      *edition
}

// stranger is the workspace in examples for a reader whose workspace is not known.
const stranger = "your-workspace"

// Cookies that remember a reader's choices. They are no secrets.
const (
	formCookie      = "svcx_docs_form"
	workspaceCookie = "svcx_docs_workspace"
)

// read finds out for whom a page is. What was chosen in the address counts, then what was
// chosen before, then a member's first workspace. It does without the database: whoever
// cannot be identified is a stranger.
func (h *Pages) read(show func(http.ResponseWriter, *http.Request, view) error) httpd.Endpoint {
	return func(w http.ResponseWriter, r *http.Request) error {
		to := reader{Base: h.Front.BaseURL, Workspace: stranger}
		if to.Base == "" {
			to.Base = "https://inbox.example.com"
		}
		if session, err := h.Front.SignedIn(r); err == nil {
			to.Theme, to.NoKeys = session.User.Preferences.Theme, session.User.Preferences.NoKeys
			if own, err := h.Identity.Memberships(r.Context(), session); err == nil {
				to.Own = own
			}
		}
		query := r.URL.Query()
		chosen := h.chooseWorkspace(w, r, &to, query)
		all := h.editions()
		to.edition = all[len(all)-1]
		for _, word := range []string{query.Get("form"), chosen, cookie(r, formCookie), formOf(to.Own, to.Workspace)} {
			if i := slices.Index(forms, strings.ToLower(word)); i >= 0 {
				to.edition = all[i]
				break
			}
		}
		if word := forms[to.edition.index]; query.Get("form") != "" || chosen != "" {
			remember(w, formCookie, word)
		}
		return show(w, r, view{reader: to, Path: r.URL.Path, query: query})
	}
}

// chooseWorkspace finds the reader's workspace; the result is its form, if it was chosen
// just now and is known.
func (h *Pages) chooseWorkspace(w http.ResponseWriter, r *http.Request, to *reader, query url.Values) (form string) {
	if slug := cookie(r, workspaceCookie); svcx.CheckSlug(slug) == nil {
		to.Workspace = slug
	} else if len(to.Own) > 0 {
		// Operators work in another workspace than the first.
		own := to.Own[0]
		if i := slices.IndexFunc(to.Own, func(m svcx.Membership) bool { return !m.Workspace.Admin }); i >= 0 {
			own = to.Own[i]
		}
		to.Workspace = own.Workspace.Slug
	}
	asked, given := strings.TrimSpace(query.Get("workspace")), query.Has("workspace")
	switch {
	case !given:
	case asked == "":
		to.Workspace = stranger
		remember(w, workspaceCookie, "")
	case svcx.CheckSlug(asked) != nil:
		to.Asked, to.Wrong = asked, "A workspace's name in addresses has small letters, digits and hyphens, at most 63."
	default:
		to.Workspace = asked
		remember(w, workspaceCookie, asked)
		return formOf(to.Own, asked)
	}
	return ""
}

// formOf is the form of one of the workspaces; "" if the slug is none of theirs.
func formOf(own []svcx.Membership, slug string) string {
	for _, m := range own {
		if m.Workspace.Slug == slug {
			return string(m.Workspace.Form)
		}
	}
	return ""
}

func cookie(r *http.Request, name string) string {
	if c, err := r.Cookie(name); err == nil {
		return c.Value
	}
	return ""
}

// remember sets a cookie; an empty value removes it.
func remember(w http.ResponseWriter, name, value string) {
	age := int(page.PreferenceLife / time.Second)
	if value == "" {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{Name: name, Value: value, Path: Path, MaxAge: age, SameSite: http.SameSiteLaxMode, HttpOnly: true})
}

// view is what every page of the documentation shows.
type view struct {
	reader
	// Path is the page's address, Title its heading.
	Path, Title string
	// Contents are the headings of the page, for the list beside it.
	Contents []heading
	// Previous and Next are the pages before and after in the order of the navigation.
	Previous, Next *link
	// Found is what a search found; "" for other pages.
	Found string
	// Q is what is searched for.
	Q     string
	query url.Values
}

// link is a page in the navigation.
type link struct{ To, Name string }

// formLink is the address of the page in another form.
func (v view) formLink(word string) string {
	query := url.Values{}
	for name, values := range v.query {
		if name == "q" {
			query[name] = values
		}
	}
	query.Set("form", word)
	return v.Path + "?" + query.Encode()
}

// fill puts the reader's address and workspace into prepared HTML.
func (r reader) fill(html string) string {
	return strings.NewReplacer("{{base}}", escaped(r.Base), "{{workspace}}", escaped(r.Workspace)).Replace(html)
}

// Member reports whether one of the reader's own workspaces is shown.
func (r reader) Member() bool { return formOf(r.Own, r.Workspace) != "" }

// slugShown is what stands in the field for the workspace.
func (v view) slugShown() string {
	switch {
	case v.Wrong != "":
		return v.Asked
	case v.Workspace == stranger:
		return ""
	}
	return v.Workspace
}
