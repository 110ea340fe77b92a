-- +goose Up
-- Requests that are carried out once: key and body are hashes, status is 0
-- while the first one runs.
CREATE TABLE idempotency (
    workspace_id INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    body         TEXT    NOT NULL,
    run          TEXT    NOT NULL,
    status       INTEGER NOT NULL,
    answer       TEXT    NOT NULL,
    expires_at   INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency (expires_at);
