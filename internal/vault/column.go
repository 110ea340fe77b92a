package vault

import (
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// Column names a sealed value: its table, row and column. A value is bound to that name and
// cannot be swapped with another one in the database. A table whose values are sealed is in
// sealedTables too.
type Column string

// ChannelKey is the key of a channel.
func ChannelKey(id svcx.ChannelID) Column { return column("channel", int64(id), "/key") }

// SigningSecret is the secret that signs the calls of a channel, and its previous ones.
func SigningSecret(id svcx.ChannelID) Column { return column("channel", int64(id), "/signing-secret") }

// Secret is a workspace's secret.
func Secret(id svcx.SecretID) Column { return column("secret", int64(id), "") }

// AIKey is the key of the workspace's own AI provider.
func AIKey(ws svcx.WorkspaceID) Column { return column("workspace", int64(ws), "/ai-key") }

func column(table string, id int64, name string) Column {
	return Column(table + "/" + strconv.FormatInt(id, 10) + name)
}

// sealedTables are the tables with sealed values. A rotation of the master key seals all of
// them again.
var sealedTables = []interface {
	reseal(r *rotation, ws svcx.WorkspaceID) error
}{channels, secrets, aiSettings}

// sealedTable describes a table with sealed values.
type sealedTable[T any] struct {
	// next reads rows with ids greater than after, in order.
	next func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]T, error)
	id   func(T) int64
	// values are the sealed values of a row.
	values func(svcx.WorkspaceID, *T) map[*[]byte]Column
	put    func(*store.Tx, svcx.WorkspaceID, T) error
}

var channels = sealedTable[store.SealedChannel]{
	next: func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]store.SealedChannel, error) {
		return tx.SealedChannels(ws, svcx.ChannelID(after), limit)
	},
	id: func(c store.SealedChannel) int64 { return int64(c.ID) },
	values: func(_ svcx.WorkspaceID, c *store.SealedChannel) map[*[]byte]Column {
		return map[*[]byte]Column{&c.Key: ChannelKey(c.ID), &c.Signing: SigningSecret(c.ID), &c.OldSign: SigningSecret(c.ID)}
	},
	put: (*store.Tx).ResealChannel,
}

var secrets = sealedTable[store.SealedSecret]{
	next: func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]store.SealedSecret, error) {
		return tx.SealedSecrets(ws, svcx.SecretID(after), limit)
	},
	id: func(s store.SealedSecret) int64 { return int64(s.ID) },
	values: func(_ svcx.WorkspaceID, s *store.SealedSecret) map[*[]byte]Column {
		return map[*[]byte]Column{&s.Value: Secret(s.ID)}
	},
	put: (*store.Tx).ResealSecret,
}

// aiSettings has one row for each workspace.
var aiSettings = sealedTable[svcx.AISettings]{
	next: func(tx *store.Tx, ws svcx.WorkspaceID, after int64, _ int) ([]svcx.AISettings, error) {
		if after > 0 {
			return nil, nil
		}
		s, err := tx.AISettings(ws)
		return []svcx.AISettings{s}, err
	},
	id: func(svcx.AISettings) int64 { return 1 },
	values: func(ws svcx.WorkspaceID, s *svcx.AISettings) map[*[]byte]Column {
		return map[*[]byte]Column{&s.APIKey: AIKey(ws)}
	},
	put: func(tx *store.Tx, ws svcx.WorkspaceID, s svcx.AISettings) error { return tx.SetAISettings(ws, s) },
}
