package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var staffLinkTable = sqldb.NewTable("staff_link", func(l *svcx.StaffLink) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &l.ID),
		sqldb.Field("workspace_id", &l.Workspace),
		sqldb.Field("channel_id", &l.Channel),
		sqldb.Field("external_id", &l.ExternalID),
		sqldb.Field("user_id", &l.User),
		sqldb.Field("platform_name", &l.PlatformName),
		sqldb.Field("display_name", &l.DisplayName),
	}
})

// StaffLinks lists the links of a channel, ordered by the sender's id.
func (r Reads) StaffLinks(ws svcx.WorkspaceID, channel svcx.ChannelID, page svcx.Page) (svcx.List[*svcx.StaffLink], error) {
	q := r.q
	total, err := sqldb.One(q, `SELECT count(*) FROM staff_link WHERE workspace_id = $1 AND channel_id = $2`, sqldb.ScanValue[int], ws, channel)
	if err != nil {
		return svcx.List[*svcx.StaffLink]{}, err
	}
	items, err := sqldb.Collect(q, `SELECT `+staffLinkTable.Columns()+` FROM staff_link WHERE workspace_id = $1 AND channel_id = $2
		ORDER BY external_id LIMIT $3 OFFSET $4`, staffLinkTable.Scan, ws, channel, page.Limit, page.Offset)
	return svcx.List[*svcx.StaffLink]{Items: items, Total: total}, err
}

var staffLinkUpdate = staffLinkTable.Update("user_id", "platform_name", "display_name")

// PutStaffLink stores a sender's link. If the sender has one, it keeps its id and
// what the draft does not set.
func (tx *Tx) PutStaffLink(ws svcx.WorkspaceID, d svcx.StaffLinkDraft) (put svcx.PutStaffLink, err error) {
	put.Link, err = sqldb.First(tx, `SELECT `+staffLinkTable.Columns()+` FROM staff_link WHERE workspace_id = $1 AND channel_id = $2 AND external_id = $3`,
		staffLinkTable.Scan, ws, d.Channel, d.ExternalID)
	if err != nil {
		return put, err
	}
	if put.Fresh = put.Link == nil; put.Fresh {
		put.Link = &svcx.StaffLink{Workspace: ws, Channel: d.Channel, ExternalID: d.ExternalID}
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
		_, err = staffLinkUpdate.Exec(tx.Tx, l)
		return put, err
	}
	if err := staffLinkTable.Reserve(tx.Tx, l); err != nil {
		return put, err
	}
	return put, staffLinkTable.Insert(tx.Tx, l)
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
