package store

import (
	"database/sql"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
)

const staffLinkColumns = `id, workspace_id, channel_id, user_id, external_id, platform_name, display_name`

func scanStaffLink(s sqldb.Scanner) (*svcx.StaffLink, error) {
	var l svcx.StaffLink
	return &l, s.Scan(&l.ID, &l.Workspace, &l.Channel, &l.User, &l.ExternalID, &l.PlatformName, &l.DisplayName)
}

// StaffLinks lists the links of a channel, ordered by the sender's id.
func (r Reads) StaffLinks(ws svcx.WorkspaceID, channel svcx.ChannelID, page svcx.Page) (svcx.List[*svcx.StaffLink], error) {
	q := r.q
	total, err := sqldb.One(q, `SELECT count(*) FROM staff_link WHERE workspace_id = $1 AND channel_id = $2`, sqldb.ScanValue[int], ws, channel)
	if err != nil {
		return svcx.List[*svcx.StaffLink]{}, err
	}
	items, err := sqldb.Collect(q, `SELECT `+staffLinkColumns+` FROM staff_link WHERE workspace_id = $1 AND channel_id = $2
		ORDER BY external_id LIMIT $3 OFFSET $4`, scanStaffLink, ws, channel, page.Limit, page.Offset)
	return svcx.List[*svcx.StaffLink]{Items: items, Total: total}, err
}

var staffLinkTable = sqldb.NewTable("staff_link", "id bigint", "workspace_id bigint", "channel_id bigint", "external_id text", "user_id bigint",
	"platform_name text", "display_name text")

// PutStaffLink stores a sender's link. If the sender has one, it keeps its id and
// what the draft does not set.
func (tx *Tx) PutStaffLink(ws svcx.WorkspaceID, d svcx.StaffLinkDraft) (put svcx.PutStaffLink, err error) {
	put.Link, err = sqldb.One(tx, `SELECT `+staffLinkColumns+` FROM staff_link WHERE workspace_id = $1 AND channel_id = $2 AND external_id = $3`,
		scanStaffLink, ws, d.Channel, d.ExternalID)
	if put.Fresh = errors.Is(err, sql.ErrNoRows); put.Fresh {
		put.Link = &svcx.StaffLink{Workspace: ws, Channel: d.Channel, ExternalID: d.ExternalID}
	} else if err != nil {
		return put, err
	}
	l := put.Link
	l.User = d.User
	if d.PlatformName != nil {
		l.PlatformName = *d.PlatformName
	}
	if d.DisplayName != nil {
		l.DisplayName = *d.DisplayName
	}
	if !put.Fresh {
		_, err = tx.Exec(`UPDATE staff_link SET user_id = $3, platform_name = $4, display_name = $5 WHERE workspace_id = $1 AND id = $2`,
			ws, l.ID, l.User, l.PlatformName, l.DisplayName)
		return put, err
	}
	ids, err := tx.Reserve("staff_link", 1)
	if err != nil {
		return put, err
	}
	l.ID = svcx.StaffLinkID(ids[0])
	return put, tx.Insert(staffLinkTable, []any{l.ID, ws, l.Channel, l.ExternalID, l.User, l.PlatformName, l.DisplayName})
}

// DeleteStaffLink deletes a link; NotFound if there is none.
func (tx *Tx) DeleteStaffLink(ws svcx.WorkspaceID, id svcx.StaffLinkID) error {
	n, err := tx.Exec(`DELETE FROM staff_link WHERE workspace_id = $1 AND id = $2`, ws, id)
	if err == nil && n == 0 {
		err = svcx.NotFound("staff-link")
	}
	return err
}

// staffMembers finds the links of senders of any channel with these ids whose user
// is still a member, and adds them to into once the statement has run. DisplayName
// is the name to show.
func staffMembers(tx *Tx, into *[]svcx.StaffLink, ws svcx.WorkspaceID, externalIDs []string) error {
	if len(externalIDs) == 0 {
		return nil
	}
	d := tx.SQL()
	return sqldb.EnqueueCollect(tx, into, `SELECT l.channel_id, l.external_id, l.user_id,
			CASE WHEN l.display_name <> '' THEN l.display_name WHEN m.name <> '' THEN m.name ELSE p.email END
		FROM staff_link l JOIN member m ON m.workspace_id = l.workspace_id AND m.user_id = l.user_id JOIN person p ON p.id = l.user_id
		WHERE l.workspace_id = $1 AND `+d.In("l.external_id", "$2"), func(s sqldb.Scanner) (l svcx.StaffLink, err error) {
		return l, s.Scan(&l.Channel, &l.ExternalID, &l.User, &l.DisplayName)
	}, ws, d.Array(externalIDs))
}
