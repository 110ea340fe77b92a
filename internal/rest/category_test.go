package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"svcx"
)

// R 4.6, R 2.6: a category is created, listed by position, changed and deleted.
func TestCategoryIsCreatedListedChangedAndDeleted(t *testing.T) {
	s := newFixture(t)
	const (
		billing = `{"id":1,"name":"Billing","color":"slate","description":null,"position":0}`
		support = `{"id":2,"name":"Sup<p>ort","color":"rose","description":"All \"else\"","position":1}`
	)
	s.run(s.b,
		step{"GET /categories", "", 200, `{"data":[],"total":0,"limit":1000,"offset":0}`},
		step{"POST /categories", `{"name":"Billing","position":9,"id":7}`, 201, `{"data":` + billing + `}`},
		step{"POST /categories", `{"name":"Sup<p>ort","color":"rose","description":"All \"else\""}`, 201, `{"data":` + support + `}`},
		step{"GET /categories", "", 200, `{"data":[` + billing + `,` + support + `],"total":2,"limit":1000,"offset":0}`},
		step{"GET /categories?limit=1&offset=1", "", 200, `{"data":[` + support + `],"total":2,"limit":1,"offset":1}`},
		step{"GET /categories?offset=5", "", 200, `{"data":[],"total":2,"limit":1000,"offset":5}`},
		step{"GET /categories?limit=1001", "", 400, `~"message":"limit must`},

		// Absent members do not change; null clears only the description.
		step{"PATCH /categories/2", `{}`, 200, `{"data":` + support + `}`},
		step{"PATCH /categories/2", `{"description":null,"position":0}`, 200, `{"data":{"id":2,"name":"Sup<p>ort","color":"rose","description":null,"position":0}}`},
		step{"PATCH /categories/1", `{"name":"billing","color":"red","description":"  ","position":5.0}`, 200, `{"data":{"id":1,"name":"billing","color":"red","description":null,"position":5}}`},
		step{"GET /categories", "", 200, `~{"data":[{"id":2,`},

		step{"DELETE /categories/2", "", 200, `{"data":{"id":2,"deleted":true}}`},
		step{"DELETE /categories/2", "", 404, noCategory},
		step{"PATCH /categories/2", `{}`, 404, noCategory},
		// Ids are not reused; the new category comes after the others.
		step{"POST /categories", `{"name":"Sup<p>ort"}`, 201, `{"data":{"id":3,"name":"Sup<p>ort","color":"slate","description":null,"position":6}}`},
	)
}

// R 4.6, D 5: invalid categories.
func TestInvalidCategoriesAreRefused(t *testing.T) {
	s := newFixture(t)
	s.run(s.other, step{"POST /categories", `{"name":"Billing"}`, 201, "~"})
	s.run(s.b,
		step{"POST /categories", `{"name":"Billing"}`, 201, `~"id":2`},
		step{"POST /categories", `{"name":"Ünfug"}`, 201, `~"id":3`},
		// D 5: names clash ignoring case, and the error names the other category.
		step{"POST /categories", `{"name":"BILLING"}`, 400, `{"error":{"code":"VALIDATION","message":"name must be unique in the workspace: category 2 has it"}}`},
		step{"PATCH /categories/3", `{"name":"billinG"}`, 400, `~name must be unique in the workspace: category 2 has it`},
		step{"PATCH /categories/2", `{"name":"üNFUG"}`, 400, `~category 3 has it`},
		step{"PATCH /categories/2", `{"name":"BILLING"}`, 200, `~"name":"BILLING"`},
	)
	s.refuse(s.b, "POST /categories", map[string]string{
		`{}`: "name", `{"name":null}`: "name", `{"name":" "}`: "name", `{"name":5}`: "name", `{"Name":"x"}`: "name", `[]`: "body", `{"name":"x"`: "body",
		`{"name":"` + strings.Repeat("é", 256) + `"}`:                             "name",
		`{"name":"x","color":"mauve"}`:                                            "color",
		`{"name":"x","color":"Red"}`:                                              "color",
		`{"name":"x","description":5}`:                                            "description",
		`{"name":"x","description":"` + strings.Repeat("é", 2001) + `"}`:          "description",
		`{"name":"x","color":["red"],"description":"` + strings.Repeat("é", 2001): "body",
	})
	s.refuse(s.b, "PATCH /categories/2", map[string]string{
		`{"name":null}`: "name", `{"name":""}`: "name", `{"color":null}`: "color", `{"color":""}`: "color", `{"position":null}`: "position",
		`{"position":-1}`: "position", `{"position":"1"}`: "position", `{"position":1.5}`: "position", `{"position":2147483648}`: "position",
	})
	s.run(s.b, step{"GET /categories", "", 200, `~"total":2`})
	s.absent(s.b, "PATCH", "/categories/%s", "1", noCategory)
	s.absent(s.b, "DELETE", "/categories/%s", "1", noCategory)
	s.absent(s.b, "POST", "/categories/%s/fields", "1", noCategory)
	s.absent(s.b, "GET", "/categories/%s/fields", "1", noCategory)
	for _, color := range svcx.Colors {
		s.run(s.b, step{"PATCH /categories/2", `{"color":"` + color + `"}`, 200, `~"color":"` + color + `"`})
	}
}

// R 4.6: deleting a category deletes its fields with their values and clears it in
// conversations; nothing else changes, not even updatedAt.
func TestCategoryDeleteCascades(t *testing.T) {
	s := newFixture(t)
	s.run(s.b,
		step{"POST /categories", `{"name":"One"}`, 201, "~"},
		step{"POST /categories", `{"name":"Two"}`, 201, "~"},
		step{"POST /categories/1/fields", `{"key":"one","name":"One"}`, 201, `~"categoryId":1`},
		step{"POST /categories/2/fields", `{"key":"two","name":"Two"}`, 201, `~"categoryId":2`},
		step{"POST /fields", `{"key":"all","name":"All"}`, 201, `~"categoryId":null`},
		step{"POST /conversations", `{"subject":"Hi"}`, 201, "~"},
		step{"POST /conversations", `{"subject":"Ho"}`, 201, "~"},
		step{"PATCH /conversations/1/fields", `{"fields":{"one":"a","two":"b","all":"c"}}`, 200, `~"total":3`},
	)
	s.categorize(`UPDATE conversation SET category_id = id`)
	s.run(s.b,
		step{"GET /conversations?categoryId=1", "", 200, `~"total":1`},
		step{},
		step{"DELETE /categories/1", "", 200, `{"data":{"id":1,"deleted":true}}`},
		step{"GET /conversations/1", "", 200, `~"categoryId":null`},
		step{"GET /conversations/1", "", 200, `~"updatedAt":"2026-11-27T22:05:01.123Z"`},
		step{"GET /conversations/2", "", 200, `~"categoryId":2`},
		step{"GET /conversations/1/fields", "", 200, `~{"data":[{"fieldId":2,"key":"two","name":"Two","type":"text","value":"b"},{"fieldId":3,"key":"all","name":"All","type":"text","value":"c"}]`},
		step{"PATCH /fields/1", `{}`, 404, noField},
		step{"GET /conversations?categoryId=1", "", 400, `~"message":"categoryId must be the id of a category of this workspace"`},
	)
	if left := s.rows(`SELECT value FROM field_value WHERE field_id = 1`); len(left) > 0 {
		t.Errorf("values of a deleted field are left: %q", left)
	}
}

// D 5: the categoryId filter, and foreign ids in it.
func TestConversationsAreFilteredByCategory(t *testing.T) {
	s := newFixture(t)
	s.run(s.other, step{"POST /categories", `{"name":"Theirs"}`, 201, `~"id":1`})
	s.run(s.b,
		step{"POST /categories", `{"name":"Mine"}`, 201, `~"id":2`},
		step{"POST /conversations", `{"subject":"Hi"}`, 201, "~"},
		step{"POST /conversations", `{"subject":"Ho"}`, 201, "~"},
	)
	s.categorize(`UPDATE conversation SET category_id = 2 WHERE id = 1`)
	foreign := `{"error":{"code":"VALIDATION","message":"categoryId must be the id of a category of this workspace"}}`
	s.run(s.b,
		step{"GET /conversations?categoryId=2", "", 200, `~"data":[{"id":1,`},
		step{"GET /conversations?categoryId=2", "", 200, `~"total":1`},
		step{"GET /conversations?categoryId=2&status=closed", "", 200, `~"total":0`},
		step{"GET /conversations?categoryId=1", "", 400, foreign},
		step{"GET /conversations?categoryId=77", "", 400, foreign},
		step{"GET /conversations?categoryId=x", "", 400, `~"message":"categoryId must be an id"`},
		step{"GET /conversations?categoryId=", "", 400, `~"message":"categoryId must not be empty"`},
	)
}

// Lists of definitions are returned whole, so their length is limited.
func TestCategoryAndFieldCaps(t *testing.T) {
	s := newFixture(t)
	const thousand = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999) `
	s.exec(thousand+`INSERT INTO category (workspace_id, name, name_key, color, description, position) SELECT ?, 'c' || i, 'c' || i, 'slate', '', i FROM n`, s.b.ID)
	s.exec(thousand+`INSERT INTO field (workspace_id, key, name, type, required, options, position) SELECT ?, 'f' || i, 'F', 'text', 0, 'null', i FROM n`, s.b.ID)
	s.run(s.b,
		step{"GET /categories", "", 200, `~"total":1000,"limit":1000,"offset":0`},
		step{"POST /categories", `{"name":"one too many"}`, 400, `~"message":"name cannot be added: a workspace has at most 1000 categories`},
		step{"POST /fields", `{"key":"too_many","name":"x"}`, 400, `~"message":"key cannot be added: a workspace has at most 1000 fields`},
		step{"DELETE /categories/1", "", 200, "~"},
		step{"DELETE /fields/1", "", 200, "~"},
		step{"POST /categories", `{"name":"just right"}`, 201, "~"},
		step{"POST /fields", `{"key":"just_right","name":"x"}`, 201, "~"},
	)
	s.run(s.other, step{"POST /categories", `{"name":"another's"}`, 201, "~"})
}

// D 1: form A does not have these operations, whatever is sent; both have the rating
// of R 4.4.
func TestDefinitionsAreOfFormB(t *testing.T) {
	s := newFixture(t)
	for _, call := range []string{
		"GET /categories", "POST /categories", "PATCH /categories/1", "DELETE /categories/1", "GET /categories/1/fields", "POST /categories/1/fields",
		"GET /fields", "POST /fields", "PATCH /fields/1", "DELETE /fields/1", "GET /conversations/1/fields", "PATCH /conversations/1/fields",
		"GET /conversations/1/participants", "POST /conversations/1/participants", "GET /conversations/1/rating",
	} {
		s.run(s.a, step{call, "{broken", http.StatusNotFound, noPath})
	}
}

// R 5.3: each operation needs its scope, and no other scope is enough.
func TestDefinitionsNeedTheirScope(t *testing.T) {
	s := newFixture(t)
	s.run(s.b, step{"POST /conversations", `{"subject":"x"}`, 201, "~"}, step{"POST /categories", `{"name":"x"}`, 201, "~"})
	for call, scope := range map[string]svcx.Scope{
		"GET /categories": svcx.ScopeConversationsRead, "POST /categories": svcx.ScopeConversationsWrite,
		"PATCH /categories/1": svcx.ScopeConversationsWrite, "DELETE /categories/9": svcx.ScopeConversationsWrite,
		"GET /categories/1/fields": svcx.ScopeConversationsRead, "POST /categories/1/fields": svcx.ScopeConversationsWrite,
		"GET /fields": svcx.ScopeConversationsRead, "POST /fields": svcx.ScopeConversationsWrite,
		"PATCH /fields/9": svcx.ScopeConversationsWrite, "DELETE /fields/9": svcx.ScopeConversationsWrite,
		"GET /conversations/1/fields": svcx.ScopeMessagesRead, "PATCH /conversations/1/fields": svcx.ScopeConversationsWrite,
		"GET /conversations/1/participants": svcx.ScopeConversationsRead, "POST /conversations/1/participants": svcx.ScopeConversationsWrite,
		"GET /conversations/1/rating": svcx.ScopeRatingsRead, "POST /conversations/1/rate": svcx.ScopeRatingsWrite,
	} {
		method, path, _ := strings.Cut(call, " ")
		var others []svcx.Scope
		for _, other := range testForms.B.Scopes {
			if other != scope {
				others = append(others, other)
			}
		}
		with, without := s.keyed(s.b, scope), s.keyed(s.b, others...)
		if w := s.do(with, method, path, `{}`); w.Code == http.StatusForbidden || w.Code == http.StatusUnauthorized {
			t.Errorf("%s with %s: %d %s", call, scope, w.Code, w.Body)
		}
		if w := s.do(without, method, path, `{broken`); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), `"FORBIDDEN","message":"the key needs the scope `+string(scope)) {
			t.Errorf("%s without %s: %d %s", call, scope, w.Code, w.Body)
		}
	}
}

// categorize gives conversations a category, and counts them.
func (s *fixture) categorize(statement string) {
	s.Helper()
	s.exec(statement)
	s.exec(`INSERT INTO conversation_count SELECT workspace_id, 'category', category_id, status, count(*) FROM conversation
		WHERE category_id IS NOT NULL GROUP BY workspace_id, category_id, status`)
}
