-- +goose Up

-- Why nobody was sent a message to the customer: '' if somebody was, and in rows from before.
ALTER TABLE message ADD COLUMN unsent TEXT NOT NULL DEFAULT '';
