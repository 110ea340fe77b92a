package store

import (
	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/outbound"
)

var conversationTable = sqldb.NewTable("conversation", func(c *svcx.Conversation) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &c.ID),
		sqldb.Field("workspace_id", &c.Workspace),
		sqldb.Field("channel_id", &c.Channel),
		sqldb.Field("channel_type", &c.ChannelType),
		sqldb.Nullable("external_id", &c.ExternalID),
		sqldb.Field("subject", &c.Subject),
		sqldb.Field("status", &c.Status),
		sqldb.Field("assigned_to", &c.AssignedTo),
		sqldb.Computed("contact_id", func() *svcx.ContactID { return storedContact(c) }),
		sqldb.Field("category_id", &c.Category),
		sqldb.Field("priority", &c.Priority),
		sqldb.List("tags", &c.Tags),
		sqldb.Field("created_at", &c.CreatedAt),
		sqldb.Field("updated_at", &c.UpdatedAt),
		sqldb.Field("last_message_at", &c.LastMessageAt),
		sqldb.Field("resolved_at", &c.ResolvedAt),
		sqldb.Field("message_count", &c.MessageCount),
		sqldb.Field("delivery_seq", &c.DeliverySeq),
		sqldb.Field("asked_at", &c.AskedAt),
		sqldb.Field("answered_at", &c.AnsweredAt),
		sqldb.Field("settled_at", &c.SettledAt),
		sqldb.Field("waiting_since", &c.WaitingSince),
		// When the customer last read it.
		sqldb.Other[*svcx.Time]("read_at"),
	}
})

var conversationColumns = conversationTable.Columns() + `, contact_id, ` + movesTo

func scanConversation(s sqldb.Scanner) (*svcx.Conversation, error) { return scanConversationWith(s) }

// scanConversationWith reads conversationColumns and what follows them.
func scanConversationWith(s sqldb.Scanner, more ...any) (*svcx.Conversation, error) {
	c := new(svcx.Conversation)
	var to *svcx.ContactID
	if err := conversationTable.ScanInto(c, s, append([]any{&c.Contact, &to}, more...)...); err != nil {
		return nil, err
	}
	if to != nil {
		c.Contact, c.MovesFrom = to, c.Contact
	}
	return c, nil
}

// Conversation finds a conversation of the workspace.
func (r Reads) Conversation(ws svcx.WorkspaceID, id svcx.ConversationID) (*svcx.Conversation, error) {
	c, err := sqldb.One(sqldb.Brief(r.q), `SELECT `+conversationColumns+` FROM conversation WHERE workspace_id = $1 AND id = $2`, scanConversation, ws, id)
	return sqldb.Found(c, err, "conversation")
}

// ConversationsByExternalID finds the conversations of any channel of the
// workspace with these external ids.
func (tx *Tx) ConversationsByExternalID(ws svcx.WorkspaceID, externalIDs []string) (all []*svcx.Conversation, err error) {
	err = tx.Pipeline(func() error { return conversationsBy(tx, &all, ws, externalIDs) })
	return all, err
}

// conversationsBy is ConversationsByExternalID as part of a Pipeline.
func conversationsBy(tx *Tx, all *[]*svcx.Conversation, ws svcx.WorkspaceID, externalIDs []string) error {
	if len(externalIDs) == 0 {
		return nil
	}
	d := tx.SQL()
	return sqldb.EnqueueCollect(tx, all, d.Lookup(conversationColumns, "conversation", "external_id", len(externalIDs)), scanConversation, ws, d.Array(externalIDs))
}

// ReserveConversations takes n ids for conversations that are about to be created.
func (tx *Tx) ReserveConversations(n int) ([]int64, error) { return tx.Reserve("conversation", n) }

// InsertConversations stores conversations whose ids were reserved.
func (tx *Tx) InsertConversations(conversations ...*svcx.Conversation) error {
	counts := make(listCounts)
	for _, c := range conversations {
		counts.add(c, 1)
	}
	if len(conversations) > 0 {
		tx.index().Notify(tx.Tx, conversations[0].Workspace)
	}
	if err := conversationTable.Insert(tx.Tx, conversations...); err != nil {
		return err
	}
	if err := insertTags(tx, conversations...); err != nil {
		return err
	}
	return counts.write(tx)
}

var conversationUpdate = conversationTable.Update("subject", "status", "assigned_to", "contact_id", "category_id", "priority", "tags", "updated_at",
	"last_message_at", "resolved_at", "message_count", "delivery_seq", "asked_at", "answered_at", "settled_at", "waiting_since")

// ConversationChange is a conversation as it is to be stored, and as it was read in
// the same transaction.
type ConversationChange struct {
	*svcx.Conversation
	Was svcx.Conversation
}

// UpdateConversations stores the fields of conversations that may change. For those
// whose subject or contact changes, the caller calls ReindexHeads too.
func (tx *Tx) UpdateConversations(changes ...ConversationChange) error {
	counts := make(listCounts)
	for _, c := range changes {
		if err := conversationUpdate.Enqueue(tx.Tx, mustExist("conversation"), c.Conversation); err != nil {
			return err
		}
		if err := updateTags(tx, &c.Was, c.Conversation); err != nil {
			return err
		}
		counts.move(&c.Was, c.Conversation)
		// Who closes a conversation gives up what has failed in it.
		if c.Was.Status != c.Status && c.Status == svcx.StatusClosed {
			if err := outbound.ForgetUndelivered(tx.Tx, c.Workspace, c.ID); err != nil {
				return err
			}
		}
	}
	return counts.write(tx)
}

// ConversationsOfContact finds the newest conversations of a contact, at most
// limit.
func (r Reads) ConversationsOfContact(ws svcx.WorkspaceID, contact svcx.ContactID, limit int) ([]svcx.ConversationID, error) {
	return sqldb.Collect(r.q, `SELECT id FROM conversation WHERE workspace_id = $1 AND contact_id = $2 ORDER BY id DESC LIMIT $3`,
		sqldb.ScanValue[svcx.ConversationID], ws, contact, limit)
}

// FirstConversationOf finds the first conversation of the contacts; 0 if there is
// none.
func (r *Remover) FirstConversationOf(contacts []int64) (svcx.ConversationID, error) {
	d := r.Tx.SQL()
	ids, err := sqldb.Collect(r.Tx, `SELECT id FROM conversation WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` ORDER BY id LIMIT 1`,
		sqldb.ScanValue[svcx.ConversationID], r.Workspace, d.Array(contacts))
	return first(ids), err
}

// NextConversationWith finds the first conversation after the given one that is of
// the contacts or in which they wrote; 0 if there is none.
func (r *Remover) NextConversationWith(contacts []int64, after svcx.ConversationID) (svcx.ConversationID, error) {
	d := r.Tx.SQL()
	ids, err := sqldb.Collect(r.Tx, `SELECT id FROM (
		SELECT id FROM (SELECT id FROM conversation WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` AND id > $3 ORDER BY id LIMIT 1) AS own
		UNION SELECT id FROM (SELECT conversation_id AS id FROM contact_visit WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` AND conversation_id > $3
			ORDER BY conversation_id LIMIT 1) AS visited
		) AS either ORDER BY id LIMIT 1`, sqldb.ScanValue[svcx.ConversationID], r.Workspace, d.Array(contacts), after)
	return first(ids), err
}

// first is the first of some ids; 0 without any.
func first[T ~int64](ids []T) T {
	if len(ids) == 0 {
		return 0
	}
	return ids[0]
}

// RenameConversation sets a conversation's external id, also in its deliveries that
// are to be sent or in the feed. RenameDeliveries does so in those that are over.
func (r *Remover) RenameConversation(id svcx.ConversationID, name string) error {
	for _, statement := range []string{
		`UPDATE conversation SET external_id = $3 WHERE workspace_id = $1 AND id = $2`,
		`UPDATE delivery SET external_conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND state IN ('ready', 'waiting')`,
		`UPDATE delivery SET external_conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND feed`,
	} {
		if err := r.Tx.Enqueue(nil, statement, r.Workspace, id, name); err != nil {
			return err
		}
	}
	return nil
}

// DetachContact clears a conversation's contact and subject, and why bulk actions failed.
func (r *Remover) DetachContact(id svcx.ConversationID) error {
	if err := r.Tx.Enqueue(nil, `UPDATE bulk_item SET reason = '' WHERE workspace_id = $1 AND conversation_id = $2`, r.Workspace, id); err != nil {
		return err
	}
	return r.Tx.Enqueue(nil, `UPDATE conversation SET contact_id = NULL, subject = '' WHERE workspace_id = $1 AND id = $2`, r.Workspace, id)
}

// Recount sets what is known of a conversation's messages when some were deleted (their
// number, the last one's time, since when the customer waits), and has it indexed again.
// Messages before the customer waited are not counted: the conversation was resolved then.
// One that was imported, or came late, waits since it was sent, if that is not before either.
func (r *Remover) Recount(id svcx.ConversationID) error {
	if err := r.Tx.Reindex(r.Workspace, id); err != nil {
		return err
	}
	return r.Tx.Enqueue(nil, `UPDATE conversation SET
		message_count = (SELECT count(*) FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message'),
		last_message_at = (SELECT max(sent_at) FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message'),
		waiting_since = CASE WHEN waiting_since IS NOT NULL THEN
			(SELECT min(CASE WHEN sent_at >= waiting_since AND sent_at < created_at THEN sent_at ELSE created_at END) FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message' AND author_type = 'customer' AND created_at >= waiting_since AND id > COALESCE(
			(SELECT max(id) FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message' AND author_type NOT IN ('customer', 'system')), 0)) END
		WHERE workspace_id = $1 AND id = $2`, r.Workspace, id)
}
