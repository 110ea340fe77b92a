package form_test

import (
	"testing"

	"github.com/go-json-experiment/json"

	"svcx"
	"svcx/internal/openapi"
)

// Fault 2.3: the described schema of an inbound message matches the decoder, which
// rejects a message without a required member and accepts it without any other.
func TestInboundMessageIsAsDescribed(t *testing.T) {
	for _, f := range both {
		described := f.Bodies.Inbound
		if described.AnyOf != nil {
			described = described.AnyOf[0]
		}
		complete := func() map[string]any {
			return map[string]any{
				"messageId": "m", "conversationId": "c", "content": "Hi", "contentType": "text", "subject": "S", "sentAt": "2026-11-27T22:05:01Z",
				"from":         map[string]any{"externalId": "u", "name": "Ada", "email": "ada@example.com", "type": "staff"},
				"attachments":  []any{map[string]any{"url": "https://files.example.com/a.pdf", "filename": "a.pdf", "mimeType": "application/pdf"}},
				"participants": []any{map[string]any{"role": "cc"}}, "categoryId": 1, "fields": map[string]any{"order": 7715},
			}
		}
		accepted := func(body map[string]any) bool {
			text, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			return f.DecodeInbound(text, svcx.Time(1_795_816_800_000), func() string { return "new" }).Rejected == nil
		}
		checkMembers := func(of *openapi.Schema, part func(map[string]any) map[string]any) {
			required := map[string]bool{}
			for _, name := range of.Required {
				required[name] = true
			}
			for _, member := range of.Properties {
				body := complete()
				if _, found := part(body)[member.Name]; !found {
					t.Errorf("form %s: the test's message has no %s", f.Name, member.Name)
				}
				delete(part(body), member.Name)
				if accepted(body) == required[member.Name] {
					t.Errorf("form %s: %s is described as required: %v, but without it a message is accepted: %v", f.Name, member.Name, required[member.Name], accepted(body))
				}
			}
		}
		if !accepted(complete()) {
			t.Errorf("form %s: the complete message is rejected", f.Name)
		}
		checkMembers(described, func(body map[string]any) map[string]any { return body })
		checkMembers(described.Properties.Get("from"), func(body map[string]any) map[string]any { return body["from"].(map[string]any) })
	}
}
