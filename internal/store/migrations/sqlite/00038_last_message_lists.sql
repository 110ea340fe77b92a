-- +goose Up

-- The agents' lists are ordered by the last message (of a conversation without any, by its
-- creation), which changes by members do not move: the indexes by last change, once more by
-- that. The lists of the API keep theirs.
CREATE INDEX conversation_view_active ON conversation
    (workspace_id, status, (CASE WHEN assigned_to IS NULL THEN 1 ELSE 0 END), COALESCE(last_message_at, created_at), id, assigned_to, channel_id, category_id, waiting_since);
CREATE INDEX conversation_assignee_active ON conversation
    (workspace_id, assigned_to, status, COALESCE(last_message_at, created_at), id, channel_id, category_id, waiting_since) WHERE assigned_to IS NOT NULL;
CREATE INDEX conversation_channel_active ON conversation
    (workspace_id, channel_id, status, COALESCE(last_message_at, created_at), id, assigned_to, category_id, waiting_since) WHERE channel_id IS NOT NULL;
CREATE INDEX conversation_category_active ON conversation
    (workspace_id, category_id, status, COALESCE(last_message_at, created_at), id, assigned_to, channel_id, waiting_since) WHERE category_id IS NOT NULL;

-- 0 is what a node of the earlier version leaves, until the conversation changes again.
ALTER TABLE conversation_tag ADD COLUMN active_at INTEGER NOT NULL DEFAULT 0;
UPDATE conversation_tag SET active_at = (SELECT COALESCE(c.last_message_at, c.created_at) FROM conversation c
    WHERE c.workspace_id = conversation_tag.workspace_id AND c.id = conversation_tag.conversation_id);
CREATE INDEX conversation_tag_active ON conversation_tag (workspace_id, tag, status, active_at, conversation_id);
DROP INDEX conversation_tag_list;
