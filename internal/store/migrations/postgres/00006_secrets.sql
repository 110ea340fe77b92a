-- +goose Up
-- Values are sealed and bound to their row.
CREATE TABLE secret (
    id           bigint  NOT NULL,
    workspace_id bigint  NOT NULL,
    key          text    NOT NULL,
    name         text    NOT NULL,
    description  text    NOT NULL,
    value        bytea   NOT NULL,
    created_at   bigint  NOT NULL,
    updated_at   bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE secret_id AS bigint;
CREATE UNIQUE INDEX secret_key ON secret (workspace_id, key);
