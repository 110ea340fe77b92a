-- +goose Up

-- The text index of conversations is another one: its file has a format of its
-- own, and is made anew (see searchFormat).
SELECT 1;
