-- +goose Up

-- The latest ratings, by score, of the workspace or of a channel.
ALTER TABLE rating ADD COLUMN channel_id bigint;
UPDATE rating SET channel_id = (SELECT channel_id FROM conversation c WHERE c.workspace_id = rating.workspace_id AND c.id = rating.conversation_id);
CREATE INDEX rating_score ON rating (workspace_id, rating, created_at, id);
CREATE INDEX rating_channel ON rating (workspace_id, channel_id, rating, created_at, id) WHERE channel_id IS NOT NULL;
