package storetest

import (
	"time"

	"svcx"
	"svcx/internal/store"
)

func (f *fixture) assist(ws svcx.WorkspaceID, fn func(store.AssistWrites) error) {
	f.Helper()
	f.write(ws, func(tx *store.Tx) error { return fn(store.AssistIn(tx)) })
}

func assistCases(f *fixture) {
	reads := func(f *fixture) store.AssistReads { return store.AssistOf(f.db.Read(f.ctx())) }
	f.Case("uses are counted by workspace, member, operation and what asked for them", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		call := store.AICall{Workspace: ws, User: 4, Operation: svcx.AIRename, At: now}
		begin := func(c store.AICall, after svcx.Time) store.AICall {
			f.Helper()
			f.assist(c.Workspace, func(w store.AssistWrites) error { return w.BeginCall(&c, after) })
			return c
		}
		count := func(c store.AICall) int { f.Helper(); return len(must(reads(f).Calls(c, now-100))(f)) }
		first := begin(call, now-100)
		variants := []store.AICall{
			{Workspace: other, User: 4, Operation: svcx.AIRename}, {Workspace: ws, User: 5, Operation: svcx.AIRename},
			{Workspace: ws, User: 4, Operation: svcx.AIPolish}, {Workspace: ws, User: 4, Operation: svcx.AIRename, Automatic: true},
		}
		for _, v := range variants {
			f.equal("another's", count(v), 0)
		}
		call.At = now + 50
		begin(call, now-50)
		f.equal("two", must(reads(f).Calls(call, now-100))(f), []svcx.Time{now, now + 50})
		f.equal("of the member", must(reads(f).UsesOf(ws, 4, now))(f), map[svcx.AIOperation][]svcx.Time{svcx.AIRename: {now + 50}})
		f.equal("after the first", must(reads(f).Calls(call, now))(f), []svcx.Time{now + 50})
		call.At = now + 100
		begin(call, now)
		f.equal("the first is deleted", must(reads(f).Calls(call, 0))(f), []svcx.Time{now + 50, now + 100})
		f.assist(ws, func(w store.AssistWrites) error { return w.CancelCall(&first) })
		last := begin(call, now)
		f.assist(other, func(w store.AssistWrites) error {
			strange := last
			strange.Workspace = other
			return w.CancelCall(&strange)
		})
		f.equal("nothing of another workspace is canceled", count(call), 3)
		f.assist(ws, func(w store.AssistWrites) error { return w.CancelCall(&last) })
		f.equal("canceled", count(call), 2)
		call.At = now - svcx.Time(time.Hour/time.Millisecond)
		begin(call, 0)
		f.equal("after the clock was set back", must(reads(f).Calls(call, 0))(f), []svcx.Time{call.At})
	})
	f.Case("an answer is kept for the same input, until it expires", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		a := &store.AIAnswer{Workspace: ws, Conversation: 7, Operation: svcx.AISummarize, Input: "x", Answer: "…", Tokens: 9, Messages: 3, CreatedAt: now, ExpiresAt: now + 10}
		f.assist(ws, func(w store.AssistWrites) error { return w.PutAnswer(a) })
		find := func(ws svcx.WorkspaceID, id svcx.ConversationID, op svcx.AIOperation, input string, at svcx.Time) *store.AIAnswer {
			f.Helper()
			return must(reads(f).Answer(ws, id, op, input, at))(f)
		}
		f.equal("found", find(ws, 7, svcx.AISummarize, "x", now+9), a)
		for what, found := range map[string]*store.AIAnswer{
			"expired": find(ws, 7, svcx.AISummarize, "x", now+10), "another input": find(ws, 7, svcx.AISummarize, "y", now),
			"another operation": find(ws, 7, svcx.AIRename, "x", now), "another conversation": find(ws, 8, svcx.AISummarize, "x", now),
			"another workspace":      find(other, 7, svcx.AISummarize, "x", now),
			"the clock was set back": find(ws, 7, svcx.AISummarize, "x", now-svcx.Time(time.Hour/time.Millisecond)),
		} {
			f.equal(what, found == nil, true)
		}
		b := *a
		b.Input, b.Answer, b.ExpiresAt = "y", "other", now+20
		f.assist(ws, func(w store.AssistWrites) error { return w.PutAnswer(&b) })
		last := func(ws svcx.WorkspaceID, id svcx.ConversationID, at svcx.Time) *store.AIAnswer {
			f.Helper()
			return must(reads(f).LastAnswer(ws, id, svcx.AISummarize, at))(f)
		}
		f.equal("the last", last(ws, 7, now+19), &b)
		f.equal("the last has expired", last(ws, 7, now+20) == nil, true)
		f.equal("another's last", last(other, 7, now) == nil && last(ws, 8, now) == nil, true)
		made := func(ws svcx.WorkspaceID, at svcx.Time) map[svcx.ConversationID]svcx.Time {
			f.Helper()
			return must(reads(f).AnsweredAt(ws, []svcx.ConversationID{7, 8}, svcx.AISummarize, at))(f)
		}
		f.equal("answered at", made(ws, now+19), map[svcx.ConversationID]svcx.Time{7: b.CreatedAt})
		f.equal("expired, of another workspace", len(made(ws, now+20))+len(made(other, now)), 0)
		f.equal("replaced", find(ws, 7, svcx.AISummarize, "x", now) == nil, true)
		f.equal("by", find(ws, 7, svcx.AISummarize, "y", now), &b)
		f.assist(other, func(w store.AssistWrites) error { return w.ForgetAnswers(other) })
		f.equal("still there", find(ws, 7, svcx.AISummarize, "y", now), &b)
		f.assist(ws, func(w store.AssistWrites) error { return w.ForgetAnswers(ws) })
		f.equal("forgotten", find(ws, 7, svcx.AISummarize, "y", now) == nil, true)
	})
	f.Case("a member has the contacts of their conversations and drafts in mind", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		mine, another := svcx.UserID(4), svcx.UserID(5)
		id := func(n svcx.ContactID) *svcx.ContactID { return &n }
		all := []*svcx.Conversation{
			{Contact: id(11), AssignedTo: &mine, UpdatedAt: now}, {Contact: id(12), AssignedTo: &mine, UpdatedAt: now + 2}, {AssignedTo: &mine, UpdatedAt: now + 3},
			{Contact: id(13), AssignedTo: &another, UpdatedAt: now + 9}, {Contact: id(14), UpdatedAt: now + 9}, {Contact: id(12), AssignedTo: &mine, UpdatedAt: now + 1},
		}
		f.conversations(ws, all...)
		f.conversations(other, &svcx.Conversation{Contact: id(15), AssignedTo: &mine, UpdatedAt: now})
		f.write(ws, func(tx *store.Tx) error {
			return store.Drafts{Workspace: ws, User: mine}.Put(tx, svcx.Draft{Conversation: all[4].ID, Kind: svcx.DraftReply, Content: "x", SavedAt: now})
		})
		f.write(ws, func(tx *store.Tx) error {
			return store.Drafts{Workspace: ws, User: another}.Put(tx, svcx.Draft{Conversation: all[3].ID, Kind: svcx.DraftReply, Content: "x", SavedAt: now})
		})
		f.equal("all", must(reads(f).ContactsInMind(ws, mine, 20))(f), []svcx.ContactID{11, 12, 14})
		f.equal("those that changed last", must(reads(f).ContactsInMind(ws, mine, 2))(f), []svcx.ContactID{12, 14})
		f.equal("nobody", len(must(reads(f).ContactsInMind(ws, 6, 20))(f)), 0)
	})
	f.Case("figures add up by day", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		add := func(u svcx.AIUsage) {
			f.Helper()
			f.assist(u.Workspace, func(w store.AssistWrites) error { return w.AddUsage(&u) })
		}
		add(svcx.AIUsage{Workspace: ws, Day: 3, Operation: svcx.AIPolish, Calls: 1, TokensIn: 10, TokensOut: 5})
		add(svcx.AIUsage{Workspace: ws, Day: 3, Operation: svcx.AIPolish, Calls: 1, Failures: 1, TokensIn: 2})
		add(svcx.AIUsage{Workspace: ws, Day: 4, Operation: svcx.AIPolish, Calls: 1})
		add(svcx.AIUsage{Workspace: ws, Day: 5, Operation: svcx.AIPolish, Calls: 1})
		add(svcx.AIUsage{Workspace: other, Day: 3, Operation: svcx.AIPolish, Calls: 9})
		f.equal("figures", must(reads(f).Usage(ws, 3, 4))(f), []svcx.AIUsage{
			{Workspace: ws, Day: 3, Operation: svcx.AIPolish, Calls: 2, Failures: 1, TokensIn: 12, TokensOut: 5},
			{Workspace: ws, Day: 4, Operation: svcx.AIPolish, Calls: 1},
		})
	})
	f.Case("what is too old is deleted", func(f *fixture) {
		ws := f.workspace()
		at := svcx.Day(30_000).Start()
		day := func(old time.Duration) svcx.Day { return svcx.DayOf(at.Add(-old)) }
		use := func(at svcx.Time) store.AICall {
			return store.AICall{Workspace: ws, User: 4, Operation: svcx.AIPolish, At: at}
		}
		f.assist(ws, func(w store.AssistWrites) error {
			for _, old := range []time.Duration{svcx.AIWindow + 2*store.ClockSlack, svcx.AIWindow - time.Minute, 0} {
				c := use(at.Add(-old))
				if err := w.BeginCall(&c, 0); err != nil {
					return err
				}
			}
			for _, old := range []time.Duration{svcx.AIUsageRetention + 48*time.Hour, svcx.AIUsageRetention, 0} {
				if err := w.AddUsage(&svcx.AIUsage{Workspace: ws, Day: day(old), Operation: svcx.AIPolish, Calls: 1}); err != nil {
					return err
				}
			}
			return w.PutAnswer(&store.AIAnswer{Workspace: ws, Conversation: 9, Operation: svcx.AIRename, ExpiresAt: at - 1})
		})
		if err := f.db.Trim(f.ctx(), store.Retention{Now: at}); err != nil {
			f.Fatal(err)
		}
		f.equal("uses", len(must(reads(f).Calls(use(at), 0))(f)), 2)
		f.equal("figures", len(must(reads(f).Usage(ws, 0, day(0)))(f)), 2)
		f.equal("answers", must(reads(f).LastAnswer(ws, 9, svcx.AIRename, 0))(f) == nil, true)
	})
	f.Case("a resolved conversation is a job of each operation, which one node takes", func(f *fixture) {
		ws, off := f.workspace(), f.workspace()
		set := func(ws svcx.WorkspaceID, s svcx.AISettings) {
			f.Helper()
			f.write(ws, func(tx *store.Tx) error { return tx.SetAISettings(ws, s) })
		}
		set(ws, svcx.AISettings{Enabled: true, AutoRename: true})
		set(off, svcx.AISettings{AutoRename: true, AutoSummarize: true})
		queue := func(ws svcx.WorkspaceID, id svcx.ConversationID, user svcx.UserID, at svcx.Time) (queued bool) {
			f.Helper()
			f.assist(ws, func(w store.AssistWrites) error {
				return w.QueueJobs(&store.AIJob{Workspace: ws, Conversation: id, User: user, CreatedAt: at}, func() { queued = true })
			})
			return queued
		}
		next := func(at svcx.Time) *store.AIJob { f.Helper(); return must(reads(f).NextJob(ws, at))(f) }
		f.equal("switched off", queue(off, 7, 4, now), false)
		f.equal("no settings", queue(f.workspace(), 7, 4, now), false)
		f.equal("queued", queue(ws, 7, 4, now), true)
		f.equal("not before it is due", next(now-1) == nil, true)
		f.equal("nor its workspace", len(must(reads(f).JobWorkspaces(now-1))(f)), 0)
		f.equal("its workspace", must(reads(f).JobWorkspaces(now))(f), []svcx.WorkspaceID{ws})
		one := store.AIJob{Workspace: ws, Conversation: 7, Operation: svcx.AIRename, User: 4, CreatedAt: now, DueAt: now}
		f.equal("due", *next(now), one)
		lease := func(j store.AIJob, lease string) bool {
			f.Helper()
			return read(f, ws, func(tx *store.Tx) (bool, error) { return store.AssistIn(tx).LeaseJob(&j, lease, now+100) })
		}
		f.equal("taken", lease(one, "a"), true)
		f.equal("taken twice", lease(one, "b"), false)
		f.equal("nothing is due", next(now+99) == nil, true)
		held := *next(now + 100)
		one.DueAt, one.Attempts, one.Lease = now+100, 1, "a"
		f.equal("after its lease", held, one)
		f.equal("taken over", lease(held, "b"), true)
		f.assist(ws, func(w store.AssistWrites) error { return w.EndJob(&held) }) // by a node that is late
		held.Lease = "b"
		f.assist(ws, func(w store.AssistWrites) error { return w.PostponeJob(&held, now+200, false) })
		one.DueAt, one.Lease = now+200, ""
		f.equal("waiting is no attempt", *next(now + 200), one)
		set(ws, svcx.AISettings{Enabled: true, AutoRename: true, AutoSummarize: true})
		f.equal("resolved again", queue(ws, 7, 5, now+300), true)
		f.equal("another", queue(ws, 8, 5, now+299), true)
		for _, want := range []store.AIJob{
			{Conversation: 8, Operation: svcx.AIRename, CreatedAt: now + 299}, {Conversation: 8, Operation: svcx.AISummarize, CreatedAt: now + 299},
			{Conversation: 7, Operation: svcx.AIRename, CreatedAt: now + 300}, {Conversation: 7, Operation: svcx.AISummarize, CreatedAt: now + 300},
		} {
			want.Workspace, want.User, want.DueAt = ws, 5, want.CreatedAt
			got := next(now + 300)
			f.equal("in order", *got, want)
			f.assist(ws, func(w store.AssistWrites) error { return w.EndJob(got) })
		}
		f.equal("ended", next(now+999) == nil, true)
	})
}
