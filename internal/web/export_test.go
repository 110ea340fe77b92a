package web

import (
	"errors"
	"strings"
	"testing"
)

const exportURL = "/app/shop/settings/export"

// The page says what an export has, leads to it, and shows how far it is.
func TestExportPage(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	d.says("c2", "Wen", "Hello")
	d.page(d.get(exportURL), 200, "<title>Export · svcx</title>", "2 conversations, with everything", "API keys, channel keys and signing secrets", `href="/app/shop/contacts"`, `hx-trigger="begun"`)
	if w := d.get(exportURL + "/file"); w.Code != 303 || w.Header().Get("Location") != "/api/shop/export" {
		t.Fatalf("%d %s", w.Code, w.Header())
	}
	e, err := d.inbox.BeginExport(t.Context(), d.call())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	stopped := errors.New("stopped")
	if err := e.Read(t.Context(), func(any) error {
		if n++; n == 7 {
			return stopped
		}
		return nil
	}); !errors.Is(err, stopped) {
		t.Fatal(err)
	}
	d.page(d.get(exportURL), 200, `<progress max="100"`, "7 records so far")
	d.page(d.get(exportURL+"/file"), 409, `role="alert"`, "An export of this workspace is already running.")
	d.page(d.get(exportURL+"/progress", "HX-Request: true"), 200, "7 records so far", `hx-trigger="load delay:1s"`)
	e.End()
	d.page(d.get(exportURL), 200, "was cut off and is not complete")
	if e, err = d.inbox.BeginExport(t.Context(), d.call()); err != nil {
		t.Fatal(err)
	}
	if err := e.Read(t.Context(), func(any) error { return nil }); err != nil {
		t.Fatal(err)
	}
	d.page(d.get(exportURL), 200, "100 % of the conversations")
	e.End()
	e.End()
	d.page(d.get(exportURL+"/progress", "HX-Request: true"), 200, "Complete: ", "Friday 15 January, 8:00 AM")
	if body := d.get(exportURL+"/progress", "HX-Request: true").Body.String(); strings.Contains(body, "<html") {
		t.Error("the line is a page")
	}
	if w := d.get(exportURL + "/progress"); w.Code != 303 {
		t.Errorf("%d", w.Code)
	}
}
