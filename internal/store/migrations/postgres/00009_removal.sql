-- +goose Up

-- An automatic back request that is under way, until when at the latest.
ALTER TABLE back_request ADD COLUMN open_until bigint NOT NULL DEFAULT 0;

-- A category's conversations in the order of their list.
DROP INDEX conversation_category;
CREATE INDEX conversation_category ON conversation (workspace_id, category_id, updated_at, id) WHERE category_id IS NOT NULL;

-- Definitions that are gone and whose traces are still being removed, in small
-- steps: the mark of a category on conversations, the values of a field.
CREATE TABLE removal (
    workspace_id bigint NOT NULL,
    kind         text   NOT NULL,
    target_id    bigint NOT NULL,
    PRIMARY KEY (workspace_id, kind, target_id)
);
