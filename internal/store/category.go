package store

import (
	"svcx"
	"svcx/internal/sqldb"
)

var categoryTable = sqldb.NewTable("category", func(c *svcx.Category) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &c.ID),
		sqldb.Field("workspace_id", &c.Workspace),
		sqldb.Field("name", &c.Name),
		sqldb.ComputedFrom("name_key", "name", func() string { return nameKey(c.Name) }),
		sqldb.Field("color", &c.Color),
		sqldb.Field("description", &c.Description),
		sqldb.Field("position", &c.Position),
	}
})

// Categories lists the workspace's categories by position.
func (r Reads) Categories(ws svcx.WorkspaceID) ([]*svcx.Category, error) {
	return sqldb.Collect(r.q, `SELECT `+categoryTable.Columns()+` FROM category WHERE workspace_id = $1 ORDER BY position, id`, categoryTable.Scan, ws)
}

// Category finds a category of the workspace.
func (r Reads) Category(ws svcx.WorkspaceID, id svcx.CategoryID) (*svcx.Category, error) {
	c, err := sqldb.One(r.q, `SELECT `+categoryTable.Columns()+` FROM category WHERE workspace_id = $1 AND id = $2`, categoryTable.Scan, ws, id)
	return sqldb.Found(c, err, "category")
}

// CategoryByName finds the category of that name, without regard to case; nil
// if there is none.
func (r Reads) CategoryByName(ws svcx.WorkspaceID, name string) (*svcx.Category, error) {
	return sqldb.First(r.q, `SELECT `+categoryTable.Columns()+` FROM category WHERE workspace_id = $1 AND name_key = $2`, categoryTable.Scan, ws, nameKey(name))
}

// nameKey is the key of a name: names that count as the same have the same one.
func nameKey(name string) string { return svcx.FoldCase(name) }

// InsertCategory stores a new category after the others and sets its id and
// position.
func (tx *Tx) InsertCategory(c *svcx.Category) error {
	err := categoryTable.Reserve(tx.Tx, c)
	if err != nil {
		return err
	}
	if c.Position, err = sqldb.One(tx, `SELECT COALESCE(MAX(position) + 1, 0) FROM category WHERE workspace_id = $1`, sqldb.ScanValue[int], c.Workspace); err != nil {
		return err
	}
	return categoryTable.Insert(tx.Tx, c)
}

var categoryUpdate = categoryTable.Update("name", "name_key", "color", "description", "position")

// UpdateCategory stores the fields of a category that may change.
func (tx *Tx) UpdateCategory(c *svcx.Category) error {
	_, err := categoryUpdate.Exec(tx.Tx, c)
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
