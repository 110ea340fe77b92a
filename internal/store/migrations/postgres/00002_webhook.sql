-- +goose Up
-- What the rest of the webhook contract needs: categories, fields, participants,
-- ratings, a channel's defaults, circuit and signing secrets, sessions.
ALTER TABLE channel ADD COLUMN defaults text NOT NULL DEFAULT '{}';
ALTER TABLE channel ADD COLUMN ping_failed boolean NOT NULL DEFAULT FALSE;
-- When the channel is pinged next; 0 is to be decided, NULL is never.
ALTER TABLE channel ADD COLUMN next_ping_at bigint;
CREATE INDEX channel_ping ON channel (next_ping_at) WHERE next_ping_at IS NOT NULL;
ALTER TABLE channel ADD COLUMN circuit_failures bigint NOT NULL DEFAULT 0;
ALTER TABLE channel ADD COLUMN circuit_opened_at bigint;
ALTER TABLE channel ADD COLUMN circuit_probe_at bigint;
-- Sealed; during a rotation the old one signs too, until old_secret_until.
ALTER TABLE channel ADD COLUMN signing_secret bytea;
ALTER TABLE channel ADD COLUMN old_signing_secret bytea;
ALTER TABLE channel ADD COLUMN old_secret_until bigint;

CREATE TABLE category (
    id           bigint  NOT NULL,
    workspace_id bigint  NOT NULL,
    name         text    NOT NULL,
    name_key     text    NOT NULL,
    color        text    NOT NULL,
    description  text    NOT NULL,
    position     bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE category_id AS bigint;
CREATE UNIQUE INDEX category_name ON category (workspace_id, name_key);

CREATE TABLE field (
    id           bigint  NOT NULL,
    workspace_id bigint  NOT NULL,
    key          text    NOT NULL,
    name         text    NOT NULL,
    type         text    NOT NULL,
    category_id  bigint,
    required     boolean NOT NULL,
    options      text    NOT NULL,
    position     bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE field_id AS bigint;
CREATE UNIQUE INDEX field_key ON field (workspace_id, key);

CREATE TABLE field_value (
    workspace_id    bigint  NOT NULL,
    conversation_id bigint  NOT NULL,
    field_id        bigint  NOT NULL,
    value           text    NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, field_id)
);
CREATE INDEX field_value_field ON field_value (workspace_id, field_id);

CREATE TABLE participant (
    id              bigint  NOT NULL,
    workspace_id    bigint  NOT NULL,
    conversation_id bigint  NOT NULL,
    name            text    NOT NULL,
    email           text    NOT NULL,
    external_id     text    NOT NULL,
    role            text    NOT NULL,
    added_at        bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE participant_id AS bigint;
CREATE INDEX participant_conversation ON participant (workspace_id, conversation_id, id);

CREATE TABLE rating (
    id              bigint  NOT NULL,
    workspace_id    bigint  NOT NULL,
    conversation_id bigint  NOT NULL,
    rating          bigint  NOT NULL,
    comment         text    NOT NULL,
    rated_by        text    NOT NULL,
    created_at      bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE rating_id AS bigint;
CREATE UNIQUE INDEX rating_conversation ON rating (workspace_id, conversation_id);

-- A conversation's category is cleared when the category goes.
CREATE INDEX conversation_category ON conversation (workspace_id, category_id, id) WHERE category_id IS NOT NULL;

-- Deliveries that an admin sends again are due outside their conversation's
-- order: they block nothing and wait for nothing.
DROP INDEX delivery_due;
CREATE INDEX delivery_due ON delivery (workspace_id, channel_id, due_at, id) WHERE state IN ('ready', 'resend');
-- What is over is found by its end, to be forgotten in time.
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX delivery_failed ON delivery (workspace_id, channel_id, ended_at, id) WHERE state = 'failed';

-- What was sent and answered, kept for a short while for an admin's eyes.
CREATE TABLE event_body (
    workspace_id bigint  NOT NULL,
    event_id     bigint  NOT NULL,
    request      text    NOT NULL,
    response     text    NOT NULL,
    created_at   bigint  NOT NULL,
    PRIMARY KEY (workspace_id, event_id)
);
CREATE INDEX event_body_age ON event_body (created_at);
CREATE INDEX event_log_conversation ON event_log (workspace_id, channel_id, conversation_id, id) WHERE conversation_id <> '';

CREATE TABLE session (
    hash         text    NOT NULL PRIMARY KEY,
    id           text    NOT NULL,
    user_id      bigint  NOT NULL,
    created_at   bigint  NOT NULL,
    last_seen_at bigint  NOT NULL,
    ip           text    NOT NULL,
    user_agent   text    NOT NULL
);
CREATE INDEX session_person ON session (user_id);

CREATE TABLE audit (
    id           bigint  NOT NULL,
    workspace_id bigint  NOT NULL,
    actor_kind   text    NOT NULL,
    actor_id     bigint  NOT NULL,
    actor_name   text    NOT NULL,
    action       text    NOT NULL,
    target       text    NOT NULL,
    ip           text    NOT NULL,
    created_at   bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE audit_id AS bigint;

-- Fresh URLs of media whose own are temporary (W 4.7 content resolution).
CREATE TABLE content_url (
    workspace_id    bigint  NOT NULL,
    conversation_id bigint  NOT NULL,
    ref             text    NOT NULL,
    url             text    NOT NULL,
    expires_at      bigint,
    PRIMARY KEY (workspace_id, conversation_id, ref)
);

-- Automatic back requests, to count them (W 8).
CREATE TABLE back_request (
    id           bigint  NOT NULL,
    workspace_id bigint  NOT NULL,
    contact_id   bigint  NOT NULL,
    type         text    NOT NULL,
    created_at   bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE back_request_id AS bigint;
CREATE INDEX back_request_contact ON back_request (workspace_id, contact_id, type, created_at);
