-- +goose Up
-- Earlier contents of edited messages: number is which edit replaced it, from 1.
CREATE TABLE message_version (
    workspace_id INTEGER NOT NULL,
    message_id   INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    content      TEXT    NOT NULL,
    reason       TEXT    NOT NULL,
    actor_kind   TEXT    NOT NULL,
    actor_id     INTEGER NOT NULL,
    actor_name   TEXT    NOT NULL,
    replaced_at  INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, message_id, number)
) STRICT, WITHOUT ROWID;

-- When the customer's side read something of ours last.
ALTER TABLE conversation ADD COLUMN read_at INTEGER;
CREATE INDEX message_unread ON message (workspace_id, conversation_id) WHERE ((read_at IS NULL) AND (author_type <> 'customer'));
