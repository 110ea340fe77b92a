-- +goose Up
-- Files that members have uploaded. Their bytes are blobs in the data folder or
-- in S3, by name.
CREATE TABLE file (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    mime_type    TEXT    NOT NULL,
    size         INTEGER NOT NULL,
    blob         TEXT    NOT NULL,
    user_id      INTEGER NOT NULL,
    created_at   INTEGER NOT NULL
) STRICT;
