package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

// count adds to a list's total.
func (tx *Tx) count(ws svcx.WorkspaceID, name string, delta int) error {
	if delta == 0 {
		return nil
	}
	return tx.Enqueue(nil, `INSERT INTO counter (workspace_id, name, n) VALUES ($1, $2, $3)
		ON CONFLICT (workspace_id, name) DO UPDATE SET n = counter.n + excluded.n`, ws, name, delta)
}

// counted reads a list's total.
func counted(q sqldb.Querier, ws svcx.WorkspaceID, name string) (int, error) {
	return sqldb.First(q, `SELECT n FROM counter WHERE workspace_id = $1 AND name = $2`, sqldb.ScanValue[int], ws, name)
}
