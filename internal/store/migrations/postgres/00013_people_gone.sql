-- +goose Up
-- Contacts that are merged into another keep their row: its external id and
-- e-mail lead to the other, and the merge can be undone. aliases are what merged
-- ones are found by, for the search.
ALTER TABLE contact ADD COLUMN merged_into bigint;
ALTER TABLE contact ADD COLUMN blocked_at bigint;
ALTER TABLE contact ADD COLUMN aliases text NOT NULL DEFAULT '[]';
CREATE INDEX contact_merged ON contact (workspace_id, merged_into) WHERE merged_into IS NOT NULL;

-- What it takes to undo a merge, and the conversations that moved with it.
CREATE TABLE contact_merge (
    workspace_id bigint NOT NULL,
    contact_id   bigint NOT NULL,
    undo         text   NOT NULL,
    merged_at    bigint NOT NULL,
    PRIMARY KEY (workspace_id, contact_id)
);
CREATE TABLE contact_move (
    workspace_id    bigint NOT NULL,
    contact_id      bigint NOT NULL,
    conversation_id bigint NOT NULL,
    PRIMARY KEY (workspace_id, contact_id, conversation_id)
);

-- Conversations of others in which a contact wrote: with its own ones, all that
-- must be looked at when it is erased.
CREATE TABLE contact_visit (
    workspace_id    bigint NOT NULL,
    contact_id      bigint NOT NULL,
    conversation_id bigint NOT NULL,
    PRIMARY KEY (workspace_id, contact_id, conversation_id)
);
INSERT INTO contact_visit (workspace_id, contact_id, conversation_id)
    SELECT DISTINCT m.workspace_id, m.author_contact_id, m.conversation_id FROM message m
    JOIN conversation c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
    WHERE m.author_contact_id IS NOT NULL AND m.author_contact_id IS DISTINCT FROM c.contact_id;

-- What a removal needs to know of what is gone, and how far it is.
ALTER TABLE removal ADD COLUMN detail text NOT NULL DEFAULT '';

-- Blobs and cached pictures that nothing refers to any more, until they are gone.
CREATE TABLE discard (
    id           bigint NOT NULL,
    workspace_id bigint NOT NULL,
    kind         text   NOT NULL,
    name         text   NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE SEQUENCE discard_id AS bigint;

-- Which messages show a file; unused_since is of one that none has shown yet.
CREATE TABLE file_use (
    workspace_id bigint NOT NULL,
    file_id      bigint NOT NULL,
    message_id   bigint NOT NULL,
    PRIMARY KEY (workspace_id, file_id, message_id)
);
INSERT INTO file_use (workspace_id, file_id, message_id)
    SELECT DISTINCT m.workspace_id, (a.value ->> 'File')::bigint, m.id FROM message m, jsonb_array_elements(m.attachments::jsonb) a
    WHERE m.attachments LIKE '%"File":%' AND a.value ->> 'File' IS NOT NULL;
ALTER TABLE file ADD COLUMN unused_since bigint;
UPDATE file SET unused_since = created_at WHERE NOT EXISTS
    (SELECT 1 FROM file_use u WHERE u.workspace_id = file.workspace_id AND u.file_id = file.id);
CREATE INDEX file_unused ON file (unused_since) WHERE unused_since IS NOT NULL;
