-- +goose Up
-- What the reports' times are from: when a customer first wrote, when that was
-- first answered, when the conversation was first resolved or closed.
ALTER TABLE conversation ADD COLUMN asked_at INTEGER;
ALTER TABLE conversation ADD COLUMN answered_at INTEGER;
ALTER TABLE conversation ADD COLUMN settled_at INTEGER;
-- Who had the conversation when it was rated.
ALTER TABLE rating ADD COLUMN assigned_to INTEGER;

-- What the reports count, by day (since 1970, UTC), channel and whom the
-- conversation was assigned to; 0 is none. part is the bound in seconds of the
-- bucket of a duration, or a rating; total the sum of durations in ms.
CREATE TABLE report_count (
    workspace_id INTEGER NOT NULL,
    day          INTEGER NOT NULL,
    measure      TEXT    NOT NULL,
    part         INTEGER NOT NULL,
    channel_id   INTEGER NOT NULL,
    user_id      INTEGER NOT NULL,
    n            INTEGER NOT NULL,
    total        INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, day, measure, part, channel_id, user_id)
) STRICT, WITHOUT ROWID;
-- The export's list.
CREATE INDEX file_list ON file (workspace_id, id);

-- What there is already counts for whom has the conversation now. Imports cannot
-- be told apart any more and count as well.
UPDATE conversation SET
    asked_at = (SELECT min(m.created_at) FROM message m WHERE m.workspace_id = conversation.workspace_id
        AND m.conversation_id = conversation.id AND m.kind = 'message' AND m.author_type = 'customer'),
    settled_at = (SELECT min(h.created_at) FROM history h WHERE h.workspace_id = conversation.workspace_id
        AND h.conversation_id = conversation.id AND h.type IN ('conversation.resolved', 'conversation.closed'));
UPDATE conversation SET
    answered_at = (SELECT min(m.created_at) FROM message m WHERE m.workspace_id = conversation.workspace_id
        AND m.conversation_id = conversation.id AND m.kind = 'message' AND m.author_type NOT IN ('customer', 'system')
        AND m.created_at >= conversation.asked_at)
WHERE asked_at IS NOT NULL;
UPDATE rating SET assigned_to = (SELECT c.assigned_to FROM conversation c WHERE c.workspace_id = rating.workspace_id
    AND c.id = rating.conversation_id);

INSERT INTO report_count
SELECT c.workspace_id, c.created_at / 86400000, 'opened', 0, coalesce(c.channel_id, 0), coalesce(c.assigned_to, 0), count(*), 0
FROM conversation c
GROUP BY 1, 2, 3, 5, 6;
INSERT INTO report_count
SELECT c.workspace_id, m.created_at / 86400000, CASE m.author_type WHEN 'customer' THEN 'message.in' ELSE 'message.out' END, 0, coalesce(c.channel_id, 0), coalesce(c.assigned_to, 0), count(*), 0
FROM message m JOIN conversation c ON c.workspace_id = m.workspace_id AND c.id = m.conversation_id
WHERE m.kind = 'message' AND m.author_type <> 'system'
GROUP BY 1, 2, 3, 5, 6;
INSERT INTO report_count
SELECT c.workspace_id, h.created_at / 86400000, CASE h.type WHEN 'conversation.resolved' THEN 'resolved' WHEN 'conversation.closed' THEN 'closed' ELSE 'reopened' END, 0, coalesce(c.channel_id, 0), coalesce(c.assigned_to, 0), count(*), 0
FROM history h JOIN conversation c ON c.workspace_id = h.workspace_id AND c.id = h.conversation_id
WHERE h.type IN ('conversation.resolved', 'conversation.closed', 'conversation.reopened')
GROUP BY 1, 2, 3, 5, 6;
INSERT INTO report_count
SELECT c.workspace_id, r.created_at / 86400000, 'rating', r.rating, coalesce(c.channel_id, 0), coalesce(c.assigned_to, 0), count(*), 0
FROM rating r JOIN conversation c ON c.workspace_id = r.workspace_id AND c.id = r.conversation_id
GROUP BY 1, 2, 4, 5, 6;
WITH bound (seconds) AS (VALUES
    (5), (10), (20), (30), (45), (60), (90), (120), (180), (240), (300), (420), (600), (900), (1200), (1800),
    (2700), (3600), (5400), (7200), (10800), (14400), (18000), (21600), (28800), (36000), (43200), (57600),
    (72000), (86400), (129600), (172800), (259200), (345600), (432000), (604800), (864000), (1209600), (1814400),
    (2592000), (5184000), (7776000), (15552000), (31536000), (2147483647))
INSERT INTO report_count
SELECT workspace_id, day, 'response', seconds, channel_id, user_id, count(*), sum(took) FROM (
    SELECT workspace_id, answered_at / 86400000 AS day, took, coalesce(channel_id, 0) AS channel_id, coalesce(assigned_to, 0) AS user_id,
        (SELECT min(seconds) FROM bound WHERE took <= seconds * 1000) AS seconds
    FROM (SELECT *, CASE WHEN answered_at > asked_at THEN answered_at - asked_at ELSE 0 END AS took
        FROM conversation WHERE answered_at IS NOT NULL) AS ended) AS bucketed
GROUP BY workspace_id, day, seconds, channel_id, user_id;
WITH bound (seconds) AS (VALUES
    (5), (10), (20), (30), (45), (60), (90), (120), (180), (240), (300), (420), (600), (900), (1200), (1800),
    (2700), (3600), (5400), (7200), (10800), (14400), (18000), (21600), (28800), (36000), (43200), (57600),
    (72000), (86400), (129600), (172800), (259200), (345600), (432000), (604800), (864000), (1209600), (1814400),
    (2592000), (5184000), (7776000), (15552000), (31536000), (2147483647))
INSERT INTO report_count
SELECT workspace_id, day, 'resolution', seconds, channel_id, user_id, count(*), sum(took) FROM (
    SELECT workspace_id, settled_at / 86400000 AS day, took, coalesce(channel_id, 0) AS channel_id, coalesce(assigned_to, 0) AS user_id,
        (SELECT min(seconds) FROM bound WHERE took <= seconds * 1000) AS seconds
    FROM (SELECT *, CASE WHEN settled_at > created_at THEN settled_at - created_at ELSE 0 END AS took
        FROM conversation WHERE settled_at IS NOT NULL) AS ended) AS bucketed
GROUP BY workspace_id, day, seconds, channel_id, user_id;

-- What came in resolved or closed was settled elsewhere.
UPDATE conversation SET settled_at = coalesce(resolved_at, created_at) WHERE settled_at IS NULL AND status <> 'open';
