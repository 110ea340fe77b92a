package assist_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/assist"
	"svcx/internal/assist/assisttest"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// fixture is a workspace with a conversation, and a scripted provider.
type fixture struct {
	*testing.T
	*inboxtest.Services
	model     *assisttest.Server
	workspace *svcx.Workspace
	channel   *svcx.Channel
	mu        sync.Mutex
	at        time.Time
}

func open(t *testing.T, o store.Options, script ...assisttest.Answer) *fixture {
	f := &fixture{T: t, model: assisttest.New(t, script...), at: time.UnixMilli(1_800_000_000_000)}
	o.Now = f.now
	f.Services = inboxtest.Open(t, o, func(all *inboxtest.Options) {
		all.AI = assist.Operator{BaseURL: f.model.URL, Key: "sk-operator", Model: "small"}
	})
	f.workspace, f.channel = f.NewWorkspace(t, "acme")
	f.plan(svcx.PlanBusiness)
	f.receive("m1", "Where is my order?")
	return f
}

func (f *fixture) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at
}

func (f *fixture) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = f.at.Add(d)
}

func (f *fixture) receive(id, content string) {
	f.ReceiveMessage(f.T, f.channel, id, "c1", svcx.InboundSender{ExternalID: "u1", Name: "Kim"}, content)
}

func (f *fixture) plan(p svcx.Plan) {
	f.Helper()
	var err error
	if f.workspace, err = f.SetWorkspace(f.Context(), inbox.Call{Actor: inbox.Operator}, "acme", svcx.WorkspacePatch{Plan: &p}); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) settings(p svcx.AIPatch) {
	f.Helper()
	if _, err := f.SetWorkspace(f.Context(), inbox.Call{Actor: inbox.Operator}, "acme", svcx.WorkspacePatch{AI: &p}); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) request(user svcx.UserID) assist.Request {
	f.Helper()
	return assist.Request{
		Call:         inbox.Call{Workspace: f.workspace, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: int64(user), Name: "Ann", IP: "192.0.2.1"}},
		Conversation: f.conversation().ID,
	}
}

func (f *fixture) conversation() *svcx.Conversation {
	f.Helper()
	return f.FindConversation(f.T, f.workspace, "c1")
}

func (f *fixture) usage() (calls, failures int64) {
	f.Helper()
	day := svcx.DayOf(svcx.At(f.now()))
	all, err := f.Assist.Usage(f.Context(), f.workspace, day, day)
	if err != nil {
		f.Fatal(err)
	}
	for _, u := range all {
		calls, failures = calls+u.Calls, failures+u.Failures
	}
	return calls, failures
}

func (f *fixture) wantKind(what string, err error, want svcx.Kind) {
	f.Helper()
	if err == nil || svcx.KindOf(err) != want {
		f.Errorf("%s: %v", what, err)
	}
}

// databases runs a test on both.
func databases(t *testing.T, test func(t *testing.T, o store.Options)) {
	t.Run("sqlite", func(t *testing.T) { test(t, store.Options{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { test(t, store.Options{URL: storetest.PostgresURL(t)}) })
}

// Of many uses at the same time, just as many as the limit go out (R 4.8).
func TestLimitIsExact(t *testing.T) {
	databases(t, func(t *testing.T, o store.Options) {
		f := open(t, o)
		f.model.Always(assisttest.Text("Fine."))
		var mu sync.Mutex
		var all sync.WaitGroup
		done, refused := 0, 0
		for range 45 {
			all.Go(func() {
				r, err := f.Assist.Polish(t.Context(), f.request(7), "fine")
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					done++
				case svcx.KindOf(err) == svcx.KindRateLimited && !r.Limit.Allowed && r.Limit.RetryAfter > 0:
					refused++
				default:
					t.Errorf("%v, %+v", err, r.Limit)
				}
			})
		}
		all.Wait()
		if done != 30 || refused != 15 || len(f.model.Requests()) != 30 {
			t.Errorf("%d done, %d refused, %d asked", done, refused, len(f.model.Requests()))
		}
		if calls, failures := f.usage(); calls != 30 || failures != 0 {
			t.Errorf("usage %d, %d", calls, failures)
		}
	})
}

// Whatever goes wrong at the provider is AI_UNAVAILABLE with words for the agent, and is counted; only
// what has not reached it is not.
func TestFailuresAreTold(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()})
	for _, c := range []struct {
		answers []assisttest.Answer
		words   string
	}{
		{[]assisttest.Answer{assisttest.BadKey()}, "key"}, {[]assisttest.Answer{assisttest.Status(404, "no")}, "does not know the model"},
		{[]assisttest.Answer{assisttest.TooMany(99)}, "too busy"}, {[]assisttest.Answer{assisttest.Status(500, "x"), assisttest.Status(500, "x")}, "status 500"},
		{[]assisttest.Answer{assisttest.Refusal("no")}, "declined"}, {[]assisttest.Answer{assisttest.Truncated("Dear")}, "cut off"},
		{[]assisttest.Answer{assisttest.Body("text/html", "<p>")}, "as expected"}, {[]assisttest.Answer{assisttest.Text("  ")}, "answered nothing"},
		{[]assisttest.Answer{assisttest.Text("We send 7.")}, "refused"},
	} {
		f.model.Then(c.answers...)
		_, err := f.Assist.Polish(t.Context(), f.request(7), "we send it")
		f.wantKind(c.words, err, svcx.KindAIUnavailable)
		if e, _ := err.(*svcx.Error); e == nil || !strings.Contains(e.Public(), c.words) {
			t.Errorf("want %q: %v", c.words, err)
		}
	}
	if calls, failures := f.usage(); calls != 9 || failures != 9 {
		t.Errorf("usage %d, %d", calls, failures)
	}
	f.model.Stop()
	r, err := f.Assist.Polish(t.Context(), f.request(7), "we send it")
	f.wantKind("unreachable", err, svcx.KindAIUnavailable)
	if calls, _ := f.usage(); calls != 9 || r.Limit.Remaining != 30-9 {
		t.Errorf("%d calls, %+v", calls, r.Limit)
	}
	check, err := f.Assist.Handbrake(t.Context(), f.request(7), assist.Reply{Text: "Your password is: hunter2horse", Files: -1})
	if err != nil || !check.Answer.Safe || len(check.Answer.Issues) != 0 || len(check.Answer.Found) == 0 {
		t.Errorf("handbrake: %+v, %v", check.Answer, err)
	}
}

// A provider that closes the connection without an answer has got the text: the use counts, and is in the audit log (D 6).
func TestDroppedCallCounts(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Body("application/json", "").Cut())
	r, err := f.Assist.Polish(t.Context(), f.request(7), "we send it")
	f.wantKind("dropped", err, svcx.KindAIUnavailable)
	if calls, failures := f.usage(); calls != 1 || failures != 1 || r.Limit.Remaining != 29 {
		t.Errorf("%d calls, %d failures, %+v", calls, failures, r.Limit)
	}
}

// A stream hands the text on as it comes; one that breaks off is an error, and counts.
func TestStreams(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Text("We will send it."), assisttest.Text("We will").Cut())
	var arrived strings.Builder
	r := f.request(7)
	r.Token = func(part string) { arrived.WriteString(part) }
	if polished, err := f.Assist.Polish(t.Context(), r, "we send it"); err != nil || polished.Answer != "We will send it." || arrived.String() != polished.Answer || !f.model.Requests()[0].Stream {
		t.Errorf("%+v, %q, %v", polished, arrived.String(), err)
	}
	polished, err := f.Assist.Polish(t.Context(), r, "we send it")
	f.wantKind("cut", err, svcx.KindAIUnavailable)
	if polished.Answer != "" {
		t.Errorf("answer %q", polished.Answer)
	}
	if calls, failures := f.usage(); calls != 2 || failures != 1 {
		t.Errorf("usage %d, %d", calls, failures)
	}
}

// A caller who leaves ends the call, which counts all the same.
func TestCallerLeaves(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Text("late").Held(make(chan struct{})))
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		f.model.Await(t.Context(), 1)
		leave()
	}()
	if _, err := f.Assist.Polish(ctx, f.request(7), "fine"); err == nil {
		t.Error("no error")
	}
	f.model.AwaitEnded(t.Context(), 1)
	if calls, failures := f.usage(); calls != 1 || failures != 1 {
		t.Errorf("usage %d, %d", calls, failures)
	}
}

const summary = `{"summary":"Kim asks.","customerIntent":"An order","keyPoints":[],"openQuestions":[],"nextSteps":[],"sentiment":"neutral"}`

// An answer about a conversation that has changed during the call is given, and not kept.
func TestAnswerDuringAMessageIsNotKept(t *testing.T) {
	gate := make(chan struct{})
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Text(summary).Held(gate), assisttest.Text(summary))
	go func() {
		f.model.Await(t.Context(), 1)
		f.receive("m2", "Hello?")
		close(gate)
	}()
	for _, cached := range []bool{false, false, true} {
		s, err := f.Assist.Summarize(t.Context(), f.request(7))
		if err != nil || s.Cached != cached || s.Answer.Summary != "Kim asks." {
			t.Errorf("%+v, %v", s, err)
		}
	}
}

// Erasing the contact deletes what is kept.
func TestErasureForgetsAnswers(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Text(summary))
	if _, err := f.Assist.Summarize(t.Context(), f.request(7)); err != nil {
		t.Fatal(err)
	}
	c := f.conversation()
	if err := f.EraseContact(t.Context(), inbox.Call{Workspace: f.workspace, Actor: inbox.Operator}, *c.Contact); err != nil {
		t.Fatal(err)
	}
	if kept := f.count("ai_answer"); kept != 0 {
		t.Errorf("%d are kept", kept)
	}
}

func (f *fixture) count(table string) (n int) {
	f.Helper()
	reads, _ := f.DB.Pools()
	if err := reads.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil {
		f.Fatal(err)
	}
	return n
}

// run runs the background work until a condition holds.
func (f *fixture) run(until func() bool) {
	f.Helper()
	ctx, stop := context.WithCancel(f.Context())
	defer stop()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f.Assist.Run(ctx)
	}()
	deadline := time.After(20 * time.Second)
	for !until() {
		select {
		case <-deadline:
			f.Fatal("the background work does not end")
		case <-time.After(time.Millisecond):
		}
	}
	stop()
	<-ended
}

func (f *fixture) jobs() int { return f.count("ai_job") }

func (f *fixture) resolve() {
	f.Helper()
	if _, err := f.Resolve(f.Context(), inbox.Call{Workspace: f.workspace, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 7}}, f.conversation().ID); err != nil {
		f.Fatal(err)
	}
}

// On resolve, a provider that fails is asked again later, and given up in the end; the plan and the
// setting decide when the job is done.
func TestOnResolve(t *testing.T) {
	yes, no := true, false
	f := open(t, store.Options{Dir: t.TempDir()})
	f.settings(svcx.AIPatch{AutoRename: &yes})
	f.model.By(func(assisttest.Request) assisttest.Answer { return assisttest.BadKey() })
	f.resolve()
	for n := 1; n <= 5; n++ {
		f.run(func() bool {
			return len(f.model.Requests()) == n && f.count(fmt.Sprintf("ai_job WHERE lease <> '' OR due_at <= %d", svcx.At(f.now()))) == 0
		})
		f.pass(3 * time.Hour)
	}
	if n := f.jobs(); n != 0 {
		t.Errorf("%d jobs are not given up", n)
	}

	f.model.Always(assisttest.Text("An order"))
	reopen := func() {
		if _, err := f.Reopen(t.Context(), inbox.Call{Workspace: f.workspace, Actor: inbox.Operator}, f.conversation().ID); err != nil {
			t.Fatal(err)
		}
	}
	reopen()
	f.resolve()
	f.run(func() bool { return f.jobs() == 0 })
	if c := f.conversation(); c.Subject != "An order" {
		t.Errorf("subject %q", c.Subject)
	}
	asked := len(f.model.Requests())
	for name, change := range map[string]func(){
		"a plan without it": func() { f.plan(svcx.PlanFree) }, "the AI switched off": func() { f.plan(svcx.PlanPro); f.settings(svcx.AIPatch{Enabled: &no}) },
	} {
		f.settings(svcx.AIPatch{Enabled: &yes})
		reopen()
		f.receive("m"+name, "And?")
		f.resolve()
		change()
		f.run(func() bool { return f.jobs() == 0 })
		if n := len(f.model.Requests()); n != asked {
			t.Errorf("%s: asked %d times more", name, n-asked)
		}
	}
}

// One job is done by one node, and what is limited waits for its turn, without failing.
func TestOnResolveIsLimited(t *testing.T) {
	yes := true
	f := open(t, store.Options{Dir: t.TempDir()})
	f.model.Always(assisttest.Text("A subject"))
	f.settings(svcx.AIPatch{AutoRename: &yes})
	for i := range 12 {
		id := string(rune('a' + i))
		f.ReceiveMessage(t, f.channel, "n"+id, "d"+id, svcx.InboundSender{ExternalID: "u1"}, "Question "+id)
		c := f.FindConversation(t, f.workspace, "d"+id)
		if _, err := f.Resolve(t.Context(), inbox.Call{Workspace: f.workspace, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 7}}, c.ID); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	var nodes sync.WaitGroup
	for range 3 {
		nodes.Go(func() { f.Assist.Run(ctx) })
	}
	f.run(func() bool { return f.jobs() == 2 && len(f.model.Requests()) == 10 })
	stop()
	nodes.Wait()
	f.pass(time.Hour + time.Second)
	f.run(func() bool { return f.jobs() == 0 })
	if n := len(f.model.Requests()); n != 12 {
		t.Errorf("asked %d times", n)
	}
	// Nothing of this was taken from the member.
	if r, err := f.Assist.Rename(t.Context(), f.request(7)); err != nil || r.Limit.Remaining != 9 {
		t.Errorf("%+v, %v", r.Limit, err)
	}
}

// A workspace's own provider is under the rules of outbound calls, and is sent no key of the operator.
func TestOwnProvider(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()})
	own := f.model.URL
	f.settings(svcx.AIPatch{BaseURL: &own})
	_, err := f.Assist.Polish(t.Context(), f.request(7), "fine")
	f.wantKind("a private address", err, svcx.KindAIUnavailable)
	if n := len(f.model.Requests()); n != 0 {
		t.Errorf("asked %d times", n)
	}
	trial, err := f.Assist.Try(t.Context(), f.request(7).Call)
	if err != nil || !strings.Contains(trial.Failure, "may not be called") || trial.Model != "small" {
		t.Errorf("%+v, %v", trial, err)
	}
}

// Another workspace's conversation is not found.
func TestOtherWorkspaces(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()})
	other, err := f.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "other", Name: "O", Form: svcx.FormB, Plan: svcx.PlanBusiness, AdminEmail: "o@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	r := f.request(7)
	r.Workspace = other
	_, err = f.Assist.Suggest(t.Context(), r)
	f.wantKind("suggest", err, svcx.KindNotFound)
	_, err = f.Assist.Summarize(t.Context(), r)
	f.wantKind("summarize", err, svcx.KindNotFound)
	_, err = f.Assist.Handbrake(t.Context(), r, assist.Reply{Text: "x"})
	f.wantKind("handbrake", err, svcx.KindNotFound)
}

// Two nodes on one database count one limit (D 6).
func TestNodesShareLimits(t *testing.T) {
	url := storetest.PostgresURL(t)
	one := open(t, store.Options{URL: url})
	one.model.Always(assisttest.Text("Fine."))
	two := inboxtest.Open(t, store.Options{URL: url, Now: one.now}, func(all *inboxtest.Options) {
		all.AI = assist.Operator{BaseURL: one.model.URL}
	})
	var all sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for i := range 40 {
		service := []*assist.Service{one.Assist, two.Assist}[i%2]
		all.Go(func() {
			_, err := service.Cleanup(t.Context(), one.request(7), "fine")
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				done++
			} else if svcx.KindOf(err) != svcx.KindRateLimited {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if done != 20 || len(one.model.Requests()) != 20 {
		t.Errorf("%d done, %d asked", done, len(one.model.Requests()))
	}
}

// The last summary is shown without a call, with how many messages came since; what the model saw is
// built again, and known to be the same until the conversation changes.
func TestLastSummary(t *testing.T) {
	databases(t, func(t *testing.T, o store.Options) {
		f := open(t, o, assisttest.Text(summary))
		last := func() *assist.KeptSummary {
			t.Helper()
			k, err := f.Assist.LastSummary(t.Context(), f.conversation())
			if err != nil {
				t.Fatal(err)
			}
			return k
		}
		shows := func(op svcx.AIOperation) assist.Shown {
			t.Helper()
			s, err := f.Assist.Shows(t.Context(), f.request(7), op)
			if err != nil || len(s.Messages) != 2 || s.Bytes() == 0 {
				t.Fatalf("%+v, %v", s, err)
			}
			return s
		}
		if k := last(); k != nil || shows(svcx.AISummarize).Answered {
			t.Errorf("before: %+v", k)
		}
		made, err := f.Assist.Summarize(t.Context(), f.request(7))
		if err != nil {
			t.Fatal(err)
		}
		if k := last(); k == nil || k.Summary.Summary != "Kim asks." || k.At != made.At || k.Newer != 0 {
			t.Errorf("made: %+v", k)
		}
		if s := shows(svcx.AISummarize); !s.Answered || s.Messages[1].Content != f.model.Requests()[0].User() || s.Messages[0].Content != f.model.Requests()[0].System() {
			t.Errorf("shown %+v", s)
		}
		if shows(svcx.AIRename).Answered || shows(svcx.AISuggest).Answered {
			t.Error("another operation was answered")
		}
		f.receive("m2", "Hello?")
		f.receive("m3", "Anybody?")
		if k := last(); k == nil || k.Newer != 2 || shows(svcx.AISummarize).Answered {
			t.Errorf("later: %+v", k)
		}
		f.pass(4*time.Hour + time.Second)
		if k := last(); k != nil {
			t.Errorf("expired: %+v", k)
		}
		if n := len(f.model.Requests()); n != 1 {
			t.Errorf("asked %d times", n)
		}
	})
}

// An operation can be switched off alone.
func TestOperationSwitchedOff(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()})
	f.settings(svcx.AIPatch{Disabled: &[]svcx.AIOperation{svcx.AITranslate}})
	f.wantKind("translate", f.Assist.Permit(t.Context(), f.workspace, svcx.AITranslate), svcx.KindForbidden)
	if err := f.Assist.Permit(t.Context(), f.workspace, svcx.AIPolish); err != nil {
		t.Error(err)
	}
	access, err := f.Assist.Access(t.Context(), f.request(7).Call, svcx.AITranslate, svcx.AIPolish)
	if err != nil || !access[svcx.AITranslate].Off || access[svcx.AIPolish].Off {
		t.Errorf("%+v, %v", access, err)
	}
}

// Trying the settings says what was answered, or which kind of fault there is.
func TestTry(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Text("OK").WithUsage(assisttest.Usage{Prompt: 20, Completion: 1, Total: 21}), assisttest.BadKey(), assisttest.Status(404, "no"),
		assisttest.Status(418, "no"), assisttest.Body("text/html", "<p>"))
	call := f.request(7).Call
	for _, want := range []assist.Trial{
		{Answer: "OK", Tokens: 21}, {Fault: assist.FaultKey}, {Fault: assist.FaultModel}, {Fault: assist.FaultStatus}, {Fault: assist.FaultMalformed},
	} {
		got, err := f.Assist.Try(t.Context(), call)
		if err != nil || got.Model != "small" || got.Answer != want.Answer || got.Tokens != want.Tokens || got.Fault != want.Fault || (got.Failure != "") != (want.Fault != "") {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
		if strings.Contains(got.Failure, "sk-operator") {
			t.Errorf("the failure has the key: %s", got.Failure)
		}
	}
}

// Settings are tried before they are stored; another address gets neither the stored key nor the
// operator's.
func TestTryWith(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()})
	f.model.Always(assisttest.Text("OK"))
	key, model := "sk-own", "large"
	call := f.request(7).Call
	if got, err := f.Assist.TryWith(t.Context(), call, svcx.AIPatch{APIKey: &key, Model: &model}); err != nil || got.Model != "large" || f.model.Requests()[0].Key() != "sk-own" {
		t.Errorf("%+v, %v", got, err)
	}
	f.settings(svcx.AIPatch{APIKey: &key})
	elsewhere := f.model.URL
	if got, err := f.Assist.TryWith(t.Context(), call, svcx.AIPatch{BaseURL: &elsewhere}); err != nil || got.Fault != assist.FaultBlocked {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := f.Assist.Try(t.Context(), call); err != nil || f.model.Requests()[1].Key() != "sk-own" {
		t.Errorf("%v, %+v", err, f.model.Requests())
	}
}

// A subject that is found changes nothing.
func TestFindSubject(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Text("Where an order is"))
	if r, err := f.Assist.FindSubject(t.Context(), f.request(7)); err != nil || r.Answer != "Where an order is" || f.conversation().Subject == r.Answer {
		t.Errorf("%+v, %v", r, err)
	}
}

// An answer that is no subject leaves the subject as it is.
func TestNoSubjectIsTaken(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()}, assisttest.Text("I am sorry, I cannot help with that. As an AI model I am careful."), assisttest.Text(`{"safe":true,"issues":[]}`))
	before := f.conversation().Subject
	for range 2 {
		_, err := f.Assist.Rename(t.Context(), f.request(7))
		f.wantKind("rename", err, svcx.KindAIUnavailable)
	}
	if got := f.conversation().Subject; got != before {
		t.Errorf("subject %q", got)
	}
}

// A reply that names a customer of another conversation of the member is found, without a model; the name of
// the customer whom it answers is not.
func TestHandbrakeKnowsWhomTheMemberHasInMind(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()})
	f.model.Stop()
	for i, name := range []string{"Kim Larsen", "Amara Osei"} {
		f.ReceiveMessage(t, f.channel, name, name, svcx.InboundSender{ExternalID: name, Name: name}, "Hello")
		c := f.FindConversation(t, f.workspace, name)
		to := svcx.UserID(1)
		if _, err := f.Messaging.AgentAssign(t.Context(), f.request(1).Call, c.ID, &to); err != nil {
			t.Fatal(i, err)
		}
	}
	check := func(user svcx.UserID, text string) []svcx.Issue {
		t.Helper()
		r := f.request(user)
		r.Conversation = f.FindConversation(t, f.workspace, "Kim Larsen").ID
		found, err := f.Assist.Handbrake(t.Context(), r, assist.Reply{Text: text, Files: -1})
		if err != nil {
			t.Fatal(err)
		}
		return found.Answer.Found
	}
	if found := check(1, "The parcel of Amara Osei is on its way."); len(found) != 1 || found[0].Type != "other_customer" || found[0].From != 14 || found[0].To != 24 {
		t.Errorf("another customer: %+v", found)
	}
	if found := check(1, "The parcel of Kim Larsen is on its way."); len(found) != 0 {
		t.Errorf("the customer: %+v", found)
	}
	if found := check(7, "The parcel of Amara Osei is on its way."); len(found) != 0 {
		t.Errorf("whom a member cannot have in mind: %+v", found)
	}
}
