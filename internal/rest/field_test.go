package rest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
)

// R 4.6, R 2.7, D 5: a field is created, listed, changed and deleted.
func TestFieldIsCreatedListedChangedAndDeleted(t *testing.T) {
	s := newFixture(t)
	const (
		global = `{"id":1,"key":"order_no","name":"Order","type":"text","categoryId":null,"required":false,"options":null,"position":0}`
		level  = `{"id":2,"key":"level","name":"Level","type":"select","categoryId":1,"required":true,"options":["low","high"],"position":1}`
		paid   = `{"id":3,"key":"paid","name":"Paid","type":"boolean","categoryId":2,"required":false,"options":null,"position":2}`
	)
	s.run(s.b,
		step{"POST /categories", `{"name":"One"}`, 201, "~"},
		step{"POST /categories", `{"name":"Two"}`, 201, "~"},
		step{"GET /fields", "", 200, `{"data":[],"total":0,"limit":1000,"offset":0}`},
		step{"POST /fields", `{"key":"order_no","name":"Order","options":null,"type":null}`, 201, `{"data":` + global + `}`},
		step{"POST /categories/1/fields", `{"key":"level","name":"Level","type":"select","options":["low","high"],"required":true,"categoryId":"2"}`, 201, `{"data":` + level + `}`},
		step{"POST /fields", `{"key":"paid","name":"Paid","type":"boolean","categoryId":2,"options":[]}`, 201, `{"data":` + paid + `}`},

		// Fields of a category and global ones by position; without a category, global.
		step{"GET /fields", "", 200, `{"data":[` + global + `],"total":1,"limit":1000,"offset":0}`},
		step{"GET /fields?categoryId=1", "", 200, `{"data":[` + global + `,` + level + `],"total":2,"limit":1000,"offset":0}`},
		step{"GET /categories/1/fields", "", 200, `{"data":[` + global + `,` + level + `],"total":2,"limit":1000,"offset":0}`},
		step{"GET /categories/2/fields?limit=1&offset=1", "", 200, `{"data":[` + paid + `],"total":2,"limit":1,"offset":1}`},
		step{"PATCH /fields/1", `{"position":7}`, 200, `~"position":7`},
		step{"GET /categories/2/fields", "", 200, `~{"data":[` + paid + `,{"id":1,`},

		step{"PATCH /fields/2", `{}`, 200, `{"data":` + level + `}`},
		step{"PATCH /fields/2", `{"name":"L","options":["high","top"],"required":false,"categoryId":2}`, 200,
			`{"data":{"id":2,"key":"level","name":"L","type":"select","categoryId":1,"required":false,"options":["high","top"],"position":1}}`},
		step{"PATCH /fields/3", `{"options":null}`, 200, `{"data":` + paid + `}`},
		step{"DELETE /fields/3", "", 200, `{"data":{"id":3,"deleted":true}}`},
		step{"DELETE /fields/3", "", 404, noField},
		step{"PATCH /fields/3", `{"key":"x"}`, 404, noField},
		step{"POST /fields", `{"key":"paid","name":"Again","type":"date"}`, 201, `~{"data":{"id":4,"key":"paid"`},
	)
}

// R 2.7, R 4.6, D 5: invalid fields.
func TestInvalidFieldsAreRefused(t *testing.T) {
	s := newFixture(t)
	s.run(s.other,
		step{"POST /categories", `{"name":"Theirs"}`, 201, `~"id":1`},
		step{"POST /fields", `{"key":"same","name":"Theirs"}`, 201, `~"id":1`},
	)
	s.run(s.b,
		step{"POST /categories", `{"name":"Mine"}`, 201, `~"id":2`},
		step{"POST /fields", `{"key":"same","name":"x"}`, 201, `~"id":2`},
		step{"POST /fields", `{"key":"sel","name":"x","type":"select","options":["a"]}`, 201, `~"id":3`},
		// The key is unique in the workspace, over all categories.
		step{"POST /categories/2/fields", `{"key":"same","name":"x"}`, 400, `{"error":{"code":"VALIDATION","message":"key must be unique in the workspace: field 2 has it"}}`},
		step{"POST /fields", `{"key":"x","name":"x","categoryId":1}`, 400, `{"error":{"code":"VALIDATION","message":"categoryId must be the id of a category of this workspace"}}`},
		step{"POST /fields", `{"key":"x","name":"x","categoryId":99}`, 400, `{"error":{"code":"VALIDATION","message":"categoryId must be the id of a category of this workspace"}}`},
		step{"GET /fields?categoryId=1", "", 400, `{"error":{"code":"VALIDATION","message":"categoryId must be the id of a category of this workspace"}}`},
		step{"GET /fields?categoryId=x", "", 400, `~"message":"categoryId must be an id"`},
	)
	many := make([]string, 201)
	for i := range many {
		many[i] = fmt.Sprintf(`"o%d"`, i)
	}
	bodies := map[string]string{
		`{"name":"x"}`: "key", `{"key":"x"}`: "name", `{"key":"x","name":" "}`: "name", `{"key":"x","name":"x","type":"Text"}`: "type",
		`{"key":"x","name":"x","type":5}`: "type", `{"key":"x","name":"x","required":"true"}`: "required", `{"key":"x","name":"x","categoryId":"2"}`: "categoryId",
		`{"key":"x","name":"x","options":["a"]}`: "options", `{"key":"x","name":"x","type":"select"}`: "options",
		`{"key":"x","name":"x","type":"select","options":null}`: "options", `{"key":"x","name":"x","type":"select","options":[]}`: "options",
		`{"key":"x","name":"x","type":"select","options":"a,b"}`:                                       "options",
		`{"key":"x","name":"x","type":"select","options":["a",""]}`:                                    `options[1]`,
		`{"key":"x","name":"x","type":"select","options":["a",5]}`:                                     `options[1]`,
		`{"key":"x","name":"x","type":"select","options":["a","b","a"]}`:                               `options[2]`,
		`{"key":"x","name":"x","type":"select","options":["` + strings.Repeat("é", 256) + `"]}`:        `options[0]`,
		`{"key":"x","name":"x","type":"select","options":[` + strings.Join(many, ",") + `]}`:           "options",
		`{"key":"x","name":"x","type":"select","options":[` + strings.Join(many, ",") + `],"type":""}`: "type",
	}
	for _, key := range []string{"", "X", "1a", "_a", "a-b", "a b", "é", "a\\n", strings.Repeat("a", 65)} {
		bodies[`{"name":"x","key":"`+key+`"}`] = "key"
	}
	bodies[`{"name":"x","key":5}`] = "key"
	s.refuse(s.b, "POST /fields", bodies)
	delete(bodies, `{"key":"x","name":"x","categoryId":"2"}`) // the category is in the path
	s.refuse(s.b, "POST /categories/2/fields", bodies)
	s.refuse(s.b, "PATCH /fields/3", map[string]string{
		// key and type are refused whatever their value, even an unchanged one.
		`{"key":"sel"}`: "key", `{"key":null}`: "key", `{"type":"select"}`: "type", `{"type":null,"name":5}`: "type",
		`{"name":null}`: "name", `{"required":null}`: "required", `{"position":null}`: "position", `{"position":-1}`: "position",
		`{"options":null}`: "options", `{"options":[]}`: "options", `{"options":["b","b"]}`: `options[1]`,
	})
	s.refuse(s.b, "PATCH /fields/2", map[string]string{`{"options":["a"]}`: "options"})
	s.run(s.b, step{"POST /fields", `{"key":"` + strings.Repeat("a", 64) + `","name":"` + strings.Repeat("é", 255) + `","type":"select","options":[` + strings.Join(many[:200], ",") + `]}`, 201, "~"})
	s.absent(s.b, "PATCH", "/fields/%s", "1", noField)
	s.absent(s.b, "DELETE", "/fields/%s", "1", noField)
}

// R 4.6, D 2, D 5: values have their field's type; null clears; unknown keys are
// ignored; only a change moves updatedAt.
func TestFieldValuesHaveTheirFieldsType(t *testing.T) {
	s := newFixture(t)
	s.run(s.b,
		step{"POST /categories", `{"name":"One"}`, 201, "~"},
		step{"POST /categories", `{"name":"Two"}`, 201, "~"},
		step{"POST /fields", `{"key":"text","name":"Text"}`, 201, "~"},
		step{"POST /fields", `{"key":"n","name":"N","type":"number"}`, 201, "~"},
		step{"POST /categories/1/fields", `{"key":"sel","name":"Sel","type":"select","options":["a","b"]}`, 201, "~"},
		step{"POST /categories/2/fields", `{"key":"yes","name":"Yes","type":"boolean"}`, 201, "~"},
		step{"POST /categories/1/fields", `{"key":"day","name":"Day","type":"date"}`, 201, "~"},
		step{"POST /conversations", `{"subject":"Hi"}`, 201, `~"id":1`},
		step{"POST /conversations", `{"subject":"Ho"}`, 201, `~"id":2`},
	)
	s.exec(`UPDATE conversation SET category_id = 1 WHERE id = 1`)
	value := func(id int, key, name, kind, value string) string {
		return fmt.Sprintf(`{"fieldId":%d,"key":%q,"name":%q,"type":%q,"value":%s}`, id, key, name, kind, value)
	}
	all := func(values ...string) string {
		return fmt.Sprintf(`{"data":[%s],"total":%d,"limit":1000,"offset":0}`, strings.Join(values, ","), len(values))
	}
	text, n := value(1, "text", "Text", "text", "null"), value(2, "n", "N", "number", "null")
	sel, day := value(3, "sel", "Sel", "select", "null"), value(5, "day", "Day", "date", "null")
	// All fields that apply, null if unset.
	s.run(s.b,
		step{"GET /conversations/1/fields", "", 200, all(text, n, sel, day)},
		step{"GET /conversations/2/fields", "", 200, all(text, n)},
		step{}, // a second later
	)
	filled := all(value(1, "text", "Text", "text", `"5"`), value(2, "n", "N", "number", "12.5"), value(3, "sel", "Sel", "select", `"b"`),
		value(4, "yes", "Yes", "boolean", "false"), value(5, "day", "Day", "date", `"2026-02-28"`))
	const later = `~"updatedAt":"2026-11-27T22:05:02.123Z"`
	s.run(s.b,
		// A field of another category can be set too, and is then shown.
		step{"PATCH /conversations/1/fields", `{"fields":{"text":5,"n":"12.50","sel":"b","yes":"false","day":"2026-02-28","unknown":{"x":1},"N":"x"}}`, 200, filled},
		step{"GET /conversations/1/fields", "", 200, filled},
		step{"GET /conversations/1", "", 200, later},
		step{},
		// The same values in another notation, and no values.
		step{"PATCH /conversations/1/fields", `{"fields":{"n":1.25e1,"yes":false,"unknown":null}}`, 200, filled},
		step{"PATCH /conversations/1/fields", `{"fields":{}}`, 200, filled},
		step{"GET /conversations/1", "", 200, later},
		// A failure changes nothing, not even valid values.
		step{"PATCH /conversations/1/fields", `{"fields":{"text":"new","n":"NaN"}}`, 400, `{"error":{"code":"VALIDATION","message":"fields.n must be a number"}}`},
		step{"GET /conversations/1/fields", "", 200, filled},
		step{"GET /conversations/1", "", 200, later},
		step{"PATCH /conversations/1/fields", `{"fields":{"text":null,"n":null,"yes":null,"sel":"a"}}`, 200,
			all(text, n, value(3, "sel", "Sel", "select", `"a"`), value(5, "day", "Day", "date", `"2026-02-28"`))},
		step{"GET /conversations/1", "", 200, `~"updatedAt":"2026-11-27T22:05:03.123Z"`},
		// D 5: removing an option leaves stored values.
		step{"PATCH /fields/3", `{"options":["b"]}`, 200, "~"},
		step{"GET /conversations/1/fields", "", 200, `~` + value(3, "sel", "Sel", "select", `"a"`)},
		step{"PATCH /conversations/1/fields", `{"fields":{"sel":"a"}}`, 400, `~"message":"fields.sel must be one of: b"`},
		// R 4.6: deleting the definition deletes its values.
		step{"DELETE /fields/3", "", 200, "~"},
		step{"GET /conversations/1/fields", "", 200, all(text, n, value(5, "day", "Day", "date", `"2026-02-28"`))},
		step{"GET /conversations/2/fields", "", 200, all(text, n)},
	)
	s.refuse(s.b, "PATCH /conversations/1/fields", map[string]string{
		`{}`: "fields", `{"fields":null}`: "fields", `{"fields":[]}`: "fields", `{"fields":"x"}`: "fields", `[]`: "body", `{"fields":{"n":1}`: "body",
		`{"fields":{"n":"1,5"}}`: "fields.n", `{"fields":{"n":true}}`: "fields.n", `{"fields":{"n":""}}`: "fields.n",
		`{"fields":{"yes":1}}`: "fields.yes", `{"fields":{"yes":"TRUE"}}`: "fields.yes", `{"fields":{"text":["x"]}}`: "fields.text",
		`{"fields":{"text":"` + strings.Repeat("x", 10001) + `"}}`: "fields.text", `{"fields":{"day":"2026-02-30"}}`: "fields.day", `{"fields":{"day":20260228}}`: "fields.day",
	})
	s.run(s.other, step{"POST /conversations", `{"subject":"Theirs"}`, 201, `~"id":3`})
	s.absent(s.b, "GET", "/conversations/%s/fields", "3", noConversation)
	s.absent(s.b, "PATCH", "/conversations/%s/fields", "3", noConversation)
	// Another workspace has other fields.
	s.run(s.other, step{"PATCH /conversations/3/fields", `{"fields":{"text":"x"}}`, 200, all()})
}

// W 2.1 rule 1: a channel's defaults may be older than the fields. A default that is
// no longer valid for its field is left out, so that values are always readable.
func TestDefaultsThatNoLongerFitAreLeftOut(t *testing.T) {
	s := newFixture(t)
	ch, _, err := s.inbox.CreateChannel(t.Context(), inbox.Call{Workspace: s.b.Workspace, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "C", Settings: svcx.DefaultSettings()})
	s.must(err)
	s.run(s.b,
		step{"POST /fields", `{"key":"n","name":"N","type":"number"}`, 201, "~"},
		step{"POST /fields", `{"key":"sel","name":"Sel","type":"select","options":["new"]}`, 201, "~"},
		step{"POST /fields", `{"key":"flag","name":"Flag","type":"boolean"}`, 201, "~"},
	)
	s.exec(`UPDATE channel SET defaults = '{"Fields":{"n":"many","sel":"old","flag":"true","gone":"x"}}' WHERE id = ?`, ch.ID)
	now, err := s.inbox.ChannelByID(t.Context(), ch.ID)
	s.must(err)
	_, err = s.inbox.Receive(t.Context(), messaging.Receipt{Channel: now.Channel, Form: svcx.FormB, ReceivedAt: svcx.At(fixtureStart), InboundBody: svcx.InboundBody{
		Message: &svcx.InboundMessage{MessageID: "m", ConversationID: "c", Sender: svcx.InboundSender{Type: svcx.AuthorBot}, Content: "x"},
	}})
	s.must(err)
	s.run(s.b, step{"GET /conversations/1/fields", "", 200, `{"data":[{"fieldId":1,"key":"n","name":"N","type":"number","value":null},` +
		`{"fieldId":2,"key":"sel","name":"Sel","type":"select","value":null},{"fieldId":3,"key":"flag","name":"Flag","type":"boolean","value":true}],"total":3,"limit":1000,"offset":0}`})
}

// The values of a GET can be sent back in a PATCH and change nothing.
func TestFieldValuesRoundTrip(t *testing.T) {
	s := newFixture(t)
	for _, field := range []string{
		`{"key":"text","name":"x"}`, `{"key":"number","name":"x","type":"number"}`, `{"key":"select","name":"x","type":"select","options":["a","b\"","é"]}`,
		`{"key":"boolean","name":"x","type":"boolean"}`, `{"key":"date","name":"x","type":"date"}`,
	} {
		s.run(s.b, step{"POST /fields", field, 201, "~"})
	}
	s.run(s.b, step{"POST /conversations", `{"subject":"Hi"}`, 201, "~"})
	rapid.Check(t, func(rt *rapid.T) {
		written := map[string]any{}
		for key, values := range map[string]*rapid.Generator[any]{
			"text":    rapid.OneOf(rapid.StringN(0, 20, -1).AsAny(), rapid.Int().AsAny(), rapid.Bool().AsAny()),
			"number":  rapid.OneOf(rapid.Float64().AsAny(), rapid.Int64().AsAny(), rapid.Map(rapid.Int32(), func(n int32) any { return fmt.Sprint(n) })),
			"select":  rapid.SampledFrom([]any{"a", "b\"", "é"}),
			"boolean": rapid.SampledFrom([]any{true, false, "true", "false"}),
			"date":    rapid.SampledFrom([]any{"2026-11-27", "2026-11-27T22:05:01+02:00", "1970-01-01T00:00"}),
		} {
			written[key] = rapid.OneOf(values, rapid.Just[any](nil)).Draw(rt, key)
		}
		body, err := json.Marshal(map[string]any{"fields": written})
		if err != nil {
			rt.Fatal(err)
		}
		first := s.do(s.b, "PATCH", "/conversations/1/fields", string(body))
		if first.Code != 200 {
			rt.Fatalf("%s: %d %s", body, first.Code, first.Body)
		}
		var answer struct {
			Data []struct {
				Key   string          `json:"key"`
				Value json.RawMessage `json:"value"`
			} `json:"data"`
		}
		if err := json.Unmarshal(first.Body.Bytes(), &answer); err != nil || len(answer.Data) != 5 {
			rt.Fatalf("%s: %v", first.Body, err)
		}
		back := map[string]json.RawMessage{}
		for _, v := range answer.Data {
			if (written[v.Key] == nil) != (string(v.Value) == "null") {
				rt.Fatalf("%s: %v became %s", v.Key, written[v.Key], v.Value)
			}
			back[v.Key] = v.Value
		}
		body, _ = json.Marshal(map[string]any{"fields": back})
		s.ahead.Add(1e9)
		before := s.do(s.b, "GET", "/conversations/1", "").Body.String()
		second := s.do(s.b, "PATCH", "/conversations/1/fields", string(body))
		if second.Body.String() != first.Body.String() {
			rt.Fatalf("%s\nbecame\n%s", first.Body, second.Body)
		}
		if after := s.do(s.b, "GET", "/conversations/1", "").Body.String(); after != before {
			rt.Fatalf("writing back what was read changed\n%s\nto\n%s", before, after)
		}
	})
}
