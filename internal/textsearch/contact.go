package textsearch

import (
	"context"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

// Contacts are indexed in the transactions that store them: a search finds a change
// at once. A contact's words are in the column search of its row. PostgreSQL has its
// index on that column, SQLite a table of its own.

// ContactWords are the words that a search finds a contact by: its own, and those
// of the contacts that were merged into it, which are not found themselves.
func ContactWords(c *svcx.Contact) string {
	if c.MergedInto != nil {
		return ""
	}
	return strings.Join(scopedWords(c.Workspace, foldWords(append([]string{c.Name, c.Email, c.ExternalID}, c.Aliases...)...)), " ")
}

// PutContact indexes a contact whose row has ContactWords; fresh says that it is new.
func (ix *Index) PutContact(tx *sqldb.Tx, c *svcx.Contact, fresh bool) error {
	return ix.backend.putContact(tx, c.ID, ContactWords(c), fresh)
}

// RemoveContact removes a contact that is being deleted from the index.
func (ix *Index) RemoveContact(tx *sqldb.Tx, id svcx.ContactID) error {
	return ix.backend.removeContact(tx, id)
}

// Contacts finds the contacts that have, for each word of a search, a word that
// begins with it: a page of their ids, newest first, and how many there are, at most
// 10,000 (D 5), and whether there are more.
func (ix *Index) Contacts(ctx context.Context, ws svcx.WorkspaceID, search string, page svcx.Page) (ids []int64, total int, capped bool, err error) {
	find, err := ix.contactSearch(ctx, ws, search)
	if err != nil {
		return nil, 0, false, err
	}
	find.page = page
	ids, total, err = find.find()
	return ids, min(total, ix.Bounds.counted), total > ix.Bounds.counted, err
}

func (ix *Index) contactSearch(ctx context.Context, ws svcx.WorkspaceID, search string) (*contactSearch, error) {
	words := foldWords(search)
	if len(words) > maxWords {
		return nil, svcx.Invalid("search", "must have at most %d words", maxWords)
	}
	return &contactSearch{index: ix, q: ix.db.Reader(ctx), ws: ws, words: scopedWords(ws, words)}, nil
}
