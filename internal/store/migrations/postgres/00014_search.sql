-- +goose Up

-- What agents find conversations by: a document for each message and one for
-- what stands above them (subject, contact, ids), which is message 0. Words are
-- folded and carry their workspace in front (see searchwords.go).
CREATE TABLE search_document (
    workspace_id    bigint NOT NULL,
    conversation_id bigint NOT NULL,
    message_id      bigint NOT NULL,
    words           text   NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, message_id)
);
CREATE INDEX search_document_words ON search_document USING gin (array_to_tsvector(string_to_array(words, ' ')));

-- Up to where messages and conversations are in the text index. The version
-- moves with every step, so that of two who index the same one is refused.
CREATE TABLE search_position (
    workspace_id    bigint NOT NULL PRIMARY KEY,
    message_id      bigint NOT NULL,
    conversation_id bigint NOT NULL,
    version         bigint NOT NULL
);

-- What changed before its position and is to be indexed again: a message, a
-- conversation with all its messages from after_id on, the heads of a contact's
-- conversations.
CREATE TABLE search_dirty (
    workspace_id bigint NOT NULL,
    kind         text   NOT NULL,
    target_id    bigint NOT NULL,
    after_id     bigint NOT NULL,
    PRIMARY KEY (workspace_id, kind, target_id)
);
