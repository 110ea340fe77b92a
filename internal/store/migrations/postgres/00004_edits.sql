-- +goose Up
-- Earlier contents of edited messages: number is which edit replaced it, from 1.
CREATE TABLE message_version (
    workspace_id bigint  NOT NULL,
    message_id   bigint  NOT NULL,
    number       bigint  NOT NULL,
    content      text    NOT NULL,
    reason       text    NOT NULL,
    actor_kind   text    NOT NULL,
    actor_id     bigint  NOT NULL,
    actor_name   text    NOT NULL,
    replaced_at  bigint  NOT NULL,
    PRIMARY KEY (workspace_id, message_id, number)
);

-- When the customer's side read something of ours last.
ALTER TABLE conversation ADD COLUMN read_at bigint;
CREATE INDEX message_unread ON message (workspace_id, conversation_id) WHERE ((read_at IS NULL) AND (author_type <> 'customer'));
