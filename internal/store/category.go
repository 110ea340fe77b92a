package store

import (
	"svcx/internal/sqldb"

	"svcx"
)

const categoryColumns = `id, workspace_id, name, color, description, position`

func scanCategory(s sqldb.Scanner) (*svcx.Category, error) {
	var c svcx.Category
	err := s.Scan(&c.ID, &c.Workspace, &c.Name, &c.Color, &c.Description, &c.Position)
	return &c, err
}

// Categories lists the workspace's categories by position.
func (r Reads) Categories(ws svcx.WorkspaceID) ([]*svcx.Category, error) {
	return sqldb.Collect(r.q, `SELECT `+categoryColumns+` FROM category WHERE workspace_id = $1 ORDER BY position, id`, scanCategory, ws)
}

// Category finds a category of the workspace.
func (r Reads) Category(ws svcx.WorkspaceID, id svcx.CategoryID) (*svcx.Category, error) {
	c, err := sqldb.One(r.q, `SELECT `+categoryColumns+` FROM category WHERE workspace_id = $1 AND id = $2`, scanCategory, ws, id)
	return found(c, err, "category")
}

// CategoryByName finds the category of that name, without regard to case; nil
// if there is none.
func (r Reads) CategoryByName(ws svcx.WorkspaceID, name string) (*svcx.Category, error) {
	all, err := sqldb.Collect(r.q, `SELECT `+categoryColumns+` FROM category WHERE workspace_id = $1 AND name_key = $2`, scanCategory, ws, nameKey(name))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all[0], nil
}

// nameKey is the key of a name: names that count as the same have the same one.
func nameKey(name string) string { return svcx.FoldCase(name) }

var categoryTable = sqldb.NewTable("category", "id bigint", "workspace_id bigint", "name text", "name_key text", "color text", "description text", "position bigint")

// InsertCategory stores a new category after the others and sets its id and
// position.
func (tx *Tx) InsertCategory(c *svcx.Category) error {
	ids, err := tx.Reserve("category", 1)
	if err != nil {
		return err
	}
	c.ID = svcx.CategoryID(ids[0])
	if c.Position, err = sqldb.One(tx, `SELECT COALESCE(MAX(position) + 1, 0) FROM category WHERE workspace_id = $1`, sqldb.ScanValue[int], c.Workspace); err != nil {
		return err
	}
	return tx.Insert(categoryTable, []any{c.ID, c.Workspace, c.Name, nameKey(c.Name), c.Color, c.Description, c.Position})
}

// UpdateCategory stores the fields of a category that may change.
func (tx *Tx) UpdateCategory(c *svcx.Category) error {
	_, err := tx.Exec(`UPDATE category SET name = $3, name_key = CASE WHEN name = $3 THEN name_key ELSE $4 END, color = $5, description = $6, position = $7 WHERE workspace_id = $1 AND id = $2`,
		c.Workspace, c.ID, c.Name, nameKey(c.Name), c.Color, c.Description, c.Position)
	return err
}

// DeleteCategory deletes the category and its fields (R 4.6). They can no longer
// be used; Remove clears them from conversations.
func (tx *Tx) DeleteCategory(ws svcx.WorkspaceID, id svcx.CategoryID) error {
	for _, statement := range []string{
		`INSERT INTO removal (workspace_id, kind, target_id)
			SELECT workspace_id, '` + removalField + `', id FROM field WHERE workspace_id = $1 AND category_id = $2`,
		`DELETE FROM field WHERE workspace_id = $1 AND category_id = $2`,
		`INSERT INTO removal (workspace_id, kind, target_id)
			SELECT workspace_id, '` + removalCategory + `', id FROM category WHERE workspace_id = $1 AND id = $2`,
		`DELETE FROM category WHERE workspace_id = $1 AND id = $2`,
	} {
		if _, err := tx.Exec(statement, ws, id); err != nil {
			return err
		}
	}
	return nil
}
