package coverage

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

var (
	parameter = regexp.MustCompile(`\{[^}]*\}`)
	operation = regexp.MustCompile("`((?:GET|POST|PATCH|DELETE) /[^`? ]*)")
	// named matches a word of a row's id that is a name on the wire: categoryId,
	// invalid_json, rating.submit.
	named = regexp.MustCompile(`^[a-z]+([A-Z_.][A-Za-z]+)+$`)
)

// TestContractHasEveryOperation checks that docs/contract.md has every operation of
// the OpenAPI documents.
func TestContractHasEveryOperation(t *testing.T) {
	has := map[string]bool{}
	for _, m := range operation.FindAllStringSubmatch(read(t, filepath.Join(root, "docs/contract.md")), -1) {
		has[parameter.ReplaceAllString(m[1], "{}")] = true
	}
	for _, form := range []string{"a", "b"} {
		var document struct {
			Paths map[string]map[string]json.RawMessage `json:"paths"`
		}
		if err := json.Unmarshal([]byte(read(t, filepath.Join(root, "docs/openapi-"+form+".json"))), &document); err != nil {
			t.Fatal(err)
		}
		for path, methods := range document.Paths {
			path = strings.TrimPrefix(parameter.ReplaceAllString(path, "{}"), "/api/v1/{}")
			if strings.HasPrefix(path, "/webhooks/") {
				path = "/api" + path // its server is another
			}
			for method := range methods {
				if method = strings.ToUpper(method); method != "PARAMETERS" && !has[method+" "+path] {
					t.Errorf("form %s: docs/contract.md does not have %s %s", form, method, path)
				}
			}
		}
	}
}

// TestContractHasEveryName checks that docs/contract.md has every name on the wire
// that has a row.
func TestContractHasEveryName(t *testing.T) {
	text := read(t, filepath.Join(root, "docs/contract.md"))
	sections, err := ReadRows("../rows.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections {
		if strings.HasPrefix(s.Title, "I ") {
			continue
		}
		for _, row := range s.Rows {
			for word := range strings.FieldsSeq(row.ID) {
				if named.MatchString(word) && !strings.Contains(text, word) {
					t.Errorf("docs/contract.md does not have %s of %q", word, row.ID)
				}
			}
		}
	}
}

// TestContractsExampleIsSigned checks the signature of the examples in
// docs/contract.md: readers try their own code with it.
func TestContractsExampleIsSigned(t *testing.T) {
	text := read(t, filepath.Join(root, "docs/contract.md"))
	find := func(pattern string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("docs/contract.md has no %s", pattern)
		}
		return m[1]
	}
	receiver, err := webhooks.NewWebhook(find("with the secret `(whsec_[^`]+)`"))
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		header.Set(name, find(name+": (.*)"))
	}
	if err := receiver.VerifyIgnoringTimestamp([]byte(find(`(?m)^    (\{"conversationId":.*\})$`)), header); err != nil {
		t.Error(err)
	}
}
