-- +goose Up
-- Ids are AUTOINCREMENT: without it SQLite would give a deleted highest id again.
-- Times are milliseconds since 1970 (UTC). Booleans are 0 or 1. Lists and
-- structures are JSON text. The set for PostgreSQL is compared by a test.
-- A migration that two processes run at once is undone in one of them.
CREATE UNIQUE INDEX goose_once ON goose_db_version (version_id);

CREATE TABLE workspace (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    slug           TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    form           TEXT    NOT NULL,
    plan           TEXT    NOT NULL,
    api_enabled    INTEGER NOT NULL,
    allowed_scopes TEXT,
    admin          INTEGER NOT NULL,
    created_at     INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX workspace_slug ON workspace (slug);

CREATE TABLE person (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    email      TEXT    NOT NULL,
    email_key  TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX person_email ON person (email_key);

CREATE TABLE member (
    workspace_id INTEGER NOT NULL,
    user_id      INTEGER NOT NULL,
    role         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_user ON member (user_id);

CREATE TABLE login_token (
    hash       TEXT    NOT NULL PRIMARY KEY,
    user_id    INTEGER NOT NULL,
    redirect   TEXT    NOT NULL,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    prefix       TEXT    NOT NULL,
    hash         TEXT    NOT NULL,
    scopes       TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT;
CREATE UNIQUE INDEX api_key_hash ON api_key (hash);
CREATE INDEX api_key_list ON api_key (workspace_id, id);

CREATE TABLE channel (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id      INTEGER NOT NULL,
    name              TEXT    NOT NULL,
    settings          TEXT    NOT NULL,
    key_hash          TEXT    NOT NULL,
    key_cipher        BLOB,
    last_heartbeat_at INTEGER,
    created_at        INTEGER NOT NULL
) STRICT;
CREATE INDEX channel_list ON channel (workspace_id, id);

CREATE TABLE contact (
    id                    INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id          INTEGER NOT NULL,
    external_id           TEXT,
    external_id_defaulted INTEGER NOT NULL,
    name                  TEXT    NOT NULL,
    email                 TEXT    NOT NULL,
    email_key             TEXT,
    avatar_url            TEXT    NOT NULL,
    tags                  TEXT    NOT NULL,
    search                TEXT    NOT NULL,
    created_at            INTEGER NOT NULL,
    updated_at            INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX contact_external_id ON contact (workspace_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX contact_email ON contact (workspace_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX contact_list ON contact (workspace_id, id);
-- Words are folded and carry their workspace in front (see fold.go): the index
-- of one workspace is never walked for another, and every tokenizer but the
-- plainest would split them again.
CREATE VIRTUAL TABLE contact_search USING fts5 (
    search, content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='4 6'
);

CREATE TABLE conversation (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    channel_id      INTEGER,
    channel_type    TEXT    NOT NULL,
    external_id     TEXT,
    subject         TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    assigned_to     INTEGER,
    contact_id      INTEGER,
    category_id     INTEGER,
    priority        TEXT    NOT NULL,
    tags            TEXT    NOT NULL,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    last_message_at INTEGER,
    resolved_at     INTEGER,
    message_count   INTEGER NOT NULL,
    delivery_seq    INTEGER NOT NULL
) STRICT;
-- The thread of an inbound message. The channel comes last so that the threads
-- of a batch are found by their ids alone.
CREATE UNIQUE INDEX conversation_external_id ON conversation (workspace_id, external_id, channel_id) WHERE external_id IS NOT NULL;
CREATE INDEX conversation_list ON conversation (workspace_id, updated_at, id);
CREATE INDEX conversation_status ON conversation (workspace_id, status, updated_at, id);
CREATE INDEX conversation_assignee ON conversation (workspace_id, assigned_to, updated_at, id) WHERE assigned_to IS NOT NULL;
CREATE INDEX conversation_contact ON conversation (workspace_id, contact_id, id) WHERE contact_id IS NOT NULL;
CREATE INDEX conversation_channel ON conversation (workspace_id, channel_id, id);

CREATE TABLE message (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id       INTEGER NOT NULL,
    conversation_id    INTEGER NOT NULL,
    kind               TEXT    NOT NULL,
    author_type        TEXT    NOT NULL,
    author_name        TEXT    NOT NULL,
    author_email       TEXT    NOT NULL,
    author_external_id TEXT    NOT NULL,
    author_user_id     INTEGER,
    author_contact_id  INTEGER,
    content            TEXT    NOT NULL,
    content_type       TEXT    NOT NULL,
    markdown           INTEGER NOT NULL,
    external_id        TEXT,
    attachments        TEXT    NOT NULL,
    sent_at            INTEGER NOT NULL,
    created_at         INTEGER NOT NULL,
    edited_at          INTEGER,
    edit_count         INTEGER NOT NULL,
    read_at            INTEGER
) STRICT;
CREATE INDEX message_thread ON message (workspace_id, conversation_id, sent_at, id, kind);

-- What makes a messageId unique per channel for ever (decisions 2). The key is
-- a hash, so that erasing a person leaves nothing of theirs and a repeat is
-- still one.
CREATE TABLE message_key (
    workspace_id INTEGER NOT NULL,
    key          TEXT    NOT NULL,
    PRIMARY KEY (workspace_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_log (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    channel_id      INTEGER NOT NULL,
    direction       TEXT    NOT NULL,
    type            TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    error           TEXT    NOT NULL,
    warnings        TEXT    NOT NULL,
    conversation_id TEXT    NOT NULL,
    response_status INTEGER,
    response_ms     INTEGER NOT NULL,
    attempt         INTEGER NOT NULL,
    delivery_id     INTEGER,
    created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX event_log_channel ON event_log (workspace_id, channel_id, id);

CREATE TABLE delivery (
    id                       INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id             INTEGER NOT NULL,
    channel_id               INTEGER NOT NULL,
    conversation_id          INTEGER NOT NULL,
    external_conversation_id TEXT    NOT NULL,
    sequence                 INTEGER NOT NULL,
    webhook_id               TEXT    NOT NULL,
    type                     TEXT    NOT NULL,
    data                     TEXT    NOT NULL,
    state                    TEXT    NOT NULL,
    attempts                 INTEGER NOT NULL,
    due_at                   INTEGER NOT NULL,
    lease                    TEXT,
    created_at               INTEGER NOT NULL,
    ended_at                 INTEGER
) STRICT;
CREATE INDEX delivery_due ON delivery (workspace_id, channel_id, due_at, id) WHERE state = 'ready';
CREATE INDEX delivery_pending ON delivery (workspace_id, conversation_id, id) WHERE state IN ('ready', 'waiting');

CREATE TABLE history (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    type            TEXT    NOT NULL,
    actor_kind      TEXT    NOT NULL,
    actor_id        INTEGER NOT NULL,
    actor_name      TEXT    NOT NULL,
    detail          TEXT    NOT NULL,
    created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX history_conversation ON history (workspace_id, conversation_id, id);

-- Totals of lists, kept in the transaction that changes them.
CREATE TABLE counter (
    workspace_id INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    n            INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE server_setting (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
