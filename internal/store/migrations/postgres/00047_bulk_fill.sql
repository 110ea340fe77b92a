-- +goose Up

-- The field that a bulk action fills in where it is empty, and its value: '' for none.
ALTER TABLE bulk ADD COLUMN fill_key TEXT NOT NULL DEFAULT '';
ALTER TABLE bulk ADD COLUMN fill_value TEXT NOT NULL DEFAULT '';
