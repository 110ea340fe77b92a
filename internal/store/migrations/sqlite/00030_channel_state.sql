-- +goose Up

-- Deliveries of a channel that are paused, since when; the beginning of its key.
ALTER TABLE channel ADD COLUMN paused_at INTEGER;
ALTER TABLE channel ADD COLUMN key_hint TEXT NOT NULL DEFAULT '';

-- The times from which a channel had a health, for 30 days.
CREATE TABLE channel_health (
    workspace_id INTEGER NOT NULL,
    channel_id   INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    health       TEXT NOT NULL,
    PRIMARY KEY (workspace_id, channel_id, at)
) STRICT, WITHOUT ROWID;
