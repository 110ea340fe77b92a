package contract

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// damage STATEMENT corrupts the database while the server runs: the only way from
// outside to cause an internal error.
func damage(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: damage statement")
	}
	query, err := w.expand(args[0])
	if err != nil {
		return err
	}
	if address := w.settings["SVCX_DATABASE_URL"]; address != "" {
		return statement(address, query)
	}
	db, err := sql.Open("sqlite", filepath.Join(w.settings["SVCX_DATA_DIR"], "svcx.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), query); err != nil {
		return fmt.Errorf("%s: %w", query, err)
	}
	return nil
}
