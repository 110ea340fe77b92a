package store

import (
	"database/sql"

	"svcx"
	"svcx/internal/sqldb"
)

var channelTable = sqldb.NewTable("channel", func(c *svcx.Channel) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &c.ID),
		sqldb.Field("workspace_id", &c.Workspace),
		sqldb.Field("name", &c.Name),
		sqldb.Encoded("settings", storedSettings{&c.Settings}),
		sqldb.Field("key_hash", &c.KeyHash),
		sqldb.Field("key_hint", &c.KeyHint),
		// The sealed key, where admins may see it again.
		sqldb.Other[[]byte]("key_cipher"),
		sqldb.JSON("defaults", &c.Defaults),
		sqldb.Field("last_heartbeat_at", &c.LastHeartbeatAt),
		sqldb.Field("ping_failed", &c.PingFailed),
		sqldb.Computed("next_ping_at", func() *svcx.Time { return nextPing(&c.Settings) }),
		sqldb.Field("circuit_failures", &c.Circuit.Failures),
		sqldb.Field("circuit_opened_at", &c.Circuit.OpenedAt),
		sqldb.Field("circuit_probe_at", &c.Circuit.ProbeAt),
		sqldb.Field("paused_at", &c.PausedAt),
		sqldb.Field("signing_secret", &c.Signing.Secret),
		sqldb.Field("old_signing_secret", &c.Signing.Old),
		sqldb.Field("old_secret_until", &c.Signing.OldUntil),
		sqldb.Field("created_at", &c.CreatedAt),
	}
})

// storedSettings are as they are by default where an earlier version stored nothing.
type storedSettings struct{ *svcx.Settings }

func (s storedSettings) Encode() *string {
	text := sqldb.EncodeJSON(s.Settings)
	return &text
}

func (s storedSettings) Decode(text sql.NullString) error {
	*s.Settings = svcx.DefaultSettings()
	return sqldb.DecodeJSON(text.String, s.Settings)
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
	c, err := sqldb.One(sqldb.Brief(r.q), `SELECT `+channelFormColumns+` FROM channel c JOIN workspace w ON w.id = c.workspace_id WHERE c.id = $1`,
		scanChannelForm, id)
	return sqldb.Found(c, err, "channel")
}

// channelFormColumns are the columns of a ChannelForm.
var channelFormColumns = channelTable.ColumnsOf("c") + ", w.form"

func scanChannelForm(s sqldb.Scanner) (ChannelForm, error) {
	cf := ChannelForm{Channel: new(svcx.Channel)}
	err := channelTable.ScanInto(cf.Channel, s, &cf.Form)
	return cf, err
}

// ChannelForms adds channels of the workspace to all. It may be part of a Pipeline.
func (tx *Tx) ChannelForms(all map[svcx.ChannelID]ChannelForm, ws svcx.WorkspaceID, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	d := tx.SQL()
	var none []struct{}
	return sqldb.EnqueueCollect(tx.Tx, &none, `SELECT `+channelFormColumns+` FROM channel c JOIN workspace w ON w.id = c.workspace_id
		WHERE c.workspace_id = $1 AND `+d.In("c.id", "$2"), func(s sqldb.Scanner) (none struct{}, err error) {
		cf, err := scanChannelForm(s)
		all[cf.Channel.ID] = cf
		return none, err
	}, ws, d.Array(ids))
}

// Channel finds a channel of the workspace.
func (r Reads) Channel(ws svcx.WorkspaceID, id svcx.ChannelID) (*svcx.Channel, error) {
	c, err := sqldb.One(sqldb.Brief(r.q), `SELECT `+channelTable.Columns()+` FROM channel WHERE workspace_id = $1 AND id = $2`, channelTable.Scan, ws, id)
	return sqldb.Found(c, err, "channel")
}

// InsertChannel stores a new channel and sets its id. seal encrypts the key for
// the row once the id is known; nil keeps the hash alone.
func (tx *Tx) InsertChannel(c *svcx.Channel, seal func(svcx.ChannelID) ([]byte, error)) error {
	if err := channelTable.Reserve(tx.Tx, c); err != nil {
		return err
	}
	var cipher []byte
	if seal != nil {
		var err error
		if cipher, err = seal(c.ID); err != nil {
			return err
		}
	}
	return channelTable.InsertWith(tx.Tx, c, sqldb.Set("key_cipher", cipher))
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
	items, err := sqldb.Collect(q, `SELECT `+channelTable.Columns()+` FROM channel WHERE workspace_id = $1 ORDER BY id LIMIT $2 OFFSET $3`,
		channelTable.Scan, ws, page.Limit, page.Offset)
	return svcx.List[*svcx.Channel]{Items: items, Total: total}, err
}

var channelUpdate = channelTable.Update("name", "settings", "defaults", "next_ping_at")

// UpdateChannel stores name, settings and defaults, and resets the time of the next
// monitor ping.
func (tx *Tx) UpdateChannel(c *svcx.Channel) error {
	_, err := channelUpdate.Exec(tx.Tx, c)
	return err
}

// DeleteChannel deletes the channel, its staff links and the history of its health. Its conversations, its
// event log and the keys of its messages stay; the deliverer ends its deliveries.
func (tx *Tx) DeleteChannel(ws svcx.WorkspaceID, id svcx.ChannelID) error {
	if _, err := tx.Exec(`DELETE FROM staff_link WHERE workspace_id = $1 AND channel_id = $2`, ws, id); err != nil {
		return err
	}
	if err := tx.ForgetHealth(ws, id); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM channel WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}

// SetChannelKey replaces the channel's key by its hash, its hint and, unless nil, its
// cipher.
func (tx *Tx) SetChannelKey(ws svcx.WorkspaceID, id svcx.ChannelID, hash, hint string, cipher []byte) error {
	_, err := tx.Exec(`UPDATE channel SET key_hash = $3, key_hint = $4, key_cipher = $5 WHERE workspace_id = $1 AND id = $2`, ws, id, hash, hint, blob(cipher))
	return err
}

// KeyCipher returns the channel's sealed key, nil if only the hash is kept.
func (r Reads) KeyCipher(ws svcx.WorkspaceID, id svcx.ChannelID) ([]byte, error) {
	cipher, err := sqldb.One(r.q, `SELECT key_cipher FROM channel WHERE workspace_id = $1 AND id = $2`, sqldb.ScanValue[[]byte], ws, id)
	return sqldb.Found(cipher, err, "channel")
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
