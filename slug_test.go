package svcx_test

import (
	"strings"
	"testing"

	"svcx"
)

// A workspace without a slug gets one from its name.
func TestSlugFrom(t *testing.T) {
	for name, want := range map[string]string{
		"Acme":                           "acme",
		"Müller & Söhne":                 "muller-sohne",
		"  -- Shop No. 1 --":             "shop-no-1",
		"Łódź":                           "odz",
		"Ｆｕｌｌ":                           "full",
		"東京":                             "",
		strings.Repeat("a", 62) + " b c": strings.Repeat("a", 62),
	} {
		got := svcx.SlugFrom(name)
		if got != want {
			t.Errorf("SlugFrom(%q) = %q, want %q", name, got, want)
		}
		if got != "" && svcx.CheckSlug(got) != nil {
			t.Errorf("%q is no slug", got)
		}
	}
}
