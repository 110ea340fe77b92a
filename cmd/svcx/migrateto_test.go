package main

import (
	"encoding/json"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"svcx/internal/store/pgtest"
)

// I migrate-to: a folder is moved with one connection, and then neither served nor changed
// by mistake; a second run says that it is done; --cancel goes back, with events paused.
func TestFolderIsMoved(t *testing.T) {
	address := pgtest.Owned(t, "CONNECTION LIMIT 1")
	bare(t)
	s := startServer(t, "--data-dir", "data")
	_, post := s.channel(t, "")
	for i := range 20 {
		if err := post(i); err != nil {
			t.Fatal(err)
		}
	}
	if got := runs(t, "migrate-to", "--data-dir", "data", "--database-url", address); got.code != 1 || !strings.Contains(got.stderr, "stop it first") {
		t.Errorf("beside a server: %+v", got)
	}
	s.stop()

	got := runs(t, "migrate-to", "--data-dir", "data", "--database-url", address, "--json")
	if got.code != 0 {
		t.Fatalf("%+v", got)
	}
	var moved struct {
		DataDir string
		Tables  []movedTable
	}
	if err := json.Unmarshal([]byte(got.stdout), &moved); err != nil {
		t.Fatalf("%v: %s", err, got.stdout)
	}
	rows := make(map[string]int64)
	for _, table := range moved.Tables {
		rows[table.Name] = table.Rows
	}
	if moved.DataDir != "data" || rows["message"] != 20 || rows["conversation"] != 20 || rows["workspace"] != 2 {
		t.Errorf("%s", got.stdout)
	}
	for _, args := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"workspace", "list"}, {"key", "list", "--workspace", "acme"}, {"backup", "--to", "b.tar"}} {
		refused := runs(t, append(args, "--data-dir", "data")...)
		if refused.code != 1 || !strings.Contains(refused.stderr, "was moved to the database postgres://") || !strings.Contains(refused.stderr, "--cancel") {
			t.Errorf("svcx %v: %+v", args, refused)
		}
		if _, password, _ := strings.Cut(address, ":"); strings.Contains(refused.stderr, strings.Split(password[2:], "@")[0]) {
			t.Errorf("the password is shown: %s", refused.stderr)
		}
	}
	if again := runs(t, "migrate-to", "--data-dir", "data", "--database-url", address); again.code != 0 || !strings.Contains(again.stdout, "An earlier run has moved everything") {
		t.Errorf("again: %+v", again)
	}
	if list := runs(t, "workspace", "list", "--data-dir", "data", "--database-url", address); list.code != 0 || !strings.Contains(list.stdout, "acme") {
		t.Errorf("the copy: %+v", list)
	}
	if other := runs(t, "migrate-to", "--data-dir", "data", "--database-url", pgtest.URL(t)); other.code != 1 || !strings.Contains(other.stderr, "was moved to") {
		t.Errorf("to another database: %+v", other)
	}

	cancelled := runs(t, "migrate-to", "--data-dir", "data", "--cancel")
	if cancelled.code != 0 || !strings.Contains(cancelled.stdout, "svcx outbound resume") {
		t.Errorf("cancel: %+v", cancelled)
	}
	if status := runs(t, "outbound", "status", "--data-dir", "data", "--json"); status.code != 0 || !strings.Contains(status.stdout, `"paused":true`) {
		t.Errorf("after cancel: %+v", status)
	}
	if none := runs(t, "migrate-to", "--data-dir", "data", "--cancel"); none.code != 1 || !strings.Contains(none.stderr, "nothing to cancel") {
		t.Errorf("cancel again: %+v", none)
	}
	if used := runs(t, "migrate-to", "--data-dir", "data", "--database-url", address); used.code != 1 || !strings.Contains(used.stderr, "not empty") {
		t.Errorf("to a database in use: %+v", used)
	}
	if list := runs(t, "workspace", "list", "--data-dir", "data"); list.code != 0 {
		t.Errorf("a refused move has an effect: %+v", list)
	}
}

// I migrate-to: what is refused leaves the folder as it is.
func TestMoveIsRefused(t *testing.T) {
	bare(t)
	if got := runs(t, "migrate-to", "--data-dir", "data"); got.code != exitUsage || !strings.Contains(got.stderr, "--database-url") {
		t.Errorf("without a database: %+v", got)
	}
	if got := runs(t, "migrate-to", "--data-dir", "data", "--database-url", "postgres://x@127.0.0.1:1/x"); got.code != 1 || !strings.Contains(got.stderr, "no svcx deployment") {
		t.Errorf("without a deployment: %+v", got)
	}
	if _, err := os.Stat("data/svcx.db"); err == nil {
		t.Error("it has made a database")
	}
	runs(t, "workspace", "create", "--slug", "acme", "--name", "Acme", "--data-dir", "data")
	if got := runs(t, "migrate-to", "--data-dir", "data", "--database-url", "postgres://x@127.0.0.1:1/x"); got.code != 1 || !strings.Contains(got.stderr, "SVCX_DATABASE_URL") {
		t.Errorf("without a server: %+v", got)
	}
	if err := os.Rename("data/master.key", "key"); err != nil {
		t.Fatal(err)
	}
	if got := runs(t, "migrate-to", "--data-dir", "data", "--database-url", pgtest.URL(t)); got.code != 1 || !strings.Contains(got.stderr, "master key") {
		t.Errorf("without the master key: %+v", got)
	}
	if err := os.Rename("key", "data/master.key"); err != nil {
		t.Fatal(err)
	}
	if got := runs(t, "migrate-to", "--data-dir", "data", "--database-url", pgtest.Encoded(t, "LATIN1")); got.code != 1 || !strings.Contains(got.stderr, "UTF8") {
		t.Errorf("to another encoding: %+v", got)
	}
	if got := runs(t, "workspace", "list", "--data-dir", "data"); got.code != 0 {
		t.Errorf("afterwards: %+v", got)
	}
}

// I migrate-to: a process that is killed in the middle of a table leaves nothing that is served,
// and the next one continues it.
func TestKilledMoveContinues(t *testing.T) {
	address := pgtest.URL(t)
	dir := t.TempDir()
	bare(t)
	s := startServer(t, "--data-dir", dir)
	_, post := s.channel(t, "")
	for i := range 30 {
		if err := post(i); err != nil {
			t.Fatal(err)
		}
	}
	s.stop()
	// Messages cannot be stored while another has locked the table.
	succeeds(t, "migrate", "--database-url", address, "--data-dir", dir)
	other, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context())
	if _, err := other.Exec(t.Context(), "BEGIN; LOCK TABLE message IN SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	p := starts(t, `exec "$@"`, "migrate-to", "--data-dir", dir, "--database-url", address)
	for waiting := 0; waiting == 0; {
		if err := other.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'message'::regclass").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	p.signal(t, syscall.SIGKILL)
	p.Wait()
	if _, err := other.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"is not finished":       {"serve", "--addr", "127.0.0.1:0", "--data-dir", dir},
		"is an unfinished copy": {"workspace", "list", "--data-dir", dir, "--database-url", address},
	} {
		if got := runs(t, args...); got.code != exitFailed || !strings.Contains(got.stderr, want) {
			t.Errorf("svcx %v: %+v", args, got)
		}
	}
	if got := runs(t, "migrate-to", "--data-dir", dir, "--database-url", address); got.code != 0 || !strings.Contains(got.stdout, "the same in both") {
		t.Fatalf("%+v", got)
	}
	var messages, contacts int
	if err := other.QueryRow(t.Context(), "SELECT (SELECT count(*) FROM message), (SELECT count(*) FROM contact)").Scan(&messages, &contacts); err != nil || messages != 30 || contacts != 30 {
		t.Errorf("%d messages and %d contacts: %v", messages, contacts, err)
	}
}
