-- +goose Up
-- What a member is called is each workspace's own business.
ALTER TABLE member ADD COLUMN name TEXT NOT NULL DEFAULT '';
UPDATE member SET name = (SELECT person.name FROM person WHERE person.id = member.user_id);

-- A workspace without a row has the defaults.
CREATE TABLE ai_setting (
    workspace_id   INTEGER NOT NULL PRIMARY KEY,
    enabled        INTEGER NOT NULL,
    base_url       TEXT    NOT NULL,
    model          TEXT    NOT NULL,
    api_key        BLOB, -- sealed
    auto_rename    INTEGER NOT NULL,
    auto_summarize INTEGER NOT NULL
) STRICT;

CREATE TABLE saved_reply (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    title        TEXT    NOT NULL,
    content      TEXT    NOT NULL,
    shortcut     TEXT    NOT NULL,
    shortcut_key TEXT
) STRICT;
CREATE INDEX saved_reply_list ON saved_reply (workspace_id, id);
CREATE UNIQUE INDEX saved_reply_shortcut ON saved_reply (workspace_id, shortcut_key) WHERE shortcut_key IS NOT NULL;
