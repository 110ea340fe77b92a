-- +goose Up

-- What a user has chosen for the pages, as JSON.
ALTER TABLE person ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}';
