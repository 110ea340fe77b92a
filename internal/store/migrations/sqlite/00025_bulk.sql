-- +goose Up

-- Bulk actions: what was set in many conversations, by whom, and what each had before.
CREATE TABLE bulk (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    user_id      INTEGER NOT NULL,
    property     TEXT    NOT NULL,
    mode         TEXT    NOT NULL,
    value        TEXT    NOT NULL,
    undoes       INTEGER NOT NULL,
    state        TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    ended_at     INTEGER,
    lease        TEXT    NOT NULL,
    leased_until INTEGER NOT NULL
) STRICT;
CREATE INDEX bulk_user ON bulk (workspace_id, user_id, id);
CREATE INDEX bulk_running ON bulk (workspace_id, id) WHERE state = 'running';

CREATE TABLE bulk_item (
    workspace_id    INTEGER NOT NULL,
    bulk_id         INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    state           TEXT    NOT NULL,
    was             TEXT    NOT NULL,
    became          TEXT    NOT NULL,
    failure         TEXT    NOT NULL,
    reason          TEXT    NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, bulk_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX bulk_item_state ON bulk_item (workspace_id, bulk_id, state, conversation_id);
