-- +goose Up

-- Those who wait in each status, longest first: closed conversations whose customers wait are few.
DROP INDEX conversation_waiting;
CREATE INDEX conversation_waiting ON conversation
    (workspace_id, status, waiting_since, id, assigned_to, channel_id, category_id) WHERE waiting_since IS NOT NULL;
