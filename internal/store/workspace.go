package store

import (
	"context"
	"encoding/json"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

const workspaceColumns = `id, slug, name, form, plan, api_enabled, allowed_scopes, admin, created_at`

// workspaceColumnsOf is workspaceColumns of a table with this name in a join.
func workspaceColumnsOf(table string) string {
	return table + "." + strings.ReplaceAll(workspaceColumns, ", ", ", "+table+".")
}

func scanWorkspace(s sqldb.Scanner) (*svcx.Workspace, error) { return scanWorkspaceAfter(s) }

// scanWorkspaceAfter scans a row that has other columns before the workspace's.
func scanWorkspaceAfter(s sqldb.Scanner, before ...any) (*svcx.Workspace, error) {
	var w svcx.Workspace
	var scopes *string
	if err := s.Scan(append(before, &w.ID, &w.Slug, &w.Name, &w.Form, &w.Plan, &w.APIEnabled, &scopes, &w.Admin, &w.CreatedAt)...); err != nil {
		return nil, err
	}
	if scopes != nil {
		w.AllowedScopes = []svcx.Scope{}
		if err := json.Unmarshal([]byte(*scopes), &w.AllowedScopes); err != nil {
			return nil, err
		}
	}
	return &w, nil
}

// WorkspaceBySlug finds a workspace by its slug.
func (r Reads) WorkspaceBySlug(slug string) (*svcx.Workspace, error) {
	w, err := sqldb.One(r.q, `SELECT `+workspaceColumns+` FROM workspace WHERE slug = $1`, scanWorkspace, slug)
	return found(w, err, "workspace")
}

// Workspace finds a workspace by id.
func (r Reads) Workspace(ws svcx.WorkspaceID) (*svcx.Workspace, error) {
	w, err := sqldb.One(r.q, `SELECT `+workspaceColumns+` FROM workspace WHERE id = $1`, scanWorkspace, ws)
	return found(w, err, "workspace")
}

// Workspaces lists all workspaces, oldest first.
func (r Reads) Workspaces() ([]*svcx.Workspace, error) {
	return sqldb.Collect(r.q, `SELECT `+workspaceColumns+` FROM workspace ORDER BY id`, scanWorkspace)
}

// AdminWorkspace finds the workspace whose admins are the operators.
func (r Reads) AdminWorkspace() (*svcx.Workspace, error) {
	w, err := sqldb.One(r.q, `SELECT `+workspaceColumns+` FROM workspace WHERE admin = $1 ORDER BY id LIMIT 1`, scanWorkspace, true)
	return found(w, err, "workspace")
}

// Empty reports whether the database is unused: it has no schema, or no workspace.
// It writes nothing.
func (db *DB) Empty(ctx context.Context) (bool, error) {
	present, err := db.HasTable(ctx, "workspace")
	if err != nil || !present {
		return err == nil, err
	}
	any, err := Reads{db.Reader(ctx)}.HasWorkspaces()
	return !any, err
}

// HasWorkspaces reports whether there is a workspace.
func (r Reads) HasWorkspaces() (bool, error) {
	ids, err := sqldb.Collect(r.q, `SELECT id FROM workspace ORDER BY id LIMIT 1`, sqldb.ScanValue[svcx.WorkspaceID])
	return len(ids) > 0, err
}

var workspaceTable = sqldb.NewTable("workspace", "id bigint", "slug text", "name text", "form text", "plan text",
	"api_enabled boolean", "allowed_scopes text", "admin boolean", "created_at bigint")

// InsertWorkspace stores a new workspace and sets its id. A slug that is taken
// breaks the constraint workspace_slug.
func (tx *Tx) InsertWorkspace(w *svcx.Workspace) error {
	ids, err := tx.Reserve("workspace", 1)
	if err != nil {
		return err
	}
	w.ID = svcx.WorkspaceID(ids[0])
	return tx.Insert(workspaceTable, []any{w.ID, w.Slug, w.Name, w.Form, w.Plan, w.APIEnabled, scopesColumn(w.AllowedScopes), w.Admin, w.CreatedAt})
}

// UpdateWorkspace stores the fields of a workspace that may change.
func (tx *Tx) UpdateWorkspace(w *svcx.Workspace) error {
	_, err := tx.Exec(`UPDATE workspace SET name = $2, form = $3, plan = $4, api_enabled = $5, allowed_scopes = $6 WHERE id = $1`,
		w.ID, w.Name, w.Form, w.Plan, w.APIEnabled, scopesColumn(w.AllowedScopes))
	return err
}

func scopesColumn(scopes []svcx.Scope) *string {
	if scopes == nil {
		return nil
	}
	text := sqldb.EncodeJSON(scopes)
	return &text
}
