-- +goose Up

-- A record of the event log tells the message that it is about, whether the attempt
-- was the last one, and when the next is planned. Records from before tell what is
-- known of them: NULL is nothing.
ALTER TABLE event_log ADD COLUMN message_id INTEGER;
ALTER TABLE event_log ADD COLUMN final INTEGER;
ALTER TABLE event_log ADD COLUMN next_attempt_at INTEGER;
