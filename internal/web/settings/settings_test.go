package settings

import (
	"testing"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/richtext/vectors"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// No attack through what admins and integrators name, write or are told becomes an element or a
// handler.
func TestSettingsAreText(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := &page.Viewer{Printer: catalogue.For("en"), Session: &svcx.Session{}, Workspace: &svcx.Workspace{Slug: "shop"}, Member: &svcx.Member{Name: "Ada"}}
	f := page.Frame{Viewer: s, Clock: page.SharedClock(s.Printer, 0)}
	vectors.StayText(t, func(text string) map[string]vectors.Component {
		f := f
		f.Title = text
		c := &svcx.Category{ID: 1, Name: text, Description: text, Color: "red"}
		f.Categories = []*svcx.Category{c}
		field := &svcx.Field{ID: 1, Key: "k", Name: text, Type: svcx.FieldSelect, Category: &c.ID, Options: []string{text}}
		secret := &svcx.Secret{Key: "k", Name: text, Description: text}
		key := &svcx.Key{ID: 1, Name: text, Scopes: []svcx.Scope{svcx.Scope(text)}}
		w := written{value: map[string]string{}, wrong: map[string]string{}, was: map[string]string{}, alert: text, key: text}
		for _, name := range []string{"name", "description", "fieldKey", "options", "secret", "value", "date", "baseUrl", "model", "scopes", "color", "type", "category"} {
			w.fields = append(w.fields, name)
			w.value[name], w.wrong[name], w.was[name] = text, text, text
		}
		w.value["type"] = "date"
		return map[string]vectors.Component{
			"categories":   orderedPage(categoriesOf(f, text)),
			"a category":   categoryPage(categoryView{Frame: f, written: w, category: c, asked: "delete", fields: []string{text}}),
			"fields":       orderedPage(fieldsOf(f, []*svcx.Field{field}, text)),
			"a field":      fieldPage(fieldView{Frame: f, written: w, field: field, asked: "delete"}),
			"a new field":  fieldPage(fieldView{Frame: f, written: w}),
			"secrets":      secretsPage(secretsView{Frame: f, secrets: []*svcx.Secret{secret}, readable: true}),
			"a secret":     secretPage(secretView{Frame: f, written: w, secret: secret, asked: "delete"}),
			"a new secret": secretPage(secretView{Frame: f, written: w}),
			"keys":         apiPage(apiView{Frame: f, keys: []*svcx.Key{key}, asked: "revoke-1"}),
			"a new key":    keyPage(keyView{Frame: f, written: w, scopes: []scopeGroup{{text, []scopeChoice{{svcx.Scope(text), text, true}}}}}),
			"a key":        madePage(madeView{Frame: f, key: key, plain: text, base: text}),
			"AI":           aiPage(aiView{f, w, true, &assist.Trial{Model: text, Answer: text, Failure: text}}),
			"a trial":      trialBox(aiView{f, w, true, &assist.Trial{Model: text, Failure: text, Fault: assist.FaultKey}}),
			"a workspace":  workspacePage(workspaceView{f, w, text, ""}),
		}
	})
}
