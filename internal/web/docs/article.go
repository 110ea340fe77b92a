package docs

import (
	"embed"
	"fmt"
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

//go:embed content
var content embed.FS

// group is a part of the navigation: articles by the names of their files.
type group struct {
	Name     string
	articles []string
}

// groups are the articles in the order in which they are read.
var groups = []group{
	{"Get started", []string{"tutorial", "basics"}},
	{"Guides", []string{
		"messages", "actions", "receiving", "signatures", "catching-up", "find-out-why", "confirmation", "requests", "staff", "import", "settings", "tools", "going-live",
	}},
	{"Reference", []string{"inbound", "events", "errors", "reasons", "limits"}},
}

// article is an article in one form.
type article struct {
	// Name is that of its file and of its address, Short its name in the navigation.
	Name, Title, Short string
	// Lead is its first paragraph, as text.
	Lead string
	document
}

// To is the address of the article.
func (a *article) To() string { return Path + "/" + a.Name }

// readArticles reads the articles of an edition. They are part of the program: tests read
// them all, and what is wrong with one ends it here.
func readArticles(e *edition) (all []*article) {
	for _, g := range groups {
		for _, name := range g.articles {
			text, err := content.ReadFile("content/" + name + ".md")
			if err != nil {
				panic(err)
			}
			prepared, err := prepare(string(text), e.form)
			if err != nil {
				panic(fmt.Sprintf("%s.md: %v", name, err))
			}
			d := render(prepared)
			all = append(all, &article{Name: name, Title: d.title, Short: shorter(d.title), Lead: d.lead, document: d})
		}
	}
	return all
}

// shorter is a title in the navigation: what comes before a colon.
func shorter(title string) string {
	short, _, _ := strings.Cut(title, ":")
	return short
}

// prepare takes the parts of an article that are for a form, and fills in what the program
// knows:
//
//	<!-- form a -->, <!-- form b -->, <!-- both forms -->  what follows is for one form, or for both
//	<!-- event TYPE -->, <!-- call TYPE -->                the body that svcx sends
//	<!-- setting NAME -->                                  type and default of a channel's setting
func prepare(text string, f *form.Form) (string, error) {
	var out strings.Builder
	only := ""
	for line := range strings.Lines(text) {
		words := directive(line)
		switch {
		case len(words) == 2 && words[0] == "form":
			only = words[1]
			continue
		case len(words) == 2 && words[0] == "both":
			only = ""
			continue
		case only != "" && !strings.EqualFold(only, string(f.Name)):
			continue
		case words == nil:
			out.WriteString(line)
			continue
		}
		filled, err := fillIn(words, f)
		if err != nil {
			return "", err
		}
		out.WriteString(filled)
	}
	return out.String(), nil
}

// directive returns the words of a line that is a comment; nil for any other line.
func directive(line string) []string {
	inner, is := strings.CutPrefix(strings.TrimSpace(line), "<!--")
	if !is || !strings.HasPrefix(line, "<!--") {
		return nil
	}
	return strings.Fields(strings.TrimSuffix(inner, "-->"))
}

func fillIn(words []string, f *form.Form) (string, error) {
	if len(words) != 2 {
		return "", fmt.Errorf("what is %q?", words)
	}
	switch what, name := words[0], words[1]; what {
	case "event":
		body, err := eventSample(f, svcx.EventType(name))
		return fenced(body), err
	case "call":
		body, err := callSample(name)
		return fenced(body), err
	case "setting":
		return settingLine(name)
	default:
		return "", fmt.Errorf("what is %q?", words)
	}
}

func fenced(json string) string { return "```json\n" + json + "\n```\n" }

// settingLine describes a setting in a line.
func settingLine(name string) (string, error) {
	list, err := form.SettingList()
	if err != nil {
		return "", err
	}
	for _, s := range list {
		for _, m := range s.Members {
			if s.Name+"."+m.Name == name {
				s = m
			}
		}
		switch {
		case s.Members != nil && s.Name == name:
			return "Type: object of booleans. Default: all `true`.\n", nil
		case s.Name == name[strings.LastIndexByte(name, '.')+1:]:
			return fmt.Sprintf("Type: %s. Default: `%s`.\n", s.Type, s.Default), nil
		}
	}
	return "", fmt.Errorf("there is no setting %s", name)
}

// home is GET /docs.
func (h *Pages) home(w http.ResponseWriter, r *http.Request, v view) error {
	v.Title = "Documentation"
	return page.Show(w, r, http.StatusOK, homePage(v))
}

// article is GET /docs/{article}.
func (h *Pages) article(w http.ResponseWriter, r *http.Request, v view) error {
	a := v.edition.article(r.PathValue("article"))
	if a == nil {
		return svcx.NotFound("path")
	}
	v.Title, v.Contents = a.Title, a.headings
	v.neighbours()
	return page.Show(w, r, http.StatusOK, articlePage(v, a))
}

// neighbours finds the pages before and after this one.
func (v *view) neighbours() {
	var all []link
	for _, g := range v.edition.navigation() {
		all = append(all, g.links...)
	}
	for i, l := range all {
		if l.To != v.Path {
			continue
		}
		if i > 0 {
			v.Previous = &all[i-1]
		}
		if i+1 < len(all) {
			v.Next = &all[i+1]
		}
	}
}

// navGroup is a part of the navigation.
type navGroup struct {
	Name  string
	links []link
}

// navigation is the navigation of the edition.
func (e *edition) navigation() (all []navGroup) {
	for _, g := range groups {
		one := navGroup{Name: g.Name}
		for _, name := range g.articles {
			a := e.article(name)
			one.links = append(one.links, link{a.To(), a.Short})
		}
		all = append(all, one)
	}
	api := navGroup{Name: "API", links: []link{{Path + "/api", "REST API"}}}
	for _, tag := range e.api.tags() {
		api.links = append(api.links, link{tag.To(), tag.Name})
	}
	api.links = append(api.links, link{Path + "/session", "Session API"})
	return append(all, api)
}
