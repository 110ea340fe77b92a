package rest_test

import (
	"fmt"
	"strings"
	"testing"
)

// R 4.7, R 2.8, D 5: the contact comes first, as primary; the others follow in the
// order in which they were added. Adding a participant moves updatedAt.
func TestContactIsThePrimaryParticipant(t *testing.T) {
	s := newFixture(t)
	s.run(s.b,
		step{"POST /contacts", `{"name":"Ann","externalId":"u1"}`, 201, `~"id":1`},
		step{},
		step{"POST /conversations", `{"subject":"Hi","contactId":1}`, 201, "~"},
		step{"POST /conversations", `{"subject":"Nobody's"}`, 201, "~"},
		step{},
	)
	const (
		primary = `{"id":null,"conversationId":1,"contactId":1,"name":"Ann","email":null,"externalId":"u1","role":"primary","addedAt":"2026-11-27T22:05:02.123Z"}`
		bob     = `{"id":1,"conversationId":1,"contactId":null,"name":"Bob","email":"bob@example.com","externalId":"x 1","role":"cc","addedAt":"2026-11-27T22:05:03.123Z"}`
		nobody  = `{"id":2,"conversationId":1,"contactId":null,"name":null,"email":null,"externalId":null,"role":"observer","addedAt":"2026-11-27T22:05:03.123Z"}`
	)
	s.run(s.b,
		step{"GET /conversations/1/participants", "", 200, `{"data":[` + primary + `],"total":1,"limit":25,"offset":0}`},
		step{"GET /conversations/2/participants", "", 200, `{"data":[],"total":0,"limit":25,"offset":0}`},
		step{"POST /conversations/1/participants", `{"name":"Bob","email":"bob@example.com","externalId":"x 1","role":"cc","id":9}`, 201, `{"data":` + bob + `}`},
		step{"GET /conversations/1", "", 200, `~"updatedAt":"2026-11-27T22:05:03.123Z"`},
		step{"POST /conversations/1/participants", `{"role":"observer","name":null,"email":"","externalId":" "}`, 201, `{"data":` + nobody + `}`},
		step{"GET /conversations/1/participants", "", 200, `{"data":[` + primary + `,` + bob + `,` + nobody + `],"total":3,"limit":25,"offset":0}`},
		step{"GET /conversations/1/participants?limit=1&offset=1", "", 200, `{"data":[` + bob + `],"total":3,"limit":1,"offset":1}`},
		step{"GET /conversations/1/participants?limit=101", "", 400, `~"message":"limit must`},
		step{"GET /conversations/2/participants", "", 200, `~"total":0`},
	)
	if got := fmt.Sprint(s.rows(`SELECT type || ' ' || actor_kind || ' ' || detail FROM history WHERE conversation_id = 1 ORDER BY id`)); got != "[participant.added key 1 participant.added key 2]" {
		t.Errorf("history %s", got)
	}
}

// R 4.7, W 8: invalid participants, and too many.
func TestInvalidParticipantsAreRefused(t *testing.T) {
	s := newFixture(t)
	s.run(s.other, step{"POST /conversations", `{"subject":"Theirs"}`, 201, `~"id":1`})
	s.run(s.b,
		step{"POST /contacts", `{"name":"Ann"}`, 201, "~"},
		step{"POST /conversations", `{"subject":"Hi","contactId":1}`, 201, `~"id":2`},
		step{},
	)
	long := strings.Repeat("é", 256)
	s.refuse(s.b, "POST /conversations/2/participants", map[string]string{
		`{}`: "role", `{"role":null}`: "role", `{"role":"primary"}`: "role", `{"role":"CC"}`: "role", `{"role":["cc"]}`: "role", `[]`: "body",
		`{"role":"cc","email":"bob"}`: "email", `{"role":"cc","email":"Bob <bob@example.com>"}`: "email", `{"role":"cc","email":5}`: "email",
		`{"role":"cc","name":5}`: "name", `{"role":"cc","name":"` + long + `"}`: "name",
		`{"role":"cc","externalId":5}`: "externalId", `{"role":"cc","externalId":"` + long + `"}`: "externalId",
	})
	s.run(s.b, step{"GET /conversations/2", "", 200, `~"updatedAt":"2026-11-27T22:05:01.123Z"`})
	// Twenty, not counting the contact.
	for range 20 {
		s.run(s.b, step{"POST /conversations/2/participants", `{"role":"cc","name":"Same"}`, 201, "~"})
	}
	s.run(s.b,
		step{},
		step{"POST /conversations/2/participants", `{"role":"cc"}`, 400, `{"error":{"code":"VALIDATION","message":"participants cannot be added: a conversation has at most 20"}}`},
		step{"GET /conversations/2/participants", "", 200, `~"total":21,"limit":25,"offset":0}`},
		step{"GET /conversations/2", "", 200, `~"updatedAt":"2026-11-27T22:05:02.123Z"`},
	)
	s.absent(s.b, "GET", "/conversations/%s/participants", "1", noConversation)
	s.absent(s.b, "POST", "/conversations/%s/participants", "1", noConversation)
}
