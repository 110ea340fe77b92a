-- +goose Up
-- Requests that are carried out once: key and body are hashes, status is 0
-- while the first one runs.
CREATE TABLE idempotency (
    workspace_id bigint  NOT NULL,
    key          text    NOT NULL,
    body         text    NOT NULL,
    run          text    NOT NULL,
    status       bigint  NOT NULL,
    answer       text    NOT NULL,
    expires_at   bigint  NOT NULL,
    PRIMARY KEY (workspace_id, key)
);
CREATE INDEX idempotency_age ON idempotency (expires_at);
