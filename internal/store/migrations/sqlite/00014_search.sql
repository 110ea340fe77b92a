-- +goose Up

-- What agents find conversations by: a document for each message and one for
-- what stands above them (subject, contact, ids), which is message 0. The row's
-- id is made of both ids (see dialect_sqlite_search.go). Words are folded and
-- carry their workspace in front (see searchwords.go).
CREATE VIRTUAL TABLE search_index USING fts5 (
    words, content='', contentless_delete=1, detail=none, tokenize='ascii'
);
-- Half the work of merging: what a search asks first needs no index.
INSERT INTO search_index (search_index, rank) VALUES ('automerge', 8);

-- Up to where messages and conversations are in the text index. The version
-- moves with every step, so that of two who index the same one is refused.
CREATE TABLE search_position (
    workspace_id    INTEGER NOT NULL PRIMARY KEY,
    message_id      INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    version         INTEGER NOT NULL
) STRICT;

-- What changed before its position and is to be indexed again: a message, a
-- conversation with all its messages from after_id on, the heads of a contact's
-- conversations.
CREATE TABLE search_dirty (
    workspace_id INTEGER NOT NULL,
    kind         TEXT    NOT NULL,
    target_id    INTEGER NOT NULL,
    after_id     INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, kind, target_id)
) STRICT, WITHOUT ROWID;
