-- +goose Up

-- Events that an integrator may fetch, whether or not they are sent too. Channels
-- without a feed have none of them: its indexes are theirs alone.
ALTER TABLE delivery ADD COLUMN feed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX delivery_feed ON delivery (workspace_id, channel_id, id) WHERE feed;
CREATE INDEX delivery_feed_conversation ON delivery (workspace_id, conversation_id, id) WHERE feed;
-- They have a retention of their own.
DROP INDEX delivery_ended;
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE ended_at IS NOT NULL AND NOT feed;
CREATE INDEX delivery_feed_ended ON delivery (ended_at) WHERE feed;
