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
		// The writes before may still be returning connections, and background work may
		// take some meanwhile; an export that held one would do so during every page.
		before, pages, free := db.Raw().Stats().InUse, 0, 0
		err := db.EachMessage(t.Context(), f.workspace, func([]svcx.Message) error {
			pages++
			if db.Raw().Stats().InUse <= before {
				free++
			}
			return nil
		})
		if err != nil || pages < 3 || free == 0 {
			t.Errorf("%d pages, %d of them without another connection in use, %v", pages, free, err)
		}
	})
}
