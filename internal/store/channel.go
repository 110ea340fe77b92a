package store

import (
	"svcx/internal/sqldb"

	"svcx"
)

const channelColumns = `c.id, c.workspace_id, c.name, c.settings, c.key_hash, c.defaults, c.last_heartbeat_at, c.ping_failed,
	c.circuit_failures, c.circuit_opened_at, c.circuit_probe_at, c.signing_secret, c.old_signing_secret, c.old_secret_until, c.created_at`

func scanChannel(s sqldb.Scanner) (*svcx.Channel, error) {
	var c svcx.Channel
	if err := scanChannelInto(s, &c); err != nil {
		return nil, err
	}
	return &c, nil
}

func scanChannelInto(s sqldb.Scanner, c *svcx.Channel, more ...any) error {
	var settings, defaults string
	dest := append([]any{&c.ID, &c.Workspace, &c.Name, &settings, &c.KeyHash, &defaults, &c.LastHeartbeatAt, &c.PingFailed,
		&c.Circuit.Failures, &c.Circuit.OpenedAt, &c.Circuit.ProbeAt, &c.Signing.Secret, &c.Signing.Old, &c.Signing.OldUntil, &c.CreatedAt}, more...)
	if err := s.Scan(dest...); err != nil {
		return err
	}
	if err := sqldb.DecodeJSON(defaults, &c.Defaults); err != nil {
		return err
	}
	c.Settings = svcx.DefaultSettings()
	return sqldb.DecodeJSON(settings, &c.Settings)
}

// ChannelForm is a channel with the form of its workspace: what is needed to read
// an inbound request.
type ChannelForm struct {
	Channel *svcx.Channel
	Form    svcx.FormName
}

// ChannelByID finds a channel of any workspace: an inbound request names only the
// channel.
func (r Reads) ChannelByID(id svcx.ChannelID) (ChannelForm, error) {
	c, err := sqldb.One(r.q, `SELECT `+channelColumns+`, w.form FROM channel c JOIN workspace w ON w.id = c.workspace_id WHERE c.id = $1`,
		scanChannelForm, id)
	return found(c, err, "channel")
}

func scanChannelForm(s sqldb.Scanner) (ChannelForm, error) {
	cf := ChannelForm{Channel: new(svcx.Channel)}
	err := scanChannelInto(s, cf.Channel, &cf.Form)
	return cf, err
}

// channelForms finds channels of the workspace, as part of a Pipeline.
func channelForms(tx *Tx, all *[]ChannelForm, ws svcx.WorkspaceID, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	d := tx.SQL()
	return sqldb.EnqueueCollect(tx, all, `SELECT `+channelColumns+`, w.form FROM channel c JOIN workspace w ON w.id = c.workspace_id
		WHERE c.workspace_id = $1 AND `+d.In("c.id", "$2"), scanChannelForm, ws, d.Array(ids))
}

// Channel finds a channel of the workspace.
func (r Reads) Channel(ws svcx.WorkspaceID, id svcx.ChannelID) (*svcx.Channel, error) {
	c, err := sqldb.One(r.q, `SELECT `+channelColumns+` FROM channel c WHERE c.workspace_id = $1 AND c.id = $2`, scanChannel, ws, id)
	return found(c, err, "channel")
}

var channelTable = sqldb.NewTable("channel", "id bigint", "workspace_id bigint", "name text", "settings text", "key_hash text",
	"key_cipher bytea", "defaults text", "last_heartbeat_at bigint", "next_ping_at bigint", "created_at bigint")

// InsertChannel stores a new channel and sets its id. seal encrypts the key for
// the row once the id is known; nil keeps the hash alone.
func (tx *Tx) InsertChannel(c *svcx.Channel, seal func(svcx.ChannelID) ([]byte, error)) error {
	ids, err := tx.Reserve("channel", 1)
	if err != nil {
		return err
	}
	c.ID = svcx.ChannelID(ids[0])
	var cipher []byte
	if seal != nil {
		if cipher, err = seal(c.ID); err != nil {
			return err
		}
	}
	return tx.Insert(channelTable, []any{c.ID, c.Workspace, c.Name, sqldb.EncodeJSON(c.Settings), string(c.KeyHash), cipher, sqldb.EncodeJSON(c.Defaults), nil, nextPing(&c.Settings), c.CreatedAt})
}

// DropKeyCiphers deletes the ciphers that let admins see the workspace's channel
// keys again; the hashes stay.
func (tx *Tx) DropKeyCiphers(ws svcx.WorkspaceID) error {
	_, err := tx.Exec(`UPDATE channel SET key_cipher = NULL WHERE workspace_id = $1`, ws)
	return err
}

// Heartbeat records that the integrator is alive.
func (tx *Tx) Heartbeat(ws svcx.WorkspaceID, id svcx.ChannelID, at svcx.Time) error {
	_, err := tx.Exec(`UPDATE channel SET last_heartbeat_at = $3 WHERE workspace_id = $1 AND id = $2`, ws, id, at)
	return err
}

// Channels lists the channels of the workspace, oldest first.
func (r Reads) Channels(ws svcx.WorkspaceID, page svcx.Page) (svcx.List[*svcx.Channel], error) {
	q := r.q
	total, err := sqldb.One(q, `SELECT count(*) FROM channel WHERE workspace_id = $1`, sqldb.ScanValue[int], ws)
	if err != nil {
		return svcx.List[*svcx.Channel]{}, err
	}
	items, err := sqldb.Collect(q, `SELECT `+channelColumns+` FROM channel c WHERE c.workspace_id = $1 ORDER BY c.id LIMIT $2 OFFSET $3`,
		scanChannel, ws, page.Limit, page.Offset)
	return svcx.List[*svcx.Channel]{Items: items, Total: total}, err
}

// UpdateChannel stores name, settings and defaults, and resets the time of the next
// monitor ping.
func (tx *Tx) UpdateChannel(c *svcx.Channel) error {
	_, err := tx.Exec(`UPDATE channel SET name = $3, settings = $4, defaults = $5, next_ping_at = $6 WHERE workspace_id = $1 AND id = $2`,
		c.Workspace, c.ID, c.Name, sqldb.EncodeJSON(c.Settings), sqldb.EncodeJSON(c.Defaults), nextPing(&c.Settings))
	return err
}

// ResetCircuit closes the channel's circuit and clears its failures.
func (tx Outbound) ResetCircuit(ws svcx.WorkspaceID, id svcx.ChannelID) error {
	_, err := tx.Exec(`UPDATE channel SET circuit_failures = 0, circuit_opened_at = NULL, circuit_probe_at = NULL WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}

// DeleteChannel deletes the channel and its staff links. Its conversations, its
// event log and the keys of its messages stay; the deliverer ends its deliveries.
func (tx *Tx) DeleteChannel(ws svcx.WorkspaceID, id svcx.ChannelID) error {
	if _, err := tx.Exec(`DELETE FROM staff_link WHERE workspace_id = $1 AND channel_id = $2`, ws, id); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM channel WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}

// SetChannelKey replaces the channel's key by its hash and, unless nil, its
// cipher.
func (tx *Tx) SetChannelKey(ws svcx.WorkspaceID, id svcx.ChannelID, hash string, cipher []byte) error {
	_, err := tx.Exec(`UPDATE channel SET key_hash = $3, key_cipher = $4 WHERE workspace_id = $1 AND id = $2`, ws, id, hash, blob(cipher))
	return err
}

// KeyCipher returns the channel's sealed key, nil if only the hash is kept.
func (r Reads) KeyCipher(ws svcx.WorkspaceID, id svcx.ChannelID) ([]byte, error) {
	cipher, err := sqldb.One(r.q, `SELECT key_cipher FROM channel WHERE workspace_id = $1 AND id = $2`, sqldb.ScanValue[[]byte], ws, id)
	return found(cipher, err, "channel")
}

// SetSigning stores the signing secrets of the channel's calls.
func (tx *Tx) SetSigning(ws svcx.WorkspaceID, id svcx.ChannelID, s svcx.Signing) error {
	_, err := tx.Exec(`UPDATE channel SET signing_secret = $3, old_signing_secret = $4, old_secret_until = $5 WHERE workspace_id = $1 AND id = $2`,
		ws, id, blob(s.Secret), blob(s.Old), s.OldUntil)
	return err
}

// blob is a parameter that is NULL for nil rather than an empty value.
func blob(b []byte) any {
	if b == nil {
		return nil
	}
	return b
}
