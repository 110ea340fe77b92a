package store

import (
	"strings"

	"svcx"
)

// searchScope: ids of a workspace become visible in their order, those of
// several do not.
func (d *postgresDialect) searchScope(column, placeholder string) string {
	return column + " = " + placeholder
}

// indexDocuments replaces those that are there: a message is in one batch once.
func (d *postgresDialect) indexDocuments(tx *Tx, documents []indexedDocument) error {
	n := len(documents)
	workspaces, conversations, messages, words := make([]int64, n), make([]int64, n), make([]int64, n), make([]string, n)
	for i, doc := range documents {
		workspaces[i], conversations[i], messages[i], words[i] = int64(doc.workspace), int64(doc.conversation), int64(doc.message), doc.words
	}
	return tx.later(nil, `INSERT INTO search_document (workspace_id, conversation_id, message_id, words)
		SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
		ON CONFLICT (workspace_id, conversation_id, message_id) DO UPDATE SET words = excluded.words`, workspaces, conversations, messages, words)
}

func (d *postgresDialect) forgetDocuments(tx *Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error {
	return tx.later(nil, `DELETE FROM search_document WHERE workspace_id = $1 AND conversation_id = $2`, ws, conversation)
}

// matching looks the words up first, whatever the limit: see matchingContacts.
func (d *postgresDialect) matching(q reader, ws svcx.WorkspaceID, terms []searchTerm, limit int) (ids []svcx.ConversationID, err error) {
	return collect(q, `SELECT DISTINCT conversation_id FROM (SELECT conversation_id FROM (SELECT conversation_id FROM search_document
			WHERE workspace_id = $1 AND array_to_tsvector(string_to_array(words, ' ')) @@ $2::text::tsquery OFFSET 0) AS matching
		ORDER BY conversation_id DESC LIMIT $3) AS newest`,
		scanValue[svcx.ConversationID], ws, d.searchTerms(ws, terms), limit)
}

// searchTerms are quoted, so that none is an operator: folded words hold
// letters and digits only.
func (d *postgresDialect) searchTerms(ws svcx.WorkspaceID, terms []searchTerm) string {
	quoted := make([]string, len(terms))
	for i, t := range terms {
		quoted[i] = "'" + scopeOf(ws) + t.text + "'"
		if t.begun {
			quoted[i] += ":*"
		}
	}
	return strings.Join(quoted, " & ")
}

func (d *postgresDialect) byIDs(id, placeholder string) (from, condition string) {
	return "", d.in(id, placeholder)
}
