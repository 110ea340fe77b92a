package rest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/rest"
)

// unsequenced lists the operations that write but do not change what agents see, with
// the reason.
var unsequenced = map[string]string{
	"setTyping": "passes", "agentTypes": "passes", "agentReads": "is the member's own mark, told as it passes",
	"createContact": "has no conversation yet", "createCategory": "no conversation has it yet", "createCategoryField": "no conversation has it yet", "createField": "no conversation has it yet",
	"updateCategory": "conversations name it by its id", "updateField": "conversations name it by its id",
	"putStaffLink": "is for messages to come", "deleteStaffLink": "what was attributed stays so",
	"createChannel": "is a setting", "updateChannel": "is a setting", "deleteChannel": "the conversations stay as they are", "regenerateChannelKey": "is a setting",
	"createSigningSecret": "is a setting", "deleteSigningSecret": "is a setting", "redeliverEvent": "is between the integrator and the service",
	"redeliverMany": "is between the integrator and the service", "pauseChannel": "is a setting", "resumeChannel": "is a setting", "testChannel": "is between the integrator and the service",
	"createSecret": "is a setting", "updateSecret": "is a setting", "deleteSecret": "is a setting",
	"createKey": "is a setting", "revokeKey": "is a setting", "createKeyShort": "is a setting", "revokeKeyShort": "is a setting",
	"addMember": "has no conversation yet", "updateMember": "conversations name them by their id", "updateOwnWorkspace": "is a setting",
	"createSavedReply": "is no message yet", "updateSavedReply": "is no message yet", "deleteSavedReply": "is no message yet",
	"polish": "answers who asks", "suggest": "answers who asks", "summarize": "answers who asks", "cleanup": "answers who asks", "translate": "answers who asks", "handbrake": "answers who asks",
	"tryAI":      "answers who asks",
	"uploadFile": "is in no message yet", "inviteMember": "is an e-mail",
}

// mutation is a call that changes what agents see. Words in angle brackets stand for
// ids.
type mutation struct {
	operation, path, body string
	// saves is the name under which the id in the answer is kept.
	saves string
}

// mutations returns the mutations of a table, in an order in which each changes
// something.
func mutations(session bool) (calls []mutation) {
	const c = "/conversations/<c>"
	add := func(operation, path, body string) {
		calls = append(calls, mutation{operation: operation, path: path, body: body})
	}
	send := "sendMessage"
	if session {
		send = "agentSend"
	}
	calls = append(calls, mutation{"createConversation", "/conversations", `{"subject":"s","contactId":<contact>,"channelId":<channel>}`, "c"})
	calls = append(calls, mutation{send, c + "/messages", `{"content":"<img src=\"https://files.example.com/a.png\">","contentType":"html"}`, "m"})
	if session {
		add("backRequest", c+"/backrequest", `{"type":"query.conversation.metadata"}`)
		add("backRequest", c+"/backrequest", `{"type":"query.contact.info"}`)
		add("runEventAgain", "/channels/<channel>/events/<event>/run", "")
		add("rename", c+"/ai/rename", "")
		add("agentNote", c+"/notes", `{"content":"x"}`)
		add("agentAssign", c+"/assign", `{"assignedTo":<bob>}`)
		add("agentResolve", c+"/resolve", "")
		add("agentClose", c+"/close", "")
		add("agentReopen", c+"/reopen", "")
		add("agentResolve", c+"/resolve", "")
	} else {
		add("editMessage", c+"/messages/<m>", `{"content":"<img src=\"https://files.example.com/a.png\"> now"}`)
		add("readMessage", c+"/messages/<m>/read", "")
		add(send, c+"/messages", `{"content":"x"}`)
		add("readConversation", c+"/read", "")
		add("putContent", c+"/content", `{"urls":[{"ref":"https://files.example.com/a.png","url":"https://cdn.example.com/a"}]}`)
		add("resolveConversation", c+"/resolve", "")
		add("closeConversation", c+"/close", "")
		add("reopenConversation", c+"/reopen", "")
		add("rateConversation", c+"/rate", `{"rating":5}`)
	}
	add("setAvatar", "/contacts/<contact>/avatar", `{"url":"https://93.184.216.34/<key>.png"}`)
	add("deleteAvatar", "/contacts/<contact>/avatar", "")
	add("setFieldValues", c+"/fields", `{"fields":{"<key>":"x"}}`)
	add("addParticipant", c+"/participants", `{"name":"Bea","role":"cc"}`)
	add("importConversations", "/import/conversations", `{"channelId":<channel>,"conversations":[{"externalId":"<key>","contact":{"externalId":"x"}}]}`)
	add("importMessages", "/import/messages", `{"channelId":<channel>,"messages":[{"conversationExternalId":"<key>","content":"x"}]}`)
	add("updateContact", "/contacts/<contact>", `{"name":"<key>"}`)
	add("deleteField", "/fields/<field>", "")
	add("deleteCategory", "/categories/<category>", "")
	if session {
		add("relabelConversation", c, `{"tags":["x"]}`)
		add("blockContact", "/contacts/<contact>/block", "")
		add("unblockContact", "/contacts/<contact>/block", "")
		add("mergeContact", "/contacts/<other>/merge", `{"into":<contact>}`)
		add("unmergeContact", "/contacts/<other>/unmerge", "")
		add("removeMember", "/members/<bob>", "")
		add("deleteConversation", c, "")
		add("eraseContact", "/contacts/<contact>", "")
	}
	return calls
}

// Whatever agents see only changes with a number on the live stream: each operation
// that writes moves the sequence or is listed in unsequenced.
func TestEveryChangeMovesTheSequence(t *testing.T) {
	d := newSessionFixture(t, "")
	for name, rows := range map[string][]rest.Row{"v1": rest.KeyRows(), "session": rest.MemberRows()} {
		t.Run(name, func(t *testing.T) {
			calls := mutations(name == "session")
			for _, row := range rows {
				_, excused := unsequenced[row.Name]
				moves := slices.ContainsFunc(calls, func(m mutation) bool { return m.operation == row.Name }) || row.Name == "updateConversation"
				if row.Method != http.MethodGet && excused == moves {
					t.Errorf("%s is among mutations: %v, in unsequenced: %v", row.Name, moves, excused)
				}
			}
			s := &sequenceFixture{sessionFixture: d, t: t, slug: "b", ids: map[string]string{"key": strings.ToLower(name)}}
			s.prepare()
			if name == "v1" {
				s.keyed()
			}
			for _, m := range calls {
				method := s.method(rows, m.operation)
				before := s.sequence()
				answer := s.call(method, m.path, m.body)
				if after := s.sequence(); after <= before {
					t.Errorf("%s does not move the sequence: %d, then %d", m.operation, before, after)
				}
				if m.saves != "" {
					s.ids[m.saves] = number(answer, "id")
				}
			}
		})
	}
	t.Run("form A", func(t *testing.T) {
		s := &sequenceFixture{sessionFixture: d, t: t, slug: "a", ids: map[string]string{}}
		s.keyed()
		s.ids["c"] = pick(s.call("POST", "/conversations", `{"subject":"s"}`), "id")
		before := s.sequence()
		s.call("PATCH", "/conversations/<c>", `{"subject":"other"}`)
		if after := s.sequence(); after <= before {
			t.Errorf("updateConversation does not move the sequence: %d, then %d", before, after)
		}
	})
}

// sequenceFixture calls a workspace, as ada or with a key.
type sequenceFixture struct {
	*sessionFixture
	t         *testing.T
	slug, key string
	ids       map[string]string
}

func (s *sequenceFixture) prepare() {
	settings := svcx.DefaultSettings()
	settings.BackRequestsEnabled, settings.MessageReadStatusEnabled, settings.WebhookURL = true, true, "https://93.184.216.34/hook"
	ch, _, err := s.inbox.CreateChannel(s.t.Context(), inbox.Call{Workspace: s.workspace(s.slug), Actor: inbox.Operator}, svcx.ChannelDraft{Name: "C", Settings: settings})
	s.must(err)
	s.ids["channel"] = fmt.Sprint(ch.ID)
	s.ids["event"] = s.refusedEvent(s.slug, s.ids["channel"])
	s.ids["bob"] = fmt.Sprint(s.user["bob"])
	for name, create := range map[string][2]string{
		"contact":  {"/contacts", `{"externalId":"<key>"}`},
		"other":    {"/contacts", `{"externalId":"<key>-other"}`},
		"category": {"/categories", `{"name":"<key>"}`},
		"field":    {"/fields", `{"key":"<key>","name":"x"}`},
	} {
		s.ids[name] = number(s.call("POST", create[0], create[1]), "id")
	}
}

func (s *sequenceFixture) keyed() {
	_, key, err := s.inbox.CreateKey(s.t.Context(), inbox.Call{Workspace: s.workspace(s.slug), Actor: inbox.Operator}, svcx.KeyDraft{Name: "all", Scopes: workspaceForms[s.slug].Scopes})
	s.must(err)
	s.key = key
}

func (s *sequenceFixture) method(rows []rest.Row, name string) string {
	i := slices.IndexFunc(rows, func(r rest.Row) bool { return r.Name == name })
	if i < 0 {
		s.t.Fatalf("there is no operation %s", name)
	}
	return rows[i].Method
}

func (s *sequenceFixture) sequence() svcx.Sequence {
	seq, err := s.inbox.Sequence(s.t.Context(), s.workspace(s.slug))
	s.must(err)
	return seq
}

func (s *sequenceFixture) call(method, path, body string) string {
	s.t.Helper()
	for name, id := range s.ids {
		path, body = strings.ReplaceAll(path, "<"+name+">", id), strings.ReplaceAll(body, "<"+name+">", id)
	}
	under, cookie, headers := "/api/", s.ada, []string(nil)
	if s.key != "" {
		under, cookie, headers = "/api/v1/", "", []string{"Authorization: Bearer " + s.key}
	}
	w := s.sessionFixture.call(cookie, method, under+s.slug+path, body, headers...)
	if w.Code >= 300 {
		s.t.Fatalf("%s %s %s: %d %s", method, path, body, w.Code, w.Body)
	}
	return w.Body.String()
}

// number returns the digits after a member's name in a JSON answer.
func number(answer, name string) string {
	_, rest, _ := strings.Cut(answer, `"`+name+`":`)
	return rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
}
