package safehttp

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// maxURL is the maximum length of a URL in bytes: what common servers accept as a
// request line. Signed media URLs exceed 2 KiB.
const maxURL = 8 << 10

// target is a parsed URL: where to connect, and what to request.
type target struct {
	url    *url.URL   // scheme, host as for the Host header, path, query
	name   string     // DNS name in ASCII lower case, no trailing dot; "" for a literal
	lookup string     // name for DNS: with the trailing dot, if the URL has one
	addr   netip.Addr // the literal; invalid for a name
	port   uint16
}

// CheckURL is the check when a URL is saved (W 4.7.1, 4.7.2): everything that can be
// checked without DNS. It requires an absolute https URL (or http, if the operator
// allows it) of at most 8 KiB with a host, without userinfo, white space, control
// characters or backslashes, with any port; a literal address, and localhost, must
// be in a range that may be reached. The error is an *Error with CodeBlockedURL; the
// text of its Err can be shown to the user who typed the URL.
func (c *Client) CheckURL(raw string) error {
	t, err := parseTarget(raw, c.allowHTTP)
	if err != nil {
		return err
	}
	if t.addr.IsValid() || t.isLocalhost() {
		_, err = c.fixedAddresses(t)
	}
	return err
}

// parseTarget parses raw; its *Error says why raw is refused. Nothing is repaired:
// if two parsers could read two different hosts, the URL is refused.
func parseTarget(raw string, allowHTTP bool) (*target, error) {
	if err := checkText(raw); err != nil {
		return nil, err
	}
	// The parser's own error quotes the whole URL.
	u, err := url.Parse(raw)
	if err != nil {
		return nil, blocked("not a valid URL")
	}
	switch {
	case u.Scheme != "https" && (u.Scheme != "http" || !allowHTTP):
		return nil, &Error{Code: CodeBlockedURL, Err: ErrNotHTTPS}
	case u.Opaque != "" || u.Host == "":
		return nil, blocked("the URL has no host")
	case u.User != nil:
		return nil, blocked("the URL must not hold a user name or password")
	}
	// url.Parse unescapes percent signs in a host, other parsers do not: the written
	// authority must be exactly what was parsed.
	_, authority, _ := strings.Cut(raw, "://")
	if i := strings.IndexAny(authority, "/?#"); i >= 0 {
		authority = authority[:i]
	}
	if authority != u.Host || strings.Contains(authority, "%") {
		return nil, blocked("the host is not valid")
	}
	t := &target{}
	host, port, err := splitPort(authority, u.Scheme)
	if err != nil {
		return nil, err
	}
	t.port = port
	if err := t.setHost(host); err != nil {
		return nil, err
	}
	t.url = &url.URL{
		Scheme:     u.Scheme,
		Host:       t.hostHeader(u.Scheme),
		Path:       u.Path,
		RawPath:    u.RawPath,
		RawQuery:   escapeQuery(u.RawQuery),
		ForceQuery: u.ForceQuery,
	}
	return t, nil
}

// checkText refuses what no URL contains, before it is parsed.
func checkText(raw string) error {
	switch {
	case raw == "":
		return blocked("the URL is empty")
	case len(raw) > maxURL:
		return blocked(fmt.Sprintf("the URL is longer than %d bytes", maxURL))
	case !utf8.ValidString(raw):
		return blocked("the URL is not valid UTF-8")
	}
	for _, r := range raw {
		// A browser reads a backslash as a slash; in RFC 3986 it is not allowed.
		if unicode.IsControl(r) || unicode.IsSpace(r) || r == '\\' {
			return blocked("the URL holds white space, a control character or a backslash")
		}
	}
	return nil
}

// splitPort cuts an authority without userinfo. The host keeps its brackets.
func splitPort(authority, scheme string) (host string, port uint16, err error) {
	host, digits := authority, ""
	if end := strings.LastIndexByte(authority, ']'); end >= 0 {
		host, digits = authority[:end+1], authority[end+1:]
		if digits != "" && digits[0] != ':' {
			return "", 0, blocked("the host is not valid")
		}
		digits = strings.TrimPrefix(digits, ":")
	} else {
		host, digits, _ = strings.Cut(authority, ":")
	}
	if host == "" {
		return "", 0, blocked("the URL has no host")
	}
	if digits == "" {
		return host, defaultPort(scheme), nil
	}
	n, perr := strconv.ParseUint(digits, 10, 16)
	if perr != nil || n == 0 {
		return "", 0, blocked("the port is not valid")
	}
	return host, uint16(n), nil
}

func defaultPort(scheme string) uint16 {
	if scheme == "http" {
		return 80
	}
	return 443
}

// setHost accepts an IPv6 address in brackets, an IPv4 address as four plain
// decimal numbers, or a DNS name.
func (t *target) setHost(host string) error {
	if strings.HasPrefix(host, "[") {
		addr, err := netip.ParseAddr(strings.TrimSuffix(host[1:], "]"))
		if err != nil || !addr.Is6() || addr.Zone() != "" {
			return blocked("the host is not a valid IPv6 address")
		}
		t.addr = addr
		return nil
	}
	// ParseAddr accepts no short forms, no leading zeros and no hex, so there is only
	// one spelling; all others end in a number and fail below.
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is4() {
		t.addr = addr
		return nil
	}
	name, err := asciiName(host)
	if err != nil {
		return err
	}
	t.lookup, t.name = name, strings.TrimSuffix(name, ".")
	return nil
}

// asciiName returns a host in its DNS form: letters, digits and hyphens, in lower
// case, one trailing dot left in place. Names beyond ASCII are mapped by UTS 46 with
// the lookup profile, as in a browser.
func asciiName(host string) (string, error) {
	const longest = 253        // of a DNS name
	if len(host) > 4*longest { // a rune of four bytes may become one letter
		return "", blocked("the host is too long")
	}
	name := strings.ToLower(host)
	if !isASCII(host) || strings.Contains(name, "xn--") {
		if endsInUnicodeNumber(host) {
			return "", blocked("the host is an unusual spelling of an address")
		}
		var err error
		if name, err = idna.Lookup.ToASCII(host); err != nil {
			return "", blocked("the host is not a valid domain name")
		}
		name = strings.ToLower(name)
	}
	plain := strings.TrimSuffix(name, ".")
	if plain == "" || len(plain) > longest {
		return "", blocked("the host is not a valid domain name")
	}
	labels := strings.Split(plain, ".")
	for _, label := range labels {
		if !isLDH(label) {
			return "", blocked("the host is not a valid domain name")
		}
	}
	if isNumber(labels[len(labels)-1]) {
		return "", blocked("the host is an unusual spelling of an address")
	}
	return name, nil
}

// isLDH reports whether label is 1 to 63 lower-case letters, digits and inner
// hyphens (RFC 1123). Underscores are refused: the name of a host never has one.
func isLDH(label string) bool {
	if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
		return false
	}
	for i := range len(label) {
		b := label[i]
		if b != '-' && (b < '0' || b > '9') && (b < 'a' || b > 'z') {
			return false
		}
	}
	return true
}

// isNumber is the test of the WHATWG URL standard for a host that "ends in a
// number": then browsers, and the C library's inet_aton, take the whole of it
// for an IPv4 address (2130706433, 0x7f.1, 0177.0.0.1, 127.1).
func isNumber(label string) bool {
	set := "0123456789"
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		label, set = hex, "0123456789abcdef"
	}
	return strings.Trim(label, set) == ""
}

// endsInUnicodeNumber finds digits of other scripts, which UTS 46 encodes instead
// of mapping, so that isNumber would miss them afterwards.
func endsInUnicodeNumber(host string) bool {
	labels := strings.FieldsFunc(host, func(r rune) bool {
		return r == '.' || r == '。' || r == '．' || r == '｡' // all dots to UTS 46
	})
	if len(labels) == 0 {
		return false
	}
	for _, r := range labels[len(labels)-1] {
		if !unicode.IsNumber(r) {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isLocalhost reports whether RFC 6761 assigns the loopback addresses to the name,
// whatever DNS says.
func (t *target) isLocalhost() bool {
	return t.name == "localhost" || strings.HasSuffix(t.name, ".localhost")
}

// hostHeader returns the host and, unless it is the scheme's default, the port.
func (t *target) hostHeader(scheme string) string {
	host := t.name
	switch {
	case t.addr.Is6():
		host = "[" + t.addr.String() + "]"
	case t.addr.IsValid():
		host = t.addr.String()
	}
	if t.port == defaultPort(scheme) {
		return host
	}
	return host + ":" + strconv.Itoa(int(t.port))
}

// escapeQuery percent-encodes bytes beyond ASCII, which are not allowed in a request
// line and which net/http would send as they are.
func escapeQuery(query string) string {
	if isASCII(query) {
		return query
	}
	var b strings.Builder
	for i := range len(query) {
		if query[i] >= utf8.RuneSelf {
			fmt.Fprintf(&b, "%%%02X", query[i])
		} else {
			b.WriteByte(query[i])
		}
	}
	return b.String()
}

// Redact returns raw as it may appear in a log or an error: scheme, host, port and
// path, in printable ASCII, cut after 1 KiB. Query, fragment and userinfo are left
// out, since they may contain an integrator's secret. Of text that is not an
// absolute URL nothing is shown, since its parts are unknown.
func Redact(raw string) string {
	const (
		hidden  = "(not a URL)"
		longest = 1 << 10
	)
	if checkText(raw) != nil {
		return hidden
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme == "" || u.Host == "" || u.Opaque != "" {
		return hidden
	}
	bare := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}
	shown := bare.String()
	if len(shown) > longest {
		shown = shown[:longest] + "..."
	}
	return shown
}
