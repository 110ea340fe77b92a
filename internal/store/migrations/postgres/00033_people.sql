-- +goose Up

-- When members were last in their workspace: NULL for what happened before this version, 0 for
-- never.
ALTER TABLE member ADD COLUMN last_seen_at bigint;

-- A link that an admin passes on, and the session that it begins, are of one workspace alone.
ALTER TABLE login_token ADD COLUMN only_workspace bigint;
ALTER TABLE session ADD COLUMN only_workspace bigint;

-- The audit log by who did it, what was done, and to what.
CREATE INDEX audit_actor ON audit (workspace_id, actor_kind, actor_id, id);
CREATE INDEX audit_action ON audit (workspace_id, action, id);
CREATE INDEX audit_target ON audit (workspace_id, target, id);
