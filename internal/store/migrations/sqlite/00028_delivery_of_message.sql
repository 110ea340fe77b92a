-- +goose Up

-- What became of a message on its way to the integrator: the message that a delivery
-- is of, NULL for other events and for deliveries from before, and its last attempt.
ALTER TABLE delivery ADD COLUMN message_id INTEGER;
ALTER TABLE delivery ADD COLUMN tried_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE delivery ADD COLUMN response_status INTEGER NOT NULL DEFAULT 0;
ALTER TABLE delivery ADD COLUMN error TEXT NOT NULL DEFAULT '';
CREATE INDEX delivery_message ON delivery (workspace_id, conversation_id, message_id) WHERE message_id IS NOT NULL;
