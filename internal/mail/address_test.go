package mail

import (
	"strings"
	"testing"

	"svcx"
)

// Fault 108: the name in EHLO is one that mail servers accept, and not this machine's
// host name.
func TestNameInEHLOIsADomain(t *testing.T) {
	for _, c := range []struct{ set, host, from, want string }{
		{"", "inbox.example.com", "a@mail.example.org", "inbox.example.com"},
		{"", "inbox.bücher.example", "a@mail.example.org", "inbox.xn--bcher-kva.example"},
		{"", "", "a@mail.example.org", "mail.example.org"},
		{"", "192.0.2.1", "a@mail.example.org", "mail.example.org"},
		{"", "2001:db8::1", "a@mail.example.org", "mail.example.org"},
		{"", "localhost", "a@mail.example.org", "mail.example.org"},
		{"", "inbox.localhost", "a@mail.example.org", "mail.example.org"},
		{"", "vm", "a@mail.example.org", "mail.example.org"},
		{"", "my_host.example", `"a@b"@mail.example.org`, "mail.example.org"},
		{"", "localhost", "svcx@localhost", "[127.0.0.1]"},
		{"", "192.0.2.1", "svcx@[192.0.2.1]", "[127.0.0.1]"},
		{"Out.Example.COM", "inbox.example.com", "a@mail.example.org", "out.example.com"},
		{"post.bücher.example", "", "a@b.example", "post.xn--bcher-kva.example"},
		{"[192.0.2.1]", "inbox.example.com", "a@b.example", "[192.0.2.1]"},
		{"[IPv6:2001:db8::1]", "inbox.example.com", "a@b.example", "[IPv6:2001:db8::1]"},
	} {
		got, err := heloName(c.set, c.host, c.from)
		if err != nil || got != c.want {
			t.Errorf("set %q, host %q, from %s: %q, %v, want %q", c.set, c.host, c.from, got, err, c.want)
		}
		if !fullName.MatchString(got) {
			t.Errorf("%q would be refused", got)
		}
	}
	for _, set := range []string{"vm", "192.0.2.1", "localhost", "a_b.example.com", "-a.example.com", "a..example.com", ".example.com", "example.com.",
		"inbox.example.com:25", "https://inbox.example.com", "a b.example.com", "[vm]", "[2001:db8::1]", "[IPv6:192.0.2.1]", "[fe80::1%eth0]", "[192.0.2.1", "example.com\r\nMAIL FROM:<x>",
		strings.Repeat("a.", 130) + "example"} {
		if got, err := heloName(set, "inbox.example.com", "a@b.example"); err == nil || !strings.Contains(err.Error(), "SVCX_SMTP_HELO") {
			t.Errorf("%q is taken as %q", set, got)
		}
	}
}

// Fault 108, with a server that refuses other names: see newMailbox.
func TestServerThatWantsADomainInEHLO(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Host: "inbox.example.com"}, "inbox.example.com"},
		{Options{Host: "localhost"}, "inbox.test"},
		{Options{Helo: "out.example.com", Host: "inbox.example.com"}, "out.example.com"},
		{Options{Host: "localhost", From: "svcx@localhost"}, "[127.0.0.1]"},
	} {
		m := newMailbox(t, options{starttls: true}) // which says EHLO twice
		c.o.URL = "smtp://" + m.address
		f := open(t, c.o)
		f.Check(t.Context())
		f.Send(svcx.Email{To: "ann@acme.test", Token: "t"})
		if r := m.next(t); r.helo != c.want {
			t.Errorf("%+v: EHLO %s", c.o, r.helo)
		}
		f.stop()
		if f.log.Len() > 0 {
			t.Errorf("%+v: the log has %s", c.o, f.log.String())
		}
	}
}

// Fault 109: mail to a domain in Unicode is sent to its ASCII form, in envelope and
// header; the text of the e-mail has it as it is stored.
func TestMailToDomainInUnicode(t *testing.T) {
	for _, utf8 := range []bool{false, true} {
		m := newMailbox(t, options{utf8: utf8})
		f := open(t, Options{URL: "smtp://" + m.address, From: "Bücher <inbox@bücher.example>"})
		f.Send(svcx.Email{To: "User@Bücher.example", Token: "t"})
		r := m.next(t)
		if r.to != "User@xn--bcher-kva.example" || r.from != "inbox@xn--bcher-kva.example" {
			t.Errorf("from %q to %q", r.from, r.to)
		}
		// Servers that relay it need no SMTPUTF8.
		if r.utf8 {
			t.Error("SMTPUTF8 was asked for")
		}
		header, text, _ := read(t, r.data)
		if got := header.Get("To"); got != "<User@xn--bcher-kva.example>" {
			t.Errorf("To: %s", got)
		}
		if got := header.Get("Message-Id"); !strings.HasSuffix(got, "@xn--bcher-kva.example>") {
			t.Errorf("Message-ID: %s", got)
		}
		if from, err := header.AddressList("From"); err != nil || from[0].Name != "Bücher" || from[0].Address != "inbox@xn--bcher-kva.example" {
			t.Errorf("From: %v, %v", from, err)
		}
		if !strings.Contains(text, "User@Bücher.example") {
			t.Errorf("the e-mail says %s", text)
		}
	}
}

// Fault 109: the part before the @ has no ASCII form. It is not sent to a server without
// SMTPUTF8 (RFC 6531 3.5), and the reason is logged.
func TestMailToLocalPartInUnicode(t *testing.T) {
	m := newMailbox(t, options{})
	f := open(t, Options{URL: "smtp://" + m.address})
	f.Send(svcx.Email{To: "jürgen@bücher.example", Token: "to-ken"})
	f.Send(svcx.Email{To: "ann@acme.test", Token: "t"})
	if r := m.next(t); r.to != "ann@acme.test" {
		t.Errorf("mail to %q", r.to)
	}
	f.stop()
	log := f.log.String()
	if !strings.Contains(log, "a sign-in mail was not sent") || !strings.Contains(log, "SMTPUTF8") || !strings.Contains(log, "jürgen@xn--bcher-kva.example") {
		t.Errorf("the log has %s", log)
	}
	if strings.Contains(log, "to-ken") || strings.Contains(log, "tried again") {
		t.Errorf("the log has %s", log)
	}

	m = newMailbox(t, options{utf8: true})
	f = open(t, Options{URL: "smtp://" + m.address})
	f.Send(svcx.Email{To: "jürgen@bücher.example", Token: "t"})
	if r := m.next(t); r.to != "jürgen@xn--bcher-kva.example" || !r.utf8 {
		t.Errorf("mail to %q, SMTPUTF8 %v", r.to, r.utf8)
	}
}

// The sender's address is checked together with the server.
func TestSenderInUnicodeIsCheckedWithTheServer(t *testing.T) {
	m := newMailbox(t, options{})
	f := open(t, Options{URL: "smtp://" + m.address, From: "größe@bücher.example"})
	f.Check(t.Context())
	f.stop()
	if log := f.log.String(); !strings.Contains(log, "SMTPUTF8") || !strings.Contains(log, "größe@xn--bcher-kva.example") {
		t.Errorf("the log has %s", log)
	}
	if _, err := New(Options{From: "inbox@bü_cher.example"}); err == nil || !strings.Contains(err.Error(), "SVCX_MAIL_FROM") {
		t.Errorf("no domain: %v", err)
	}
}

// The mail server's own name may be in Unicode.
func TestServerInUnicode(t *testing.T) {
	s, err := parseServer("smtps://mail.bücher.example", nil)
	if err != nil || s.address() != "mail.xn--bcher-kva.example:465" || s.tls.ServerName != "mail.xn--bcher-kva.example" {
		t.Errorf("%+v, %v", s, err)
	}
}
