-- +goose Up

-- Uses of AI operations in the last hour, which are limited by member. user_id is 0 for those
-- that no member asked for.
CREATE TABLE ai_call (
    id           bigint NOT NULL,
    workspace_id bigint NOT NULL,
    user_id      bigint NOT NULL,
    operation    text   NOT NULL,
    automatic    boolean NOT NULL,
    at           bigint NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE ai_call_id AS bigint;
CREATE INDEX ai_call_window ON ai_call (workspace_id, user_id, operation, automatic, at);

-- Answers that are kept for a while. input is a hash of what was asked.
CREATE TABLE ai_answer (
    workspace_id    bigint NOT NULL,
    conversation_id bigint NOT NULL,
    operation       text   NOT NULL,
    input           text   NOT NULL,
    answer          text   NOT NULL,
    tokens          bigint NOT NULL,
    created_at      bigint NOT NULL,
    expires_at      bigint NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, operation)
);
CREATE INDEX ai_answer_expiry ON ai_answer (expires_at);

-- How much of the AI was used, by day and operation.
CREATE TABLE ai_usage (
    workspace_id bigint NOT NULL,
    day          bigint NOT NULL,
    operation    text   NOT NULL,
    calls        bigint NOT NULL,
    failures     bigint NOT NULL,
    tokens_in    bigint NOT NULL,
    tokens_out   bigint NOT NULL,
    PRIMARY KEY (workspace_id, day, operation)
);

-- Resolved conversations that the AI is still to rename or summarize.
CREATE TABLE ai_job (
    workspace_id    bigint NOT NULL,
    conversation_id bigint NOT NULL,
    operation       text   NOT NULL,
    user_id         bigint NOT NULL,
    created_at      bigint NOT NULL,
    due_at          bigint NOT NULL,
    attempts        bigint NOT NULL,
    lease           text   NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, operation)
);
CREATE INDEX ai_job_due ON ai_job (workspace_id, due_at);
