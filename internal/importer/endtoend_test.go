package importer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/importer"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/store"
)

// desk is a workspace with a target that imports into it.
type desk struct {
	*inboxtest.Services
	t         *testing.T
	workspace *svcx.Workspace
	channel   *svcx.Channel
	call      inbox.Call
}

func newDesk(t *testing.T) *desk {
	d := &desk{Services: inboxtest.Open(t, store.Options{Dir: t.TempDir()}), t: t}
	d.workspace, d.channel = d.NewWorkspace(t, "acme")
	d.call = inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	return d
}

func (d *desk) Threads(ctx context.Context, batch svcx.ImportThreads) (svcx.ImportedThreads, error) {
	return d.Messaging.Imports.Threads(ctx, d.call, batch)
}

func (d *desk) Show(ctx context.Context) error { return d.Messaging.Imports.Show(ctx, d.call) }

func (d *desk) run(o importer.Options) *importer.Report {
	d.t.Helper()
	o.Target, o.Channel = d, d.channel.ID
	report, err := importer.Run(d.t.Context(), o)
	if err != nil {
		d.t.Fatal(err)
	}
	return report
}

// state is everything that an import may write, as text.
func (d *desk) state() string {
	d.t.Helper()
	ctx, ws := d.t.Context(), d.workspace.ID
	var text strings.Builder
	line := func(v any) {
		encoded, err := json.Marshal(v)
		if err != nil {
			d.t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s\n", encoded)
	}
	list, err := d.DB.Conversations(ctx, ws, svcx.ConversationFilter{}, svcx.Page{Limit: 10_000})
	if err != nil {
		d.t.Fatal(err)
	}
	for _, c := range list.Items {
		line(c)
		thread, err := d.DB.MessagesAndNotes(ctx, ws, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 1000}})
		if err != nil {
			d.t.Fatal(err)
		}
		for _, m := range thread.Items {
			line(m)
		}
		if rating, err := d.DB.Read(ctx).Rating(ws, c.ID); err == nil {
			line(rating)
		}
	}
	contacts, err := d.DB.Contacts(ctx, ws, "", svcx.Page{Limit: 10_000})
	if err != nil {
		d.t.Fatal(err)
	}
	line(contacts.Items)
	sequence, err := d.DB.Read(ctx).Sequence(ws)
	if err != nil {
		d.t.Fatal(err)
	}
	line(sequence)
	return text.String()
}

// silent fails if anything was sent or logged, or counted as done here.
func (d *desk) silent() {
	d.t.Helper()
	for _, ch := range []*svcx.Channel{d.channel} {
		events, _, err := d.Events(d.t.Context(), ch, svcx.EventQuery{Limit: 10})
		if err != nil || len(events) > 0 {
			d.t.Errorf("the event log has %d entries (%v)", len(events), err)
		}
		if queue, err := d.Queue(d.t.Context(), d.workspace, ch.ID); err != nil || queue.Waiting > 0 {
			d.t.Errorf("%+v (%v) wait", queue, err)
		}
	}
}

// A dry run writes nothing and reports what the import then does; a second import finds everything
// here and changes nothing (D 5: no events, no reopening, no rating requests).
func TestImportTwice(t *testing.T) {
	for _, format := range []string{importer.Zendesk, importer.Chatwoot, importer.CSV} {
		t.Run(format, func(t *testing.T) {
			d := newDesk(t)
			o := options(t, format, d, map[string][]string{
				importer.Zendesk:  {"zendesk-tickets.json", "zendesk-users.json"},
				importer.Chatwoot: {"chatwoot-conversations.json", "chatwoot-messages.json", "chatwoot-contacts.csv"},
				importer.CSV:      {"messages.csv", "contacts.csv"},
			}[format]...)
			o.Members, o.Categories, o.Fields = nil, nil, nil
			empty := d.state()
			o.DryRun = true
			dry := d.run(o)
			if d.state() != empty {
				t.Error("a dry run has written something")
			}
			o.DryRun = false
			first := d.run(o)
			if a, b := fmt.Sprintf("%+v", dry), fmt.Sprintf("%+v", first); a != b {
				t.Errorf("dry run\n%s\nimport\n%s", a, b)
			}
			if first.Conversations.Imported == 0 || first.Messages.Imported == 0 || first.Notes.Imported == 0 || first.Contacts.Imported == 0 || first.Ratings.Imported == 0 {
				t.Errorf("imported %+v", first)
			}
			after := d.state()
			second := d.run(o)
			if second.Conversations.Imported+second.Messages.Imported+second.Notes.Imported+second.Contacts.Imported+second.Ratings.Imported > 0 {
				t.Errorf("the second import: %+v", second)
			}
			if second.Messages.Skipped != first.Messages.Imported || second.Ratings.Skipped != first.Ratings.Imported || second.Conversations.Skipped != first.Conversations.Imported {
				t.Errorf("first %+v\nsecond %+v", first, second)
			}
			if got := d.state(); got != after {
				t.Errorf("the second import changed\n%s\nto\n%s", after, got)
			}
			d.silent()
		})
	}
}

// A newer export adds what is new: messages, a rating, conversations. What members have changed
// stays.
func TestNewerExport(t *testing.T) {
	d := newDesk(t)
	o := options(t, importer.Zendesk, d)
	o.Members, o.Categories, o.Fields = nil, nil, nil
	ticket := func(comments, more string) string {
		return `{"id":7,"status":"open","subject":"S","requester_id":1,"created_at":"2024-01-01T00:00:00Z"` + more + `,"comments":[{"id":70,"author_id":1,"plain_body":"a","created_at":"2024-01-01T00:00:00Z"}` + comments + `]}`
	}
	o.Files = []importer.File{file("f", ticket("", ""))}
	d.run(o)
	c := d.FindConversation(t, d.workspace, "7")
	if _, err := d.Resolve(t.Context(), d.call, c.ID); err != nil {
		t.Fatal(err)
	}
	o.Files = []importer.File{file("f", ticket(`,{"id":71,"author_id":1,"plain_body":"b","created_at":"2024-01-02T00:00:00Z"}`, `,"satisfaction_rating":{"score":"bad"}`))}
	report := d.run(o)
	if report.Messages != (svcx.ImportTally{Imported: 1, Skipped: 1}) || report.Ratings.Imported != 1 || report.Conversations.Skipped != 1 {
		t.Errorf("%+v", report)
	}
	if c = d.FindConversation(t, d.workspace, "7"); c.Status != svcx.StatusResolved || c.MessageCount != 2 {
		t.Errorf("the conversation is %+v", c)
	}
}

// A contact of an export is the one who is here with the same address, and takes the external id
// that an integrator gives later: the import's own id is no other.
func TestContactsAreMatched(t *testing.T) {
	d := newDesk(t)
	known := svcx.InboundSender{Type: svcx.AuthorCustomer, ExternalID: "crm-3", Name: "Cem", Email: "cem@example.com"}
	d.ReceiveMessage(t, d.channel, "m", "live", known, "Hello")
	o := options(t, importer.Zendesk, d, "zendesk-users.json")
	report := d.run(o)
	if report.Contacts != (svcx.ImportTally{Imported: 2, Skipped: 1}) {
		t.Errorf("contacts %+v", report.Contacts)
	}
	d.ReceiveMessage(t, d.channel, "m2", "live2", svcx.InboundSender{Type: svcx.AuthorCustomer, ExternalID: "crm-1", Name: "Ann", Email: "ann@example.com"}, "Hello")
	contacts, err := d.DB.Contacts(t.Context(), d.workspace.ID, "", svcx.Page{Limit: 10})
	if err != nil || contacts.Total != 3 {
		t.Errorf("%d contacts (%v)", contacts.Total, err)
	}
}

// A conversation of more messages than a transaction should hold is imported in pieces, in order.
func TestLongConversation(t *testing.T) {
	d := newDesk(t)
	var rows strings.Builder
	rows.WriteString("conversation_id,contact_id,message_id,content,sent_at\n")
	const n = 12_000
	for i := range n {
		fmt.Fprintf(&rows, "c,u,%d,text %[1]d,%d\n", i, 1_700_000_000+i)
	}
	o := options(t, importer.CSV, d)
	o.Files = []importer.File{file("f", rows.String())}
	o.DryRun = true
	if report := d.run(o); report.Failed > 0 || report.Messages.Imported != n {
		t.Fatalf("%+v", report)
	}
	o.DryRun = false
	if report := d.run(o); report.Failed > 0 || report.Messages.Imported != n || report.Conversations.Imported != 1 {
		t.Fatalf("%+v", report)
	}
	if c := d.FindConversation(t, d.workspace, "c"); c.MessageCount != n || *c.LastMessageAt != (1_700_000_000+n-1)*1000 {
		t.Errorf("%+v", c)
	}
}
