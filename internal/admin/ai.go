package admin

import (
	"context"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// AISettings are the workspace's settings of the AI operations.
func (s *Service) AISettings(ctx context.Context, w *svcx.Workspace) (svcx.AISettings, error) {
	return s.db.Read(ctx).AISettings(w.ID)
}

// patchAI changes the AI settings. A new base URL removes the key, which was for the
// previous one (D 6).
func (s *Service) patchAI(tx *store.Tx, ws svcx.WorkspaceID, p svcx.AIPatch) error {
	settings, err := tx.AISettings(ws)
	if err != nil {
		return err
	}
	if p.BaseURL != nil && *p.BaseURL != settings.BaseURL {
		settings.BaseURL, settings.APIKey = *p.BaseURL, nil
	}
	if p.APIKey != nil {
		settings.APIKey = nil
		if *p.APIKey != "" {
			if settings.APIKey, err = s.vault.Seal(tx, *p.APIKey, vault.AIKey(ws)); err != nil {
				return err
			}
		}
	}
	set(&settings.Enabled, p.Enabled)
	set(&settings.Model, p.Model)
	set(&settings.AutoRename, p.AutoRename)
	set(&settings.AutoSummarize, p.AutoSummarize)
	set(&settings.Disabled, p.Disabled)
	set(&settings.PriceIn, p.PriceIn)
	set(&settings.PriceOut, p.PriceOut)
	return tx.SetAISettings(ws, settings)
}
