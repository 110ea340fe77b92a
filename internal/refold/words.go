package refold

import (
	"context"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store"
	"svcx/internal/textsearch"
)

// contacts writes the words of contacts again where they are others by now.
func (j *job) contacts(ctx context.Context, queue, after int64) (changed int, last int64, err error) {
	var stale []row
	last, err = j.page(ctx, "contact", queue, after)
	if err != nil || last == 0 {
		return 0, 0, err
	}
	_, err = sqldb.Collect(j.db.Reader(ctx), `SELECT workspace_id, id, name, email, external_id, aliases, search FROM contact
		WHERE `+j.inPage()+` AND merged_into IS NULL AND `+beyondASCII("name", "email", "external_id", "aliases")+` ORDER BY id`,
		func(s sqldb.Scanner) (none struct{}, err error) {
			var c svcx.Contact
			var external *string
			var aliases, words string
			if err := s.Scan(&c.Workspace, &c.ID, &c.Name, &c.Email, &external, &aliases, &words); err != nil {
				return none, err
			}
			if external != nil {
				c.ExternalID = *external
			}
			if err := sqldb.DecodeJSON(aliases, &c.Aliases); err != nil {
				return none, err
			}
			if textsearch.ContactWords(&c) != words {
				stale = append(stale, row{c.Workspace, int64(c.ID)})
			}
			return none, nil
		}, queue, after, last)
	if err != nil {
		return 0, 0, err
	}
	changed, err = j.write(ctx, queue, stale, j.contact)
	return changed, last, err
}

func (j *job) contact(tx *store.Tx, r row) (bool, error) {
	c, err := tx.ContactRow(r.workspace, svcx.ContactID(r.id))
	if err != nil {
		return false, ignoreNotFound(err)
	}
	if err := j.db.Index.MarkContact(tx.Tx, c); err != nil {
		return false, err
	}
	if err := tx.Enqueue(nil, `UPDATE contact SET search = $3 WHERE workspace_id = $1 AND id = $2`, c.Workspace, c.ID, textsearch.ContactWords(c)); err != nil {
		return false, err
	}
	return true, j.db.Index.PutContact(tx.Tx, c, false)
}

// heads marks the heads of conversations that have other words by now, to be indexed
// again.
func (j *job) heads(ctx context.Context, queue, after int64) (changed int, last int64, err error) {
	documents, err := store.SearchedTables(j.db).HeadsAfter(ctx, queue, svcx.ConversationID(after), pageRows)
	if err != nil {
		return 0, 0, err
	}
	return j.mark(ctx, queue, textsearch.Heads, documents, func(d *textsearch.Document) int64 { return int64(d.Conversation) })
}

// messages marks the messages that have other words by now, to be indexed again.
func (j *job) messages(ctx context.Context, queue, after int64) (changed int, last int64, err error) {
	documents, _, err := store.SearchedTables(j.db).MessagesAfter(ctx, queue, svcx.MessageID(after), textsearch.ReadLimit{Documents: pageRows, Bytes: pageBytes})
	if err != nil {
		return 0, 0, err
	}
	return j.mark(ctx, queue, textsearch.Messages, documents, func(d *textsearch.Document) int64 { return int64(d.Message) })
}

func (j *job) mark(ctx context.Context, queue int64, kind textsearch.Pending, documents []textsearch.Document, target func(*textsearch.Document) int64) (changed int, last int64, err error) {
	var stale []row
	for i := range documents {
		last = target(&documents[i])
		if slices.ContainsFunc(documents[i].Texts, textsearch.RefoldedWords) {
			stale = append(stale, row{documents[i].Workspace, last})
		}
	}
	changed, err = j.write(ctx, queue, stale, func(tx *store.Tx, r row) (bool, error) {
		return true, j.db.Index.Mark(tx.Tx, r.workspace, kind, r.id)
	})
	return changed, last, err
}
