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
	f.Case("a participant is deleted from its conversation alone", func(f *fixture) {
		ws, other := f.workspace(), f.workspace()
		a, b := &svcx.Conversation{}, &svcx.Conversation{}
		f.conversations(ws, a, b)
		one := &svcx.Participant{Workspace: ws, Conversation: a.ID, Name: "one", Role: svcx.RoleCC, AddedAt: now}
		two := &svcx.Participant{Workspace: ws, Conversation: a.ID, Name: "two", Role: svcx.RoleCC, AddedAt: now}
		f.write(ws, func(tx *store.Tx) error { return tx.InsertParticipants(one, two) })
		for _, test := range []struct {
			ws    svcx.WorkspaceID
			of    svcx.ConversationID
			found bool
		}{{other, a.ID, false}, {ws, b.ID, false}, {ws, a.ID, true}, {ws, a.ID, false}} {
			f.write(ws, func(tx *store.Tx) error {
				found, err := tx.DeleteParticipant(test.ws, test.of, one.ID)
				f.equal("found", found, test.found)
				return err
			})
		}
		f.equal("participants", must(f.db.Read(f.ctx()).Participants(ws, a.ID))(f), []*svcx.Participant{two})
	})
}
