package store_test

import (
	"context"
	"testing"
	"time"

	"svcx/internal/store/storetest"
)

// Storage: a server begins with few connections for reading, and who holds all of
// them for long keeps nobody else from it.
func TestReadersThatStayGetCompany(t *testing.T) {
	db := storetest.Postgres(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	pool := db.Raw()
	first := pool.Stats().MaxOpenConnections
	for i := range first + 1 {
		conn, err := pool.Conn(ctx)
		if err != nil {
			t.Fatalf("connection %d: %v", i+1, err)
		}
		defer conn.Close()
	}
	if most := pool.Stats().MaxOpenConnections; most <= first {
		t.Errorf("%d connections may be open, as at first", most)
	}
}
