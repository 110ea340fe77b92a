package svcx_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// importRule is what a package may import of this module, what its tests may
// import besides, and what it must never import directly. docs/architecture.md says
// why.
type importRule struct {
	imports []string
	tests   []string
	never   []string
}

// importRules is the package map of docs/architecture.md as data. A package that
// is missing here fails the test: add it to both.
var importRules = map[string]importRule{
	"svcx":                            {never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/openapi":           {},
	"svcx/internal/setting":           {never: []string{"net/http", "database/sql"}},
	"svcx/internal/owned":             {},
	"svcx/internal/metrics":           {never: []string{"net/http"}},
	"svcx/internal/seal":              {imports: []string{"internal/owned"}},
	"svcx/internal/outage":            {},
	"svcx/internal/trace":             {never: []string{"net/http", "database/sql"}},
	"svcx/internal/trace/tracetest":   {imports: []string{"internal/trace"}},
	"svcx/internal/trace/otlp":        {imports: []string{"internal/outage", "internal/safehttp", "internal/trace"}, never: []string{"database/sql"}},
	"svcx/internal/limit":             {imports: []string{"svcx", "internal/outage"}},
	"svcx/internal/safehttp":          {},
	"svcx/internal/httpd":             {imports: []string{"svcx", "internal/limit", "internal/seal", "internal/trace"}, tests: []string{"internal/trace/tracetest"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/mail":              {imports: []string{"svcx", "internal/outage", "internal/trace"}, tests: []string{"internal/trace/tracetest"}, never: []string{"net/http", "database/sql"}},
	"svcx/internal/files":             {imports: []string{"internal/owned"}, tests: []string{"internal/files/s3test"}, never: []string{"database/sql"}},
	"svcx/internal/files/s3test":      {},
	"svcx/internal/sqldb":             {imports: []string{"svcx", "internal/owned", "internal/trace"}, tests: []string{"internal/store", "internal/store/pgtest", "internal/store/storetest"}, never: []string{"net/http"}},
	"svcx/internal/textsearch":        {imports: []string{"svcx", "internal/sqldb"}, tests: []string{"internal/store", "internal/store/pgtest", "internal/store/storetest"}, never: []string{"net/http", "encoding/json"}},
	"svcx/internal/store/outbound":    {imports: []string{"svcx", "internal/sqldb"}, tests: []string{"internal/store", "internal/store/storetest"}, never: []string{"net/http", "encoding/json"}},
	"svcx/internal/store/assist":      {imports: []string{"svcx", "internal/sqldb"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/store/attention":   {imports: []string{"svcx", "internal/sqldb"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/store/bulk":        {imports: []string{"svcx", "internal/sqldb"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/store/people":      {imports: []string{"svcx", "internal/sqldb"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/store/eventlog":    {imports: []string{"svcx", "internal/sqldb"}, never: []string{"net/http", "encoding/json"}},
	"svcx/internal/store/move":        {imports: []string{"internal/sqldb"}, tests: []string{"internal/store", "internal/store/pgtest", "internal/store/storetest"}, never: []string{"net/http"}},
	"svcx/internal/store/documents":   {imports: []string{"svcx", "internal/sqldb", "internal/textsearch"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/store":             {imports: []string{"svcx", "internal/sqldb", "internal/store/assist", "internal/store/attention", "internal/store/bulk", "internal/store/documents", "internal/store/eventlog", "internal/store/move", "internal/store/outbound", "internal/store/people", "internal/textsearch"}, tests: []string{"internal/store/pgtest", "internal/store/storetest"}, never: []string{"net/http"}},
	"svcx/internal/refold":            {imports: []string{"svcx", "internal/sqldb", "internal/store", "internal/textsearch"}, tests: []string{"internal/store/storetest"}, never: []string{"net/http", "encoding/json"}},
	"svcx/internal/directory":         {imports: []string{"svcx", "internal/store", "internal/inbox"}, tests: []string{"internal/store/storetest", "internal/inbox/inboxtest", "internal/messaging", "internal/refold", "internal/store/pgtest"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/vault":             {imports: []string{"svcx", "internal/store", "internal/seal"}, tests: []string{"internal/store/storetest"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/richtext/vectors":  {},
	"svcx/internal/richtext":          {imports: []string{"svcx"}, tests: []string{"internal/richtext/vectors"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/links":             {imports: []string{"svcx"}, tests: []string{"internal/seal"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/messaging":         {imports: []string{"svcx", "internal/inbox", "internal/links", "internal/outage", "internal/seal", "internal/store", "internal/textsearch", "internal/trace"}, tests: []string{"internal/inbox/inboxtest", "internal/identity", "internal/store/pgtest", "internal/store/storetest", "internal/trace/tracetest"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/assist/provider":   {imports: []string{"internal/safehttp"}, tests: []string{"internal/assist/assisttest"}, never: []string{"database/sql"}},
	"svcx/internal/assist/prompt":     {imports: []string{"svcx", "internal/assist/guard", "internal/assist/keep", "internal/assist/language", "internal/assist/provider", "internal/richtext"}, never: []string{"net/http", "database/sql"}},
	"svcx/internal/assist":            {imports: []string{"svcx", "internal/assist/guard", "internal/assist/keep", "internal/assist/prompt", "internal/assist/provider", "internal/inbox", "internal/limit", "internal/outage", "internal/safehttp", "internal/seal", "internal/store", "internal/vault", "internal/trace"}, tests: []string{"internal/admin", "internal/assist/assisttest", "internal/inbox/inboxtest", "internal/store/pgtest", "internal/store/storetest", "internal/trace/tracetest"}, never: []string{"database/sql"}},
	"svcx/internal/bulk":              {imports: []string{"svcx", "internal/inbox", "internal/messaging", "internal/outage", "internal/store"}, tests: []string{"internal/inbox/inboxtest", "internal/store/pgtest", "internal/store/storetest"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/admin":             {imports: []string{"svcx", "internal/identity", "internal/inbox", "internal/links", "internal/seal", "internal/store", "internal/vault"}, tests: []string{"internal/inbox/inboxtest", "internal/store/pgtest", "internal/store/storetest"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/identity":          {imports: []string{"svcx", "internal/inbox", "internal/outage", "internal/seal", "internal/store", "internal/trace"}, tests: []string{"internal/store/storetest"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/backup":            {imports: []string{"internal/owned"}, never: []string{"net/http", "database/sql"}},
	"svcx/internal/removal":           {imports: []string{"svcx", "internal/directory", "internal/inbox", "internal/links", "internal/store"}, tests: []string{"internal/inbox/inboxtest"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/inbox/inboxtest":   {imports: []string{"svcx", "internal/admin", "internal/assist", "internal/bulk", "internal/directory", "internal/identity", "internal/inbox", "internal/links", "internal/messaging", "internal/removal", "internal/safehttp", "internal/seal", "internal/store", "internal/store/storetest", "internal/vault"}},
	"svcx/internal/inbox":             {imports: []string{"svcx", "internal/store", "internal/seal", "internal/trace"}, tests: []string{"internal/inbox/inboxtest"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/form":              {imports: []string{"svcx", "internal/openapi"}, tests: []string{"internal/form/forma", "internal/form/formb"}, never: []string{"database/sql"}},
	"svcx/internal/form/forma":        {imports: []string{"svcx", "internal/form", "internal/openapi"}, never: []string{"net/http", "database/sql"}},
	"svcx/internal/form/formb":        {imports: []string{"svcx", "internal/form", "internal/openapi"}, never: []string{"net/http", "database/sql"}},
	"svcx/internal/live":              {imports: []string{"svcx", "internal/store", "internal/outage"}, tests: []string{"internal/store/pgtest", "internal/store/storetest"}, never: []string{"database/sql"}},
	"svcx/internal/rest":              {imports: []string{"svcx", "internal/httpd", "internal/inbox", "internal/form", "internal/limit", "internal/channel", "internal/live", "internal/openapi", "internal/links", "internal/admin", "internal/assist", "internal/assist/provider", "internal/directory", "internal/identity", "internal/messaging"}, tests: []string{"internal/assist/assisttest", "internal/form/forma", "internal/form/formb", "internal/safehttp", "internal/seal", "internal/store", "internal/store/pgtest", "internal/store/storetest", "internal/vault", "internal/inbox/inboxtest"}, never: []string{"database/sql"}},
	"svcx/internal/channel":           {imports: []string{"svcx", "internal/httpd", "internal/inbox", "internal/form", "internal/limit", "internal/openapi", "internal/live", "internal/admin", "internal/messaging"}, tests: []string{"internal/form/forma", "internal/form/formb", "internal/seal", "internal/store", "internal/store/storetest", "internal/directory", "internal/inbox/inboxtest"}, never: []string{"database/sql"}},
	"svcx/internal/media":             {imports: []string{"svcx", "internal/httpd", "internal/files", "internal/safehttp", "internal/limit", "internal/links", "internal/admin", "internal/directory", "internal/identity", "internal/messaging"}, tests: []string{"internal/store", "internal/store/storetest", "internal/inbox", "internal/inbox/inboxtest"}, never: []string{"database/sql"}},
	"svcx/internal/web":               {imports: []string{"svcx", "internal/httpd", "internal/openapi", "internal/assist", "internal/assist/language", "internal/assist/worddiff", "internal/bulk", "internal/form", "internal/inbox", "internal/live", "internal/messaging", "internal/richtext", "internal/web/texts", "internal/web/page", "internal/web/channels", "internal/web/contacts", "internal/web/events", "internal/web/docs", "internal/web/handbrake", "internal/web/people", "internal/web/reports", "internal/web/settings"}, tests: []string{"internal/admin", "internal/channel", "internal/store", "internal/identity", "internal/limit", "internal/form/forma", "internal/form/formb", "internal/store", "internal/store/storetest", "internal/inbox/inboxtest", "internal/assist/assisttest", "internal/richtext/vectors"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/page":          {imports: []string{"svcx", "internal/assist", "internal/httpd", "internal/identity", "internal/admin", "internal/directory", "internal/form", "internal/inbox", "internal/links", "internal/messaging", "internal/richtext", "internal/web/texts"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/channels":      {imports: []string{"svcx", "internal/form", "internal/inbox", "internal/richtext", "internal/web/page"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/contacts":      {imports: []string{"svcx", "internal/form", "internal/directory", "internal/richtext", "internal/web/page", "internal/web/texts"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/docs":          {imports: []string{"svcx", "internal/form", "internal/httpd", "internal/openapi", "internal/web/page"}, tests: []string{"internal/admin", "internal/form/forma", "internal/form/formb", "internal/inbox", "internal/inbox/inboxtest", "internal/limit", "internal/rest", "internal/store/storetest"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/handbrake":     {imports: []string{"svcx", "internal/assist", "internal/richtext", "internal/web/page"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/people":        {imports: []string{"svcx", "internal/admin", "internal/form", "internal/httpd", "internal/identity", "internal/inbox", "internal/openapi", "internal/richtext", "internal/web/page", "internal/web/texts"}, tests: []string{"internal/richtext/vectors"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/reports":       {imports: []string{"svcx", "internal/form", "internal/messaging", "internal/richtext", "internal/web/page"}, tests: []string{"internal/web/texts"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/events":        {imports: []string{"svcx", "internal/form", "internal/inbox", "internal/messaging", "internal/richtext", "internal/web/page", "internal/web/texts"}, tests: []string{"internal/richtext/vectors"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/settings":      {imports: []string{"svcx", "internal/assist", "internal/form", "internal/inbox", "internal/richtext", "internal/web/page"}, tests: []string{"internal/richtext/vectors", "internal/web/texts"}, never: []string{"database/sql", "encoding/json"}},
	"svcx/internal/web/texts":         {},
	"svcx/internal/deliver":           {imports: []string{"svcx", "internal/store", "internal/form", "internal/outage", "internal/safehttp", "internal/seal", "internal/trace"}, tests: []string{"internal/form/forma", "internal/form/formb", "internal/inbox", "internal/store/pgtest", "internal/store/storetest", "internal/vault", "internal/inbox/inboxtest", "internal/messaging", "internal/trace/tracetest"}},
	"svcx/internal/app":               {imports: []string{"svcx", "internal/httpd", "internal/store", "internal/store/move", "internal/inbox", "internal/form", "internal/form/forma", "internal/form/formb", "internal/rest", "internal/channel", "internal/web", "internal/web/page", "internal/media", "internal/files", "internal/deliver", "internal/live", "internal/mail", "internal/safehttp", "internal/limit", "internal/outage", "internal/owned", "internal/refold", "internal/seal", "internal/vault", "internal/links", "internal/admin", "internal/directory", "internal/identity", "internal/messaging", "internal/bulk", "internal/assist", "internal/assist/provider", "internal/removal", "internal/backup", "internal/metrics", "internal/setting", "internal/trace", "internal/trace/otlp"}, tests: []string{"internal/store/pgtest"}},
	"svcx/internal/listen":            {imports: []string{"svcx", "client", "internal/form", "internal/safehttp"}, tests: []string{"internal/form/forma", "internal/form/formb"}, never: []string{"database/sql"}},
	"svcx/internal/importer":          {imports: []string{"svcx", "internal/importer/spool"}, tests: []string{"internal/inbox", "internal/inbox/inboxtest", "internal/store", "internal/store/storetest"}, never: []string{"net/http", "database/sql"}},
	"svcx/internal/importer/spool":    {},
	"svcx/internal/demo":              {imports: []string{"svcx", "internal/app", "internal/inbox", "internal/form", "internal/owned", "internal/admin", "internal/store"}},
	"svcx/internal/bench/seed":        {imports: []string{"svcx", "internal/store"}, never: []string{"net/http", "database/sql"}},
	"svcx/internal/bench":             {imports: []string{"svcx", "internal/bench/seed", "internal/refold", "internal/store", "internal/seal"}, tests: []string{"internal/app", "internal/inbox", "internal/store/pgtest", "internal/admin", "internal/identity"}},
	"svcx/internal/store/pgtest":      {},
	"svcx/internal/store/storetest":   {imports: []string{"svcx", "internal/store", "internal/store/pgtest"}},
	"svcx/internal/assist/assisttest": {},
	"svcx/internal/assist/worddiff":   {never: []string{"net/http", "database/sql"}},
	"svcx/internal/assist/language":   {},
	"svcx/internal/assist/guard":      {imports: []string{"svcx", "internal/assist/language", "internal/richtext"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/internal/assist/eval":       {imports: []string{"svcx", "internal/assist/keep", "internal/assist/language", "internal/assist/prompt", "internal/assist/provider"}, tests: []string{"internal/assist/assisttest", "internal/safehttp"}, never: []string{"net/http", "database/sql"}},
	"svcx/internal/assist/keep":       {imports: []string{"svcx", "internal/assist/guard", "internal/richtext"}, never: []string{"net/http", "encoding/json", "database/sql"}},
	"svcx/cmd/svcx":                   {imports: []string{"svcx", "internal/app", "internal/inbox", "internal/form", "internal/demo", "internal/bench", "internal/admin", "internal/identity", "internal/assist/eval", "internal/assist/provider", "internal/setting", "internal/messaging", "internal/importer", "client", "internal/form/forma", "internal/form/formb", "internal/listen", "internal/seal"}, tests: []string{"internal/assist/assisttest", "internal/files/s3test", "internal/store/pgtest"}},
	"svcx/client":                     {tests: []string{"svcx", "client/clienta", "client/clientb", "internal/admin", "internal/app", "internal/form", "internal/inbox"}},
	"svcx/client/clienta":             {imports: []string{"client"}},
	"svcx/client/clientb":             {imports: []string{"client"}},
	"svcx/examples/integrator":        {},
	"svcx/examples/receivers":         {tests: []string{"client", "internal/form", "internal/form/forma", "internal/form/formb", "internal/listen"}},
	"svcx/examples/receivers/go":      {imports: []string{"client"}},
	"svcx/tests/crash":                {},
	"svcx/tests/docs":                 {},
	"svcx/deploy/sbom":                {},
	"svcx/tests/deploy":               {tests: []string{"internal/app", "internal/metrics"}},
	"svcx/tests/upgrade":              {tests: []string{"internal/app", "internal/store/pgtest"}},
	"svcx/tests/browser":              {tests: []string{"svcx", "internal/admin", "internal/app", "internal/assist/assisttest", "internal/demo", "internal/inbox", "internal/richtext/vectors", "internal/store/pgtest"}},
	"svcx/tests/contract":             {tests: []string{"internal/app", "internal/store/pgtest", "tests/contract/clienta", "tests/contract/clientb", "tests/contract/coverage"}},
	"svcx/tests/contract/clienta":     {},
	"svcx/tests/contract/clientb":     {},
	"svcx/tests/contract/coverage":    {},
}

// clockFree are the packages below internal/app that read neither the wall
// clock nor the environment (architecture rule 6). They may use time.Now as the
// default of a clock that is passed in, but never call it.
var clockFree = []string{"svcx", "svcx/internal/importer", "svcx/internal/sqldb", "svcx/internal/store", "svcx/internal/store/outbound", "svcx/internal/store/assist", "svcx/internal/store/attention", "svcx/internal/store/bulk", "svcx/internal/store/eventlog", "svcx/internal/store/documents", "svcx/internal/store/move", "svcx/internal/store/people", "svcx/internal/textsearch", "svcx/internal/refold", "svcx/internal/directory", "svcx/internal/inbox", "svcx/internal/form", "svcx/internal/form/forma",
	"svcx/internal/form/formb", "svcx/internal/rest", "svcx/internal/channel", "svcx/internal/httpd", "svcx/internal/web", "svcx/internal/web/page", "svcx/internal/web/channels", "svcx/internal/web/contacts", "svcx/internal/web/events", "svcx/internal/web/docs", "svcx/internal/web/handbrake", "svcx/internal/web/people", "svcx/internal/web/reports", "svcx/internal/web/settings", "svcx/internal/web/texts", "svcx/internal/deliver", "svcx/internal/live", "svcx/internal/limit", "svcx/internal/outage", "svcx/internal/mail", "svcx/internal/seal", "svcx/internal/files", "svcx/internal/media", "svcx/internal/vault", "svcx/internal/links", "svcx/internal/richtext", "svcx/internal/messaging", "svcx/internal/admin", "svcx/internal/identity", "svcx/internal/removal", "svcx/internal/assist", "svcx/internal/assist/prompt", "svcx/internal/assist/provider", "svcx/internal/bulk", "svcx/internal/assist/guard", "svcx/internal/assist/language", "svcx/internal/assist/keep", "svcx/internal/assist/eval", "svcx/internal/metrics", "svcx/internal/trace", "svcx/internal/trace/otlp"}

// Files and folders are created by package owned alone, which makes sure that the
// service's user can use them (fault 104). Those of benchmarks and tests are their
// own.
func TestFilesAreOwned(t *testing.T) {
	exempt := []string{"svcx/internal/owned", "svcx/internal/bench", "svcx/internal/store/storetest", "svcx/internal/store/pgtest"}
	for _, p := range listPackages(t) {
		if !strings.HasPrefix(p.ImportPath, "svcx/internal/") || slices.Contains(exempt, p.ImportPath) {
			continue
		}
		for _, use := range usesOf(t, p, "os.O_CREATE", "os.Create", "os.CreateTemp", "os.Mkdir", "os.MkdirAll", "os.MkdirTemp", "os.WriteFile") {
			t.Errorf("%s: create files with package owned", use)
		}
	}
}

type goPackage struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	// Those of its test files, in the package and beside it.
	TestImports, XTestImports []string
}

// Packages and their tests import only what docs/architecture.md allows.
func TestImportRules(t *testing.T) {
	for _, p := range listPackages(t) {
		r, known := importRules[p.ImportPath]
		if !known {
			t.Errorf("package %s has no import rule: add it to arch_test.go and docs/architecture.md", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			if slices.Contains(r.never, imported) || isOurs(imported) && !allows(r.imports, imported) {
				t.Errorf("%s must not import %s", p.ImportPath, imported)
			}
		}
		for _, allowed := range r.imports {
			if !slices.ContainsFunc(p.Imports, func(imported string) bool { return allows([]string{allowed}, imported) }) {
				t.Errorf("%s does not import %s: remove it from its rule", p.ImportPath, allowed)
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			if isOurs(imported) && imported != p.ImportPath && !allows(r.imports, imported) && !allows(r.tests, imported) {
				t.Errorf("tests of %s must not import %s", p.ImportPath, imported)
			}
		}
	}
}

func isOurs(path string) bool { return path == "svcx" || strings.HasPrefix(path, "svcx/") }

// allows reports whether a list names a package of ours, without "svcx/".
func allows(list []string, path string) bool {
	return slices.Contains(list, strings.TrimPrefix(path, "svcx/"))
}

// Nothing below internal/app calls the wall clock or reads the environment
// (architecture rule 6).
func TestNoClockNoEnvironment(t *testing.T) {
	for _, p := range listPackages(t) {
		if !slices.Contains(clockFree, p.ImportPath) {
			continue
		}
		for _, call := range callsOf(t, p, "time.Now", "time.Since", "time.Until", "os.Getenv", "os.LookupEnv", "os.Environ") {
			t.Errorf("%s: below internal/app the clock and the environment are passed in", call)
		}
	}
}

// Statements are written in the store, and in what docs/architecture.md excepts, though a transaction that it passes on
// could run any.
func TestOnlyTheStoreHasStatements(t *testing.T) {
	statement := regexp.MustCompile("^[`\"]\\s*(SELECT .* FROM|INSERT INTO|UPDATE .* SET|DELETE FROM|WITH .* AS \\() ?")
	exempt := []string{"svcx/internal/sqldb", "svcx/internal/store", "svcx/internal/store/outbound", "svcx/internal/store/assist", "svcx/internal/store/attention", "svcx/internal/store/bulk", "svcx/internal/store/eventlog", "svcx/internal/store/documents", "svcx/internal/store/move", "svcx/internal/store/people", "svcx/internal/textsearch", "svcx/internal/refold", "svcx/internal/importer/spool", "svcx/internal/bench", "svcx/internal/store/pgtest", "svcx/internal/store/storetest"}
	for _, p := range listPackages(t) {
		if slices.Contains(exempt, p.ImportPath) {
			continue
		}
		for _, at := range textsLike(t, p, statement) {
			t.Errorf("%s: statements are the store's", at)
		}
	}
}

// Only package form distinguishes the forms: no other package compares with their
// names (D 1).
func TestOnlyPackageFormComparesForms(t *testing.T) {
	for _, p := range listPackages(t) {
		if strings.HasPrefix(p.ImportPath, "svcx/internal/form") || p.ImportPath == "svcx" {
			continue
		}
		for _, at := range comparisonsOf(t, p, "FormA", "FormB") {
			t.Errorf("%s: ask the workspace's form to do the thing instead", at)
		}
	}
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports,TestImports,XTestImports", "./...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("reading go list: %v", err)
		}
		all = append(all, p)
	}
}
