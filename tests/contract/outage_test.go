package contract

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // to hold the embedded database's lock

	"svcx/internal/store/pgtest"
)

// TestNothingIsAnsweredOKWithoutTheDatabase makes the database unavailable: then nothing is answered with ok, and
// senders get Retry-After. When it is back, the service works again.
//
// clause: D 2 answer 503, I readyz, I healthz
func TestNothingIsAnsweredOKWithoutTheDatabase(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		path, key := s.inbound()
		p, err := start(s.settings, nil, t.Output())
		if err != nil {
			t.Fatal(err)
		}
		defer p.stop()
		send := func(id string) *http.Response {
			t.Helper()
			body := `{"messageId":"` + id + `","conversationId":"c","from":{"externalId":"u"},"content":"` + id + `"}`
			req, err := http.NewRequest("POST", p.url+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("x-svcx-api-key", key)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			return res
		}
		send("before")

		back := takeAway(t, s)
		res := send("during")
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
			t.Errorf("without a database the answer is %d, Retry-After %q, not 503 and a time", res.StatusCode, res.Header.Get("Retry-After"))
		}
		if status := probe(t, p.url+"/healthz"); status != http.StatusOK {
			t.Errorf("/healthz answers %d: the process is well", status)
		}
		if s.database == postgres {
			if status := probe(t, p.url+"/readyz"); status != http.StatusServiceUnavailable {
				t.Errorf("/readyz answers %d without a database", status)
			}
		}
		back()

		if res := send("during"); res.StatusCode != http.StatusOK {
			t.Errorf("with the database again the answer is %d", res.StatusCode)
		}
		if status := probe(t, p.url+"/readyz"); status != http.StatusOK {
			t.Errorf("/readyz answers %d with the database again", status)
		}
		stored := messagesOf(t, p.url, text(s.names["key"]))
		if len(stored) != 2 || stored[0] != "before" || stored[1] != "during" {
			t.Errorf("stored: %v", stored)
		}
	})
}

// takeAway makes the database unusable until the returned function is called:
// PostgreSQL refuses connections, the embedded one is locked by another process.
func takeAway(t *testing.T, s *site) (back func()) {
	t.Helper()
	if s.database == postgres {
		server, name := os.Getenv(pgtest.ServerVariable), databaseName(s.settings["SVCX_DATABASE_URL"])
		allow := func(yes string) {
			if err := statement(server, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS "+yes); err != nil {
				t.Fatal(err)
			}
		}
		allow("false")
		if err := statement(server, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'"); err != nil {
			t.Fatal(err)
		}
		return func() { allow("true") }
	}
	db, err := sql.Open("sqlite", filepath.Join(s.settings["SVCX_DATA_DIR"], "svcx.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(context.Background(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := conn.ExecContext(context.Background(), "ROLLBACK"); err != nil {
			t.Fatal(err)
		}
		conn.Close()
		db.Close()
	}
}

func probe(t *testing.T, url string) int {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}
