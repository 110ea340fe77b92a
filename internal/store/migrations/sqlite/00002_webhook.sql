-- +goose Up
-- What the rest of the webhook contract needs: categories, fields, participants,
-- ratings, a channel's defaults, circuit and signing secrets, sessions.
ALTER TABLE channel ADD COLUMN defaults TEXT NOT NULL DEFAULT '{}';
ALTER TABLE channel ADD COLUMN ping_failed INTEGER NOT NULL DEFAULT 0;
-- When the channel is pinged next; 0 is to be decided, NULL is never.
ALTER TABLE channel ADD COLUMN next_ping_at INTEGER;
CREATE INDEX channel_ping ON channel (next_ping_at) WHERE next_ping_at IS NOT NULL;
ALTER TABLE channel ADD COLUMN circuit_failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE channel ADD COLUMN circuit_opened_at INTEGER;
ALTER TABLE channel ADD COLUMN circuit_probe_at INTEGER;
-- Sealed; during a rotation the old one signs too, until old_secret_until.
ALTER TABLE channel ADD COLUMN signing_secret BLOB;
ALTER TABLE channel ADD COLUMN old_signing_secret BLOB;
ALTER TABLE channel ADD COLUMN old_secret_until INTEGER;

CREATE TABLE category (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    name_key     TEXT    NOT NULL,
    color        TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    position     INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX category_name ON category (workspace_id, name_key);

CREATE TABLE field (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    type         TEXT    NOT NULL,
    category_id  INTEGER,
    required     INTEGER NOT NULL,
    options      TEXT    NOT NULL,
    position     INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX field_key ON field (workspace_id, key);

CREATE TABLE field_value (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    field_id        INTEGER NOT NULL,
    value           TEXT    NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, field_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX field_value_field ON field_value (workspace_id, field_id);

CREATE TABLE participant (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    name            TEXT    NOT NULL,
    email           TEXT    NOT NULL,
    external_id     TEXT    NOT NULL,
    role            TEXT    NOT NULL,
    added_at        INTEGER NOT NULL
) STRICT;
CREATE INDEX participant_conversation ON participant (workspace_id, conversation_id, id);

CREATE TABLE rating (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    rating          INTEGER NOT NULL,
    comment         TEXT    NOT NULL,
    rated_by        TEXT    NOT NULL,
    created_at      INTEGER NOT NULL
) STRICT;
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
    workspace_id INTEGER NOT NULL,
    event_id     INTEGER NOT NULL,
    request      TEXT    NOT NULL,
    response     TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_body_age ON event_body (created_at);
CREATE INDEX event_log_conversation ON event_log (workspace_id, channel_id, conversation_id, id) WHERE conversation_id <> '';

CREATE TABLE session (
    hash         TEXT    NOT NULL PRIMARY KEY,
    id           TEXT    NOT NULL,
    user_id      INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    ip           TEXT    NOT NULL,
    user_agent   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_person ON session (user_id);

CREATE TABLE audit (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    actor_kind   TEXT    NOT NULL,
    actor_id     INTEGER NOT NULL,
    actor_name   TEXT    NOT NULL,
    action       TEXT    NOT NULL,
    target       TEXT    NOT NULL,
    ip           TEXT    NOT NULL,
    created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_list ON audit (workspace_id, id);

-- Fresh URLs of media whose own are temporary (W 4.7 content resolution).
CREATE TABLE content_url (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    ref             TEXT    NOT NULL,
    url             TEXT    NOT NULL,
    expires_at      INTEGER,
    PRIMARY KEY (workspace_id, conversation_id, ref)
) STRICT, WITHOUT ROWID;

-- Automatic back requests, to count them (W 8).
CREATE TABLE back_request (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    contact_id   INTEGER NOT NULL,
    type         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX back_request_contact ON back_request (workspace_id, contact_id, type, created_at);
