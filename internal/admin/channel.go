package admin

import (
	"context"
	"crypto/subtle"
	"fmt"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// ChannelByID finds the channel of an inbound request and its workspace's form.
func (s *Service) ChannelByID(ctx context.Context, id svcx.ChannelID) (store.ChannelForm, error) {
	return s.db.Read(ctx).ChannelByID(id)
}

// KeyFits reports whether key is the channel's. It compares hashes in constant time
// (W 5.2).
func KeyFits(ch *svcx.Channel, key string) bool {
	return key != "" && subtle.ConstantTimeCompare([]byte(seal.Hash(key)), []byte(ch.KeyHash)) == 1
}

// CreateChannel creates a channel and its key, which is returned only once. If the form
// lets admins reveal it, it is also stored encrypted (W 5.5). A default category that
// is not of the workspace and an invalid default value of a field are validation
// errors.
func (s *Service) CreateChannel(ctx context.Context, call inbox.Call, draft svcx.ChannelDraft) (ch *svcx.Channel, key string, err error) {
	if err := checkChannelName(draft.Name); err != nil {
		return nil, "", err
	}
	key = seal.NewChannelKey()
	err = inbox.Write(ctx, s.core, call, &ch, func(tx *store.Tx) error {
		ch = &svcx.Channel{Workspace: call.Workspace.ID, Name: draft.Name, Settings: draft.Settings, KeyHash: seal.Hash(key), KeyHint: seal.Hint(key), CreatedAt: s.core.Now()}
		if err := setDefaults(tx, ch, draft.Defaults); err != nil {
			return err
		}
		if err := tx.InsertChannel(ch, func(id svcx.ChannelID) ([]byte, error) { return s.sealKey(tx, call.Workspace.ID, id, key) }); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditChannelCreate, "channel", ch.ID)
	})
	return ch, key, err
}

func checkChannelName(name string) error {
	if svcx.Blank(name) {
		return svcx.Invalid("name", "must not be blank")
	}
	return svcx.CheckLength("name", name, svcx.MaxName)
}

// Channels lists the workspace's channels, oldest first.
func (s *Service) Channels(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.Channel], error) {
	return s.db.Read(ctx).Channels(w.ID, page)
}

// Channel finds one channel.
func (s *Service) Channel(ctx context.Context, w *svcx.Workspace, id svcx.ChannelID) (*svcx.Channel, error) {
	return s.db.Read(ctx).Channel(w.ID, id)
}

// UpdateChannel changes what the patch sets. Errors are those of CreateChannel and of
// the patch. A new webhook URL closes the circuit (D 4) and makes retries that are
// planned for later due now. The result of the latest ping is reset with the URL, and when monitoring is disabled: no ping would correct it.
func (s *Service) UpdateChannel(ctx context.Context, call inbox.Call, id svcx.ChannelID, patch svcx.ChannelPatch) (ch *svcx.Channel, err error) {
	return s.EditChannel(ctx, call, id, func(*svcx.Channel) (svcx.ChannelPatch, error) { return patch, nil })
}

// EditChannel is UpdateChannel with a patch that is made from the channel as it is now. edit
// may be called more than once; its error is returned, and nothing is changed.
func (s *Service) EditChannel(ctx context.Context, call inbox.Call, id svcx.ChannelID, edit func(*svcx.Channel) (svcx.ChannelPatch, error)) (ch *svcx.Channel, err error) {
	moved := false
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if ch, err = tx.Channel(call.Workspace.ID, id); err != nil {
			return err
		}
		was := *ch
		patch, err := edit(&was)
		if err != nil {
			return err
		}
		if patch.Name != nil {
			if err := checkChannelName(*patch.Name); err != nil {
				return err
			}
		}
		was = *ch
		set(&ch.Name, patch.Name)
		if patch.Settings != nil {
			if ch.Settings, err = patch.Settings(ch.Settings); err != nil {
				return err
			}
		}
		if err := setDefaults(tx, ch, patch.Defaults); err != nil {
			return err
		}
		if err := tx.UpdateChannel(ch); err != nil {
			return err
		}
		if was.Settings.FeedEnabled && !ch.Settings.FeedEnabled {
			tx.OnCommit(func() { s.core.Live.Fed(id) }) // those who wait are refused
		}
		if moved = ch.Settings.WebhookURL != was.Settings.WebhookURL; moved {
			if err := s.closeCircuit(tx, ch); err != nil {
				return err
			}
		}
		if ch.PingFailed && (moved || was.Settings.MonitoringEnabled && !ch.Settings.MonitoringEnabled) {
			if err := s.forgetPing(tx, ch); err != nil {
				return err
			}
		}
		return s.core.Audit(tx, call, svcx.AuditChannelUpdate, "channel", id)
	})
	if err == nil && moved {
		if err := s.core.RetryNow(ctx, store.ChannelRef{Workspace: call.Workspace.ID, Channel: id}); err != nil {
			s.log.Warn("making waiting deliveries due now failed: they are tried on schedule", "workspace", call.Workspace.ID, "channel", id, "error", err)
		}
	}
	return ch, err
}

// forgetPing makes the channel as healthy as it would be without its failed ping.
func (s *Service) forgetPing(tx *store.Tx, ch *svcx.Channel) error {
	was := *ch
	ch.PingFailed = false
	if err := tx.NoteHealth(&was, ch, s.core.Now()); err != nil {
		return err
	}
	return tx.SetPingFailed(ch.Workspace, ch.ID, false)
}

// closeCircuit closes the circuit: deliveries are attempted again at once.
func (s *Service) closeCircuit(tx *store.Tx, ch *svcx.Channel) error {
	ch.Circuit = svcx.Circuit{}
	ref := store.ChannelRef{Workspace: ch.Workspace, Channel: ch.ID}
	tx.OnCommit(func() { s.core.Wake(ref) })
	return tx.ResetCircuit(ch.Workspace, ch.ID)
}

// DeleteChannel deletes a channel. Inbound requests are then answered like those of an
// unknown channel, and its deliveries fail with no_webhook_url. Its conversations
// stay.
func (s *Service) DeleteChannel(ctx context.Context, call inbox.Call, id svcx.ChannelID) error {
	return s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if _, err := tx.Channel(call.Workspace.ID, id); err != nil {
			return err
		}
		if err := tx.DeleteChannel(call.Workspace.ID, id); err != nil {
			return err
		}
		ref := store.ChannelRef{Workspace: call.Workspace.ID, Channel: id}
		tx.OnCommit(func() {
			s.core.Wake(ref)
			s.core.Live.Fed(id) // those who wait for the feed are refused
		})
		return s.core.Audit(tx, call, svcx.AuditChannelDelete, "channel", id)
	})
}

// RegenerateKey replaces the channel's key. The new key is returned only once; the
// previous one is invalid at once (W 5.3).
func (s *Service) RegenerateKey(ctx context.Context, call inbox.Call, id svcx.ChannelID) (key string, err error) {
	key = seal.NewChannelKey()
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if _, err := tx.Channel(call.Workspace.ID, id); err != nil {
			return err
		}
		cipher, err := s.sealKey(tx, call.Workspace.ID, id, key)
		if err != nil {
			return err
		}
		if err := tx.SetChannelKey(call.Workspace.ID, id, seal.Hash(key), seal.Hint(key), cipher); err != nil {
			return err
		}
		tx.OnCommit(func() { s.core.Live.Fed(id) }) // those who wait with the key before are refused
		return s.core.Audit(tx, call, svcx.AuditKeyRegenerate, "channel", id)
	})
	return key, err
}

// RevealKey returns the channel's key, in a form that stores it encrypted (W 5.5), and
// logs that in the audit log. It is NotFound if only the hash is stored, since the key
// is from when the workspace had the other form (D 1).
func (s *Service) RevealKey(ctx context.Context, call inbox.Call, id svcx.ChannelID) (key string, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		current, err := tx.Workspace(call.Workspace.ID)
		if err != nil {
			return err
		}
		cipher, err := tx.KeyCipher(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		if cipher == nil || !s.core.Forms.RevealsChannelKey(current.Form) {
			return svcx.NotFound("channel key")
		}
		if key, err = s.vault.Open(cipher, vault.ChannelKey(id)); err != nil {
			return fmt.Errorf("opening the key of channel %d: %w", id, err)
		}
		return s.core.Audit(tx, call, svcx.AuditKeyReveal, "channel", id)
	})
	return key, err
}

// sealKey encrypts a channel's key for its row; nil if the form stores only the hash.
// It uses the workspace's current form, which may have changed since the request was
// authorized.
func (s *Service) sealKey(tx *store.Tx, ws svcx.WorkspaceID, id svcx.ChannelID, key string) ([]byte, error) {
	w, err := tx.Workspace(ws)
	if err != nil {
		return nil, err
	}
	if !s.core.Forms.RevealsChannelKey(w.Form) {
		return nil, nil
	}
	return s.vault.Seal(tx, key, vault.ChannelKey(id))
}

// setDefaults changes a channel's defaults. As in a conversation, field keys that the
// workspace does not have are ignored (R 7).
func setDefaults(tx *store.Tx, ch *svcx.Channel, patch svcx.DefaultsPatch) error {
	if patch.Category != nil {
		if *patch.Category != nil {
			if _, err := tx.Category(ch.Workspace, **patch.Category); err != nil {
				return inbox.Missing(err, "defaults.categoryId", "a category")
			}
		}
		ch.Defaults.Category = *patch.Category
	}
	if !patch.ClearFields && len(patch.Fields) == 0 {
		return nil
	}
	fields, err := tx.Fields(ch.Workspace)
	if err != nil {
		return err
	}
	values := make(map[string]string)
	for _, f := range fields {
		if value, ok := ch.Defaults.Fields[f.Key]; ok && !patch.ClearFields {
			values[f.Key] = value
		}
	}
	changes, err := svcx.ReadFieldChanges("defaults.fields.", fields, patch.Fields)
	if err != nil {
		return err
	}
	if err := svcx.ReplaceFieldValues("defaults.fields.", values, func(f *svcx.Field) string { return f.Key }, changes); err != nil {
		return err
	}
	ch.Defaults.Fields = values
	return nil
}
