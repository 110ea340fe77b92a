-- +goose Up
-- What the live stream tells, in the order in which it happened. The newest row
-- of a workspace is never deleted: the next number follows from it.
CREATE TABLE change (
    workspace_id    INTEGER NOT NULL,
    seq             INTEGER NOT NULL,
    kind            TEXT NOT NULL,
    conversation_id INTEGER NOT NULL,
    message_id      INTEGER NOT NULL,
    at              INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, seq)
) STRICT, WITHOUT ROWID;

-- Up to when a member has read a conversation.
CREATE TABLE agent_read (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    user_id         INTEGER NOT NULL,
    read_at         INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, user_id)
) STRICT, WITHOUT ROWID;
