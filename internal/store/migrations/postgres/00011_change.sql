-- +goose Up
-- What the live stream tells, in the order in which it happened. The newest row
-- of a workspace is never deleted: the next number follows from it.
CREATE TABLE change (
    workspace_id    bigint NOT NULL,
    seq             bigint NOT NULL,
    kind            text NOT NULL,
    conversation_id bigint NOT NULL,
    message_id      bigint NOT NULL,
    at              bigint NOT NULL,
    PRIMARY KEY (workspace_id, seq)
);

-- Up to when a member has read a conversation.
CREATE TABLE agent_read (
    workspace_id    bigint NOT NULL,
    conversation_id bigint NOT NULL,
    user_id         bigint NOT NULL,
    read_at         bigint NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, user_id)
);
