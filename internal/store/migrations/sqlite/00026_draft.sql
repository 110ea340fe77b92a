-- +goose Up

-- What members have written and not sent.
CREATE TABLE draft (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    user_id         INTEGER NOT NULL,
    kind            TEXT NOT NULL,
    content         TEXT NOT NULL,
    markdown        INTEGER NOT NULL,
    saved_at        INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, user_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_member ON draft (workspace_id, user_id, saved_at);
