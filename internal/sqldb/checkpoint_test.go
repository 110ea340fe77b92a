package sqldb_test

import (
	"fmt"
	"strings"
	"testing"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// fillLog writes about 64 KiB of log.
func fillLog(t *testing.T, db *store.DB, name string) {
	t.Helper()
	if err := db.Write(t.Context(), 1, func(tx *store.Tx) error {
		return tx.SetServerSetting(name, strings.Repeat("x", 64<<10))
	}); err != nil {
		t.Error(err)
	}
}

// The log once grew without end under steady load, to 4 GiB in a minute, as svcx
// bench inbound shows. Past the limit it is now restarted while writers wait. A
// reader that never ends prevents that: writers wait for it once, and again when
// the log has grown by a quarter of the limit.
func TestReaderOfTheLogDelaysWritersOnlyOnce(t *testing.T) {
	const soft, hard = 256 << 10, 1 << 20
	db := storetest.SQLite(t)
	db.CheckpointPast(soft, hard)
	fillLog(t, db, "seen")
	reader, err := db.Raw().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	for _, statement := range []string{"BEGIN", "SELECT count(*) FROM server_setting"} {
		if _, err := reader.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 20 {
		fillLog(t, db, fmt.Sprint("unseen-", i))
	}
	limit, size, err := db.Checkpoint(t.Context(), hard)
	if err != nil || size < hard || limit < size {
		t.Fatalf("with a reader: limit %d, log %d, %v", limit, size, err)
	}
	if _, err := reader.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		fillLog(t, db, fmt.Sprint("more-", i))
	}
	if limit, _, err = db.Checkpoint(t.Context(), limit); err != nil || limit != hard {
		t.Fatalf("without the reader: limit %d, %v", limit, err)
	}
	fillLog(t, db, "restarted")
	if _, size, err = db.Checkpoint(t.Context(), limit); err != nil || size > soft {
		t.Errorf("the log has %d bytes after its restart, %v", size, err)
	}
}
