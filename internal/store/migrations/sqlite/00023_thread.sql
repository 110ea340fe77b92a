-- +goose Up

-- A thread in its order, with what an agent's unread messages are counted by: whose
-- they are is read here, and no longer from each message.
CREATE INDEX message_order ON message (workspace_id, conversation_id, sent_at, id, kind, author_type);
DROP INDEX message_thread;

-- Recent Events by status or type. Neither has the ordinary entry of a message that was
-- received or sent, which costs nothing here and is most of the log.
CREATE INDEX event_log_status ON event_log (workspace_id, channel_id, status, id) WHERE status <> 'ok';
CREATE INDEX event_log_type ON event_log (workspace_id, channel_id, type, id) WHERE type <> 'message' AND type <> 'message.created';
