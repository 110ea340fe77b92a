package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var sessionTable = sqldb.NewTable("session", func(s *svcx.Session) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Other[string]("hash"),
		sqldb.Field("id", &s.ID),
		sqldb.Field("user_id", &s.User.ID),
		sqldb.Field("created_at", &s.CreatedAt),
		sqldb.Field("last_seen_at", &s.LastSeenAt),
		sqldb.Field("ip", &s.IP),
		sqldb.Field("user_agent", &s.UserAgent),
		sqldb.Field("only_workspace", &s.Workspace),
	}
})

var sessionSelect = `SELECT ` + sessionTable.ColumnsOf("s") + `, p.email, p.name, p.preferences FROM session s JOIN person p ON p.id = s.user_id `

func scanSession(row sqldb.Scanner) (*svcx.Session, error) {
	var s svcx.Session
	var preferences string
	err := sessionTable.ScanInto(&s, row, &s.User.Email, &s.User.Name, &preferences)
	if err == nil {
		err = sqldb.DecodeJSON(preferences, &s.User.Preferences)
	}
	return &s, err
}

// SessionByHash finds a session by the hash of its cookie, even one that has
// expired; NotFound if no session has it.
func (r Reads) SessionByHash(hash string) (*svcx.Session, error) {
	s, err := sqldb.One(sqldb.Brief(r.q), sessionSelect+`WHERE s.hash = $1`, scanSession, hash)
	return sqldb.Found(s, err, "session")
}

// Sessions lists a user's sessions, newest first, including expired ones.
func (r Reads) Sessions(user svcx.UserID) ([]*svcx.Session, error) {
	return sqldb.Collect(r.q, sessionSelect+`WHERE s.user_id = $1 ORDER BY s.created_at DESC, s.id`, scanSession, user)
}

// InsertSession stores a new session under the hash of its cookie.
func (tx *Tx) InsertSession(s *svcx.Session, hash string) error {
	return sessionTable.InsertWith(tx.Tx, s, sqldb.Set("hash", hash))
}

// TouchSession records when a session was last seen. The time never moves back.
func (tx *Tx) TouchSession(hash string, at svcx.Time) error {
	_, err := tx.Exec(`UPDATE session SET last_seen_at = $2 WHERE hash = $1 AND last_seen_at < $2`, hash, at)
	return err
}

// EndSession deletes the session with the hash, if there is one.
func (tx *Tx) EndSession(hash string) error {
	_, err := tx.Exec(`DELETE FROM session WHERE hash = $1`, hash)
	return err
}

// EndSessionOf deletes a session of the user by its id; NotFound if there is none.
func (tx *Tx) EndSessionOf(user svcx.UserID, id string) error {
	n, err := tx.Exec(`DELETE FROM session WHERE user_id = $1 AND id = $2`, user, id)
	if err == nil && n == 0 {
		err = svcx.NotFound("session")
	}
	return err
}
