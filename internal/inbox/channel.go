package inbox

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"strconv"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// ChannelByID finds the channel that an inbound request names, with the form of
// its workspace.
func (in *Inbox) ChannelByID(ctx context.Context, id svcx.ChannelID) (store.ChannelForm, error) {
	return in.db.ChannelByID(ctx, id)
}

// KeyFits reports whether key is the channel's, comparing hashes in constant
// time (W 5.2).
func KeyFits(ch *svcx.Channel, key string) bool {
	return key != "" && subtle.ConstantTimeCompare([]byte(hashText(key)), ch.KeyHash) == 1
}

// CreateChannel makes a channel and its key, which is returned this once. Where
// the form lets admins see it again it is also kept encrypted (W 5.5).
func (in *Inbox) CreateChannel(ctx context.Context, w *svcx.Workspace, name string, settings svcx.Settings) (ch *svcx.Channel, key string, err error) {
	if svcx.Blank(name) {
		return nil, "", svcx.Invalid("name", "must not be blank")
	}
	if err := svcx.CheckLength("name", name, svcx.MaxName); err != nil {
		return nil, "", err
	}
	key = seal.NewChannelKey()
	var sealKey func(svcx.ChannelID) ([]byte, error)
	if in.forms.RevealsChannelKey(w.Form) {
		sealKey = func(id svcx.ChannelID) ([]byte, error) { return in.box.Seal([]byte(key), channelKeyRow(id)) }
	}
	err = in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		ch = &svcx.Channel{Workspace: w.ID, Name: name, Settings: settings, KeyHash: []byte(hashText(key)), CreatedAt: in.Now()}
		return tx.InsertChannel(ch, sealKey)
	})
	return ch, key, err
}

// channelKeyRow binds a sealed channel key to its channel.
func channelKeyRow(id svcx.ChannelID) string {
	return "channel/" + strconv.FormatInt(int64(id), 10) + "/key"
}

// hashText is how keys and tokens are kept: SHA-256, hexadecimal. They are long
// and random, so a slow hash would protect nothing and cost every request.
func hashText(s string) string {
	sum := seal.Hash(s)
	return hex.EncodeToString(sum[:])
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
