package sqldb

import "context"

// Dialect is how the two databases differ in the text of statements. Beyond this they
// have one text for both, with $1 placeholders bound by number.
type Dialect interface {
	// In returns a condition that the column is among the values of an array
	// parameter; Array makes such a parameter of a []string or []int64.
	In(column, placeholder string) string
	Array(values any) any
	// Lookup returns a SELECT of the rows of workspace $1 whose column is among the
	// n values of the array parameter $2. The column is a text with an index on
	// (workspace_id, column).
	Lookup(columns, table, column string, n int) string
	// LookupIDs is Lookup for ids. Columns may name the table.
	LookupIDs(columns, table string, n int) string
	// Merge combines the parts of a list into one statement, which reads no more of
	// each than limit and offset (placeholders) ask for. The caller appends the
	// order of the whole.
	Merge(selects []string, order, limit, offset string) string
	// ByID follows the table in a statement that names the workspace and some ids.
	// SQLite would otherwise read the whole workspace: it has no statistics and
	// takes an index that begins with the workspace.
	ByID() string
	// InQueue is the condition for the rows of a queue, which are indexed together.
	InQueue(column, placeholder string) string
	// ByIDs selects rows whose id is in an array parameter, however many others the
	// workspace has: what precedes the table, and a condition.
	ByIDs(id, placeholder string) (from, condition string)
}

// backend is one of the two databases. Each of its parts is an interface beside what
// uses it; sqlite*.go and postgres*.go have the types.
type backend struct {
	name string
	Dialect
	connections  // read.go
	writers      // committer.go
	transactions // tx.go
	rows         // table.go
	migrations   // migrate.go
	nodes        // node.go
	file         // file.go
	// background runs until its context ends (checkpoints, partitions).
	background func(ctx context.Context)
	close      func() error
}

func open(ctx context.Context, o Options) (*backend, error) {
	if o.URL != "" {
		return openPostgres(ctx, o)
	}
	return openSQLite(ctx, o)
}
