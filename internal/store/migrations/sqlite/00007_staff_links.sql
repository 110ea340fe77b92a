-- +goose Up
-- Who of the members a sender of staff messages is.
CREATE TABLE staff_link (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id  INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    external_id   TEXT    NOT NULL,
    user_id       INTEGER NOT NULL,
    platform_name TEXT    NOT NULL,
    display_name  TEXT    NOT NULL
) STRICT;
CREATE UNIQUE INDEX staff_link_external_id ON staff_link (workspace_id, channel_id, external_id);
