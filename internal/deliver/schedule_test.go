package deliver

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

func TestDefaultSchedule(t *testing.T) {
	want := "[5s 30s 2m0s 10m0s 30m0s 2h0m0s 5h0m0s 10h0m0s 10h0m0s]"
	if got := fmt.Sprint(DefaultSchedule()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestWaitsFollowTheSchedule(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		jitter := rapid.Float64Range(0, 0.999999).Draw(rt, "jitter")
		asked := time.Duration(rapid.Int64Range(0, int64(maxRetryAfter)).Draw(rt, "asked"))
		d := New(Options{DB: new(store.DB), Jitter: func() float64 { return jitter }})
		for i, scheduled := range DefaultSchedule() {
			wait, ok := d.wait(i+1, 0)
			if off := float64(wait-scheduled) / float64(scheduled); !ok || off < -0.2001 || off > 0.2001 {
				rt.Fatalf("wait %d is %v, %v", i+1, wait, ok)
			}
			if longer, _ := d.wait(i+1, asked); longer != max(wait, asked) {
				rt.Fatalf("wait %d is %v, and the receiver asked for %v", i+1, longer, asked)
			}
		}
		if _, ok := d.wait(10, asked); ok {
			rt.Fatal("there is an eleventh attempt")
		}
	})
}

func TestRetryAfterIsReadAndBounded(t *testing.T) {
	now := time.Date(2026, 11, 27, 22, 5, 1, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"":                              0,
		"0":                             0,
		"120":                           2 * time.Minute,
		" 7 ":                           7 * time.Second,
		"86400":                         24 * time.Hour,
		"86401":                         24 * time.Hour,
		"99999999999999999999999999":    24 * time.Hour,
		"-5":                            0,
		"1.5":                           0,
		"soon":                          0,
		"Fri, 27 Nov 2026 22:10:01 GMT": 5 * time.Minute,
		"Fri, 27 Nov 2026 22:00:00 GMT": 0,
		"Fri, 27 Nov 2099 22:00:00 GMT": 24 * time.Hour,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("Retry-After %q is %v, want %v", value, got, want)
		}
	}
}

// The verdict of each answer (D 4).
func TestVerdictOfEachAnswer(t *testing.T) {
	refusals := map[int]bool{400: true, 413: true, 415: true, 422: true}
	for status := 100; status <= 699; status++ {
		want := retryable
		switch {
		case status/100 == 2:
			want = delivered
		case refusals[status]:
			want = refused
		}
		var err error
		if status/100 == 3 {
			err = &safehttp.Error{Code: safehttp.CodeRedirect, Err: errors.New("a redirect")}
		}
		out := judge(respond(status, "Retry-After", "60"), err, time.Now())
		if out.verdict != want || *out.status != status || (out.retryAfter != 0) != (want != delivered) {
			t.Errorf("%d: %+v", status, out)
		}
		reason := fmt.Sprintf("http_status: the receiver answered %d", status)
		switch status / 100 {
		case 2:
			reason = ""
		case 3:
			reason = fmt.Sprintf("redirect: the receiver answered %d, and redirects are not followed", status)
		}
		if got := out.reason.Text(); got != reason {
			t.Errorf("%d: %q, want %q", status, got, reason)
		}
	}
	for code, want := range map[string]verdict{
		safehttp.CodeDNSFailed: retryable, safehttp.CodeConnectFailed: retryable, safehttp.CodeTLSFailed: retryable,
		safehttp.CodeTimeout: retryable, safehttp.CodeBlockedURL: final,
	} {
		out := judge(nil, &safehttp.Error{Code: code, Err: errors.New("why")}, time.Now())
		if out.verdict != want || out.status != nil || out.reason.Text() != code+": why" {
			t.Errorf("%s: %+v", code, out)
		}
	}
	// A 2xx with a truncated body is a success.
	if out := judge(&safehttp.Response{Status: 200, Truncated: true}, nil, time.Now()); out.verdict != delivered {
		t.Errorf("%+v", out)
	}
}

// No attempt begins that could outlast its lease, so two nodes never make a call for one
// delivery at the same time.
func TestNoAttemptOutlastsItsLease(t *testing.T) {
	now := time.Now()
	l := lease{until: svcx.At(now).Add(leaseTime)}
	for after, want := range map[time.Duration]bool{
		0: true, leaseTime - attemptTime: true, leaseTime - attemptTime + time.Millisecond: false, leaseTime: false,
	} {
		if got := l.leavesTime(now.Add(after)); got != want {
			t.Errorf("after %v: %v", after, got)
		}
	}
}
