package store

import (
	"database/sql"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
)

// AISettings reads a workspace's AI settings, the defaults if it never set any.
func (r Reads) AISettings(ws svcx.WorkspaceID) (svcx.AISettings, error) {
	s, err := sqldb.One(r.q, `SELECT enabled, base_url, model, api_key, auto_rename, auto_summarize FROM ai_setting WHERE workspace_id = $1`,
		func(row sqldb.Scanner) (s svcx.AISettings, err error) {
			return s, row.Scan(&s.Enabled, &s.BaseURL, &s.Model, &s.APIKey, &s.AutoRename, &s.AutoSummarize)
		}, ws)
	if errors.Is(err, sql.ErrNoRows) {
		return svcx.DefaultAISettings(), nil
	}
	return s, err
}

// SetAISettings stores a workspace's AI settings.
func (tx *Tx) SetAISettings(ws svcx.WorkspaceID, s svcx.AISettings) error {
	_, err := tx.Exec(`INSERT INTO ai_setting (workspace_id, enabled, base_url, model, api_key, auto_rename, auto_summarize) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (workspace_id) DO UPDATE SET enabled = excluded.enabled, base_url = excluded.base_url, model = excluded.model,
		api_key = excluded.api_key, auto_rename = excluded.auto_rename, auto_summarize = excluded.auto_summarize`,
		ws, s.Enabled, s.BaseURL, s.Model, s.APIKey, s.AutoRename, s.AutoSummarize)
	return err
}
