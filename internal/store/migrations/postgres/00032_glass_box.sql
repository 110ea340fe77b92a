-- +goose Up

-- The glass box. An entry of the event log tells what was decided, from which address a request
-- came, what the other side knows the call by (X-Request-Id, webhook-id; both begin with the time, so that their index grows
-- at its end), and which entry it ran again. Only entries from now on have them: building the
-- indexes reads the log once (1 M entries: about a second).
ALTER TABLE event_log ADD COLUMN facts text NOT NULL DEFAULT '[]';
ALTER TABLE event_log ADD COLUMN client text NOT NULL DEFAULT '';
ALTER TABLE event_log ADD COLUMN reference text NOT NULL DEFAULT '';
ALTER TABLE event_log ADD COLUMN again_of bigint;
CREATE INDEX event_log_reference ON event_log (workspace_id, channel_id, reference, id) WHERE reference <> '';
CREATE INDEX event_log_again ON event_log (workspace_id, again_of, id) WHERE again_of IS NOT NULL;

-- A messageId leads to its message: NULL for those from before.
ALTER TABLE message_key ADD COLUMN message_id bigint;

-- The entries of the event log by half hour, and how long calls took: figures that cost the
-- same however long the log is.
CREATE TABLE event_count (
    workspace_id bigint NOT NULL,
    channel_id   bigint NOT NULL,
    slot         bigint NOT NULL,
    measure      text   NOT NULL,
    bucket       bigint NOT NULL,
    n            bigint NOT NULL,
    PRIMARY KEY (workspace_id, channel_id, slot, measure, bucket)
);
CREATE INDEX event_count_age ON event_count (slot);
