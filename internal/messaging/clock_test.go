package messaging_test

import (
	"context"
	"testing"
	"time"

	"svcx"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/messaging"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// clocked is a fixture whose clock can be set.
type clocked struct {
	*fixture
	now    svcx.Time
	member *svcx.Member
}

// after advances the clock.
func (d *clocked) after(wait time.Duration) { d.now = d.now.Add(wait) }

// Faults 4.5 and 4.6: if the clock is wrong for a minute, afterwards nothing is lost, delayed or
// valid that would not be otherwise.
func TestWrongClockLosesAndDelaysNothing(t *testing.T) {
	const day = 24 * time.Hour
	steps := []struct {
		name string
		by   time.Duration
	}{{"a month ahead", 30 * day}, {"a month back", -30 * day}, {"five minutes back", -5 * time.Minute}}
	ctx := context.Background()
	features := []struct {
		name string
		run  func(t *testing.T, d *clocked, step, back func())
	}{
		{"a new message is unread", func(t *testing.T, d *clocked, step, back func()) {
			d.message(t, "1", "a")
			unread := func(want int) {
				t.Helper()
				c := d.FindConversation(t, d.workspace, "a")
				got, err := d.Unread(ctx, d.workspace, d.member, []*svcx.Conversation{c})
				if err != nil || got[c.ID] != want {
					t.Errorf("%d unread, %v; want %d", got[c.ID], err, want)
				}
				_, err = d.AgentReads(ctx, inbox.Call{Workspace: d.workspace}, d.member, c.ID)
				must(t, err)
			}
			unread(1)
			step()
			d.message(t, "2", "a")
			unread(1)
			back()
			d.message(t, "3", "a")
			unread(1)
			unread(0)
		}},
		{"recent data is kept", func(t *testing.T, d *clocked, step, back func()) {
			d.Removal.Trim(ctx)
			d.message(t, "1", "a")
			request := d.NewIdempotencyKey(d.workspace, svcx.Actor{Kind: svcx.ActorKey, ID: 1}, "/p", "k", nil)
			_, err := d.Begin(ctx, request)
			must(t, err)
			d.Complete(ctx, request, &svcx.StoredResponse{Status: 201, Body: []byte("{}")})
			cookie := d.signIn(t, d.link(t))
			step()
			d.Removal.Trim(ctx)
			d.signIn(t, d.link(t))
			back()
			d.Removal.Trim(ctx)
			d.wantEvents(t, 1, svcx.EventQuery{Limit: 9})
			again := d.NewIdempotencyKey(d.workspace, svcx.Actor{Kind: svcx.ActorKey, ID: 1}, "/p", "k", nil)
			if answer, err := d.Begin(ctx, again); err != nil || answer == nil || answer.Status != 201 {
				t.Errorf("the answer that was kept: %v, %v", answer, err)
			}
			if _, err := d.Session(ctx, cookie); err != nil {
				t.Errorf("the session: %v", err)
			}
		}},
		{"an interrupted request can be repeated", func(t *testing.T, d *clocked, step, back func()) {
			step()
			_, err := d.Begin(ctx, d.NewIdempotencyKey(d.workspace, svcx.Actor{Kind: svcx.ActorKey, ID: 1}, "/p", "k", nil))
			must(t, err)
			back()
			d.after(svcx.IdempotencyLease + store.ClockSlack)
			if answer, err := d.Begin(ctx, d.NewIdempotencyKey(d.workspace, svcx.Actor{Kind: svcx.ActorKey, ID: 1}, "/p", "k", nil)); err != nil || answer != nil {
				t.Errorf("%v, %v", answer, err)
			}
		}},
		{"a sign-in link expires in time", func(t *testing.T, d *clocked, step, back func()) {
			step()
			link := d.link(t)
			back()
			d.after(svcx.LinkLifetime)
			if _, _, err := d.SignIn(ctx, identity.SignIn{Token: link}); svcx.KindOf(err) != svcx.KindUnauthorized {
				t.Errorf("%v", err)
			}
		}},
		{"an automatic back request is made", func(t *testing.T, d *clocked, step, back func()) {
			d.message(t, "1", "a")
			contact := *d.FindConversation(t, d.workspace, "a").Contact
			begin := func() (id int64) {
				must(t, d.db.Write(ctx, d.workspace.ID, func(tx *store.Tx) (err error) {
					id, err = tx.BeginBackRequest(store.BackRequest{Workspace: d.workspace.ID, Contact: contact, Type: svcx.BackInfo, At: d.now,
						Until: d.now.Add(messaging.BackgroundTime), Since: d.now.Add(-messaging.BackRequestDay), Max: svcx.MaxAutomaticBackRequests})
					return err
				}))
				return id
			}
			step()
			begin() // its process dies
			back()
			d.after(messaging.BackgroundTime)
			if begin() == 0 {
				t.Error("none")
			}
		}},
		{"a replay misses nothing", func(t *testing.T, d *clocked, step, back func()) {
			step()
			d.message(t, "1", "a")
			events, _, err := d.Events(ctx, d.channel, svcx.EventQuery{Limit: 9})
			must(t, err)
			since, after := events[0].CreatedAt, events[0].ID
			back()
			d.message(t, "2", "a")
			d.wantEvents(t, 1, svcx.EventQuery{Since: &since, Limit: 9})
			d.wantEvents(t, 1, svcx.EventQuery{After: &after, Limit: 9})
		}},
	}
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		for i, step := range steps {
			for j, f := range features {
				t.Run(f.name+"/"+step.name, func(t *testing.T) {
					d := &clocked{fixture: &fixture{db: db}, now: 1_800_000_000_000}
					d.Services = inboxtest.New(t, inboxtest.Options{
						Options: inbox.Options{DB: db, Now: func() time.Time { return d.now.Std() }}, EventLogRetention: 20 * day,
					})
					d.fixture = d.fresh(t, "clock-"+string(rune('a'+i))+string(rune('a'+j)))
					list, err := d.Members(ctx, d.workspace, svcx.Page{Limit: 1})
					must(t, err)
					d.member = list.Items[0]
					d.after(time.Second)
					f.run(t, d, func() { d.after(step.by) }, func() { d.after(time.Minute - step.by) })
				})
			}
		}
	})
}

// message receives a customer's message.
func (d *clocked) message(t *testing.T, id, conversation string) {
	t.Helper()
	if out := d.ReceiveMessage(t, d.channel, id, conversation, svcx.InboundSender{Type: svcx.AuthorCustomer, ExternalID: "crm-1"}, "Hi"); out.Status != svcx.EventOK {
		t.Fatalf("%+v", out)
	}
}

func (d *clocked) link(t *testing.T) string {
	t.Helper()
	link, err := d.CreateLoginLink(context.Background(), "admin@example.com", "")
	must(t, err)
	return link.Token
}

func (d *clocked) signIn(t *testing.T, link string) (cookie string) {
	t.Helper()
	cookie, _, err := d.SignIn(context.Background(), identity.SignIn{Token: link})
	must(t, err)
	return cookie
}

func (d *clocked) wantEvents(t *testing.T, want int, query svcx.EventQuery) {
	t.Helper()
	events, _, err := d.Events(context.Background(), d.channel, query)
	if err != nil || len(events) != want {
		t.Errorf("%d records, %v; want %d", len(events), err, want)
	}
}
