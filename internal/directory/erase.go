package directory

import (
	"slices"

	"svcx"
	"svcx/internal/store"
)

// How a contact is erased (D 6).
//
// DeleteContact deletes the contact's row and those of the contacts that were merged
// into it: no reader finds them from then on. What else the workspace has of the
// person goes stage by stage, in the order of the constants below. Erase takes the
// steps, each in a transaction of its own between other writes, so that nobody waits
// for an erasure. Its progress is stored with the removal: a node may die at any
// time, and another goes on.
//
// The person's own conversations are known by the contact. Everywhere else the person
// is known by identifiers: names, addresses and external ids, those that the contact
// had and those under which it wrote. They are kept until the erasure is done.
//
// What others said stays, and so do numbers: agents' messages, the conversations
// themselves, how many stars a rating gave, that an event was logged.

// erasure is the progress of an erasure, as it is stored.
type erasure struct {
	// Contacts are the contact and those that were merged into it.
	Contacts    []int64     `json:"contacts"`
	Identifiers identifiers `json:"markers"`
	// Stage is what is being erased, After how far it has come. Current is the
	// conversation at which it is and Trace the progress there. Rename replaces its
	// external id if that identifies the contact.
	Stage   int                 `json:"stage"`
	After   string              `json:"after"`
	Current svcx.ConversationID `json:"now"`
	Trace   store.Trace         `json:"trace"`
	Rename  string              `json:"rename"`
}

// DeleteContact deletes a contact and those that were merged into it, and begins the
// erasure of all that is theirs.
func DeleteContact(tx *store.Tx, c *svcx.Contact) error {
	e := eraser{Remover: store.NewRemover(tx, c.Workspace, nil), erasure: erasure{Stage: stageIdentifiers}}
	if err := e.addContact(c, false); err != nil {
		return err
	}
	if err := e.DeleteContacts(e.Contacts); err != nil {
		return err
	}
	// The AI's answers may have anything of the person. They are only kept to spare a call.
	if err := store.AssistIn(tx).ForgetAnswers(c.Workspace); err != nil {
		return err
	}
	return e.BeginErasure(c.ID, e.erasure)
}

// Erasing reports whether a contact, or one that it was merged into, is being erased.
func Erasing(tx *store.Tx, ws svcx.WorkspaceID, id svcx.ContactID) (bool, error) {
	all, err := tx.Erasing(ws)
	return slices.Contains(all, id), err
}

// The stages of an erasure, in their order. Their numbers are stored.
const (
	// The names, addresses and external ids under which the contact wrote.
	stageIdentifiers = iota - 1
	// Stored responses that are about the contact become empty.
	stageResponses
	// The contact's entries among the participants of conversations are deleted.
	stageParticipants
	// The contact's ratings of other conversations lose their texts.
	stageRatings
	// The contact's conversations lose what the customer wrote, the copies of it, and
	// all that names the contact.
	stageConversations
	// Conversations of others lose what the contact wrote.
	stageOthersConversations
	// Records of what merges have moved are deleted.
	stageMoves
	// Bodies in the event log that have an identifier are deleted.
	stageBodies
	// Entries of the event log lose the external id of a conversation that identifies
	// the contact.
	stageEntries
	// Events of ratings that were replaced since, in feeds and still to be sent, lose
	// their texts.
	stageFeeds
	stagePending
	stageEnd
)

// eraser takes steps of an erasure in a transaction.
type eraser struct {
	*store.Remover
	erasure
	// work is what the transaction has done, in rows.
	work int
}

// conversationWork is what a step in a conversation costs in addition to the rows
// that it reads.
const conversationWork = 25

// Erase continues an erasure: by many small steps, or a large one.
func Erase(in *store.Remover, r *store.Removal) (done bool, err error) {
	e := eraser{Remover: in}
	if err := r.Detail(&e.erasure); err != nil {
		return false, err
	}
	for e.work < store.RemovalStep && e.Stage != stageEnd {
		last, err := e.step()
		if err != nil {
			return false, err
		}
		if last {
			e.Stage, e.After = e.Stage+1, ""
		}
	}
	r.SetDetail(e.erasure)
	return e.Stage == stageEnd, nil
}

// step takes the next step of the stage, and reports whether it was the last.
func (e *eraser) step() (last bool, err error) {
	switch e.Stage {
	case stageIdentifiers, stageConversations, stageOthersConversations:
		e.work += conversationWork
	default:
		e.work = store.RemovalStep // a step reads as many rows as a transaction may
	}
	switch e.Stage {
	case stageIdentifiers:
		return e.collectIdentifiers()
	case stageResponses:
		return e.eraseResponses()
	case stageParticipants:
		return e.eraseParticipants()
	case stageRatings:
		return e.eraseRatings()
	case stageConversations:
		return e.eraseConversation()
	case stageOthersConversations:
		return e.eraseVisit()
	case stageMoves:
		return e.eraseMoves()
	case stageBodies:
		return e.eraseBodies()
	case stageEntries:
		return e.anonymizeEntries()
	case stageFeeds:
		return e.eraseOldRatings(e.FeedEventsAfter)
	default:
		return e.eraseOldRatings(e.PendingEventsAfter)
	}
}

// eraseParticipants deletes the contact from the participants of conversations. A
// name alone tells of somebody only if there is nothing else.
func (e *eraser) eraseParticipants() (last bool, err error) {
	after := e.afterPair()
	next, err := e.ParticipantsAfter(svcx.ConversationID(after[0]), svcx.ParticipantID(after[1]), store.RemovalStep)
	if err != nil {
		return false, err
	}
	var ids []int64
	for _, p := range next {
		e.setAfter(int64(p.Conversation), int64(p.ID))
		if e.Identifiers.tell(p.Email) || e.Identifiers.tell(p.ExternalID) || p.Email == "" && p.ExternalID == "" && e.Identifiers.tell(p.Name) {
			ids = append(ids, int64(p.ID))
		}
	}
	return len(next) < store.RemovalStep, e.DeleteParticipants(ids)
}

// eraseMoves deletes the records of which conversations merges have moved.
func (e *eraser) eraseMoves() (last bool, err error) {
	n, err := e.DeleteMoves(e.Contacts, store.RemovalStep)
	return n < store.RemovalStep, err
}
