-- +goose Up
-- Files that members have uploaded. Their bytes are blobs in the data folder or
-- in S3, by name.
CREATE TABLE file (
    id           bigint  NOT NULL,
    workspace_id bigint  NOT NULL,
    name         text    NOT NULL,
    mime_type    text    NOT NULL,
    size         bigint  NOT NULL,
    blob         text    NOT NULL,
    user_id      bigint  NOT NULL,
    created_at   bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE file_id AS bigint;
