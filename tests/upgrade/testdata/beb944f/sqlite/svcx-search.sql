BEGIN;
CREATE VIRTUAL TABLE search_index USING fts5 (words, content='', contentless_delete=1, detail=none, tokenize='ascii');
DELETE FROM search_index_data;
INSERT INTO search_index_data VALUES (1,X'');
INSERT INTO search_index_data VALUES (10,X'00000001FF000001000000');
DELETE FROM search_index_idx;
DELETE FROM search_index_docsize;
DELETE FROM search_index_config;
INSERT INTO search_index_config VALUES ('automerge',8);
INSERT INTO search_index_config VALUES ('version',4);
CREATE TABLE search_position (
		workspace_id    INTEGER NOT NULL PRIMARY KEY,
		message_id      INTEGER NOT NULL,
		conversation_id INTEGER NOT NULL,
		version         INTEGER NOT NULL
	) STRICT;
CREATE TABLE search_origin (format INTEGER NOT NULL, identity TEXT NOT NULL, mark INTEGER NOT NULL) STRICT;
INSERT INTO search_origin VALUES (2,'NERJVKIBAXRWTIZMN2IZPCVHKN',0);
COMMIT;
