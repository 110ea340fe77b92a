package safehttp

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"unicode"
)

// refusedURLs are URLs that no setting allows and that never reach DNS.
var refusedURLs = []string{
	// Not an absolute https URL.
	"", " ", "/", "//example.com/", "example.com", "example.com/x", "example.com:443", "https", "https:", "https:/", "https://",
	"https:example.com", "https:/example.com", "https:///example.com", "https://?", "https://#", "https://:443/", "https://:@/",
	"http:/example.com", "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "ws://example.com/", "javascript:alert(1)",
	"data:text/plain,x", "unix:///run/x.sock", "https+unix://x/", "httpss://example.com/", "mailto:a@example.com", "://example.com", "1https://example.com",

	// Userinfo, and what some parsers read as userinfo.
	"https://user@example.com/", "https://user:pass@example.com/", "https://@example.com/", "https://:@example.com/",
	"https://example.com@127.0.0.1/", "https://127.0.0.1@example.com/", "https://a@b@example.com/", "https://example.com:443@127.0.0.1/",
	"https://example.com%40127.0.0.1/", `https://example.com\@127.0.0.1/`, `https://127.0.0.1\@example.com/`, `https://example.com\.evil.example/`,
	`https:\\example.com\`, `https:/\example.com/`,

	// White space, controls, bad bytes.
	" https://example.com/", "https://example.com/ ", "https://exam ple.com/", "https://example.com/a b", "https://example.com/?a b", "https://example.com/?\r\nHost: x",
	"https://example.com/\x00", "https://example.com\t/", "https://exam\nple.com/", "https://example.com/\x7f", "https://example.com/\u0085", "https://example.com/\u00a0",
	"https://example.com/\u2028", "https://example.com\u3000/", "https://example.com/\xff", "https://\xff.example.com/", "\ufeffhttps://example.com/",
	"https://example.com/" + strings.Repeat("a", maxURL), "https://" + strings.Repeat("é", 2000) + ".example/",

	// Ports.
	"https://example.com:0/", "https://example.com:65536/", "https://example.com:99999999999999999999/", "https://example.com:-1/", "https://example.com:+1/",
	"https://example.com:http/", "https://example.com:443:443/", "https://example.com:4 43/", "https://example.com:４４３/", "https://example.com:0x1bb/",

	// Decimal, hex, octal, short and mixed spellings of IPv4.
	"https://2130706433/", "https://2130706433:443/", "https://02130706433/", "https://017700000001/", "https://0x7f000001/", "https://0X7F000001/", "https://0x7F.1/",
	"https://0/", "https://00/", "https://0x/", "https://0x0/", "https://1/", "https://127.1/", "https://127.0.1/", "https://10.1/", "https://192.168.257/",
	"https://0177.0.0.1/", "https://0177.1/", "https://0x7f.0.0.1/", "https://0x7f.0x0.0x0.0x1/", "https://127.0.0.0x1/", "https://127.0.0.01/", "https://127.0.0.00000001/",
	"https://0x7f.0.1/", "https://0000127.0.0.1/", "https://127.0.0.1.1/", "https://1.2.3.4.5/", "https://256.0.0.1/", "https://127.0.0.256/", "https://127.0.0.1.0/",
	"https://4294967296/", "https://0xffffffffff/", "https://2852039166/", "https://0xa9fea9fe/", "https://0251.0376.0251.0376/", "https://169.254.43518/", "https://3232235777/",
	"https://8.8.8/", "https://8.8/", "https://134744072/", "https://010.8.8.8/", "https://8.8.8.08/", "https://0x08.8.8.8/",
	"https://foo.1/", "https://foo.0x7f/", "https://example.0x/", "https://example.com.00/", "https://-127.0.0.1/", "https://127.0.0.1-/",

	// Dots.
	"https://127.0.0.1./", "https://127.0.0.1../", "https://.127.0.0.1/", "https://127..1/", "https://127.0.0..1/", "https://2130706433./", "https://0x7f.1./", "https://8.8.8.8./",
	"https://./", "https://../", "https://.example.com/", "https://example..com/", "https://example.com../",

	// Other scripts' digits and dots, invisible characters, percent signs.
	"https://１２７.0.0.1/", "https://１２７．０．０．１/", "https://127。0。0。1/", "https://127｡0｡0｡1/", "https://８.８.８.８/", "https://②①③⓪⑦⓪⑥④③③/", "https://①②⑦.⓪.⓪.①/",
	"https://¹²⁷.⁰.⁰.¹/", "https://𝟙𝟚𝟟.𝟘.𝟘.𝟙/", "https://127.0.0.①/", "https://0ｘ7f.1/", "https://０ｘ７ｆ０００００１/", "https://१२७.०.०.१/", "https://١٢٧.٠.٠.١/", "https://一二七.〇.〇.1/",
	"https://127.0.0.1\u00ad/", "https://127.0.\u200b0.1/", "https://1\u206027.0.0.1/", "https://127.0.0.1\ufe0f/",
	"https://%31%32%37.0.0.1/", "https://127%2e0%2e0%2e1/", "https://127.0.0.1%2f/", "https://127.0.0.1%00.example.com/", "https://%6c%6fcalhost/", "https://example%2ecom/", "https://ex%C3%A4mple.com/", "https://%E2%91%A0.com/", "https://127.0.0.1%/",

	// Brackets, zones, other forms of IPv6.
	"https://[127.0.0.1]/", "https://[8.8.8.8]/", "https://[]/", "https://[::/", "https://::1/", "https://::1]/", "https://[[::1]]/", "https://[::1]]/", "https://[::1]x/", "https://[::1]:x/", "https://[::1]443/",
	"https://[::1%25lo]/", "https://[::1%lo]/", "https://[fe80::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[2606:4700::1%25eth0]/", "https://[2606:4700::1%251]/", "https://[%3a%3a1]/", "https://[v1.x]/", "https://[::1.2.3]/",
	"https://[::ffff:0177.0.0.1]/", "https://[::ffff:127.1]/", "https://[::12345]/", "https://[1:2:3:4:5:6:7:8:9]/", "https://[localhost]/", "https://[２606::1]/", "https://2606:4700::1/", "https://[2606:4700::1]:0/", "https://x[::1]/", "https://[::1].example.com/",
	"https://2606-4700--1.ipv6-literal.net:x/",

	// Invalid names.
	"https://-example.com/", "https://example-.com/", "https://exa_mple.com/", "https://*.example.com/", "https://exam!ple.com/", "https://example.com,127.0.0.1/", "https://example.com;127.0.0.1/",
	"https://" + strings.Repeat("a", 64) + ".com/", "https://" + strings.Repeat("a.", 127) + "com/", "https://xn--/", "https://xn--a/", "https://xn--localhost-/", "https://xn--example-.com/", "https://$(id).example.com/", "https://<x>/", `https://"x"/`, "https://{x}/", "https://a|b/", "https://a^b/", "https://a`b/", "https://'x'/", "https://a&b/", "https://a=b/",
}

// localURLs name this machine in every way that needs no DNS.
var localURLs = []string{
	"https://localhost/", "https://localhost:8443/", "https://LOCALHOST/", "https://LocalHost./", "https://localhost./", "https://a.localhost/", "https://a.b.localhost./",
	"https://ｌｏｃａｌｈｏｓｔ/", "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "https://local\u00adhost/", "https://localhost。/", "https://loca\u200blhost/", "https://x．localhost/", "https://ＬＯＣＡＬＨＯＳＴ/", "https://LOCALHOſT/",
}

var acceptedURLs = []struct{ raw, host string }{
	{"https://example.com", "example.com"},
	{"HTTPS://EXAMPLE.com/", "example.com"},
	{"https://example.com./x", "example.com"},
	{"https://example.com:443/", "example.com"},
	{"https://example.com:/", "example.com"},
	{"https://example.com:00443/", "example.com"},
	{"https://example.com:22/", "example.com:22"},
	{"https://example.com:65535/", "example.com:65535"},
	{"https://receiver/hook", "receiver"},
	{"https://a--b.example.com/", "a--b.example.com"},
	{"https://r3---x.example.com/", "r3---x.example.com"},
	{"https://1.example.com/", "1.example.com"},
	{"https://127.0.0.1.nip.io/", "127.0.0.1.nip.io"}, // its answer is refused
	{"https://0x7f.example/", "0x7f.example"},
	{"https://1e100.net/", "1e100.net"},
	{"https://163.com/", "163.com"},
	{"https://example.1com/", "example.1com"},
	{"https://localhost.example.com/", "localhost.example.com"},
	{"https://notlocalhost/", "notlocalhost"},
	{"https://bücher.example/", "xn--bcher-kva.example"},
	{"https://BÜCHER.example/", "xn--bcher-kva.example"},
	{"https://xn--bcher-kva.example/", "xn--bcher-kva.example"},
	{"https://XN--BCHER-KVA.example/", "xn--bcher-kva.example"},
	{"https://例え。テスト/", "xn--r8jz45g.xn--zckzah"},
	{"https://пример.рф:8443/", "xn--e1afmkfd.xn--p1ai:8443"},
	{"https://faß.example/", "xn--fa-hia.example"},
	{"https://8.8.8.8/", "8.8.8.8"},
	{"https://8.8.8.8:8443/x?y", "8.8.8.8:8443"},
	{"https://[2606:4700:4700::1111]/", "[2606:4700:4700::1111]"},
	{"https://[2606:4700:4700:0:0:0:0:1111]:444/", "[2606:4700:4700::1111]:444"},
	{"https://[2606:4700:4700::0.0.17.17]/", "[2606:4700:4700::1111]"},
	{"https://example.com/a/b;c=d?x=1&y=%20#f", "example.com"},
	{"https://example.com?x=https://u:p@127.0.0.1/", "example.com"},
	{"https://example.com#@127.0.0.1/", "example.com"},
	{"https://example.com/@127.0.0.1/", "example.com"},
}

func TestCheckURLRefused(t *testing.T) {
	for _, o := range []Options{{}, {AllowHTTP: true, AllowCIDRs: everything}} {
		c := New(o)
		for _, raw := range refusedURLs {
			if err := c.CheckURL(raw); Code(err) != CodeBlockedURL {
				t.Errorf("CheckURL(%q) = %v", raw, err)
			}
		}
	}
	for _, raw := range append(localURLs, "http://example.com/", "HTTP://example.com/", "http://8.8.8.8/") {
		if err := New(Options{}).CheckURL(raw); Code(err) != CodeBlockedURL {
			t.Errorf("CheckURL(%q) = %v", raw, err)
		}
	}
}

func TestCheckURLAccepted(t *testing.T) {
	c := New(Options{})
	for _, tt := range acceptedURLs {
		if err := c.CheckURL(tt.raw); err != nil {
			t.Errorf("CheckURL(%q) = %v", tt.raw, err)
			continue
		}
		got, err := parseTarget(tt.raw, false)
		if err != nil || got.url.Host != tt.host {
			t.Errorf("host of %q = %q, %v, want %q", tt.raw, got.url.Host, err, tt.host)
		}
	}
	if err := New(Options{AllowHTTP: true}).CheckURL("http://example.com/"); err != nil {
		t.Error(err)
	}
	// Allowed ranges apply when a URL is saved.
	local := New(Options{AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}})
	for _, raw := range append(localURLs, "https://127.0.0.1:8443/", "https://[::ffff:127.0.0.1]/", "https://[fd00::1]/") {
		if err := local.CheckURL(raw); err != nil {
			t.Errorf("CheckURL(%q) with loopback allowed = %v", raw, err)
		}
	}
	for _, raw := range []string{"https://[::1]/", "https://10.0.0.1/", "https://2130706433/", "https://[::127.0.0.1]/"} {
		if err := local.CheckURL(raw); Code(err) != CodeBlockedURL {
			t.Errorf("CheckURL(%q) with loopback allowed = %v", raw, err)
		}
	}
}

func TestErrorsDoNotShowSecrets(t *testing.T) {
	c := New(Options{})
	for _, raw := range []string{
		"http://hush:hush@example.com/?hush", "https://hush:hush@example.com/?hush", "https://127.0.0.1/?hush#hush",
		"https://example.com:hush/?hush", "https://exa%zzmple.com/?hush", "https://[::1/?hush", "https://hush@[::1%25hush]/", "\x00https://x/?hush", "https://localhost/?hush", "https://2130706433/?hush",
	} {
		err := c.CheckURL(raw)
		if err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("CheckURL(%q) = %v", raw, err)
		}
	}
}

func TestRedactLeavesOutSecrets(t *testing.T) {
	for raw, want := range map[string]string{
		"https://example.com/hook?token=hush#hush":        "https://example.com/hook",
		"https://user:hush@example.com:8443/hook?":        "https://example.com:8443/hook",
		"https://hush@example.com":                        "https://example.com",
		"https://a@hush@example.com/":                     "https://example.com/",
		"http://[::1]:80/a%2Fb?x":                         "http://[::1]:80/a%2Fb",
		"https://example.com/%3Fx":                        "https://example.com/%3Fx",
		"https://пример.рф/ф?ф":                           "https://%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84/%D1%84",
		"https://example.com/" + strings.Repeat("a", 2e3): "https://example.com/" + strings.Repeat("a", 1004) + "...",
		"https://example.com?hush@x":                      "https://example.com",
	} {
		if got := Redact(raw); got != want {
			t.Errorf("Redact(%q) = %q, want %q", raw, got, want)
		}
	}
	for _, raw := range []string{"", "hush", "?hush", "https:user:hush@example.com", "https://user:hu/sh@example.com", "user:hush@example.com/", "https://a b:hush@x/", "https://x/\nhush", "https://%zz:hush@x/", "mailto:hush@x", "https://" + strings.Repeat("hush", 1e4)} {
		if got := Redact(raw); got != "(not a URL)" {
			t.Errorf("Redact(%q) = %q", raw, got)
		}
	}
}

func TestQueryAndPathAreSentAsWritten(t *testing.T) {
	for raw, want := range map[string]string{
		"https://example.com":                 "/",
		"https://example.com?":                "/?",
		"https://example.com?a=b":             "/?a=b",
		"https://example.com//a/../b%2Fc?x=1": "//a/../b%2Fc?x=1",
		"https://example.com/ф?ф=%20#ф":       "/%D1%84?%D1%84=%20",
	} {
		got, err := parseTarget(raw, false)
		if err != nil || got.url.RequestURI() != want {
			t.Errorf("request of %q = %q, %v, want %q", raw, got.url.RequestURI(), err, want)
		}
	}
}

// FuzzCheckURL checks that every accepted URL has a host that no other parser can
// read as a refused address, and that nothing panics.
func FuzzCheckURL(f *testing.F) {
	for _, raw := range append(refusedURLs, localURLs...) {
		f.Add(raw)
	}
	for _, tt := range acceptedURLs {
		f.Add(tt.raw)
	}
	for _, s := range append(refusedAddresses, publicAddresses...) {
		f.Add("https://" + bracketed(s) + "/")
	}
	c := New(Options{})
	f.Fuzz(func(t *testing.T, raw string) {
		shown := Redact(raw)
		if strings.ContainsAny(shown, "?#") || strings.ContainsFunc(shown, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }) {
			t.Fatalf("Redact(%q) = %q", raw, shown)
		}
		err := c.CheckURL(raw)
		if err != nil {
			if Code(err) != CodeBlockedURL {
				t.Fatalf("CheckURL(%q) = %v", raw, err)
			}
			return
		}
		u, err := url.Parse(raw)
		if err != nil || u.User != nil || u.Scheme != "https" {
			t.Fatalf("accepted %q, url.Parse: %v, %v", raw, u, err)
		}
		host := u.Hostname()
		if addr, err := netip.ParseAddr(host); err == nil {
			if !c.policy.permits(addr) {
				t.Fatalf("accepted %q, a refused address", raw)
			}
			return
		}
		got, err := parseTarget(raw, false)
		if err != nil || got.addr.IsValid() || got.isLocalhost() {
			t.Fatalf("accepted %q, read as %+v, %v", raw, got, err)
		}
		// The name for DNS consists of letters, digits, hyphens and dots, and its last
		// label is not a number to inet_aton (strtoul with base 0).
		last := got.name[strings.LastIndexByte(got.name, '.')+1:]
		if strings.Trim(last, "0123456789") == "" || (strings.HasPrefix(last, "0x") && strings.Trim(last[2:], "0123456789abcdef") == "") {
			t.Fatalf("accepted %q, which ends in a number", raw)
		}
		if strings.Trim(got.name, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" || len(got.name) > 253 {
			t.Fatalf("accepted %q, name %q", raw, got.name)
		}
	})
}
