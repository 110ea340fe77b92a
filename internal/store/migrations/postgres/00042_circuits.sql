-- +goose Up

-- The channels whose circuit is open, for figures of the whole deployment.
CREATE INDEX channel_circuit_open ON channel (workspace_id, id) WHERE circuit_opened_at IS NOT NULL;
