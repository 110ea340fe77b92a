-- +goose Up

-- What becomes dirty again gets another id, so that who has read it before does
-- not take it for clean. The statements that make rows name none: nodes of the
-- version before make them too.
CREATE SEQUENCE search_dirty_id AS bigint;
ALTER TABLE search_dirty ADD COLUMN id bigint NOT NULL DEFAULT nextval('search_dirty_id');
ALTER TABLE search_dirty DROP CONSTRAINT search_dirty_pkey;
ALTER TABLE search_dirty ADD PRIMARY KEY (workspace_id, id);
CREATE UNIQUE INDEX search_dirty_target ON search_dirty (workspace_id, kind, target_id);
