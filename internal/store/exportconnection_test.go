package store_test

import (
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// An export holds no connection, and so no snapshot, while a page is processed.
func TestExportHoldsNoConnection(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		o.Now = epoch.Std
		db := storetest.Open(t, o)
		f := fill(t, db, 2000)
		// The writes before may still be returning connections.
		before, pages := db.Raw().Stats().InUse, 0
		err := db.EachMessage(t.Context(), f.workspace, func([]svcx.Message) error {
			pages++
			if during := db.Raw().Stats().InUse; during > before {
				t.Errorf("page %d: %d connections in use, %d before", pages, during, before)
			}
			return nil
		})
		if err != nil || pages < 3 {
			t.Errorf("%d pages, %v", pages, err)
		}
	})
}
