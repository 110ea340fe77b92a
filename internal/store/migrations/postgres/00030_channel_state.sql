-- +goose Up

-- Deliveries of a channel that are paused, since when; the beginning of its key.
ALTER TABLE channel ADD COLUMN paused_at bigint;
ALTER TABLE channel ADD COLUMN key_hint text NOT NULL DEFAULT '';

-- The times from which a channel had a health, for 30 days.
CREATE TABLE channel_health (
    workspace_id bigint NOT NULL,
    channel_id   bigint NOT NULL,
    at           bigint NOT NULL,
    health       text NOT NULL,
    PRIMARY KEY (workspace_id, channel_id, at)
);
