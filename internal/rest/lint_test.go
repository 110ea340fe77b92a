package rest_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/speakeasy-api/openapi/linter"
	"github.com/speakeasy-api/openapi/openapi"
	rules "github.com/speakeasy-api/openapi/openapi/linter"

	"svcx/internal/rest"
)

// lint returns what a public linter finds in a document: that it is not valid OpenAPI
// 3.1, or violates one of the linter's recommended rules.
func lint(t *testing.T, text []byte) (faults []string) {
	t.Helper()
	if err := valid(t, text); err != nil {
		faults = append(faults, err.Error())
	}
	document, found, err := openapi.Unmarshal(t.Context(), bytes.NewReader(text))
	if err != nil {
		return append(faults, err.Error())
	}
	off := true
	config := linter.NewConfig()
	config.Extends = []string{"recommended"}
	// The server's URL is relative, so it has no scheme.
	config.Rules = []linter.RuleEntry{{ID: "owasp-security-hosts-https-oas3", Disabled: &off}}
	l, err := rules.NewLinter(config)
	if err != nil {
		t.Fatal(err)
	}
	out, err := l.Lint(t.Context(), linter.NewDocumentInfo(document, "openapi.json"), found, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range out.Results {
		faults = append(faults, fault.Error())
	}
	return faults
}

// valid validates a document with the reader of the client generator, which is
// stricter about types.
func valid(t *testing.T, text []byte) error {
	document, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return err
	}
	return document.Validate(t.Context())
}

// The documents in git are those that the program serves, and the linter finds no
// faults in them.
func TestServedDocumentsAreThoseInGit(t *testing.T) {
	for path, f := range documents {
		text, err := rest.Describe(f).Encode()
		if err != nil {
			t.Fatal(err)
		}
		golden(t, path, text)
		for _, fault := range lint(t, text) {
			t.Errorf("form %s: %s", f.Name, fault)
		}
	}
}

// The linter does find faults.
func TestLinterFindsFaults(t *testing.T) {
	text, err := rest.Describe(testForms.A).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ right, wrong, fault string }{
		{`"openapi": "3.1.0",`, `"openapi": "4.0.0",`, "version"},
		{`"title": "svcx API, form A",`, ``, "title"},
		{`"operationId": "getContact"`, `"operationId": "getConversation"`, "same operation id"},
		{`"name": "conversationId"`, `"name": "id"`, "conversationId"},
		{`"in": "path"`, `"in": "nowhere"`, "in"},
		{`"description": "Success.",`, ``, "description"},
		{`#/components/schemas/Contact"`, `#/components/schemas/Nobody"`, "Nobody"},
		{`"type": "string"`, `"type": "text"`, "type"},
		{`"required": true,`, `"required": "yes",`, "required"},
		{`"summary": "Get a contact",`, `"summary": 1,`, "summary"},
	} {
		broken := strings.Replace(string(text), c.right, c.wrong, 1)
		if broken == string(text) {
			t.Errorf("the document has no %s", c.right)
		}
		faults := strings.Join(lint(t, []byte(broken)), "\n")
		if !strings.Contains(faults, c.fault) {
			t.Errorf("for %s in place of %s the linter reports: %q", c.wrong, c.right, faults)
		}
	}
}
