-- +goose Up

-- Bulk actions: what was set in many conversations, by whom, and what each had before.
CREATE TABLE bulk (
    id           bigint NOT NULL,
    workspace_id bigint NOT NULL,
    user_id      bigint NOT NULL,
    property     text   NOT NULL,
    mode         text   NOT NULL,
    value        text   NOT NULL,
    undoes       bigint NOT NULL,
    state        text   NOT NULL,
    created_at   bigint NOT NULL,
    ended_at     bigint,
    lease        text   NOT NULL,
    leased_until bigint NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE bulk_id AS bigint;
CREATE INDEX bulk_user ON bulk (workspace_id, user_id, id);
CREATE INDEX bulk_running ON bulk (workspace_id, id) WHERE state = 'running';

CREATE TABLE bulk_item (
    workspace_id    bigint NOT NULL,
    bulk_id         bigint NOT NULL,
    conversation_id bigint NOT NULL,
    state           text   NOT NULL,
    was             text   NOT NULL,
    became          text   NOT NULL,
    failure         text   NOT NULL,
    reason          text   NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, bulk_id)
);
CREATE INDEX bulk_item_state ON bulk_item (workspace_id, bulk_id, state, conversation_id);
