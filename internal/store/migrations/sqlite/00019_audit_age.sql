-- +goose Up

-- The audit log has a retention: what is oldest of a workspace's is found by its
-- time, since ids do not grow with times where a clock was set back.
CREATE INDEX audit_age ON audit (workspace_id, created_at);
