package rest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"svcx"
)

// A list that is too long to be held in memory has the same JSON as a short one, with
// all items in order (fault 4.4 of 28 November): the contract has no pages but those
// of limit and offset.
func TestLongListsAreWhole(t *testing.T) {
	s := newFixture(t)
	type page struct {
		Data []json.RawMessage `json:"data"`
	}
	for _, tenant := range []tenant{s.a, s.b} {
		s.must(json.Unmarshal(s.do(tenant, "POST", "/conversations", `{"subject":"long"}`).Body.Bytes(), new(any)))
		ids := s.rows(`SELECT CAST(id AS text) FROM conversation WHERE workspace_id = $1`, tenant.ID)
		path := "/conversations/" + ids[0] + "/messages"
		const n = 12
		for i := range n {
			body := fmt.Sprintf(`{"content":"%d <>& \u0001 é %s"}`, i, strings.Repeat("x", 49_000))
			if w := s.do(tenant, "POST", path, body); w.Code != 201 {
				t.Fatal(w.Code, w.Body)
			}
		}
		var items []string
		for i := range n {
			var one page
			s.must(json.Unmarshal(s.do(tenant, "GET", fmt.Sprintf("%s?limit=1&offset=%d", path, i), "").Body.Bytes(), &one))
			items = append(items, string(one.Data[0]))
		}
		long := func(query, want string) {
			t.Helper()
			w := s.do(tenant, "GET", path+query, "")
			if got := w.Body.String(); w.Code != 200 || got != want {
				t.Errorf("%s%s: %d, %d bytes, want %d", path, query, w.Code, len(got), len(want))
			}
			if h := w.Header(); h.Get("Content-Type") != "application/json" || h.Get("Cache-Control") != "no-store" {
				t.Errorf("%s%s: %v", path, query, h)
			}
			if head := s.do(tenant, "HEAD", path+query, ""); head.Code != 200 || head.Body.Len() != 0 {
				t.Errorf("HEAD %s%s: %d with %d bytes", path, query, head.Code, head.Body.Len())
			}
		}
		long("", `{"data":[`+strings.Join(items, ",")+fmt.Sprintf(`],"total":%d,"limit":50,"offset":0}`, n))
		long("?limit=10&offset=1", `{"data":[`+strings.Join(items[1:11], ",")+fmt.Sprintf(`],"total":%d,"limit":10,"offset":1}`, n))
		if tenant.Form == svcx.FormB {
			last := s.rows(`SELECT CAST(max(id) AS text) FROM message WHERE workspace_id = $1`, tenant.ID)
			long("?limit=10&before="+last[0], `{"data":[`+strings.Join(items[1:11], ",")+`],"limit":10,"hasMore":true}`)
		}
	}
}
