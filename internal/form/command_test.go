package form_test

import (
	"fmt"
	"strings"
	"testing"

	"svcx"
)

// describeCommand returns a text for a decoded action or intent.
func describeCommand(b svcx.InboundBody) string {
	if a := b.Action; a != nil {
		text := fmt.Sprintf("action %s %s", a.Type, a.ConversationID)
		if a.AssignedTo != nil {
			text += fmt.Sprintf(" to %d", *a.AssignedTo)
		}
		if a.Rating != (svcx.RatingDraft{}) {
			text += fmt.Sprintf(" rates %d %q by %q", a.Rating.Rating, a.Rating.Comment, a.Rating.RatedBy)
		}
		return text
	}
	in := b.Intent
	text := fmt.Sprintf("intent %s %s", in.Type, in.ConversationID)
	for _, v := range []struct {
		name  string
		value *string
	}{{"name", in.Info.Name}, {"email", in.Info.Email}, {"avatar", in.Info.AvatarURL}, {"subject", in.Info.Subject}, {"priority", (*string)(in.Info.Priority)}} {
		if v.value != nil {
			text += fmt.Sprintf(" %s=%q", v.name, *v.value)
		}
	}
	if in.Info.Tags != nil {
		text += fmt.Sprintf(" tags=%q", *in.Info.Tags)
	}
	for _, w := range in.Warnings {
		text += " !" + w
	}
	return text
}

// Actions and intents of form B (W 2.2, 2.3, D 2).
func TestDecodeCommands(t *testing.T) {
	for _, tt := range []struct{ clause, body, want string }{
		{"W 2.2 conversationId", `{"action":"conversation.close"}`, "invalid action:conversation.close |validation: conversationId must be a string of 1 to 255 characters"},
		{"W 2.2 conversationId an integer", `{"action":"conversation.close","conversationId":7}`, "action conversation.close 7"},
		{"W 4.2 assign", `{"action":"conversation.assign","conversationId":"c","assignedTo":3}`, "action conversation.assign c to 3"},
		{"W 4.2 unassign", `{"action":"conversation.assign","conversationId":"c","assignedTo":null}`, "action conversation.assign c"},
		{"D 2 assignedTo must be there", `{"action":"conversation.assign","conversationId":"c"}`, "invalid action:conversation.assign c|validation: assignedTo must be an integer, or null to unassign"},
		{"D 2 assignedTo type", `{"action":"conversation.assign","conversationId":"c","assignedTo":"3"}`, "invalid action:conversation.assign c|validation: assignedTo must be an integer of at most 64 bits"},
		{"W 4.2 rating.submit", `{"action":"rating.submit","conversationId":"c","rating":5.0,"comment":"good","ratedBy":"u1"}`, `action rating.submit c rates 5 "good" by "u1"`},
		{"D 2 rating a string", `{"action":"rating.submit","conversationId":"c","rating":"5"}`, "invalid action:rating.submit c|validation: rating must be an integer from 1 to 5"},
		{"W 2.2 rating missing", `{"action":"rating.submit","conversationId":"c"}`, "invalid action:rating.submit c|validation: rating must be an integer from 1 to 5"},
		{"W 2.2 rating above five", `{"action":"rating.submit","conversationId":"c","rating":6}`, "invalid action:rating.submit c|validation: rating must be an integer from 1 to 5"},
		{"W 4.3 rating.request", `{"intent":"rating.request","conversationId":"c"}`, "intent rating.request c"},
		{"W 4.3 updateinfo", `{"intent":"updateinfo","conversationId":"c","data":{"name":"Ada","email":"a@b.c","avatarUrl":"https://x/y.png","subject":"S","tags":["a"," A ","b"],"priority":"medium"}}`,
			`intent updateinfo c name="Ada" email="a@b.c" avatar="https://x/y.png" subject="S" priority="normal" tags=["a" "b"]`},
		{"D 2 updateinfo null clears", `{"intent":"updateinfo","conversationId":"c","data":{"name":null,"tags":null,"priority":null}}`, `intent updateinfo c name="" priority="" tags=[]`},
		{"D 2 tags as a string", `{"intent":"updateinfo","conversationId":"c","data":{"tags":"vip, gold,,VIP"}}`, `intent updateinfo c tags=["vip" "gold"]`},
		{"D 2 updateinfo unusable values", `{"intent":"updateinfo","conversationId":"c","data":{"name":5,"email":"none","tags":[1],"priority":"asap","subject":"S"}}`,
			`intent updateinfo c subject="S" !data.name: must be a string of at most 255 characters; it was left out !data.email: must be an e-mail address; it was left out !data.tags[0]: must be a string of at most 255 characters; none were kept !data.priority: must be one of low, normal, medium, high, urgent; it was left out`},
		{"W 2.3 updateinfo without data", `{"intent":"updateinfo","conversationId":"c"}`, "invalid intent:updateinfo c|validation: data must be an object"},
	} {
		if got := describe(forms.B, tt.body); got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.clause, tt.body, got, tt.want)
		}
	}
}

// Fault: a participant with a role was left out for an unusable name, address or id, which
// are optional (W 2.1).
func TestParticipantStaysWithoutUnusableMember(t *testing.T) {
	long := `"` + strings.Repeat("x", 256) + `"`
	for _, tt := range []struct{ members, left, warning string }{
		{`"email":"bad@@x","name":"Kept"`, "{Kept   cc}", "email: must be an e-mail address"},
		{`"email":5,"externalId":"e"`, "{  e cc}", "email: must be a string of at most 320 characters"},
		{`"name":5,"email":"a@b.c"`, "{ a@b.c  cc}", "name: must be a string of at most 255 characters"},
		{`"name":` + long, "{   cc}", "name: must be a string of at most 255 characters"},
		{`"externalId":` + long + `,"name":"Kept"`, "{Kept   cc}", "externalId: must be a string of at most 255 characters"},
	} {
		m := forms.B.DecodeInbound([]byte(full(`,"participants":[{"role":"cc",`+tt.members+`}]`)), moment, ids()).Message
		if got := fmt.Sprint(m.Participants); got != "["+tt.left+"]" {
			t.Errorf("%.60s: left %s, want %s", tt.members, got, tt.left)
		}
		if want := "[participants[0]." + tt.warning + "; it was left out]"; fmt.Sprint(m.Warnings) != want {
			t.Errorf("%.60s: warnings %q, want %s", tt.members, m.Warnings, want)
		}
	}
}

// Invalid participants, category or fields never reject an inbound message (D 2).
func TestInvalidOptionalFieldsAreLeftOut(t *testing.T) {
	read := forms.B.DecodeInbound([]byte(full(`,"participants":[{"role":"cc","name":"N"},{"role":"primary"},5,{"role":"observer","email":"x","name":"M"}],`+
		`"categoryId":"x","fields":{"a":1,"b":"t","c":true,"d":null,"e":[]}`)), moment, ids())
	m := read.Message
	if m == nil || len(m.Participants) != 2 || m.Participants[0].Role != svcx.RoleCC || m.Category != nil || len(m.Fields) != 5 {
		t.Fatalf("message %+v", m)
	}
	want := []string{
		"participants[1].role: must be one of cc, observer; the participant was left out", "participants[2]: must be an object; the participant was left out",
		"participants[3].email: must be an e-mail address; it was left out",
		"categoryId: must be an id, an integer above 0; it was left out",
	}
	if fmt.Sprint(m.Warnings) != fmt.Sprint(want) {
		t.Errorf("warnings %q, want %q", m.Warnings, want)
	}
	kinds := map[string]svcx.FieldInputKind{"a": svcx.FieldInputNumber, "b": svcx.FieldInputString, "c": svcx.FieldInputBool, "d": svcx.FieldInputNull, "e": svcx.FieldInputOther}
	for key, kind := range kinds {
		if m.Fields[key].Kind != kind {
			t.Errorf("field %s has kind %d, want %d", key, m.Fields[key].Kind, kind)
		}
	}
}
