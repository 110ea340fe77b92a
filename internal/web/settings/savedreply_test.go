package settings

import (
	"testing"

	"svcx"
	"svcx/internal/richtext/vectors"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// No attack through a title, a shortcut, a text or a search becomes an element or a handler.
func TestSavedRepliesAreText(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &page.Viewer{Printer: catalogue.For("en"), Session: &svcx.Session{}, Workspace: &svcx.Workspace{Slug: "shop"}, Member: &svcx.Member{Name: "Ada"}}
	f := page.Frame{Viewer: s, Clock: page.SharedClock(s.Printer, 0)}
	vectors.StayText(t, func(text string) map[string]vectors.Component {
		r := &svcx.SavedReply{ID: 1, Title: text, Content: text, Shortcut: text}
		form := shown("title", text, "content", text, "shortcut", text)
		form.wrong["content"], form.alert = text, text
		return map[string]vectors.Component{
			"the list": savedRepliesPage(savedView{Frame: f, q: text, replies: []*svcx.SavedReply{r}, deleted: r}),
			"the form": savedFormPage(savedFormView{Frame: f, written: form, id: "1", theirs: text}),
		}
	})
}
