-- +goose Up

-- Uses of AI operations in the last hour, which are limited by member. user_id is 0 for those
-- that no member asked for.
CREATE TABLE ai_call (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    user_id      INTEGER NOT NULL,
    operation    TEXT    NOT NULL,
    automatic    INTEGER NOT NULL,
    at           INTEGER NOT NULL
) STRICT;
CREATE INDEX ai_call_window ON ai_call (workspace_id, user_id, operation, automatic, at);

-- Answers that are kept for a while. input is a hash of what was asked.
CREATE TABLE ai_answer (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    operation       TEXT    NOT NULL,
    input           TEXT    NOT NULL,
    answer          TEXT    NOT NULL,
    tokens          INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, operation)
) STRICT, WITHOUT ROWID;
CREATE INDEX ai_answer_expiry ON ai_answer (expires_at);

-- How much of the AI was used, by day and operation.
CREATE TABLE ai_usage (
    workspace_id INTEGER NOT NULL,
    day          INTEGER NOT NULL,
    operation    TEXT    NOT NULL,
    calls        INTEGER NOT NULL,
    failures     INTEGER NOT NULL,
    tokens_in    INTEGER NOT NULL,
    tokens_out   INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, day, operation)
) STRICT, WITHOUT ROWID;

-- Resolved conversations that the AI is still to rename or summarize.
CREATE TABLE ai_job (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    operation       TEXT    NOT NULL,
    user_id         INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    due_at          INTEGER NOT NULL,
    attempts        INTEGER NOT NULL,
    lease           TEXT    NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, operation)
) STRICT, WITHOUT ROWID;
CREATE INDEX ai_job_due ON ai_job (workspace_id, due_at);
