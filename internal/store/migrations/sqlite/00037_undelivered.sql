-- +goose Up

-- Conversations whose messages to the integrator have failed since the last one that was accepted:
-- the last message that failed, and when. Closing a conversation forgets it.
CREATE TABLE undelivered (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    message_id      INTEGER NOT NULL,
    failed_at       INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id)
) WITHOUT ROWID;
CREATE INDEX undelivered_age ON undelivered (failed_at);
INSERT INTO undelivered
SELECT d.workspace_id, d.conversation_id, max(d.message_id), max(d.ended_at) FROM delivery d
JOIN conversation c ON c.workspace_id = d.workspace_id AND c.id = d.conversation_id
WHERE d.state = 'failed' AND d.message_id IS NOT NULL AND d.ended_at IS NOT NULL AND c.status <> 'closed' AND NOT EXISTS (
    SELECT 1 FROM delivery later WHERE later.workspace_id = d.workspace_id AND later.conversation_id = d.conversation_id
        AND later.message_id > d.message_id AND later.state = 'delivered')
GROUP BY d.workspace_id, d.conversation_id;
