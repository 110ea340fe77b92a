-- +goose Up

-- What members have written and not sent.
CREATE TABLE draft (
    workspace_id    bigint NOT NULL,
    conversation_id bigint NOT NULL,
    user_id         bigint NOT NULL,
    kind            text NOT NULL,
    content         text NOT NULL,
    markdown        boolean NOT NULL,
    saved_at        bigint NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, user_id, kind)
);
CREATE INDEX draft_member ON draft (workspace_id, user_id, saved_at);
