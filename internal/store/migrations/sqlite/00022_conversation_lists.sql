-- +goose Up

-- The totals of the lists of conversations: by status, and by status of those that
-- somebody has (key is the user's id, '' nobody), of a channel, of a category and of
-- a tag (its folded name).
CREATE TABLE conversation_count (
    workspace_id INTEGER NOT NULL,
    dimension    TEXT    NOT NULL,
    key          TEXT    NOT NULL,
    status       TEXT    NOT NULL,
    n            INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, dimension, key, status)
) STRICT, WITHOUT ROWID;
INSERT INTO conversation_count
SELECT workspace_id, 'status', '', status, count(*) FROM conversation GROUP BY workspace_id, status;
INSERT INTO conversation_count
SELECT workspace_id, 'assignee', coalesce(CAST(assigned_to AS text), ''), status, count(*) FROM conversation GROUP BY workspace_id, assigned_to, status;
INSERT INTO conversation_count
SELECT workspace_id, 'channel', CAST(channel_id AS text), status, count(*) FROM conversation WHERE channel_id IS NOT NULL
GROUP BY workspace_id, channel_id, status;
INSERT INTO conversation_count
SELECT workspace_id, 'category', CAST(category_id AS text), status, count(*) FROM conversation WHERE category_id IS NOT NULL
GROUP BY workspace_id, category_id, status;

-- The tags of the conversations that have some, in the order of a list. tag is folded;
-- the program folds what is not ASCII when it starts.
CREATE TABLE conversation_tag (
    workspace_id    INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    tag             TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    updated_at      INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, tag)
) STRICT, WITHOUT ROWID;
INSERT INTO conversation_tag
SELECT DISTINCT c.workspace_id, c.id, lower(t.value), c.status, c.updated_at FROM conversation c, json_each(c.tags) AS t WHERE c.tags <> '[]';
CREATE INDEX conversation_tag_list ON conversation_tag (workspace_id, tag, status, updated_at, conversation_id);
INSERT INTO conversation_count
SELECT workspace_id, 'tag', tag, status, count(*) FROM conversation_tag GROUP BY workspace_id, tag, status;

-- Every list is read from an index in its own order, status by status. Each index
-- knows who has the conversation, its channel and category, and whether its customer
-- waits, so that two filters together look at no row.
DROP INDEX conversation_view;
DROP INDEX conversation_assignee;
DROP INDEX conversation_channel;
DROP INDEX conversation_category;

-- Since when the customer has waited for an answer.
ALTER TABLE conversation ADD COLUMN waiting_since INTEGER;
UPDATE conversation SET waiting_since = CASE WHEN answered_at IS NULL THEN asked_at ELSE
    (SELECT min(m.created_at) FROM message m WHERE m.workspace_id = conversation.workspace_id AND m.conversation_id = conversation.id
        AND m.kind = 'message' AND m.author_type = 'customer' AND m.id > coalesce(
        (SELECT max(a.id) FROM message a WHERE a.workspace_id = conversation.workspace_id AND a.conversation_id = conversation.id
            AND a.kind = 'message' AND a.author_type NOT IN ('customer', 'system')), 0)) END
WHERE status = 'open' AND asked_at IS NOT NULL;

CREATE INDEX conversation_view ON conversation
    (workspace_id, status, (CASE WHEN assigned_to IS NULL THEN 1 ELSE 0 END), updated_at, id, assigned_to, channel_id, category_id, waiting_since);
CREATE INDEX conversation_assignee ON conversation
    (workspace_id, assigned_to, status, updated_at, id, channel_id, category_id, waiting_since) WHERE assigned_to IS NOT NULL;
CREATE INDEX conversation_channel ON conversation
    (workspace_id, channel_id, status, updated_at, id, assigned_to, category_id, waiting_since) WHERE channel_id IS NOT NULL;
CREATE INDEX conversation_category ON conversation
    (workspace_id, category_id, status, updated_at, id, assigned_to, channel_id, waiting_since) WHERE category_id IS NOT NULL;
CREATE INDEX conversation_waiting ON conversation
    (workspace_id, waiting_since, id, status, assigned_to, channel_id, category_id) WHERE waiting_since IS NOT NULL;
-- The export's list, which read conversation_channel before.
CREATE INDEX conversation_export ON conversation (workspace_id, id);
