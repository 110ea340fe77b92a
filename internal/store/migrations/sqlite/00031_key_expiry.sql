-- +goose Up

-- When an API key stops working by itself; null for never.
ALTER TABLE api_key ADD COLUMN expires_at INTEGER;
