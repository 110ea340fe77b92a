package storetest

import (
	"fmt"

	"svcx"
	"svcx/internal/store"
)

// R 2.9, R 4.7: secrets are read by key; lists have no values.
func secretCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	insert := func(ws svcx.WorkspaceID, key string) *svcx.Secret {
		s := &svcx.Secret{Workspace: ws, Key: key, Name: "Näme", Description: "d", CreatedAt: now, UpdatedAt: now + 1}
		f.write(ws, func(tx *store.Tx) error {
			return tx.InsertSecret(s, func(id svcx.SecretID) ([]byte, error) { return fmt.Appendf(nil, "\x00\xff%d", id), nil })
		})
		return s
	}
	b, a := insert(ws, "b"), insert(ws, "A")
	theirs := insert(other, "b")
	f.equal("value", string(b.Sealed), fmt.Sprintf("\x00\xff%d", b.ID))
	f.equal("by key", must(f.db.Read(f.ctx()).Secret(ws, "b"))(f), b)
	f.equal("in the transaction", read(f, other, func(tx *store.Tx) (*svcx.Secret, error) { return tx.Secret(other, "b") }), theirs)
	_, err := f.db.Read(f.ctx()).Secret(ws, "a")
	f.wantKind(err, svcx.KindNotFound)
	f.wantConstraint(f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
		return tx.InsertSecret(&svcx.Secret{Workspace: ws, Key: "b"}, func(svcx.SecretID) ([]byte, error) { return []byte{1}, nil })
	}), "secret_key")
	count := func() int {
		return read(f, ws, func(tx *store.Tx) (int, error) { return tx.CountSecrets(ws) })
	}
	f.equal("count", count(), 2)
	b.Name, b.Description, b.Sealed, b.UpdatedAt = "New", "", []byte{7}, now+9
	f.write(ws, func(tx *store.Tx) error { return tx.UpdateSecret(b) })
	f.equal("changed", must(f.db.Read(f.ctx()).Secret(ws, "b"))(f), b)
	bare := func(s *svcx.Secret) *svcx.Secret { c := *s; c.Sealed = nil; return &c }
	f.equal("list", must(f.db.Read(f.ctx()).Secrets(ws))(f), []*svcx.Secret{bare(a), bare(b)})
	f.write(other, func(tx *store.Tx) error { return tx.DeleteSecret(other, b.ID) })
	f.equal("deleted by another", count(), 2)
	f.write(ws, func(tx *store.Tx) error { return tx.DeleteSecret(ws, b.ID) })
	f.equal("deleted", count(), 1)
}

// A rotation of the master key reads and replaces every sealed value, in steps.
func sealedCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	first, second, theirs := f.channel(ws), f.channel(ws), f.channel(other)
	channels := func(ws svcx.WorkspaceID, after svcx.ChannelID, limit int) []store.SealedChannel {
		return read(f, ws, func(tx *store.Tx) ([]store.SealedChannel, error) { return tx.SealedChannels(ws, after, limit) })
	}
	f.equal("without any", channels(ws, 0, 9), []store.SealedChannel{{ID: first.Channel}, {ID: second.Channel}})
	sealed := store.SealedChannel{ID: first.Channel, Key: []byte{0, 1}, Signing: []byte{2}, OldSign: []byte{3}}
	f.write(other, func(tx *store.Tx) error { return tx.ResealChannel(other, sealed) })
	f.write(ws, func(tx *store.Tx) error { return tx.ResealChannel(ws, sealed) })
	f.equal("a step", channels(ws, 0, 1), []store.SealedChannel{sealed})
	f.equal("the next", channels(ws, first.Channel, 1), []store.SealedChannel{{ID: second.Channel}})
	f.equal("another workspace's", channels(other, 0, 9), []store.SealedChannel{{ID: theirs.Channel}})
	f.equal("as the channel has it", must(f.db.Read(f.ctx()).Channel(ws, first.Channel))(f).Signing, svcx.Signing{Secret: []byte{2}, Old: []byte{3}})

	s := &svcx.Secret{Workspace: ws, Key: "k", CreatedAt: now}
	f.write(ws, func(tx *store.Tx) error {
		return tx.InsertSecret(s, func(svcx.SecretID) ([]byte, error) { return []byte{1}, nil })
	})
	f.write(other, func(tx *store.Tx) error {
		return tx.ResealSecret(other, store.SealedSecret{ID: s.ID, Value: []byte{5}})
	})
	f.write(ws, func(tx *store.Tx) error { return tx.ResealSecret(ws, store.SealedSecret{ID: s.ID, Value: []byte{2}}) })
	secrets := func(after svcx.SecretID) []store.SealedSecret {
		return read(f, ws, func(tx *store.Tx) ([]store.SealedSecret, error) { return tx.SealedSecrets(ws, after, 9) })
	}
	f.equal("secrets", secrets(0), []store.SealedSecret{{ID: s.ID, Value: []byte{2}}})
	f.equal("no more", len(secrets(s.ID)), 0)
}
