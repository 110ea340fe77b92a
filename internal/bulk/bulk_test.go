package bulk_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"svcx"
	"svcx/internal/bulk"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/messaging"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// asked is an integrator that refuses what it is told to refuse.
type asked struct {
	messaging.Integrator
	confirm func(externalID string) svcx.Confirmation
}

func (a *asked) Confirm(_ context.Context, _ *svcx.Channel, _, externalID string) svcx.Confirmation {
	return a.confirm(externalID)
}

// desk is a workspace with conversations, and two members.
type desk struct {
	*testing.T
	*inboxtest.Services
	asked
	o        store.Options
	w        *svcx.Workspace
	channel  *svcx.Channel
	ada, bob *svcx.Member
	all      []svcx.ConversationID
}

func newDesk(t *testing.T, o store.Options, n int) *desk {
	t.Helper()
	d := &desk{T: t, o: o}
	d.confirm = func(string) svcx.Confirmation { return svcx.Confirmation{Allowed: true} }
	d.Services = d.node()
	d.w, d.channel = d.NewWorkspace(t, "w")
	d.ada, d.bob = d.member("ada"), d.member("bob")
	for range n {
		c, err := d.CreateConversation(t.Context(), d.call(d.ada), svcx.ConversationDraft{Channel: &d.channel.ID})
		d.must(err)
		d.all = append(d.all, c.ID)
	}
	return d
}

// node is another process on the same database.
func (d *desk) node() *inboxtest.Services {
	d.Helper()
	return inboxtest.Open(d.T, d.o, func(o *inboxtest.Options) { o.Integrator = &d.asked })
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) member(name string) *svcx.Member {
	d.Helper()
	m, err := d.AddMember(d.Context(), inbox.Call{Workspace: d.w, Actor: inbox.Operator}, svcx.MemberDraft{Email: name + "@example.com", Name: name, Role: svcx.RoleAgent})
	d.must(err)
	return m
}

func (d *desk) call(m *svcx.Member) inbox.Call {
	return inbox.Call{Workspace: d.w, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: int64(m.ID), Name: m.Name}}
}

// run runs a node until the returned function is called.
func run(s *bulk.Service) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); s.Run(ctx) }()
	return func() { cancel(); <-ended }
}

func (d *desk) start(change svcx.PropertyChange, ids ...svcx.ConversationID) *svcx.Bulk {
	d.Helper()
	b, err := d.Bulk.Start(d.Context(), d.call(d.ada), change, ids)
	d.must(err)
	return b
}

// ended waits for an action's end, and returns its progress.
func (d *desk) ended(b *svcx.Bulk) svcx.BulkProgress {
	d.Helper()
	storetest.Await(d.T, "end of the action", func() bool {
		now, err := d.Bulk.Bulk(d.Context(), d.w, b.User, b.ID)
		return err == nil && now.State != svcx.BulkRunning
	})
	return d.progress(b)
}

func (d *desk) progress(b *svcx.Bulk) svcx.BulkProgress {
	d.Helper()
	p, err := d.Bulk.Progress(d.Context(), b)
	d.must(err)
	return p
}

func (d *desk) want(p, want svcx.BulkProgress) {
	d.Helper()
	if p != want {
		d.Errorf("%+v, want %+v", p, want)
	}
}

// is checks a property of conversations.
func (d *desk) is(property svcx.Property, want string, ids ...svcx.ConversationID) {
	d.Helper()
	for _, id := range ids {
		c, err := d.Conversation(d.Context(), d.w, id)
		d.must(err)
		if got := property.Of(c); got != want {
			d.Errorf("conversation %d: %s is %q, want %q", id, property, got, want)
		}
	}
}

func each(t *testing.T, n int, fn func(d *desk)) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) { fn(newDesk(t, o, n)) })
}

var resolve = svcx.PropertyChange{Property: svcx.PropertyStatus, To: "resolved"}

// Each conversation goes through the use case of one: the webhook may refuse, required fields
// must be filled, the history says who did it. What failed is told by its reason, and can be tried
// again; an undo sets back what was changed, and nothing that somebody has changed since.
func TestActionIsCarriedOutAndUndone(t *testing.T) {
	each(t, 90, func(d *desk) {
		defer run(d.Bulk)()
		ctx := d.Context()
		_, err := d.CreateField(ctx, inbox.Call{Workspace: d.w, Actor: inbox.Operator}, svcx.FieldDraft{Key: "order", Name: "Order", Type: svcx.FieldText, Required: true})
		d.must(err)
		value := svcx.FieldInput{Kind: svcx.FieldInputString, Text: "1"}
		for _, id := range d.all[1:] {
			_, err := d.SetFieldValues(ctx, d.call(d.ada), id, svcx.FieldInputs{"order": value})
			d.must(err)
		}
		refused := fmt.Sprintf("svcx-%d", d.all[1])
		d.confirm = func(externalID string) svcx.Confirmation {
			return svcx.Confirmation{Asked: true, Answered: true, Allowed: externalID != refused, Reason: "The refund runs"}
		}
		_, err = d.Resolve(ctx, d.call(d.bob), d.all[2])
		d.must(err)
		b := d.start(resolve, append(slices.Clone(d.all), d.all[5], 1<<40)...)
		d.want(d.ended(b), svcx.BulkProgress{Total: 91, Done: 88, Failed: 3})
		d.is(svcx.PropertyStatus, "resolved", d.all[2:]...)
		d.is(svcx.PropertyStatus, "open", d.all[:2]...)
		failed, err := d.Bulk.Failed(ctx, b)
		d.must(err)
		for i, want := range []svcx.BulkItem{
			{Conversation: d.all[0], Failure: svcx.FailureField, Reason: "order"},
			{Conversation: d.all[1], Failure: svcx.FailureVetoed, Reason: "The refund runs"},
			{Conversation: 1 << 40, Failure: svcx.FailureGone},
		} {
			want.Workspace, want.Bulk, want.State = d.w.ID, b.ID, svcx.ItemFailed
			if failed[i] != want {
				d.Errorf("%+v, want %+v", failed[i], want)
			}
		}
		history, err := d.History(ctx, d.w, d.all[3], svcx.Page{Limit: 9})
		d.must(err)
		if last := history.Items[len(history.Items)-1]; last.Type != "conversation.resolved" || last.Actor.Name != "ada" {
			d.Errorf("history: %+v", last)
		}

		refused = ""
		_, err = d.SetFieldValues(ctx, d.call(d.ada), d.all[0], svcx.FieldInputs{"order": value})
		d.must(err)
		d.must(d.Bulk.Retry(ctx, b))
		d.want(d.ended(b), svcx.BulkProgress{Total: 91, Done: 90, Failed: 1})
		d.is(svcx.PropertyStatus, "resolved", d.all...)

		_, err = d.Close(ctx, d.call(d.bob), d.all[4])
		d.must(err)
		b, err = d.Bulk.Bulk(ctx, d.w, d.ada.ID, b.ID)
		d.must(err)
		undo, err := d.Bulk.Undo(ctx, b)
		d.must(err)
		d.want(d.ended(undo), svcx.BulkProgress{Total: 89, Done: 88, Failed: 1})
		d.is(svcx.PropertyStatus, "resolved", d.all[2]) // before too
		d.is(svcx.PropertyStatus, "closed", d.all[4])   // by somebody else since
		d.is(svcx.PropertyStatus, "open", append(slices.Clone(d.all[5:]), d.all[0], d.all[1], d.all[3])...)
		failed, err = d.Bulk.Failed(ctx, undo)
		d.must(err)
		if len(failed) != 1 || failed[0].Conversation != d.all[4] || failed[0].Failure != svcx.FailureChanged {
			d.Errorf("%+v", failed)
		}
		if again, err := d.Bulk.Undo(ctx, b); err != nil || again.ID != undo.ID {
			d.Errorf("undone twice: %+v, %v", again, err)
		}
		if _, err := d.Bulk.Undo(ctx, undo); svcx.KindOf(err) != svcx.KindConflict {
			d.Errorf("an undo is undone: %v", err)
		}
	})
}

// Conversations that lack a required field are retried with one value for all, which replaces none that
// somebody has filled in since; those that failed for another reason are not retried.
func TestFieldIsFilledInWhereItIsEmpty(t *testing.T) {
	each(t, 40, func(d *desk) {
		defer run(d.Bulk)()
		ctx := d.Context()
		for _, f := range []svcx.FieldDraft{{Key: "order", Name: "Order", Type: svcx.FieldNumber, Required: true}, {Key: "why", Name: "Why", Type: svcx.FieldText, Required: true}} {
			_, err := d.CreateField(ctx, inbox.Call{Workspace: d.w, Actor: inbox.Operator}, f)
			d.must(err)
		}
		set := func(id svcx.ConversationID, key, text string) {
			d.Helper()
			_, err := d.SetFieldValues(ctx, d.call(d.bob), id, svcx.FieldInputs{key: {Kind: svcx.FieldInputString, Text: text}})
			d.must(err)
		}
		set(d.all[0], "order", "1")
		set(d.all[0], "why", "Vetoed")
		vetoed := fmt.Sprintf("svcx-%d", d.all[0])
		d.confirm = func(externalID string) svcx.Confirmation {
			return svcx.Confirmation{Asked: true, Answered: true, Allowed: externalID != vetoed, Reason: "The refund runs"}
		}
		b := d.start(resolve, d.all...)
		d.want(d.ended(b), svcx.BulkProgress{Total: 40, Failed: 40})
		b, err := d.Bulk.Bulk(ctx, d.w, d.ada.ID, b.ID)
		d.must(err)
		for _, wrong := range []struct {
			key, value string
			kind       svcx.Kind
		}{{"order", "many", svcx.KindValidation}, {"order", " ", svcx.KindValidation}, {"nothing", "1", svcx.KindNotFound}} {
			if err := d.Bulk.FillIn(ctx, b, wrong.key, wrong.value); svcx.KindOf(err) != wrong.kind {
				d.Errorf("%s=%q: %v", wrong.key, wrong.value, err)
			}
		}
		d.want(d.progress(b), svcx.BulkProgress{Total: 40, Failed: 40})
		vetoed = ""
		set(d.all[1], "order", "7")
		d.must(d.Bulk.FillIn(ctx, b, "order", "4711"))
		d.want(d.ended(b), svcx.BulkProgress{Total: 40, Failed: 40})
		d.must(d.Bulk.FillIn(ctx, b, "why", "Spam"))
		d.want(d.ended(b), svcx.BulkProgress{Total: 40, Done: 39, Failed: 1})
		d.is(svcx.PropertyStatus, "open", d.all[0])
		d.is(svcx.PropertyStatus, "resolved", d.all[1:]...)
		for i, want := range []string{"1 Vetoed", "7 Spam", "4711 Spam"} {
			values, err := d.FieldValues(ctx, d.w, d.all[i])
			d.must(err)
			if got := values[0].Value + " " + values[1].Value; got != want {
				d.Errorf("conversation %d has %s, want %s", i, got, want)
			}
		}
		d.must(d.Bulk.Retry(ctx, b))
		d.want(d.ended(b), svcx.BulkProgress{Total: 40, Done: 40})
	})
}

// Fault: of two undos at once both were carried out, and the second one, which the pages showed,
// found everything changed.
func TestUndoBeginsOnce(t *testing.T) {
	each(t, 3, func(d *desk) {
		stop := run(d.Bulk)
		b := d.start(resolve, d.all...)
		d.ended(b)
		stop()
		b, err := d.Bulk.Bulk(d.Context(), d.w, d.ada.ID, b.ID)
		d.must(err)
		var all sync.WaitGroup
		undos := make([]svcx.BulkID, 16)
		for i := range undos {
			all.Go(func() {
				undo, err := d.Bulk.Undo(d.Context(), b)
				if err != nil {
					d.Error(err)
					return
				}
				undos[i] = undo.ID
			})
		}
		all.Wait()
		if different := slices.Compact(slices.Sorted(slices.Values(undos))); len(different) != 1 {
			d.Errorf("undone by %v", different)
		}
	})
}

// Every property is set and set back to what each conversation had.
func TestPropertiesAreSetBack(t *testing.T) {
	each(t, 3, func(d *desk) {
		defer run(d.Bulk)()
		ctx := d.Context()
		category, err := d.CreateCategory(ctx, inbox.Call{Workspace: d.w, Actor: inbox.Operator}, svcx.CategoryDraft{Name: "Returns", Color: "rose"})
		d.must(err)
		high, tags := svcx.PriorityHigh, []string{"Vip", "a\\n\nb"}
		bob, of := &d.bob.ID, &category.ID
		_, err = d.UpdateConversation(ctx, d.call(d.bob), d.all[0], svcx.ConversationPatch{AssignedTo: &bob, Category: &of, Priority: &high, Tags: &tags})
		d.must(err)
		_, err = d.UpdateConversation(ctx, d.call(d.bob), d.all[1], svcx.ConversationPatch{Tags: &[]string{"late"}})
		d.must(err)
		for _, c := range []struct {
			svcx.PropertyChange
			first, second string
		}{
			{svcx.PropertyChange{Property: svcx.PropertyAssignee, To: fmt.Sprint(d.ada.ID)}, fmt.Sprint(d.ada.ID), fmt.Sprint(d.ada.ID)},
			{svcx.PropertyChange{Property: svcx.PropertyAssignee}, "", ""},
			{svcx.PropertyChange{Property: svcx.PropertyCategory, To: fmt.Sprint(category.ID)}, fmt.Sprint(category.ID), fmt.Sprint(category.ID)},
			{svcx.PropertyChange{Property: svcx.PropertyCategory}, "", ""},
			{svcx.PropertyChange{Property: svcx.PropertyPriority, To: "low"}, "low", "low"},
			{svcx.PropertyChange{Property: svcx.PropertyTags, Mode: svcx.ModeAdd, To: "vip\nnew"}, svcx.JoinTags([]string{"Vip", "a\\n\nb", "new"}), "late\nvip\nnew"},
			{svcx.PropertyChange{Property: svcx.PropertyTags, Mode: svcx.ModeRemove, To: "VIP\nLate"}, svcx.JoinTags(tags[1:]), ""},
		} {
			var before [2]string
			for i := range before {
				conversation, err := d.Conversation(ctx, d.w, d.all[i])
				d.must(err)
				before[i] = c.Property.Of(conversation)
			}
			b := d.start(c.PropertyChange, d.all[:2]...)
			d.want(d.ended(b), svcx.BulkProgress{Total: 2, Done: 2})
			d.is(c.Property, c.first, d.all[0])
			d.is(c.Property, c.second, d.all[1])
			b, err = d.Bulk.Bulk(ctx, d.w, d.ada.ID, b.ID)
			d.must(err)
			undo, err := d.Bulk.Undo(ctx, b)
			d.must(err)
			d.ended(undo)
			d.is(c.Property, before[0], d.all[0])
			d.is(c.Property, before[1], d.all[1])
		}
		b := d.start(svcx.PropertyChange{Property: svcx.PropertyAssignee, To: "12345"}, d.all...)
		d.want(d.ended(b), svcx.BulkProgress{Total: 3, Failed: 3})
	})
}

// An action goes on where another node has left it, and nothing is done twice. One that is stopped
// does no more, and what it has done can be undone.
func TestActionOutlivesItsNode(t *testing.T) {
	each(t, 200, func(d *desk) {
		var n atomic.Int32
		reached, wait := make(chan struct{}), make(chan struct{})
		d.confirm = func(string) svcx.Confirmation {
			if n.Add(1) == 100 {
				close(reached)
				<-wait
			}
			return svcx.Confirmation{Asked: true, Answered: true, Allowed: true}
		}
		first := run(d.Bulk)
		b := d.start(resolve, d.all...)
		<-reached
		stopped := make(chan struct{})
		go func() { first(); close(stopped) }()
		other := d.node()
		second := run(other.Bulk)
		close(wait)
		<-stopped
		d.want(d.ended(b), svcx.BulkProgress{Total: 200, Done: 200})
		second()
		d.is(svcx.PropertyStatus, "resolved", d.all...)
		changed, err := store.BulkOf(d.DB.Read(d.Context())).ChangedItems(d.w.ID, b.ID)
		d.must(err)
		if len(changed) != 200 {
			d.Errorf("%d are known to be changed", len(changed))
		}
		for _, id := range d.all {
			history, err := d.History(d.Context(), d.w, id, svcx.Page{Limit: 9})
			d.must(err)
			if len(history.Items) != 1 {
				d.Errorf("conversation %d was resolved %d times", id, len(history.Items))
			}
		}
	})
}

// overtaken is messaging on a node that another one has overtaken: before each change that one has
// made it, and somebody has made another.
type overtaken struct {
	bulk.Messaging
	before func(svcx.ConversationID)
}

func (o overtaken) SetProperty(ctx context.Context, call inbox.Call, id svcx.ConversationID, set messaging.Setting) (was, is string, err error) {
	o.before(id)
	return o.Messaging.SetProperty(ctx, call, id, set)
}

// Fault: where two nodes had an action at once, as when their clocks differ by more than a lease,
// the second one undid what people had changed after the first.
func TestOvertakenNodeRepeatsNothing(t *testing.T) {
	each(t, 3, func(d *desk) {
		b := d.start(resolve, d.all...)
		other := bulk.New(d.Core, overtaken{d.Messaging, func(id svcx.ConversationID) {
			err := d.DB.Write(d.Context(), d.w.ID, func(tx *store.Tx) error {
				_, err := store.BulkIn(tx).EndItem(svcx.BulkItem{Workspace: d.w.ID, Bulk: b.ID, Conversation: id, State: svcx.ItemDone, Was: "open", Is: "resolved"})
				return err
			})
			if err != nil {
				d.Error(err)
			}
		}})
		defer run(other)()
		d.want(d.ended(b), svcx.BulkProgress{Total: 3, Done: 3})
		d.is(svcx.PropertyStatus, "open", d.all...)
	})
}

func TestActionIsStopped(t *testing.T) {
	each(t, 200, func(d *desk) {
		var n atomic.Int32
		reached, wait := make(chan struct{}), make(chan struct{})
		d.confirm = func(string) svcx.Confirmation {
			if n.Add(1) == 50 {
				close(reached)
			}
			if n.Load() >= 50 {
				<-wait
			}
			return svcx.Confirmation{Allowed: true}
		}
		defer run(d.Bulk)()
		b := d.start(resolve, d.all...)
		<-reached
		d.must(d.Bulk.Stop(d.Context(), b))
		close(wait)
		// The next action begins when this one has ended.
		d.want(d.ended(d.start(svcx.PropertyChange{Property: svcx.PropertyPriority, To: "low"}, d.all[0])), svcx.BulkProgress{Total: 1, Done: 1})
		p := d.progress(b)
		if p.Done < 42 || p.Done > 49 || p.Failed != 0 {
			d.Errorf("%+v after it was stopped", p)
		}
		b, err := d.Bulk.Bulk(d.Context(), d.w, d.ada.ID, b.ID)
		d.must(err)
		undo, err := d.Bulk.Undo(d.Context(), b)
		d.must(err)
		d.want(d.ended(undo), svcx.BulkProgress{Total: p.Done, Done: p.Done})
		d.is(svcx.PropertyStatus, "open", d.all...)
	})
}

// Fault: what was being changed when an action was stopped was changed after all, and an undo that
// followed at once missed it.
func TestUndoOfAStoppedActionMissesNothing(t *testing.T) {
	each(t, 8, func(d *desk) {
		var asked sync.WaitGroup
		asked.Add(len(d.all))
		wait := make(chan struct{})
		d.confirm = func(string) svcx.Confirmation {
			asked.Done()
			<-wait
			return svcx.Confirmation{Allowed: true}
		}
		defer run(d.Bulk)()
		b := d.start(resolve, d.all...)
		asked.Wait()
		d.must(d.Bulk.Stop(d.Context(), b))
		stopped, err := d.Bulk.Bulk(d.Context(), d.w, d.ada.ID, b.ID)
		d.must(err)
		if undo, err := d.Bulk.Undo(d.Context(), stopped); err != nil || undo.ID != b.ID {
			d.Errorf("undone by %+v, %v", undo, err)
		}
		close(wait)
		// The next action begins when this one has ended.
		d.want(d.ended(d.start(svcx.PropertyChange{Property: svcx.PropertyPriority, To: "low"}, d.all[0])), svcx.BulkProgress{Total: 1, Done: 1})
		d.is(svcx.PropertyStatus, "open", d.all...)
		d.want(d.progress(b), svcx.BulkProgress{Total: 8})
	})
}

// Who is not a member any more does nothing.
func TestActionOfAFormerMember(t *testing.T) {
	each(t, 3, func(d *desk) {
		b := d.start(resolve, d.all...)
		d.must(d.RemoveMember(d.Context(), inbox.Call{Workspace: d.w, Actor: inbox.Operator}, d.ada.ID))
		defer run(d.Bulk)()
		d.want(d.ended(b), svcx.BulkProgress{Total: 3})
		d.is(svcx.PropertyStatus, "open", d.all...)
	})
}

// All that match are those of the moment.
func TestMatching(t *testing.T) {
	each(t, 7, func(d *desk) {
		open := svcx.ConversationFilter{Status: svcx.StatusOpen}
		ids, more, err := d.Bulk.Matching(d.Context(), d.w, open, "")
		slices.Reverse(ids)
		if err != nil || more || !slices.Equal(ids, d.all) {
			d.Errorf("%v, more %t, %v", ids, more, err)
		}
		for _, bad := range []struct {
			change svcx.PropertyChange
			ids    []svcx.ConversationID
		}{{resolve, nil}, {resolve, make([]svcx.ConversationID, svcx.MaxBulk+1)}, {svcx.PropertyChange{Property: "subject"}, d.all}} {
			if _, err := d.Bulk.Start(d.Context(), d.call(d.ada), bad.change, bad.ids); svcx.KindOf(err) != svcx.KindValidation {
				d.Errorf("%v: %v", bad.change, err)
			}
		}
	})
}
