-- +goose Up

-- Words carry the bucket of their conversation behind the workspace (see
-- searchmatch.go). All is indexed anew behind the other work. A node of the
-- version before, which runs beside for a while, is refused words without a
-- bucket: it finds by reading only, warns of it, and leaves its marks to this
-- version. The position keeps its version and moves on: who has read it before
-- has read another one.
TRUNCATE search_document;
ALTER TABLE search_document ADD CONSTRAINT search_document_bucket CHECK (words = '' OR words ~ '^w[0-9]+b');
UPDATE search_position SET message_id = 0, conversation_id = 0, version = version + 1;

-- What is inserted waits in a list that each bucket's search reads: 128 KiB of it
-- take a search of a hundred buckets some 10 ms, the default of 4 MiB a third of a
-- second.
ALTER INDEX search_document_words SET (gin_pending_list_limit = 128);
