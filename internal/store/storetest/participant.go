package storetest

import (
	"svcx"
	"svcx/internal/store"
)

func participantCases(f *fixture) {
	f.Case("participants are listed oldest first, of their conversation alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		a, b := &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(ws, a, b)
		full := &svcx.Participant{Workspace: ws, Conversation: a.ID, Name: "Zoë \"Q\"", Email: "Zoe@Example.com", ExternalID: "x", Role: svcx.RoleCC, AddedAt: now + 1}
		bare := &svcx.Participant{Workspace: ws, Conversation: a.ID, Role: svcx.RoleObserver, AddedAt: now}
		elsewhere := &svcx.Participant{Workspace: ws, Conversation: b.ID, Role: svcx.RoleCC, AddedAt: now}
		f.write(ws, func(tx *store.Tx) error {
			if err := tx.InsertParticipants(full, bare); err != nil {
				return err
			}
			return tx.InsertParticipants(elsewhere)
		})
		f.write(ws, func(tx *store.Tx) error { return tx.InsertParticipants() })
		for _, test := range []struct {
			ws   svcx.WorkspaceID
			of   svcx.ConversationID
			want []*svcx.Participant
		}{{ws, a.ID, []*svcx.Participant{full, bare}}, {ws, b.ID, []*svcx.Participant{elsewhere}}, {ws, 1 << 40, nil}, {other, a.ID, nil}} {
			f.equal("participants", must(f.db.Read(f.ctx()).Participants(test.ws, test.of))(f), test.want)
			f.equal("in a transaction", read(f, test.ws, func(tx *store.Tx) ([]*svcx.Participant, error) { return tx.Participants(test.ws, test.of) }), test.want)
		}
	})
}
