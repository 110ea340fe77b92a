package assist_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

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
