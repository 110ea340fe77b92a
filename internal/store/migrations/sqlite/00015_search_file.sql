-- +goose Up

-- The text index of conversations has a file of its own beside this one, so that
-- no commit waits for it (see dialect_sqlite_searchfile.go). It is filled there
-- from nothing: what was indexed here and what was to be indexed again goes.
DROP TABLE search_index;
DROP TABLE search_position;
DROP TABLE search_dirty;

-- What changed before the index's position and is to be indexed again: a message,
-- a conversation with all its messages from after_id on, the heads of a contact's
-- conversations. What becomes dirty again gets another id, so that who has read
-- it before does not take it for clean.
CREATE TABLE search_dirty (
    workspace_id INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    target_id    INTEGER NOT NULL,
    after_id     INTEGER NOT NULL,
    id           INTEGER PRIMARY KEY AUTOINCREMENT
) STRICT;
CREATE UNIQUE INDEX search_dirty_target ON search_dirty (workspace_id, kind, target_id);
