-- +goose Up
-- Ids come from a sequence per table, taken before the insert (see reserve in
-- dialect_postgres.go). Keys start with the workspace, so that the tables can be
-- sharded by it.
-- Times are milliseconds since 1970 (UTC). Lists and structures are JSON text.
-- The set for SQLite is compared by a test.
CREATE TABLE workspace (
    id             bigint  NOT NULL,
    slug           text    NOT NULL,
    name           text    NOT NULL,
    form           text    NOT NULL,
    plan           text    NOT NULL,
    api_enabled    boolean NOT NULL,
    allowed_scopes text,
    admin          boolean NOT NULL,
    created_at     bigint  NOT NULL,
    PRIMARY KEY (id)
);
CREATE SEQUENCE workspace_id AS bigint;
CREATE UNIQUE INDEX workspace_slug ON workspace (slug);

CREATE TABLE person (
    id         bigint  NOT NULL,
    email      text    NOT NULL,
    email_key  text    NOT NULL,
    name       text    NOT NULL,
    created_at bigint  NOT NULL,
    PRIMARY KEY (id)
);
CREATE SEQUENCE person_id AS bigint;
CREATE UNIQUE INDEX person_email ON person (email_key);

CREATE TABLE member (
    workspace_id bigint  NOT NULL,
    user_id      bigint  NOT NULL,
    role         text    NOT NULL,
    created_at   bigint  NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX member_user ON member (user_id);

CREATE TABLE login_token (
    hash       text    NOT NULL PRIMARY KEY,
    user_id    bigint  NOT NULL,
    redirect   text    NOT NULL,
    expires_at bigint  NOT NULL,
    created_at bigint  NOT NULL
);

CREATE TABLE api_key (
    id           bigint  NOT NULL,
    workspace_id bigint  NOT NULL,
    name         text    NOT NULL,
    prefix       text    NOT NULL,
    hash         text    NOT NULL,
    scopes       text    NOT NULL,
    created_at   bigint  NOT NULL,
    last_used_at bigint,
    revoked_at   bigint,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE api_key_id AS bigint;
CREATE UNIQUE INDEX api_key_hash ON api_key (hash);

CREATE TABLE channel (
    id                bigint  NOT NULL,
    workspace_id      bigint  NOT NULL,
    name              text    NOT NULL,
    settings          text    NOT NULL,
    key_hash          text    NOT NULL,
    key_cipher        bytea,
    last_heartbeat_at bigint,
    created_at        bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE channel_id AS bigint;

-- Channels and keys are also looked up before their workspace is known.
CREATE INDEX channel_id_alone ON channel (id);

CREATE TABLE contact (
    id                    bigint  NOT NULL,
    workspace_id          bigint  NOT NULL,
    external_id           text,
    external_id_defaulted boolean NOT NULL,
    name                  text    NOT NULL,
    email                 text    NOT NULL,
    email_key             text,
    avatar_url            text    NOT NULL,
    tags                  text    NOT NULL,
    search                text    NOT NULL,
    created_at            bigint  NOT NULL,
    updated_at            bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE contact_id AS bigint;
CREATE UNIQUE INDEX contact_external_id ON contact (workspace_id, external_id) WHERE external_id IS NOT NULL;
-- Words carry their workspace in front (see fold.go).
CREATE INDEX contact_search ON contact USING gin (array_to_tsvector(string_to_array(search, ' ')));
CREATE UNIQUE INDEX contact_email ON contact (workspace_id, email_key) WHERE email_key IS NOT NULL;

CREATE TABLE conversation (
    id              bigint  NOT NULL,
    workspace_id    bigint  NOT NULL,
    channel_id      bigint,
    channel_type    text    NOT NULL,
    external_id     text,
    subject         text    NOT NULL,
    status          text    NOT NULL,
    assigned_to     bigint,
    contact_id      bigint,
    category_id     bigint,
    priority        text    NOT NULL,
    tags            text    NOT NULL,
    created_at      bigint  NOT NULL,
    updated_at      bigint  NOT NULL,
    last_message_at bigint,
    resolved_at     bigint,
    message_count   bigint  NOT NULL,
    delivery_seq    bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE conversation_id AS bigint;
-- The thread of an inbound message. The channel comes last so that the threads
-- of a batch are found by their ids alone.
CREATE UNIQUE INDEX conversation_external_id ON conversation (workspace_id, external_id, channel_id) WHERE external_id IS NOT NULL;
CREATE INDEX conversation_list ON conversation (workspace_id, updated_at, id);
CREATE INDEX conversation_status ON conversation (workspace_id, status, updated_at, id);
CREATE INDEX conversation_assignee ON conversation (workspace_id, assigned_to, updated_at, id) WHERE assigned_to IS NOT NULL;
CREATE INDEX conversation_contact ON conversation (workspace_id, contact_id, id) WHERE contact_id IS NOT NULL;
CREATE INDEX conversation_channel ON conversation (workspace_id, channel_id, id);

CREATE TABLE message (
    id                 bigint  NOT NULL,
    workspace_id       bigint  NOT NULL,
    conversation_id    bigint  NOT NULL,
    kind               text    NOT NULL,
    author_type        text    NOT NULL,
    author_name        text    NOT NULL,
    author_email       text    NOT NULL,
    author_external_id text    NOT NULL,
    author_user_id     bigint,
    author_contact_id  bigint,
    content            text    NOT NULL,
    content_type       text    NOT NULL,
    markdown           boolean NOT NULL,
    external_id        text,
    attachments        text    NOT NULL,
    sent_at            bigint  NOT NULL,
    created_at         bigint  NOT NULL,
    edited_at          bigint,
    edit_count         bigint  NOT NULL,
    read_at            bigint,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE message_id AS bigint;
CREATE INDEX message_thread ON message (workspace_id, conversation_id, sent_at, id, kind);

-- What makes a messageId unique per channel for ever (decisions 2). The key is
-- a hash, so that erasing a person leaves nothing of theirs and a repeat is
-- still one.
CREATE TABLE message_key (
    workspace_id bigint  NOT NULL,
    key          text    NOT NULL,
    PRIMARY KEY (workspace_id, key)
);

-- Partitioned by day: retention drops whole days. The default partition is a
-- net for a day whose partition could not be made.
CREATE TABLE event_log (
    id              bigint  NOT NULL,
    workspace_id    bigint  NOT NULL,
    channel_id      bigint  NOT NULL,
    direction       text    NOT NULL,
    type            text    NOT NULL,
    status          text    NOT NULL,
    error           text    NOT NULL,
    warnings        text    NOT NULL,
    conversation_id text    NOT NULL,
    response_status bigint,
    response_ms     bigint  NOT NULL,
    attempt         bigint  NOT NULL,
    delivery_id     bigint,
    created_at      bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id, created_at)
) PARTITION BY RANGE (created_at);
CREATE SEQUENCE event_log_id AS bigint;
CREATE TABLE event_log_default PARTITION OF event_log DEFAULT;
CREATE INDEX event_log_channel ON event_log (workspace_id, channel_id, id);

CREATE TABLE delivery (
    id                       bigint  NOT NULL,
    workspace_id             bigint  NOT NULL,
    channel_id               bigint  NOT NULL,
    conversation_id          bigint  NOT NULL,
    external_conversation_id text    NOT NULL,
    sequence                 bigint  NOT NULL,
    webhook_id               text    NOT NULL,
    type                     text    NOT NULL,
    data                     text    NOT NULL,
    state                    text    NOT NULL,
    attempts                 bigint  NOT NULL,
    due_at                   bigint  NOT NULL,
    lease                    text,
    created_at               bigint  NOT NULL,
    ended_at                 bigint,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE delivery_id AS bigint;
CREATE INDEX delivery_due ON delivery (workspace_id, channel_id, due_at, id) WHERE state = 'ready';
CREATE INDEX delivery_pending ON delivery (workspace_id, conversation_id, id) WHERE state IN ('ready', 'waiting');

CREATE TABLE history (
    id              bigint  NOT NULL,
    workspace_id    bigint  NOT NULL,
    conversation_id bigint  NOT NULL,
    type            text    NOT NULL,
    actor_kind      text    NOT NULL,
    actor_id        bigint  NOT NULL,
    actor_name      text    NOT NULL,
    detail          text    NOT NULL,
    created_at      bigint  NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE history_id AS bigint;
CREATE INDEX history_conversation ON history (workspace_id, conversation_id, id);

-- Totals of lists, kept in the transaction that changes them.
CREATE TABLE counter (
    workspace_id bigint  NOT NULL,
    name         text    NOT NULL,
    n            bigint  NOT NULL,
    PRIMARY KEY (workspace_id, name)
);

CREATE TABLE server_setting (
    name  text    NOT NULL PRIMARY KEY,
    value text    NOT NULL
);
