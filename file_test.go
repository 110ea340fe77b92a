package svcx_test

import (
	"strings"
	"testing"

	"svcx"
)

// Interface, files: a name has no path, no control characters, nothing that changes
// the direction of text, and at most 255 characters with its extension.
func TestCleanFilename(t *testing.T) {
	for name, want := range map[string]string{
		"bill.pdf":                  "bill.pdf",
		"../../etc/passwd":          "passwd",
		`..\..\boot.ini`:            "boot.ini",
		`a/b\c.txt`:                 "c.txt",
		"/":                         "file",
		"..":                        "file",
		" . ":                       "file",
		"":                          "file",
		"a\x00b\r\nc\x7f\u0085.txt": "abc.txt",
		"photo\u202egpj.exe":        "photogpj.exe",
		// Fault 1.6: the joiners were removed.
		"می\u200cخواهم.pdf":               "می\u200cخواهم.pdf",
		"👩\u200d👩\u200d👧.png":             "👩\u200d👩\u200d👧.png",
		"\u200d.\u200c":                   "file",
		"bad\xff.txt":                     "bad\uFFFD.txt",
		"  Zoë's \"bill\".PDF ":           "Zoë's \"bill\".PDF",
		strings.Repeat("é", 300) + ".PDF": strings.Repeat("é", 251) + ".pdf",
		strings.Repeat("x", 300):          strings.Repeat("x", 255),
		"." + strings.Repeat("x", 300):    "." + strings.Repeat("x", 254),
	} {
		if got := svcx.CleanFilename(name); got != want {
			t.Errorf("%.40q is %.60q, want %.60q", name, got, want)
		}
	}
}
