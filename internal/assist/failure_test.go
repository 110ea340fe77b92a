package assist_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/assist/assisttest"
	"svcx/internal/store"
)

// A failure of the provider is logged once a minute for an operation, without the key and without a text.
func TestFailuresAreLogged(t *testing.T) {
	var out bytes.Buffer
	f := open(t, store.Options{Dir: t.TempDir()})
	f.Core.Log = slog.New(slog.NewTextHandler(&out, nil))
	lines := func(what string, want int, last string) {
		t.Helper()
		all := strings.Split(strings.TrimSpace(out.String()), "\n")
		if strings.Count(out.String(), "level=WARN") != want || !strings.Contains(all[len(all)-1], last) {
			t.Errorf("%s: not %d lines, the last with %q:\n%s", what, want, last, out.String())
		}
	}
	polish := func(answers ...assisttest.Answer) {
		f.model.Then(answers...)
		r := f.request(7)
		_, _ = f.Assist.Polish(t.Context(), r, "we send it")
	}
	polish(assisttest.Text("We send it."))
	lines("an answer", 0, "")
	polish(assisttest.BadKey())
	lines("401", 1, "operation=polish fault=key")
	polish(assisttest.TooMany(99))
	lines("in the same minute", 1, "fault=key")
	f.model.Then(assisttest.TooMany(99))
	_, _ = f.Assist.Cleanup(t.Context(), f.request(7), "we send it")
	lines("another operation", 2, "operation=cleanup fault=quota")
	for _, c := range []struct {
		answers []assisttest.Answer
		fault   string
	}{
		{[]assisttest.Answer{assisttest.Status(500, "x"), assisttest.Status(500, "x")}, "fault=status"},
		{[]assisttest.Answer{assisttest.Body("application/json", "{")}, "fault=malformed"},
		{[]assisttest.Answer{assisttest.Text("We send 7 things.")}, "fault=answer"},
	} {
		f.pass(time.Minute)
		before := strings.Count(out.String(), "level=WARN")
		polish(c.answers...)
		lines(c.fault, before+1, c.fault)
	}
	f.pass(time.Minute)
	before := strings.Count(out.String(), "level=WARN")
	r := f.request(7)
	r.Token = func(string) {}
	f.model.Then(assisttest.Text("We will").Cut())
	_, _ = f.Assist.Polish(t.Context(), r, "we send it")
	lines("a stream that is cut", before+1, "fault=")
	for _, secret := range []string{"sk-operator", "send", "things", "will"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("the log has %q:\n%s", secret, out.String())
		}
	}
}

// Fault: an answer that was refused was counted among the calls that went well. It has an outcome of its own.
func TestRefusedAnswersAreCountedApart(t *testing.T) {
	f := open(t, store.Options{Dir: t.TempDir()})
	var outcomes []assist.Outcome
	f.Assist.Observe = func(_ svcx.AIOperation, _ time.Duration, in, _ int, o assist.Outcome) { outcomes = append(outcomes, o) }
	ask := func(answer assisttest.Answer) assist.Failure {
		t.Helper()
		f.model.Then(answer)
		_, err := f.Assist.Polish(t.Context(), f.request(7), "we send it to https://a.example")
		if err == nil {
			return assist.Failure{}
		}
		return assist.FailureOf(err)
	}
	ask(assisttest.Text("We send it to https://a.example."))
	if lost := ask(assisttest.Text("We send it to 3 people.")); lost.Fault != assist.FaultAnswer || !slices.Equal(lost.Lost, []string{"link"}) || !slices.Equal(lost.Added, []string{"number"}) {
		t.Errorf("%+v", lost)
	}
	if empty := ask(assisttest.Text(" ")); empty.Reason != "empty" {
		t.Errorf("%+v", empty)
	}
	if key := ask(assisttest.BadKey()); key.Fault != assist.FaultKey {
		t.Errorf("%+v", key)
	}
	f.model.Then(assisttest.Text("I would say that it is fine."))
	if _, err := f.Assist.Summarize(t.Context(), f.request(7)); assist.FailureOf(err).Reason != "shape" {
		t.Errorf("%v", err)
	}
	want := []assist.Outcome{assist.CallOK, assist.CallRefused, assist.CallRefused, assist.CallFailed, assist.CallRefused}
	if !slices.Equal(outcomes, want) {
		t.Errorf("%v, not %v", outcomes, want)
	}
}
