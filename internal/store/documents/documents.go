// Package documents reads what the text index has of a store: the heads of conversations
// and the texts of messages.
package documents

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/textsearch"
)

// Reader is the part of textsearch.Tables that reads documents.
type Reader struct{ DB *sqldb.DB }

// The columns that heads and messages are found by.
const (
	headColumns = `c.workspace_id, c.id, c.subject, c.external_id, k.name, k.email, k.external_id, k.aliases`
	headJoin    = `LEFT JOIN contact k ON k.workspace_id = c.workspace_id AND k.id = c.contact_id`
	textColumns = `workspace_id, conversation_id, id, author_name, content, content_type, attachments`
)

func (r Reader) HeadsAfter(ctx context.Context, queue int64, after svcx.ConversationID, limit int) ([]textsearch.Document, error) {
	q := r.DB.Reader(ctx)
	return sqldb.Collect(q, `SELECT `+headColumns+` FROM conversation c `+headJoin+` WHERE `+q.SQL().InQueue("c.workspace_id", "$1")+` AND c.id > $2
		ORDER BY c.id LIMIT $3`, scanHead, queue, after, limit)
}

func (r Reader) Heads(ctx context.Context, ws svcx.WorkspaceID, ids []int64) ([]textsearch.Document, error) {
	q := r.DB.Reader(ctx)
	d := q.SQL()
	from, among := d.ByIDs("c.id", "$2")
	return sqldb.Collect(q, `SELECT `+headColumns+` FROM `+from+`conversation c `+headJoin+` WHERE c.workspace_id = $1 AND `+among, scanHead, ws, d.Array(ids))
}

func (r Reader) ConversationsOf(ctx context.Context, ws svcx.WorkspaceID, id svcx.ContactID, after int64, limit int) ([]int64, error) {
	return sqldb.Collect(r.DB.Reader(ctx), `SELECT id FROM conversation WHERE workspace_id = $1 AND contact_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
		sqldb.ScanValue[int64], ws, id, after, limit)
}

func (r Reader) MessagesAfter(ctx context.Context, queue int64, after svcx.MessageID, most textsearch.ReadLimit) (documents []textsearch.Document, all bool, err error) {
	q := r.DB.Reader(ctx)
	return readMessages(q, most.Bytes, `SELECT `+textColumns+` FROM message WHERE `+q.SQL().InQueue("workspace_id", "$1")+` AND id > $2 ORDER BY id LIMIT $3`,
		queue, after, most.Documents)
}

func (r Reader) Message(ctx context.Context, ws svcx.WorkspaceID, id svcx.MessageID) ([]textsearch.Document, error) {
	return sqldb.Collect(r.DB.Reader(ctx), `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND id = $2`, scanText, ws, id)
}

func (r Reader) MessagesBetween(ctx context.Context, ws svcx.WorkspaceID, id svcx.ConversationID, after, last svcx.MessageID, most textsearch.ReadLimit) ([]textsearch.Document, error) {
	documents, _, err := readMessages(r.DB.Reader(ctx), most.Bytes, `SELECT `+textColumns+` FROM message
		WHERE workspace_id = $1 AND conversation_id = $2 AND id > $3 AND id <= $4 ORDER BY id LIMIT $5`, ws, id, after, last, most.Documents)
	return documents, err
}

func (r Reader) LastMessages(ctx context.Context, ws svcx.WorkspaceID, id svcx.ConversationID, most textsearch.ReadLimit) ([]textsearch.Document, error) {
	documents, _, err := readMessages(r.DB.Reader(ctx), most.Bytes, `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND conversation_id = $2
		ORDER BY sent_at DESC, id DESC LIMIT $3`, ws, id, most.Documents)
	return documents, err
}

// NewestMessages picks the ids from an index first.
func (r Reader) NewestMessages(ctx context.Context, ws svcx.WorkspaceID, ids []int64, each, bytes int) (documents []textsearch.Document, all bool, err error) {
	q := r.DB.Reader(ctx)
	d := q.SQL()
	from, among := d.ByIDs("c.id", "$2")
	texts, err := sqldb.Collect(q, `SELECT (SELECT string_agg(CAST(id AS text), ',') FROM (SELECT id FROM message WHERE workspace_id = $1 AND conversation_id = c.id
			ORDER BY sent_at DESC, id DESC LIMIT $3) AS newest)
		FROM `+from+`conversation c WHERE c.workspace_id = $1 AND `+among, sqldb.ScanValue[*string], ws, d.Array(ids), each)
	if err != nil {
		return nil, false, err
	}
	var newest []int64
	for _, text := range texts {
		if text == nil {
			continue
		}
		for one := range strings.SplitSeq(*text, ",") {
			id, err := strconv.ParseInt(one, 10, 64)
			if err != nil {
				return nil, false, fmt.Errorf("%w: %w", sqldb.ErrDamaged, err)
			}
			newest = append(newest, id)
		}
	}
	from, among = d.ByIDs("id", "$2")
	documents, all, err = readMessages(q, bytes, `SELECT `+textColumns+` FROM `+from+`message WHERE workspace_id = $1 AND `+among, ws, d.Array(newest))
	return sqldb.InOrder(newest, documents, func(m textsearch.Document) int64 { return int64(m.Message) }), all, err
}

// Found reads messages that a search found, without those that no longer have its words. Of a
// content that is longer than any text it reads the beginning.
func (r Reader) Found(ctx context.Context, ws svcx.WorkspaceID, words textsearch.Words, ids []int64) (all []svcx.Found, err error) {
	q := r.DB.Reader(ctx)
	d := q.SQL()
	from, among := d.ByIDs("id", "$2")
	read, err := sqldb.Collect(q, `SELECT id, conversation_id, author_type, author_name, author_user_id, substr(content, 1, CAST($3 AS integer)), content_type, markdown, attachments
		FROM `+from+`message WHERE workspace_id = $1 AND `+among,
		func(s sqldb.Scanner) (f svcx.Found, err error) {
			var files string
			if err := s.Scan(&f.Message, &f.Conversation, &f.Author.Type, &f.Author.Name, &f.Author.User, &f.Text, &f.ContentType, &f.Markdown, &files); err != nil {
				return f, err
			}
			return f, sqldb.DecodeJSON(files, &f.Files)
		}, ws, d.Array(ids), mostFound)
	for _, f := range read {
		if f.HasFiles = len(f.Files) > 0; words.InMessage(&svcx.Message{Author: f.Author, Content: f.Text, ContentType: f.ContentType, Attachments: f.Files}) {
			all = append(all, f)
		}
	}
	return all, err
}

// mostFound is as much as is read of a content, in characters: HTML may be longer than a text.
const mostFound = 4 * svcx.MaxContent

func (r Reader) MessagesIn(ctx context.Context, ws svcx.WorkspaceID, ids []int64, most textsearch.ReadLimit) (documents []textsearch.Document, all bool, err error) {
	q := r.DB.Reader(ctx)
	d := q.SQL()
	return readMessages(q, most.Bytes, `SELECT `+textColumns+` FROM message WHERE workspace_id = $1 AND `+d.In("conversation_id", "$2")+` LIMIT $3`,
		ws, d.Array(ids), most.Documents)
}

func scanHead(s sqldb.Scanner) (d textsearch.Document, err error) {
	var subject string
	var external, name, email, contact, aliases *string
	if err := s.Scan(&d.Workspace, &d.Conversation, &subject, &external, &name, &email, &contact, &aliases); err != nil {
		return d, err
	}
	d.Texts = []string{subject}
	if name != nil {
		d.Texts = append(d.Texts, *name)
	}
	d.Shown = len(d.Texts)
	for _, text := range []*string{external, email, contact} {
		if text != nil {
			d.Texts = append(d.Texts, *text)
		}
	}
	if aliases == nil {
		return d, nil
	}
	// Of the contacts that were merged into this one.
	var merged []string
	err = sqldb.DecodeJSON(*aliases, &merged)
	d.Texts = append(d.Texts, merged...)
	return d, err
}

func scanText(s sqldb.Scanner) (d textsearch.Document, err error) {
	var author, content, files string
	var kind svcx.ContentType
	if err := s.Scan(&d.Workspace, &d.Conversation, &d.Message, &author, &content, &kind, &files); err != nil {
		return d, err
	}
	var attachments []svcx.Attachment
	if err := sqldb.DecodeJSON(files, &attachments); err != nil {
		return d, err
	}
	d.Texts = textsearch.MessageTexts(author, content, kind, attachments)
	return d, nil
}

// readMessages reads messages until they exceed most bytes, and reports whether it
// has read all.
func readMessages(q sqldb.Querier, most int, query string, args ...any) (documents []textsearch.Document, all bool, err error) {
	size := 0
	all = true
	err = q.Each(query, args, func(s sqldb.Scanner) error {
		if size > most {
			all = false
			return nil
		}
		d, err := scanText(s)
		if err != nil {
			return err
		}
		documents = append(documents, d)
		size += d.Size()
		return nil
	})
	if err != nil {
		return nil, false, q.Failed(query, err)
	}
	return documents, all, nil
}
