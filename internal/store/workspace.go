package store

import (
	"context"
	"database/sql"

	"svcx"
	"svcx/internal/sqldb"
)

var workspaceTable = sqldb.NewTable("workspace", func(w *svcx.Workspace) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &w.ID),
		sqldb.Field("slug", &w.Slug),
		sqldb.Field("name", &w.Name),
		sqldb.Field("form", &w.Form),
		sqldb.Field("plan", &w.Plan),
		sqldb.Field("api_enabled", &w.APIEnabled),
		sqldb.Encoded("allowed_scopes", storedScopes{&w.AllowedScopes}),
		sqldb.Field("admin", &w.Admin),
		sqldb.Field("created_at", &w.CreatedAt),
	}
})

// storedScopes are NULL if nil, which is different from none.
type storedScopes struct{ scopes *[]svcx.Scope }

func (s storedScopes) Encode() *string {
	if *s.scopes == nil {
		return nil
	}
	text := sqldb.EncodeJSON(*s.scopes)
	return &text
}

func (s storedScopes) Decode(text sql.NullString) error {
	if !text.Valid {
		*s.scopes = nil
		return nil
	}
	*s.scopes = []svcx.Scope{}
	return sqldb.DecodeJSON(text.String, s.scopes)
}

// WorkspaceBySlug finds a workspace by its slug.
func (r Reads) WorkspaceBySlug(slug string) (*svcx.Workspace, error) {
	w, err := sqldb.One(sqldb.Brief(r.q), `SELECT `+workspaceTable.Columns()+` FROM workspace WHERE slug = $1`, workspaceTable.Scan, slug)
	return sqldb.Found(w, err, "workspace")
}

// Workspace finds a workspace by id.
func (r Reads) Workspace(ws svcx.WorkspaceID) (*svcx.Workspace, error) {
	w, err := sqldb.One(sqldb.Brief(r.q), `SELECT `+workspaceTable.Columns()+` FROM workspace WHERE id = $1`, workspaceTable.Scan, ws)
	return sqldb.Found(w, err, "workspace")
}

// Workspaces lists all workspaces, oldest first.
func (r Reads) Workspaces() ([]*svcx.Workspace, error) {
	return sqldb.Collect(r.q, `SELECT `+workspaceTable.Columns()+` FROM workspace ORDER BY id`, workspaceTable.Scan)
}

// AdminWorkspace finds the workspace whose admins are the operators.
func (r Reads) AdminWorkspace() (*svcx.Workspace, error) {
	w, err := sqldb.One(r.q, `SELECT `+workspaceTable.Columns()+` FROM workspace WHERE admin = $1 ORDER BY id LIMIT 1`, workspaceTable.Scan, true)
	return sqldb.Found(w, err, "workspace")
}

// Empty reports whether the database is unused: it has no schema, or no workspace.
// It writes nothing.
func (db *DB) Empty(ctx context.Context) (bool, error) {
	present, err := db.HasTable(ctx, "workspace")
	if err != nil || !present {
		return err == nil, err
	}
	any, err := db.Read(ctx).HasWorkspaces()
	return !any, err
}

// HasWorkspaces reports whether there is a workspace.
func (r Reads) HasWorkspaces() (bool, error) {
	ids, err := sqldb.Collect(r.q, `SELECT id FROM workspace ORDER BY id LIMIT 1`, sqldb.ScanValue[svcx.WorkspaceID])
	return len(ids) > 0, err
}

// InsertWorkspace stores a new workspace and sets its id. A slug that is taken
// breaks the constraint workspace_slug.
func (tx *Tx) InsertWorkspace(w *svcx.Workspace) error {
	if err := workspaceTable.Reserve(tx.Tx, w); err != nil {
		return err
	}
	return workspaceTable.Insert(tx.Tx, w)
}

var workspaceUpdate = workspaceTable.Update("name", "form", "plan", "api_enabled", "allowed_scopes")

// UpdateWorkspace stores the fields of a workspace that may change.
func (tx *Tx) UpdateWorkspace(w *svcx.Workspace) error {
	_, err := workspaceUpdate.Exec(tx.Tx, w)
	return err
}
