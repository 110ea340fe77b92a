package vectors

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"

	"golang.org/x/net/html"
)

// Component is a part of a page, as package templ has it.
type Component interface {
	Render(ctx context.Context, w io.Writer) error
}

// StayText fails the test unless the components that show a text have the same elements and
// attributes whatever the text is. show returns them by name.
func StayText(t *testing.T, show func(text string) map[string]Component) {
	t.Helper()
	harmless := make(map[string][]string)
	for name, c := range show("text") {
		harmless[name] = shape(t, c)
	}
	all := All()
	if len(all) < 500 {
		t.Errorf("%d attacks", len(all))
	}
	for _, v := range all {
		for name, c := range show(v.Payload) {
			if v.Payload != "" && !slices.Equal(shape(t, c), harmless[name]) {
				t.Errorf("%s: %s of %s changes the page: %q", name, v.ID, v.Source, v.Payload)
			}
		}
	}
}

// shape lists the elements of a component and their attributes.
func shape(t *testing.T, c Component) (names []string) {
	t.Helper()
	var body bytes.Buffer
	if err := c.Render(t.Context(), &body); err != nil {
		t.Fatal(err)
	}
	for tokens := html.NewTokenizer(&body); tokens.Next() != html.ErrorToken; {
		if token := tokens.Token(); token.Type == html.StartTagToken || token.Type == html.SelfClosingTagToken {
			names = append(names, token.Data)
			for _, a := range token.Attr {
				names = append(names, a.Key)
			}
		}
	}
	return names
}
