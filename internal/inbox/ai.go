package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// AISettings are the workspace's settings of the AI operations.
func (in *Inbox) AISettings(ctx context.Context, w *svcx.Workspace) (svcx.AISettings, error) {
	return in.db.Read(ctx).AISettings(w.ID)
}

// patchAI changes the AI settings. A new base URL removes the key, which was for the
// previous one (D 6).
func (in *Inbox) patchAI(tx *store.Tx, ws svcx.WorkspaceID, p svcx.AIPatch) error {
	s, err := tx.AISettings(ws)
	if err != nil {
		return err
	}
	if p.BaseURL != nil && *p.BaseURL != s.BaseURL {
		s.BaseURL, s.APIKey = *p.BaseURL, nil
	}
	if p.APIKey != nil {
		s.APIKey = nil
		if *p.APIKey != "" {
			if s.APIKey, err = in.vault.Seal(tx, *p.APIKey, vault.AIKey(ws)); err != nil {
				return err
			}
		}
	}
	set(&s.Enabled, p.Enabled)
	set(&s.Model, p.Model)
	set(&s.AutoRename, p.AutoRename)
	set(&s.AutoSummarize, p.AutoSummarize)
	return tx.SetAISettings(ws, s)
}
