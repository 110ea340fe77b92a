package mail

import (
	"bytes"
	"io"
	"log/slog"
	"mime"
	"strings"
	"testing"
	"time"
	"unicode"

	"svcx"
)

// Fault 4.6: values that others chose are plain text in an e-mail: they cannot reverse
// text, end a line or move a cursor, wherever they are.
func TestEmailsHaveNoInvisibleCharacters(t *testing.T) {
	const name = "Zoë\u202Ecod.exe\u202C \u2066a\u2067b\u2068c\u2069 \u200Ed\u200Fe\u061C\u200B\uFEFF \x1b[31mf\x00\x07\u009bg\r\nBcc: x@evil.test\u2028h\u2029i \u202A\u202B\u202Dj"
	const want = "Zoëcod.exe abc de [31mfg Bcc: x@evil.test h i j"
	// An address may contain any non-ASCII character.
	const to, wantTo = "a\u202Eb\u2066c@acme.test", "abc@acme.test"
	p, err := New(Options{URL: "smtp://127.0.0.1:1", From: mime.BEncoding.Encode("utf-8", name) + " <inbox@inbox.test>"})
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		email         svcx.Email
		subject, says string
	}{
		"a link":                   {svcx.Email{To: to, IP: "fe80::1%\u202Eeth0"}, "Your sign-in link", "to sign in as " + wantTo + " at https://inbox.test."},
		"the address of who asked": {svcx.Email{To: to, IP: "fe80::1%\u202Eeth0"}, "Your sign-in link", "from the address fe80::1%eth0."},
		"a workspace": {svcx.Email{To: to, Invitation: &svcx.Invitation{Workspace: name, By: "Bob"}},
			"You are now a member of " + want, "the workspace " + want + " at https://inbox.test."},
		"who invites": {svcx.Email{To: to, Invitation: &svcx.Invitation{Workspace: "W", By: name}},
			"You are now a member of W", want + " has added you to the workspace W at"},
		"names of nothing": {svcx.Email{To: to, Invitation: &svcx.Invitation{Workspace: "\u202E\u200B", By: "\u2066"}},
			"You are now a member of (unnamed)", "Someone has added you to the workspace (unnamed) at"},
	} {
		m, err := compose(p.from, "https://inbox.test", "https://inbox.test/auth/verify?token=t", c.email, moment)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		var data bytes.Buffer
		if _, err := m.WriteTo(&data); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		header, text, html := read(t, data.Bytes())
		from, err := header.AddressList("From")
		if err != nil || from[0].Name != want {
			t.Errorf("%s: from %+q, %v", what, from, err)
		}
		subject, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject"))
		if err != nil || subject != c.subject {
			t.Errorf("%s: subject %+q, %v", what, subject, err)
		}
		if !strings.Contains(text, c.says) {
			t.Errorf("%s: the text lacks %q:\n%+q", what, c.says, text)
		}
		for place, s := range map[string]string{"subject": subject, "sender": from[0].Name, "text": text, "HTML": html} {
			wantSeen(t, what+", "+place, s)
		}
		if header.Get("Bcc") != "" {
			t.Errorf("%s: a header was smuggled in", what)
		}
	}
	var printed bytes.Buffer
	p = &Mailer{Options: Options{Print: &printed, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Now: func() time.Time { return moment }}}
	p.printLink(to, "https://inbox.test/auth/verify?token=t")
	wantSeen(t, "a printed link", printed.String())
}

// wantSeen fails the test for invisible characters in a text.
func wantSeen(t *testing.T, where, text string) {
	t.Helper()
	for _, r := range strings.ReplaceAll(text, "\n", "") {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			t.Errorf("%s has %U in %+q", where, r, text)
		}
	}
}
