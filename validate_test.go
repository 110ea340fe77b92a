package svcx_test

import (
	"testing"

	"svcx"
)

// D 2, e-mail. Fault 116: addresses with a quoted local part were refused.
func TestIsEmail(t *testing.T) {
	for _, s := range []string{
		"a@b", "ann@example.com", "a.b+c=d@mail.example.com", "user@bücher.example", "üser@example.com", "admin@localhost",
		`"try..this"@docomo.example`, `"a@b"@example.com`, `"a\"b"@example.com`, "o'hara@example.com", `"plain"@example.com`, "می\u200cخواهم@example.com",
	} {
		if !svcx.IsEmail(s) {
			t.Errorf("%+q is refused", s)
		}
	}
	for _, s := range []string{
		"", "a", "@b", "a@", "a b@c", "a@b c", "<a@b>", "A <a@b>", "a@b, c@d", "a@b (c)", "try..this@docomo.example", ".a@b", "a.@b",
		`"a@example.com`, `"a" b@example.com`, `"a"@`, `"a b"@example.com`, "a@b\n", "a@b@c",
		"a\u202Emoc.live@b", "a@\u2066b", "a\u200B@b", "a@b\u200F", "\uFEFFa@b", "a\x00@b", // fault 4.6: shown as another
	} {
		if svcx.IsEmail(s) {
			t.Errorf("%+q is taken", s)
		}
	}
}
