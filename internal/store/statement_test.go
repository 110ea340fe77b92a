package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"svcx/internal/store"
)

// noWorkspace are the tables whose rows belong to no workspace (rule 3), and why.
var noWorkspace = map[string]string{
	"workspace":        "has the workspaces themselves",
	"person":           "users are the same in all workspaces",
	"login_token":      "users sign in before they choose a workspace",
	"session":          "users are signed in to all their workspaces",
	"server_setting":   "is of the whole deployment",
	"goose_db_version": "has the schema version",
}

// allWorkspaces are the functions with statements on rows of workspaces that name no
// workspace, and why.
var allWorkspaces = map[string]string{
	"Reads.KeyByHash":           "finds the workspace of a request by its key",
	"Reads.ChannelByID":         "finds the workspace of an inbound request by its channel",
	"Reads.WorkspaceSizes":      "is for the admins of all workspaces",
	"Reads.Memberships":         "finds a user's workspaces",
	"Reads.MemberWorkspaces":    "finds a user's workspaces",
	"Reader.dueHeads":           "reads all workspaces, as one row value with the channel",
	"Reader.Figures":            "is of the whole deployment",
	"Reads.DuePings":            "reads the channels of all workspaces",
	"Reader.WaitingTooLong":     "reads the deliveries of all workspaces",
	"Reads.RunningBulks":        "finds bulk actions to carry out in all workspaces",
	"Reads.JobWorkspaces":       "finds what the AI is to do in all workspaces",
	"DB.trimHanded":             "is retention, in all workspaces at once",
	"DB.trimBulk":               "is retention, in all workspaces at once",
	"Reads.Removals":            "finds unfinished removals of all workspaces",
	"Reads.PendingDeletions":    "lists pending deletions of all workspaces",
	"Reads.UnusedFiles":         "finds uploads that were never sent in all workspaces",
	"Reads.HasBlob":             "is for a blob that a crash has left, whose workspace is not known",
	"Trim":                      "is retention, in all workspaces at once",
	"DB.Trim":                   "is retention, in all workspaces at once",
	"DB.trimAudit":              "is retention, workspace by workspace",
	"DB.TrimChanges":            "is retention, workspace by workspace",
	"Reader.Leases":             "finds those of nodes that have ended, in all workspaces",
	"Tx.ReleaseIdempotencyKeys": "is for a process that has ended, in all workspaces",
	"Writer.ReleaseLeases":      "is for a process that has ended, in all workspaces",
	"Reads.RecentEvents":        "builds its condition before, starting with the workspace",
	"searchedList.Find":         "gets its condition from conversationsOf, which starts with the workspace",
	"conversationList.selects":  "gets its condition from conversationsOf, which starts with the workspace",
	"Reader.HeadsAfter":         "gets its condition from the dialect: what is indexed together",
	"Reader.MessagesAfter":      "gets its condition from the dialect: what is indexed together",
	"selectPending":             "gets its condition from the dialect: what is indexed together",
	"job.page":                  "gets its condition from the dialect, as what is indexed together",
	"job.keys":                  "gets its condition from inPage, which has it from the dialect",
	"job.contacts":              "gets its condition from inPage, which has it from the dialect",
}

// Rule 3: every statement has the workspace in its condition, so that another
// workspace's row is not found rather than refused.
func TestStatementsNameTheWorkspace(t *testing.T) {
	// The workspace's own value, not a mention of it.
	named := regexp.MustCompile(`\bworkspace_id = \$\d|^INSERT INTO \w+ \(workspace_id\b`)
	tables := regexp.MustCompile(`\b(?:FROM|JOIN|INTO|^UPDATE) (\w+)`)
	used := make(map[string]bool)
	for _, s := range packageStatements(t) {
		if s.ofOne || named.MatchString(s.text) {
			continue // for the index of one database
		}
		scoped := false
		for _, table := range tables.FindAllStringSubmatch(s.text, -1) {
			if _, free := noWorkspace[table[1]]; !free {
				scoped = true
			}
		}
		if _, excepted := allWorkspaces[s.function]; excepted {
			used[s.function] = true
		} else if scoped {
			t.Errorf("%s: %s names no workspace: %s", s.at, s.function, s.text)
		}
	}
	for function := range allWorkspaces {
		if !used[function] {
			t.Errorf("the exception for %s is not needed", function)
		}
	}
}

// Every table has the workspace as a column, except those of noWorkspace.
func TestTablesHaveAWorkspace(t *testing.T) {
	for _, table := range store.Tables {
		name, columns := table.Definition()
		_, free := noWorkspace[name]
		if scoped := slices.Contains(columns, "workspace_id bigint NOT NULL"); scoped == free {
			t.Errorf("%s has a workspace %t, is an exception %t", name, scoped, free)
		}
	}
}

// Rule 4: a statement has one text for both databases. What only one of them
// understands is in package sqldb and in the files of the text index that are named for
// it, and so is every choice between the two.
func TestStatementsAreOfBothDatabases(t *testing.T) {
	special := regexp.MustCompile(`(?i)::|\bany\s*\(|\bunnest\b|\bfor (update|share)\b|\bskip locked\b|@@|\breturning\b|\bilike\b|\bnow\(\)|\bpg_|\bnextval\b|\bjson_each\b|\bmatch\b|\bsqlite_|\browid\b|\bglob\b|\bpragma\b|\bor (replace|ignore)\b|\?`)
	for _, s := range packageStatements(t) {
		if found := special.FindString(strings.ReplaceAll(s.text, unknown, "")); found != "" && !s.ofOne {
			t.Errorf("%s: %q is of one database only: %s", s.at, found, s.text)
		}
	}
	eachFileWithStatements(t, func(name string, files *token.FileSet, file *ast.File) {
		if ofOneDatabase(name) {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && (lit.Value == `"sqlite"` || lit.Value == `"postgres"`) {
				t.Errorf("%s depends on the database: that belongs in package sqldb", files.Position(n.Pos()))
			}
			return true
		})
	})
}

// ofOneDatabase reports whether a file is named for one of the databases.
func ofOneDatabase(name string) bool {
	return strings.HasPrefix(name, "sqlite") || strings.HasPrefix(name, "postgres")
}

// statement is an SQL text in the packages' sources.
type statement struct {
	at, function, text string
	ofOne              bool
}

// unknown replaces what is known only at run time.
const unknown = "…"

var isStatement = regexp.MustCompile(`^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b`)

// packageStatements are all texts that begin like a statement, with the texts that
// are concatenated to them.
func packageStatements(t *testing.T) []statement {
	t.Helper()
	constants := packageConstants(t)
	var all []statement
	eachFileWithStatements(t, func(name string, files *token.FileSet, file *ast.File) {
		for _, declaration := range file.Decls {
			function := functionName(declaration)
			if function == "" {
				continue // constants are checked where they are used
			}
			constants := maps.Clone(constants)
			addConstants(declaration, constants)
			ast.Inspect(declaration, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				text, isText := flatten(e, constants)
				if isText && isStatement.MatchString(text) {
					all = append(all, statement{files.Position(n.Pos()).String(), function, strings.Join(strings.Fields(text), " "), ofOneDatabase(name)})
				}
				return !isText
			})
		}
	})
	if len(all) < 50 {
		t.Fatalf("only %d statements found: the search is broken", len(all))
	}
	return all
}

// flatten returns the text of an expression of literals, constants and +.
func flatten(e ast.Expr, constants map[string]string) (text string, isText bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return unknown, false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.Ident:
		if text, ok := constants[e.Name]; ok {
			return text, true
		}
	case *ast.BinaryExpr:
		left, leftText := flatten(e.X, constants)
		right, rightText := flatten(e.Y, constants)
		return left + right, e.Op == token.ADD && (leftText || rightText)
	}
	return unknown, false
}

func packageConstants(t *testing.T) map[string]string {
	t.Helper()
	constants := make(map[string]string)
	eachFileWithStatements(t, func(_ string, _ *token.FileSet, file *ast.File) {
		for _, declaration := range file.Decls {
			if _, isFunction := declaration.(*ast.FuncDecl); !isFunction {
				addConstants(declaration, constants)
			}
		}
	})
	return constants
}

// addConstants adds the text constants of a declaration.
func addConstants(declaration ast.Decl, constants map[string]string) {
	ast.Inspect(declaration, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, value := range spec.Values {
			if text, ok := flatten(value, constants); ok {
				constants[spec.Names[i].Name] = text
			}
		}
		return true
	})
}

// functionName is "Receiver.Name" or "Name"; "" for anything else.
func functionName(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok {
		return ""
	}
	if f.Recv == nil {
		return f.Name.Name
	}
	kind := f.Recv.List[0].Type
	if pointer, ok := kind.(*ast.StarExpr); ok {
		kind = pointer.X
	}
	if id, ok := kind.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return f.Name.Name
}

// eachFile visits the files of the store, with those of the types that it embeds.
func eachFile(t *testing.T, visit func(name string, files *token.FileSet, file *ast.File)) {
	t.Helper()
	eachFileOf(t, visit, "*.go", "outbound/*.go")
}

// eachFileWithStatements visits the files of the store and its parts, of its text index,
// and of what folds again.
func eachFileWithStatements(t *testing.T, visit func(name string, files *token.FileSet, file *ast.File)) {
	t.Helper()
	eachFileOf(t, visit, "*.go", "assist/*.go", "bulk/*.go", "eventlog/*.go", "outbound/*.go", "documents/*.go", "people/*.go", "../textsearch/*.go", "../refold/*.go")
}

func eachFileOf(t *testing.T, visit func(name string, files *token.FileSet, file *ast.File), patterns ...string) {
	t.Helper()
	files := token.NewFileSet()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			visit(filepath.Base(name), files, file)
		}
	}
}
