package svcx_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"svcx"
)

// Every action of the audit log is listed, so that pages have a text for it and it can be
// filtered by.
func TestAuditActionsAreListed(t *testing.T) {
	source, err := os.ReadFile("audit.go")
	if err != nil {
		t.Fatal(err)
	}
	var named []svcx.AuditAction
	for _, m := range regexp.MustCompile(`(?m)^\tAudit\w+\s+AuditAction = "(.*)"$`).FindAllStringSubmatch(string(source), -1) {
		named = append(named, svcx.AuditAction(m[1]))
	}
	if !slices.Equal(named, svcx.AuditActions) {
		t.Errorf("%q are not %q", svcx.AuditActions, named)
	}
	for kind, actions := range svcx.AuditBelow {
		for _, a := range actions {
			if !slices.Contains(named, a) {
				t.Errorf("%s of %s is no action", a, kind)
			}
		}
	}
}
