package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A dry run lists the members that are not read.
func TestIgnoredMembersAreListed(t *testing.T) {
	named := `"messageId":"m","conversationId":"c","from":{"externalId":"u"}`
	for _, tt := range []struct{ body, a, b string }{
		{`{` + named + `,"content":"x"}`, ``, ``},
		{`{` + named + `,"contnet":"x"}`, `contnet`, `contnet`},
		{`{` + named + `,"content":"x","Content":"y","foo":{"bar":1},"n":null}`, `Content foo n`, `Content foo n`},
		{`{"messageId":"m","conversationId":"c","from":{"externalId":"u","nick":"x","type":"bot"},"content":"x"}`, `from.nick from.type`, `from.nick`},
		// A name with a dot is not the member of an object.
		{`{` + named + `,"content":"x","from.name":"y"}`, `from.name`, `from.name`},
		// The last of a repeated name counts.
		{`{` + named + `,"content":"x","content":"y"}`, `content`, `content`},
		{`{` + named + `,"content":"x","attachments":[{"url":"https://h/1"},{"url":"https://h/2","size":1},3]}`, `attachments[1].size`, `attachments[1].size`},
		{`{` + named + `,"content":"x","participants":[{"role":"cc","phone":"1"}],"categoryId":1}`, `participants categoryId`, `participants[0].phone`},
		{`{` + named + `,"content":"x","fields":{"plan":"a","nope":1,"UPPER":2,"a.b":3}}`, `fields`, `fields.nope fields.UPPER fields.a.b`},
		// A value that is not an object has a warning instead.
		{`{"messageId":"m","conversationId":"c","from":[{"x":1}],"content":"x","fields":[1]}`, `fields`, ``},
		{`{"action":"conversation.resolve","conversationId":"c","intent":"x","content":"y"}`, `intent content`, `intent content`},
		{`{"action":"conversation.assign","conversationId":"c","assignedTo":1}`, `assignedTo`, ``},
		{`{"action":"conversation.close","conversationId":"c","assignedTo":1}`, `assignedTo`, `assignedTo`},
		{`{"action":"nonsense","conversationId":"c","x":1}`, `x`, `x`},
		{`{"intent":"rating.request","conversationId":"c","data":{}}`, `data`, `data`},
		{`{"intent":"updateinfo","conversationId":"c","data":{"name":"N","Name":"N","tags":["a"]}}`, `data`, `data.Name`},
		{`{"x":1`, ``, ``},
		{`[]`, ``, ``},
		{"\ufeff{\"\\u0066oo\":1,\"a\\u0000b\":2}", "foo ab", "foo ab"},
		{`{"` + strings.Repeat("x", 70) + `":1}`, strings.Repeat("x", 64) + "…", strings.Repeat("x", 64) + "…"},
	} {
		for _, f := range both {
			want := tt.a
			if f == forms.B {
				want = tt.b
			}
			body, reads := f.InspectInbound([]byte(tt.body), moment, ids())
			got := strings.Join(reads.Ignored(nil, map[string]bool{"plan": true}), " ")
			if got != want {
				t.Errorf("%s %s\n got %s\nwant %s", f.Name, tt.body, got, want)
			}
			if diff := cmp.Diff(f.DecodeInbound([]byte(tt.body), moment, ids()), body); diff != "" {
				t.Errorf("%s %s is read differently by a dry run: %s", f.Name, tt.body, diff)
			}
		}
	}
}

// Members that a message to an existing conversation has, but that have no effect.
func TestUnusedMembersAreIgnored(t *testing.T) {
	body := `{"content":"x","subject":"s","participants":[{"role":"cc","x":1}],"data":{"subject":1}}`
	_, reads := forms.B.InspectInbound([]byte(body), moment, ids())
	got := reads.Ignored([]string{"subject", "categoryId", "participants"}, nil)
	if diff := cmp.Diff([]string{"subject", "participants", "data"}, got); diff != "" {
		t.Error(diff)
	}
}

// The number of listed paths is bounded, even for a body with a million members.
func TestIgnoredPathsAreBounded(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, `"x%d":0,`, i)
	}
	_, reads := forms.B.InspectInbound([]byte(`{`+b.String()+`"content":"x"}`), moment, ids())
	if got := reads.Ignored(nil, nil); len(got) != 201 || got[0] != "x0" || got[199] != "x199" || got[200] != "and 800 more" {
		t.Errorf("%d: %v", len(got), got)
	}
	_, reads = forms.B.InspectInbound([]byte(`{"content":"x",`+manyFields(2000)+`}`), moment, ids())
	if got := reads.Ignored(nil, map[string]bool{"k0": true}); len(got) != 201 || got[2] != "fields.k1" || got[200] != "and 1801 more" {
		t.Errorf("%d: %v", len(got), got)
	}
}
