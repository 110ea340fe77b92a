-- +goose Up

-- Which conversations wait for members to look at them: a note (message_id) mentions them by a name,
-- or somebody handed it to them (message_id 0). Mentions stay with their notes once they were seen.
CREATE TABLE attention (
    workspace_id    bigint NOT NULL,
    conversation_id bigint NOT NULL,
    user_id         bigint NOT NULL,
    message_id      bigint NOT NULL,
    name            text   NOT NULL,
    created_at      bigint NOT NULL,
    seen_at         bigint,
    PRIMARY KEY (workspace_id, conversation_id, user_id, message_id)
);
CREATE INDEX attention_waiting ON attention (workspace_id, conversation_id, user_id, message_id) WHERE seen_at IS NULL;
CREATE INDEX attention_note ON attention (workspace_id, message_id, user_id) WHERE message_id > 0;
CREATE INDEX attention_member ON attention (workspace_id, user_id, message_id, conversation_id);
CREATE INDEX attention_mentioned ON attention (workspace_id, user_id, conversation_id) WHERE seen_at IS NULL AND message_id > 0;
CREATE INDEX attention_age ON attention (created_at) WHERE message_id = 0;
