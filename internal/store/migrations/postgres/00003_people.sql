-- +goose Up
-- What a member is called is each workspace's own business.
ALTER TABLE member ADD COLUMN name text NOT NULL DEFAULT '';
UPDATE member SET name = (SELECT person.name FROM person WHERE person.id = member.user_id);

-- A workspace without a row has the defaults.
CREATE TABLE ai_setting (
    workspace_id   bigint  NOT NULL PRIMARY KEY,
    enabled        boolean NOT NULL,
    base_url       text    NOT NULL,
    model          text    NOT NULL,
    api_key        bytea, -- sealed
    auto_rename    boolean NOT NULL,
    auto_summarize boolean NOT NULL
);

CREATE TABLE saved_reply (
    id           bigint NOT NULL,
    workspace_id bigint NOT NULL,
    title        text   NOT NULL,
    content      text   NOT NULL,
    shortcut     text   NOT NULL,
    shortcut_key text,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE saved_reply_id AS bigint;
CREATE UNIQUE INDEX saved_reply_shortcut ON saved_reply (workspace_id, shortcut_key) WHERE shortcut_key IS NOT NULL;
