-- +goose Up

-- What a member has read is told by the ids of messages, which grow in the order of
-- the commits: by their times new messages would count as read while the clock is
-- behind where it once was. The first message that a member may find unread is one
-- after member.message_id, where times say otherwise.
ALTER TABLE agent_read ADD COLUMN message_id INTEGER NOT NULL DEFAULT 0;
UPDATE agent_read SET message_id = COALESCE((SELECT MAX(m.id) FROM message m WHERE m.workspace_id = agent_read.workspace_id
    AND m.conversation_id = agent_read.conversation_id AND m.created_at <= agent_read.read_at), 0);
ALTER TABLE member ADD COLUMN message_id INTEGER NOT NULL DEFAULT 0;
UPDATE member SET message_id = COALESCE((SELECT MAX(id) FROM message), 0);
