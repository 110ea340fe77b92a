-- +goose Up

-- messages is how many messages the conversation had when the answer was given, 0 in rows from before.
ALTER TABLE ai_answer ADD COLUMN messages bigint NOT NULL DEFAULT 0;

-- The operations that a workspace has switched off, and what its provider takes for a million tokens,
-- in ten-thousandths.
ALTER TABLE ai_setting ADD COLUMN disabled text NOT NULL DEFAULT '[]';
ALTER TABLE ai_setting ADD COLUMN price_in bigint NOT NULL DEFAULT 0;
ALTER TABLE ai_setting ADD COLUMN price_out bigint NOT NULL DEFAULT 0;

-- What is too old is deleted.
CREATE INDEX ai_call_age ON ai_call (at);
CREATE INDEX ai_usage_age ON ai_usage (day);
