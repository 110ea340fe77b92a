package app

import (
	"bytes"
	"log/slog"
	"math"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// Fault 2.10: at level debug each request is logged, without tokens, signatures and
// keys; at other levels none is.
func TestRequestsAreLoggedWithoutSecrets(t *testing.T) {
	var out bytes.Buffer
	var level slog.LevelVar
	a, err := Open(t.Context(), testConfig(t), slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: &level})))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	handler, _, err := a.handler("http://inbox.test", math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	const secret = "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"
	for _, tt := range []struct{ method, target, want string }{
		{"GET", "/healthz", `method=GET path=/healthz operation="GET /healthz" status=200 ms=\d+ bytes=3$`},
		{"GET", "/api/v1/main/conversations/7?x=" + secret,
			`path=/api/v1/main/conversations/7 operation="GET /api/v1/{org}/conversations/{id}" workspace=main status=401 ms=\d+ bytes=\d+$`},
		{"POST", "/api/auth/magic-link", `method=POST path=/api/auth/magic-link operation="POST /api/auth/magic-link" status=200 `},
		{"GET", "/auth/verify?token=" + secret, `path=/auth/verify operation="GET /auth/verify" status=\d+ `},
		{"GET", "/files/3/1.txt?expires=1&signature=" + secret, `path=/files/3/1.txt operation="GET /files/" status=404 `},
		{"GET", "/media/remote/main?url=https%3A%2F%2Fx.example%2F&signature=" + secret, `path=/media/remote/main operation="GET /media/" status=\d+ `},
		{"POST", "/api/webhooks/custom/svcx%5F" + secret + "?key=" + secret, `path=/api/webhooks/custom/\(hidden\) operation="POST /api/webhooks/custom/{channelId}" status=200 ms=\d+ bytes=2$`},
		{"GET", "/%0A" + strings.Repeat("x", 2000), `path="/\\nx+…" status=404 `},
	} {
		send := func() string {
			out.Reset()
			w := httptest.NewRecorder()
			r := httptest.NewRequest(tt.method, tt.target, strings.NewReader(`{"email":"nobody@example.com"}`))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("x-svcx-api-key", "svcx_"+secret)
			r.Header.Set("Authorization", "Bearer "+secret)
			handler.ServeHTTP(w, r)
			if id := w.Header().Get("X-Request-Id"); level.Level() == slog.LevelDebug && !strings.Contains(out.String(), `msg="a request was answered" request=`+id+" ") {
				t.Errorf("%s: no line of request %s in %s", tt.target, id, out.String())
			}
			return out.String()
		}
		level.Set(slog.LevelInfo)
		if got := send(); strings.Contains(got, "answered") {
			t.Errorf("%s: at level info there is %s", tt.target, got)
		}
		level.Set(slog.LevelDebug)
		got := send()
		lines := strings.Split(strings.TrimSpace(got), "\n")
		if last := lines[len(lines)-1]; !regexp.MustCompile(tt.want).MatchString(last) {
			t.Errorf("%s: %s, want %s", tt.target, last, tt.want)
		}
		if strings.Contains(got, secret) || len(got) > 2000 {
			t.Errorf("%s: the log has %s", tt.target, got)
		}
	}
}
