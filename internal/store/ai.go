package store

import (
	"database/sql"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
)

// aiRow are the AI settings of a workspace.
type aiRow struct {
	workspace svcx.WorkspaceID
	svcx.AISettings
}

var aiTable = sqldb.NewTable("ai_setting", func(s *aiRow) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &s.workspace),
		sqldb.Field("enabled", &s.Enabled),
		sqldb.Field("base_url", &s.BaseURL),
		sqldb.Field("model", &s.Model),
		sqldb.Field("api_key", &s.APIKey),
		sqldb.Field("auto_rename", &s.AutoRename),
		sqldb.Field("auto_summarize", &s.AutoSummarize),
		sqldb.List("disabled", &s.Disabled),
		sqldb.Field("price_in", &s.PriceIn),
		sqldb.Field("price_out", &s.PriceOut),
	}
}).Replacing("workspace_id")

// AISettings reads a workspace's AI settings, the defaults if it never set any.
func (r Reads) AISettings(ws svcx.WorkspaceID) (svcx.AISettings, error) {
	s, err := sqldb.One(r.q, `SELECT `+aiTable.Columns()+` FROM ai_setting WHERE workspace_id = $1`, aiTable.ScanRow, ws)
	if errors.Is(err, sql.ErrNoRows) {
		return svcx.DefaultAISettings(), nil
	}
	return s.AISettings, err
}

// SetAISettings stores a workspace's AI settings.
func (tx *Tx) SetAISettings(ws svcx.WorkspaceID, s svcx.AISettings) error {
	return aiTable.Insert(tx.Tx, &aiRow{ws, s})
}
