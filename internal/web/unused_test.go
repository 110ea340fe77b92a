package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	remarks  = regexp.MustCompile(`(?m)(^|\s)//.*$`)
	literals = regexp.MustCompile("\"[^\"\n]*\"|'[^'\\n]*'|`[^`]*`")
)

// wordsOfPages are the words in the texts of the pages' sources and of their scripts.
func wordsOfPages(t *testing.T) map[string]bool {
	t.Helper()
	scripts, _ := filepath.Glob("page/scripts/*.js")
	words := make(map[string]bool)
	for _, name := range append(append(pagesFiles("*.go"), pagesFiles("*.templ")...), scripts...) {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_templ.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, literal := range literals.FindAllString(remarks.ReplaceAllString(string(source), ""), -1) {
			for _, word := range regexp.MustCompile(`[\w-]+`).FindAllString(literal, -1) {
				words[word] = true
			}
		}
	}
	return words
}

// The sprite has the icons that are used and no others.
func TestIconsAreUsed(t *testing.T) {
	words := wordsOfPages(t)
	sprite, err := os.ReadFile("page/static/icons.svg")
	if err != nil {
		t.Fatal(err)
	}
	icons := make(map[string]bool)
	for _, m := range regexp.MustCompile(`<symbol id="([^"]+)"`).FindAllStringSubmatch(string(sprite), -1) {
		icons[m[1]] = true
		if !words[m[1]] {
			t.Errorf("the icon %s is not used", m[1])
		}
	}
	for _, name := range pagesFiles("*.templ") {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\bIcon\("([^"]+)"`).FindAllStringSubmatch(string(source), -1) {
			if !icons[m[1]] {
				t.Errorf("%s: there is no icon %s", name, m[1])
			}
		}
	}
}

// elsewhere are classes that no page names: the colours of categories and avatars, priorities, and
// what htmx and richtext set.
var elsewhere = regexp.MustCompile(`^(c-[a-z]+|a[1-8]|urgent|htmx-request|rt-embedded)$`)

// The style sheets are about classes that pages have.
func TestClassesAreUsed(t *testing.T) {
	words := wordsOfPages(t)
	sheets, _ := filepath.Glob("page/static/css/*.css")
	for _, name := range sheets {
		sheet, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := regexp.MustCompile(`(?s)/\*.*?\*/|"[^"]*"|url\([^)]*\)`).ReplaceAllString(string(sheet), "")
		for _, m := range regexp.MustCompile(`\.([a-zA-Z][\w-]*)`).FindAllStringSubmatch(text, -1) {
			if !words[m[1]] && !elsewhere.MatchString(m[1]) {
				t.Errorf("%s: no page has the class %s", name, m[1])
			}
		}
	}
}
