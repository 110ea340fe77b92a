package svcx_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// Files that the guides for contributors name exist, and have the names that stand
// beside them in the list "Where is …?". So the guides follow when files move.
func TestGuidesNameFilesThatExist(t *testing.T) {
	files := sourceFiles(t)
	for _, guide := range []string{"docs/architecture.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("`([^` ]+\\.(?:go|templ|sql|txt|txtar|json|jsonl|md|css))`").FindAllSubmatch(text, -1) {
			if name := string(m[1]); !existsIn(files, name) {
				t.Errorf("%s names %s, and there is no such file", guide, name)
			}
		}
	}
}

// A newcomer finds these in one guess, or by the list in docs/architecture.md.
func TestListSaysWhereThingsAre(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "\n## Where is …?\n")
	list, _, _ = strings.Cut(list, "\n## ")
	for _, what := range []string{"a commit", "a search", "a person erased", "retry schedule", "page size", "contact's columns", "a signature", "a rate limit", "a page", "an inbound message"} {
		if !strings.Contains(list, what) {
			t.Errorf("the list does not say where %s is", what)
		}
	}
	place := regexp.MustCompile("`([a-z0-9/_]+\\.go)`(?:: `(\\w+)`)?")
	for line := range strings.SplitSeq(list, "\n") {
		if !strings.HasPrefix(line, "| ") || line == "| what | where |" {
			continue
		}
		places := place.FindAllStringSubmatch(line, -1)
		if len(places) == 0 {
			t.Errorf("%q names no file", line)
		}
		for _, p := range places {
			source, err := os.ReadFile(p[1])
			if err != nil {
				t.Errorf("%q: %v", line, err)
			} else if !regexp.MustCompile(`\b` + p[2] + `\b`).Match(source) {
				t.Errorf("%q: %s has no %s", line, p[1], p[2])
			}
		}
	}
}

// sourceFiles are the paths of all files.
func sourceFiles(t *testing.T) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("."), ".", func(p string, d fs.DirEntry, err error) error {
		if d.IsDir() && p == ".git" {
			return fs.SkipDir
		}
		files = append(files, p)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// existsIn reports whether a path, or the end of one, is a file's; it may have
// wildcards.
func existsIn(files []string, name string) bool {
	parts := strings.Count(name, "/") + 1
	for _, f := range files {
		all := strings.Split(f, "/")
		if len(all) < parts {
			continue
		}
		if is, _ := path.Match(name, strings.Join(all[len(all)-parts:], "/")); is {
			return true
		}
	}
	return false
}
