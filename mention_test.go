package svcx_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
)

// Members are mentioned by name or address; a name that several have mentions nobody.
func TestMentions(t *testing.T) {
	members := []*svcx.Member{
		{ID: 1, Name: "Ada", Email: "ada@example.com"}, {ID: 2, Name: "Ada Lovelace", Email: "lovelace@example.com"},
		{ID: 3, Name: "Björn Ünal", Email: "b.u@example.com"}, {ID: 4, Email: "dee@example.com"},
		{ID: 5, Name: "Sam", Email: "sam@example.com"}, {ID: 6, Name: "sam", Email: "sam@example.org"},
		{ID: 7, Name: "bo@example.com", Email: "real@example.com"}, {ID: 8, Name: "Bo", Email: "bo@example.com"},
		{ID: 9, Name: "李雷", Email: "li@example.com"}, {ID: 10, Name: "O'Neil-Smith", Email: "on@example.com"},
	}
	for text, want := range map[string]struct {
		users   []svcx.UserID
		unclear []string
	}{
		"":                                     {},
		"ada, Ada Lovelace":                    {},
		"@Ada please":                          {users: []svcx.UserID{1}},
		"(@ada)":                               {users: []svcx.UserID{1}},
		"@Ada's, @Ada: @Ada.":                  {users: []svcx.UserID{1}},
		"@Ada Lovelace and @Ada":               {users: []svcx.UserID{2, 1}},
		"@Ada Lovelaces":                       {users: []svcx.UserID{1}},
		"@Adam @Ada2 @Ada_x @Ada-Lynn":         {},
		"@björn ünal!":                         {users: []svcx.UserID{3}},
		"@dee@example.com":                     {users: []svcx.UserID{4}},
		"@dee@example.com.au":                  {},
		"@dee@example.com. Then":               {users: []svcx.UserID{4}},
		"@Sam?":                                {unclear: []string{"Sam"}},
		"@sam @Sam @SAM":                       {unclear: []string{"sam"}},
		"@sam@example.org":                     {users: []svcx.UserID{6}},
		"@sam@elsewhere.example":               {},
		"@bo@example.com":                      {users: []svcx.UserID{8}},
		"mail x@ada, ada@ada.example":          {},
		"@李雷，你好":                               {users: []svcx.UserID{9}},
		"@O'Neil-Smith\n@Ada":                  {users: []svcx.UserID{10, 1}},
		"@@Ada":                                {users: []svcx.UserID{1}},
		"@" + "\u200b" + "Ada":                 {},
		"@Ada\xff":                             {users: []svcx.UserID{1}},
		"Ada@":                                 {},
		strings.Repeat("@x", 5000) + " @Ada":   {},
		strings.Repeat("@Ada ", 300) + "@Ada ": {users: []svcx.UserID{1}},
	} {
		found, unclear, over := svcx.Mentions(text, members)
		var users []svcx.UserID
		for _, m := range found {
			users = append(users, m.User)
		}
		if over {
			t.Errorf("%.40q mentions too many", text)
		}
		if d := cmp.Diff(want.users, users) + cmp.Diff(want.unclear, unclear); d != "" {
			t.Errorf("%.40q: %s", text, d)
		}
		var joined strings.Builder
		for _, part := range svcx.CutMentions(text, found) {
			joined.WriteString(part.Text)
		}
		if joined.String() != text {
			t.Errorf("%.40q: cut to %.60q", text, joined.String())
		}
	}
	got := svcx.CutMentions("Hi @ADA, @Ada Lovelace.", []svcx.Mention{{User: 1, Name: "Ada"}, {User: 2, Name: "Ada Lovelace"}})
	want := []svcx.MentionPart{{Text: "Hi "}, {Text: "@ADA", User: 1}, {Text: ", "}, {Text: "@Ada Lovelace", User: 2}, {Text: "."}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Fault: of more mentions than a note can have, the rest was dropped and nobody knew.
func TestMentionsOverTheMost(t *testing.T) {
	var members []*svcx.Member
	var text string
	for i := range svcx.MaxMentions + 1 {
		m := &svcx.Member{ID: svcx.UserID(i + 1), Email: fmt.Sprintf("m%d@example.com", i)}
		members, text = append(members, m), text+"@"+m.Email+" "
		found, _, over := svcx.Mentions(text+text, members)
		if want := min(i+1, svcx.MaxMentions); len(found) != want || over != (i+1 > want) {
			t.Errorf("%d members: %d found, over: %t", i+1, len(found), over)
		}
	}
}
