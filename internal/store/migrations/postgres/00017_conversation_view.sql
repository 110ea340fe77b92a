-- +goose Up

-- The lists of conversations by their last activity: all, those of a status, those
-- that nobody has. Each is made of parts of one index, in which a conversation is
-- once; the three that are dropped had to be changed with every message. Who has
-- it comes last only so that the index knows all that is asked of it.
CREATE INDEX conversation_view ON conversation
    (workspace_id, status, (CASE WHEN assigned_to IS NULL THEN 1 ELSE 0 END), updated_at, id, assigned_to);
DROP INDEX conversation_list;
DROP INDEX conversation_status;
DROP INDEX conversation_unassigned;
