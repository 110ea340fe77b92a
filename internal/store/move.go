package store

import "svcx/internal/store/move"

// rebuilt are the tables that are made from the others: the text index, and what marks its
// rows. A test finds a table that is neither here nor copied.
var rebuilt = []string{"contact_search", "search_dirty", "search_document", "search_position"}

// Moving describes a move of everything from the embedded database to PostgreSQL, without
// the text index, which is filled afterwards (see textsearch.Index.Update).
func Moving(from, to *DB) move.Options {
	return move.Options{From: from.DB, To: to.DB, Rebuilt: rebuilt, Daily: map[string]string{schema.Daily[0]: "created_at"}, Now: from.now}
}
