package upgrade

import (
	"bytes"
	"net/http"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"svcx/internal/app"
)

// untilChanged are values that depend on when, or where, they are read: the signature of a
// file's address, the port, when a key or a session was used last, which the reading itself
// changes.
var untilChanged = regexp.MustCompile(`\?expires=[^"]*|"(lastUsedAt|lastSeenAt|startedAt)":("[^"]*"|null)`)

// I migrate-to: after it, every read is answered as before, byte for byte: lists, threads,
// the event log, searches, in both forms.
func TestMovedDatabaseAnswersTheSame(t *testing.T) {
	t.Parallel()
	u := &upgraded{receiver: newReceiver(t), database: sqlite, dir: t.TempDir()}
	from := filepath.Join("testdata", "beb944f", sqlite)
	u.read(t, filepath.Join(from, "answers.jsonl"))
	u.load(t, from)
	u.begun = time.Now()
	paths := []answer{}
	for _, old := range u.old {
		if old.Body != nil { // an export is in the audit log
			paths = append(paths, old)
		}
	}
	for _, words := range []string{"twice", "bill.pdf", "zimmer", "order", "yann", "ord", "a"} {
		paths = append(paths, answer{Who: "bob", Path: "/api/acme/conversations?q=" + words}, answer{Who: "acme", Path: "/api/v1/acme/contacts?q=" + words})
	}
	// Events are held, so that nothing changes between the two readings.
	if _, err := app.Migrate(t.Context(), u.config(), u.log(t)); err != nil {
		t.Fatal(err)
	}
	if err := execute(t.Context(), sqlite, u.dir, "", `INSERT INTO server_setting (name, value) VALUES ('outbound_paused', '1')`); err != nil {
		t.Fatal(err)
	}
	stop := u.serve(t)
	u.removalsEnd(t)
	reads := func() (all [][]byte) {
		for _, p := range paths {
			res := u.call(t, call{who: p.Who, method: "GET", path: p.Path})
			if res.status != http.StatusOK {
				t.Errorf("%s reads %s: %d %s", p.Who, p.Path, res.status, res.body)
			}
			body := bytes.ReplaceAll(res.body, []byte(u.url), []byte(serverInData))
			all = append(all, untilChanged.ReplaceAll(body, nil))
		}
		return all
	}
	before := reads()
	stop()
	u.move(t)
	u.serve(t)
	for i, now := range reads() {
		if !bytes.Equal(before[i], now) {
			t.Errorf("%s reads %s:\n%s\nbefore:\n%s", paths[i].Who, paths[i].Path, now, before[i])
		}
	}
	if len(paths) < 30 {
		t.Errorf("only %d paths were read", len(paths))
	}
	// The folder is not served beside the copy.
	u.databaseURL = ""
	if _, err := app.Open(t.Context(), u.config(), u.log(t)); err == nil {
		t.Error("the old database is served")
	}
}

// removalsEnd waits for what the earlier version had begun to delete.
func (u *upgraded) removalsEnd(t *testing.T) {
	t.Helper()
	eventually(t, func() string {
		if left := query(t, u, `SELECT kind FROM removal`); len(left) > 0 {
			return "there is still to remove"
		}
		return ""
	})
}
