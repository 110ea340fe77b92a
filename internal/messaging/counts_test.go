package messaging_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/messaging"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Reports: after any sequence of changes the counts equal those of a scan over everything
// stored, and imports are not counted.
func TestCountsEqualAScan(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := svcx.Time(1_800_000_000_000)
		d := &counted{fixture: &fixture{db: db}, now: &now}
		d.Services = inboxtest.New(t, inboxtest.Options{Options: inbox.Options{DB: db, Now: func() time.Time { return now.Std() }}})
		n := 0
		rapid.Check(t, func(rt *rapid.T) {
			n++
			run := *d
			run.fixture = d.fresh(t, fmt.Sprintf("counted-%d", n))
			run.prepare(t, rt)
			for i := range rapid.IntRange(1, 12).Draw(rt, "steps") {
				now += svcx.Time(rapid.Int64Range(1, 90_000_000).Draw(rt, "wait"))
				run.step(t, rt, i)
			}
			run.check(t, rt)
		})
	})
}

// counted is a workspace whose counts are checked.
type counted struct {
	*fixture
	now      *svcx.Time
	channels []*svcx.Channel
	users    []svcx.UserID
}

func (d *counted) prepare(t *testing.T, rt *rapid.T) {
	second, _, err := d.CreateChannel(context.Background(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "D", Settings: d.channel.Settings})
	must(t, err)
	d.channels = []*svcx.Channel{d.channel, second}
	for _, name := range []string{"a", "b"} {
		m, err := d.AddMember(context.Background(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.MemberDraft{Email: name + "@" + d.workspace.Slug + ".example.com", Role: svcx.RoleAgent})
		must(t, err)
		d.users = append(d.users, m.ID)
	}
}

// step makes one random change at one time.
func (d *counted) step(t *testing.T, rt *rapid.T, i int) {
	ctx := context.Background()
	kind := rapid.IntRange(0, 11).Draw(rt, "kind")
	conversations, err := d.db.Conversations(ctx, d.workspace.ID, svcx.ConversationFilter{}, svcx.Page{Limit: 100})
	must(t, err)
	if kind >= 7 && conversations.Total == 0 {
		kind = rapid.IntRange(0, 6).Draw(rt, "kind of the first")
	}
	var c *svcx.Conversation
	if kind >= 7 {
		c = conversations.Items[rapid.IntRange(0, conversations.Total-1).Draw(rt, "conversation")]
	}
	switch kind {
	default:
		d.receive(t, rt, i)
	case 4:
		draft := svcx.ConversationDraft{ChannelType: svcx.ChannelTypeAPI, AssignedTo: d.drawUser(rt)}
		if rapid.Bool().Draw(rt, "on a channel") {
			draft.Channel = &d.channel.ID
		}
		_, err = d.CreateConversation(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, draft)
	case 5:
		status := rapid.SampledFrom(svcx.Statuses[:]).Draw(rt, "imported status")
		_, err = d.ImportConversations(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.Import[svcx.ImportConversation]{Channel: d.channel.ID, Total: 1, Items: []svcx.ImportConversation{{
			ExternalID: fmt.Sprintf("imported-%s-%d", status, i), Status: status, Contact: svcx.ImportContact{ExternalID: "u1"},
		}}})
	case 6:
		d.importMessage(t, rt, i, conversations.Items)
	case 7, 8:
		author := svcx.Author{Type: rapid.SampledFrom([]svcx.AuthorType{svcx.AuthorAgent, svcx.AuthorBot, svcx.AuthorAPI}).Draw(rt, "author")}
		_, err = d.Send(ctx, inbox.Call{Workspace: d.workspace}, c.ID, svcx.MessageDraft{Content: "Hi", ContentType: svcx.ContentText, Author: author})
	case 9:
		_, err = d.SetStatus(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, rapid.SampledFrom(svcx.Statuses[:]).Draw(rt, "status"))
	case 10:
		to := d.drawUser(rt)
		_, err = d.AgentAssign(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, to)
	case 11:
		_, err = d.Rate(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, c.ID, svcx.RatingDraft{Rating: rapid.IntRange(1, 5).Draw(rt, "rating")})
	}
	must(t, err)
}

func (d *counted) drawUser(rt *rapid.T) *svcx.UserID {
	if i := rapid.IntRange(-1, 1).Draw(rt, "user"); i >= 0 {
		return &d.users[i]
	}
	return nil
}

// receive writes a batch of inbound items, each at its own time.
func (d *counted) receive(t *testing.T, rt *rapid.T, i int) {
	var items []*messaging.Item
	for j := range rapid.IntRange(1, 4).Draw(rt, "items") {
		item := drawItem(rt, rapid.SampledFrom(d.channels).Draw(rt, "channel"), i*10+j)
		*d.now++
		item.ReceivedAt = *d.now
		if item.Message != nil && rapid.IntRange(0, 3).Draw(rt, "bot") == 0 {
			item.Message.Sender.Type = svcx.AuthorBot
		}
		if item.Action != nil && item.Action.Type == svcx.ActionAssign {
			item.Action.AssignedTo = d.drawUser(rt)
		}
		items = append(items, item)
	}
	d.batch(t, items)
}

func (d *counted) importMessage(t *testing.T, rt *rapid.T, i int, into []*svcx.Conversation) {
	at := *d.now - svcx.Time(rapid.Int64Range(0, 500_000_000).Draw(rt, "before"))
	for _, c := range into {
		if c.Channel == nil || *c.Channel != d.channel.ID {
			continue
		}
		_, err := d.ImportMessages(context.Background(), inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, svcx.Import[svcx.ImportMessage]{Channel: d.channel.ID, Total: 1, Items: []svcx.ImportMessage{{
			ConversationExternalID: c.ExternalID, ExternalID: fmt.Sprintf("imported-%d", i), Content: "x", SentAt: &at,
			AuthorType: rapid.SampledFrom([]svcx.AuthorType{svcx.AuthorCustomer, svcx.AuthorAgent, svcx.AuthorSystem}).Draw(rt, "imported author"),
		}}})
		must(t, err)
		return
	}
}

// check compares the counts of each channel and assignee with a scan.
func (d *counted) check(t *testing.T, rt *rapid.T) {
	want := d.scan(t)
	users := []svcx.UserID{0, d.users[0], d.users[1]}
	none := svcx.ChannelID(0)
	for _, channel := range []svcx.ChannelID{none, d.channels[0].ID, d.channels[1].ID} {
		for _, user := range users {
			q := svcx.ReportQuery{From: 0, To: 1 << 30, Channel: &channel, AssignedTo: &user}
			got, err := d.db.Read(context.Background()).Counts(d.workspace.ID, q)
			must(t, err)
			for k, c := range got {
				if c == (svcx.Count{}) {
					delete(got, k) // added and removed
				}
			}
			expected := svcx.Counts{}
			for k, c := range want {
				if k.Channel == channel && k.User == user {
					k.Channel, k.User = 0, 0
					expected[k] = c
				}
			}
			if diff := gocmp.Diff(expected, got); diff != "" {
				rt.Fatalf("channel %d, user %d (-scan +counted):\n%s", channel, user, diff)
			}
		}
	}
}

// occurrence is something that happened in a conversation.
type occurrence struct {
	at   svcx.Time
	rank int
	do   func()
}

// scan counts everything stored, conversation by conversation in order of time.
func (d *counted) scan(t *testing.T) svcx.Counts {
	ctx := context.Background()
	conversations, err := d.db.Conversations(ctx, d.workspace.ID, svcx.ConversationFilter{}, svcx.Page{Limit: 1000})
	must(t, err)
	want := svcx.Counts{}
	for _, c := range conversations.Items {
		s := &scanned{conversation: c, want: want}
		messages, err := d.db.MessagesAndNotes(ctx, d.workspace.ID, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 1000}})
		must(t, err)
		history, err := d.db.Read(ctx).History(d.workspace.ID, c.ID, svcx.Page{Limit: 1000})
		must(t, err)
		rating, err := d.db.Read(ctx).Rating(d.workspace.ID, c.ID)
		if svcx.KindOf(err) != svcx.KindNotFound {
			must(t, err)
		}
		occurrences := []occurrence{{c.CreatedAt, 1, s.opened}}
		for _, m := range messages.Items {
			occurrences = append(occurrences, occurrence{m.CreatedAt, 2, func() { s.message(m) }})
		}
		for _, e := range history.Items {
			rank := 3
			if e.Type == string(svcx.EventConversationAssigned) {
				rank = 0
			}
			occurrences = append(occurrences, occurrence{e.At, rank, func() { s.entry(t, e, rating) }})
		}
		slices.SortStableFunc(occurrences, func(a, b occurrence) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank)) })
		for _, o := range occurrences {
			o.do()
		}
	}
	return want
}

// scanned is the state of a conversation during a scan.
type scanned struct {
	conversation             *svcx.Conversation
	want                     svcx.Counts
	user                     svcx.UserID
	asked, answered, settled svcx.Time
}

func (s *scanned) count(m svcx.Measure, part int, at, took svcx.Time) {
	k := svcx.CountKey{Day: svcx.Day(at / 86_400_000), Measure: m, Part: part, User: s.user}
	if s.conversation.Channel != nil {
		k.Channel = *s.conversation.Channel
	}
	s.want[k] = svcx.Count{N: s.want[k].N + 1, Sum: s.want[k].Sum + int64(took)}
}

func (s *scanned) took(m svcx.Measure, from, to svcx.Time) {
	took := max(0, to-from)
	i := sort.Search(len(svcx.DurationBounds), func(i int) bool { return svcx.Time(svcx.DurationBounds[i])*1000 >= took })
	s.count(m, svcx.DurationBounds[i], to, took)
}

func (s *scanned) opened() {
	if status, imported := strings.CutPrefix(s.conversation.ExternalID, "imported-"); imported {
		if !strings.HasPrefix(status, "open") {
			s.settled = 1
		}
		return
	}
	s.count(svcx.MeasureOpened, 0, s.conversation.CreatedAt, 0)
}

func (s *scanned) message(m svcx.Message) {
	customer, at := m.Author.Type == svcx.AuthorCustomer, m.CreatedAt
	switch imported := strings.HasPrefix(m.ExternalID, "imported-"); {
	case m.Author.Type == svcx.AuthorSystem:
	case imported && customer:
		if s.asked == 0 || m.SentAt < s.asked {
			s.asked = m.SentAt
		}
	case imported:
		s.answered = 1
	case customer:
		s.count(svcx.MeasureMessageIn, 0, at, 0)
		if s.asked == 0 {
			s.asked = at
		}
	default:
		s.count(svcx.MeasureMessageOut, 0, at, 0)
		if s.asked != 0 && s.answered == 0 {
			s.answered = at
			s.took(svcx.MeasureResponse, s.asked, at)
		}
	}
}

func (s *scanned) entry(t *testing.T, e svcx.HistoryEntry, rating *svcx.Rating) {
	switch svcx.EventType(e.Type) {
	case svcx.EventConversationAssigned:
		s.user = 0
		if e.Detail != "" {
			user, err := strconv.ParseInt(e.Detail, 10, 64)
			must(t, err)
			s.user = svcx.UserID(user)
		}
	case svcx.EventConversationReopened:
		s.count(svcx.MeasureReopened, 0, e.At, 0)
	case svcx.EventConversationResolved:
		s.ended(svcx.MeasureResolved, e.At)
	case svcx.EventConversationClosed:
		s.ended(svcx.MeasureClosed, e.At)
	case svcx.EventRatingSubmitted:
		if rating.CreatedAt == e.At { // the last one
			s.count(svcx.MeasureRating, rating.Rating, e.At, 0)
		}
	}
}

func (s *scanned) ended(m svcx.Measure, at svcx.Time) {
	s.count(m, 0, at, 0)
	if s.settled == 0 {
		s.settled = at
		s.took(svcx.MeasureResolution, s.conversation.CreatedAt, at)
	}
}
