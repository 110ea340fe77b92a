package store

import (
	"database/sql"
	"errors"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/attention"
)

var memberTable = sqldb.NewTable("member", func(m *svcx.Member) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Other[svcx.WorkspaceID]("workspace_id"),
		sqldb.Field("user_id", &m.ID),
		sqldb.Field("role", &m.Role),
		sqldb.Field("name", &m.Name),
		sqldb.Other[svcx.Time]("created_at"),
		// The last message that there was when they joined.
		sqldb.Other[int64]("message_id"),
		sqldb.Other[*svcx.Time]("last_seen_at"),
	}
})

// Users are the same in all workspaces.
var userTable = sqldb.NewTable("person", func(u *svcx.User) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &u.ID),
		sqldb.Field("email", &u.Email),
		sqldb.Computed("email_key", func() string { return svcx.EmailKey(u.Email) }),
		sqldb.Field("name", &u.Name),
		sqldb.JSON("preferences", &u.Preferences),
		sqldb.Other[svcx.Time]("created_at"),
	}
})

var memberSelect = `SELECT ` + memberTable.ColumnsOf("m") + `, p.email FROM member m JOIN person p ON p.id = m.user_id `

func scanMember(s sqldb.Scanner) (*svcx.Member, error) {
	var m svcx.Member
	err := memberTable.ScanInto(&m, s, &m.Email)
	return &m, err
}

// Member finds a member of the workspace by the user's id.
func (r Reads) Member(ws svcx.WorkspaceID, id svcx.UserID) (*svcx.Member, error) {
	m, err := sqldb.One(sqldb.Brief(r.q), memberSelect+`WHERE m.workspace_id = $1 AND m.user_id = $2`, scanMember, ws, id)
	return sqldb.Found(m, err, "member")
}

// Members lists the members of the workspace, oldest first.
func (r Reads) Members(ws svcx.WorkspaceID) ([]*svcx.Member, error) {
	return sqldb.Collect(r.q, memberSelect+`WHERE m.workspace_id = $1 ORDER BY p.id`, scanMember, ws)
}

// Memberships lists a user's workspaces with their role there, oldest first.
func (r Reads) Memberships(user svcx.UserID) ([]svcx.Membership, error) {
	return sqldb.Collect(r.q, `SELECT `+workspaceTable.ColumnsOf("w")+`, m.role FROM member m JOIN workspace w ON w.id = m.workspace_id
		WHERE m.user_id = $1 ORDER BY w.id`, func(s sqldb.Scanner) (svcx.Membership, error) {
		m := svcx.Membership{Workspace: new(svcx.Workspace)}
		err := workspaceTable.ScanInto(m.Workspace, s, &m.Role)
		return m, err
	}, user)
}

// UserByEmail finds a user of any workspace by e-mail address, without regard to
// case; NotFound if there is none.
func (r Reads) UserByEmail(email string) (svcx.UserID, error) {
	id, err := sqldb.One(r.q, `SELECT id FROM person WHERE email_key = $1`, sqldb.ScanValue[svcx.UserID], svcx.EmailKey(email))
	return sqldb.Found(id, err, "user")
}

// User finds a user of any workspace by id.
func (r Reads) User(id svcx.UserID) (svcx.User, error) {
	u, err := sqldb.One(r.q, `SELECT `+userTable.Columns()+` FROM person WHERE id = $1`, userTable.ScanRow, id)
	return sqldb.Found(u, err, "user")
}

// SetPreferences stores what a user has chosen.
func (tx *Tx) SetPreferences(user svcx.UserID, p svcx.Preferences) error {
	_, err := tx.Exec(`UPDATE person SET preferences = $2 WHERE id = $1`, user, sqldb.EncodeJSON(p))
	return err
}

// MemberWorkspaces lists the workspaces that a user is a member of, oldest first.
func (r Reads) MemberWorkspaces(user svcx.UserID) ([]*svcx.Workspace, error) {
	return sqldb.Collect(r.q, `SELECT `+workspaceTable.Columns()+` FROM workspace WHERE id IN (SELECT workspace_id FROM member WHERE user_id = $1) ORDER BY id`, workspaceTable.Scan, user)
}

// AddMember makes the user with the address a member of the workspace under the
// given name, and creates the user if there is none. An existing member is left
// unchanged.
func (tx *Tx) AddMember(ws svcx.WorkspaceID, email, name string, role svcx.Role, now svcx.Time) (svcx.UserID, error) {
	id, err := sqldb.One(tx, `SELECT id FROM person WHERE email_key = $1`, sqldb.ScanValue[svcx.UserID], svcx.EmailKey(email))
	if errors.Is(err, sql.ErrNoRows) {
		var ids []int64
		if ids, err = tx.Reserve("person", 1); err != nil {
			return 0, err
		}
		id = svcx.UserID(ids[0])
		// Another workspace may create the same user concurrently: the second one waits
		// here for the first and takes its user.
		var created int64
		created, err = tx.Exec(`INSERT INTO person (id, email, email_key, name, created_at) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (email_key) DO NOTHING`, id, email, svcx.EmailKey(email), name, now)
		if err == nil && created == 0 {
			id, err = tx.UserByEmail(email)
		}
	}
	if err != nil {
		return 0, err
	}
	if _, err := tx.Member(ws, id); svcx.KindOf(err) != svcx.KindNotFound {
		return id, err
	}
	last, err := tx.LastID("message")
	if err != nil {
		return 0, err
	}
	return id, memberTable.InsertWith(tx.Tx, &svcx.Member{ID: id, Role: role, Name: name},
		sqldb.Set("workspace_id", ws), sqldb.Set("created_at", now), sqldb.Set("message_id", last), sqldb.Set("last_seen_at", new(svcx.Time)))
}

// UpdateMember stores a member's name and role in the workspace.
func (tx *Tx) UpdateMember(ws svcx.WorkspaceID, m *svcx.Member) error {
	_, err := tx.Exec(`UPDATE member SET name = $3, role = $4 WHERE workspace_id = $1 AND user_id = $2`, ws, m.ID, m.Name, m.Role)
	return err
}

// RemoveMember ends a membership and deletes the member's drafts and what was handed to them. The
// user and their other memberships stay.
func (tx *Tx) RemoveMember(ws svcx.WorkspaceID, id svcx.UserID) error {
	if _, err := tx.Exec(`DELETE FROM draft WHERE workspace_id = $1 AND user_id = $2`, ws, id); err != nil {
		return err
	}
	if err := attention.ForgetMember(tx.Tx, ws, id); err != nil {
		return err
	}
	_, err := tx.Exec(`DELETE FROM member WHERE workspace_id = $1 AND user_id = $2`, ws, id)
	return err
}

// OpenAssignedTo lists open conversations that are assigned to a user, at most
// limit.
func (r Reads) OpenAssignedTo(ws svcx.WorkspaceID, user svcx.UserID, limit int) ([]svcx.ConversationID, error) {
	return sqldb.Collect(r.q, `SELECT id FROM conversation WHERE workspace_id = $1 AND assigned_to = $2 AND status = $3 LIMIT $4`,
		sqldb.ScanValue[svcx.ConversationID], ws, user, svcx.StatusOpen, limit)
}

// UnassignAll clears the assignee of all conversations that are assigned to a user
// and returns how many they were. Their updatedAt stays.
func (tx *Tx) UnassignAll(ws svcx.WorkspaceID, user svcx.UserID) (n int64, err error) {
	theirs, err := sqldb.Collect(tx, `SELECT status, count(*) FROM conversation WHERE workspace_id = $1 AND assigned_to = $2 GROUP BY status`,
		func(s sqldb.Scanner) (c countedList, err error) { return c, s.Scan(&c.status, &c.n) }, ws, user)
	if err != nil || len(theirs) == 0 {
		return 0, err
	}
	counts := make(listCounts)
	for _, c := range theirs {
		counts[listCount{ws, byAssignee, idKey(&user), c.status}] -= c.n
		counts[listCount{ws, byAssignee, "", c.status}] += c.n
	}
	if err := counts.write(tx); err != nil {
		return 0, err
	}
	return tx.Exec(`UPDATE conversation SET assigned_to = NULL WHERE workspace_id = $1 AND assigned_to = $2`, ws, user)
}

// LoginToken is a sign-in link that has not been used; only its hash is kept.
type LoginToken struct {
	Hash      string
	User      svcx.UserID
	Redirect  string
	ExpiresAt svcx.Time
	CreatedAt svcx.Time
	// Workspace is the only one that the session will be of; nil for all of the user's.
	Workspace *svcx.WorkspaceID
}

var loginTokenTable = sqldb.NewTable("login_token", func(t *LoginToken) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("hash", &t.Hash),
		sqldb.Field("user_id", &t.User),
		sqldb.Field("redirect", &t.Redirect),
		sqldb.Field("expires_at", &t.ExpiresAt),
		sqldb.Field("created_at", &t.CreatedAt),
		sqldb.Field("only_workspace", &t.Workspace),
	}
})

// InsertLoginToken stores a sign-in link.
func (tx *Tx) InsertLoginToken(t LoginToken) error { return loginTokenTable.Insert(tx.Tx, &t) }

// UseLoginToken deletes the sign-in link with the hash, so that it works only once,
// and returns it. NotFound if there is none or it has expired. A link created in
// the future counts as expired: a clock that was ahead made it, and it would work
// for longer by as much.
func (tx *Tx) UseLoginToken(hash string, now svcx.Time) (LoginToken, error) {
	t, err := sqldb.One(tx, `SELECT `+loginTokenTable.Columns()+` FROM login_token WHERE hash = $1`, loginTokenTable.ScanRow, hash)
	if err != nil {
		return sqldb.Found(t, err, "sign-in link")
	}
	n, err := tx.Exec(`DELETE FROM login_token WHERE hash = $1`, hash)
	if err == nil && (n == 0 || t.ExpiresAt <= now || t.CreatedAt > now.Add(ClockSlack)) {
		err = svcx.NotFound("sign-in link")
	}
	return t, err
}
