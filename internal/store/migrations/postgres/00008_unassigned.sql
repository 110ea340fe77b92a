-- +goose Up

-- What waits for somebody to take it: the agents' list of open conversations
-- that nobody has, and its total.
CREATE INDEX conversation_unassigned ON conversation (workspace_id, updated_at, id) WHERE assigned_to IS NULL AND status = 'open';
