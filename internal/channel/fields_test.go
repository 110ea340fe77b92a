package channel

import (
	"context"
	"fmt"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/limit"
)

// W 4.6, W 2.6: categories and fields of the channel's workspace alone, by position, with
// integer ids in both forms; without an event log entry.
func TestDiscoveryListsTheWorkspacesFields(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	ctx := context.Background()
	for _, i := range []integration{f.a, f.b} {
		for _, header := range keyHeaders {
			w := f.do("GET", i.path("/fields"), "", "", header+": "+i.key)
			if want := `{"categories":[],"fields":[]}`; w.Code != 200 || w.Body.String() != want || w.Header().Get("Content-Type") != "application/json" {
				t.Errorf("%s: %d %s %v", i.form.Name, w.Code, w.Body, w.Header())
			}
		}
		ws := &svcx.Workspace{ID: i.Workspace, Form: i.form.Name}
		c, err := f.inbox.CreateCategory(ctx, inbox.Call{Workspace: ws, Actor: inbox.Operator}, svcx.CategoryDraft{Name: "One", Color: "red", Description: "d"})
		must(t, err)
		last, err := f.inbox.CreateField(ctx, inbox.Call{Workspace: ws, Actor: inbox.Operator}, svcx.FieldDraft{Key: "k", Name: "K", Type: svcx.FieldSelect, Options: []string{"a"}, Category: &c.ID, Required: true})
		must(t, err)
		first, err := f.inbox.CreateField(ctx, inbox.Call{Workspace: ws, Actor: inbox.Operator}, svcx.FieldDraft{Key: "t", Name: "T", Type: svcx.FieldText})
		must(t, err)
		place := 7
		_, err = f.inbox.UpdateField(ctx, inbox.Call{Workspace: ws, Actor: inbox.Operator}, last.ID, svcx.FieldPatch{Position: &place})
		must(t, err)
		want := fmt.Sprintf(`{"categories":[{"id":%d,"name":"One","color":"red","description":"d","position":0}],"fields":[`+
			`{"id":%d,"key":"t","name":"T","type":"text","categoryId":null,"required":false,"options":null},`+
			`{"id":%d,"key":"k","name":"K","type":"select","categoryId":%d,"required":true,"options":["a"]}]}`, c.ID, first.ID, last.ID, c.ID)
		for _, query := range []string{"", "?categoryId=nonsense"} {
			if w := f.do("GET", i.path("/fields"+query), i.key, ""); w.Code != 200 || w.Body.String() != want {
				t.Errorf("%s: %d %s, want %s", i.form.Name, w.Code, w.Body, want)
			}
		}
		if records := f.records(i); len(records) != 0 {
			t.Errorf("records %q", records)
		}
	}
}

// D 3: a wrong or missing key and an unknown channel get the same 401. Other methods are
// not allowed.
func TestFieldsNeedTheKey(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	const want = `{"error":{"code":"UNAUTHORIZED","message":"the channel does not exist, or its key is missing or wrong"}}`
	for _, path := range []string{f.a.path("/fields"), f.b.path("/fields"), Prefix + "999/fields", Prefix + "007/fields", Prefix + "x/fields"} {
		for _, key := range []string{"", "svcx_wrong"} {
			if w := f.do("GET", path, key, ""); w.Code != 401 || w.Body.String() != want {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
	}
	if w := f.do("GET", f.a.path("/fields"), f.b.key, ""); w.Code != 401 {
		t.Errorf("with another channel's key: %d %s", w.Code, w.Body)
	}
	if w := f.do("POST", f.b.path("/fields"), f.b.key, "{}"); w.Code != 405 || w.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", w.Code, w.Header())
	}
}
