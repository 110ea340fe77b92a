package richtext

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"svcx"
)

// maxAddress bounds the target of a link.
const maxAddress = 4 << 10

// address is where a link leads.
type address struct {
	// href is written as every browser reads it: no user, host in ASCII, escaped.
	href string
	// host is what people should know of it: a host in ASCII, or the mail address or number.
	host string
	// user says that it had a part before an @, which looks like a host.
	user bool
}

// parseAddress reads the target of a link as a browser would and rejects what is no
// address with a host, a mail address or a telephone number. Addresses relative to the page are
// rejected: they would lead into this service.
func parseAddress(raw string) (a address, ok bool) {
	raw = strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	raw = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1 // as browsers do
		}
		return r
	}, raw)
	if len(raw) > maxAddress || !utf8.ValidString(raw) || strings.ContainsFunc(raw, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) && r != ' ' }) {
		return a, false
	}
	if strings.HasPrefix(raw, "//") {
		raw = "https:" + raw
	}
	scheme, rest, found := strings.Cut(raw, ":")
	if !found {
		return a, false
	}
	switch strings.ToLower(scheme) {
	case "http", "https":
		return parseWeb(strings.ToLower(scheme), rest)
	case "mailto":
		return parseMail(rest)
	case "tel":
		return parseNumber(rest)
	}
	return a, false
}

// parseWeb reads what follows http: or https:. Browsers take backslashes as slashes and any number of
// them; mails that do are not worth a guess.
func parseWeb(scheme, rest string) (a address, ok bool) {
	authority, found := strings.CutPrefix(rest, "//")
	if !found || strings.HasPrefix(authority, "/") {
		return a, false
	}
	end := strings.IndexAny(authority, "/?#")
	if end < 0 {
		end = len(authority)
	}
	authority, tail := authority[:end], authority[end:]
	if strings.Contains(authority, `\`) {
		return a, false
	}
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		a.user, authority = true, authority[at+1:]
	}
	host, port := authority, ""
	if colon := strings.LastIndexByte(authority, ':'); colon >= 0 && !strings.HasSuffix(authority, "]") {
		host, port = authority[:colon], authority[colon:]
		if port = port[1:]; port != "" {
			number, err := strconv.ParseUint(port, 10, 16)
			if err != nil {
				return a, false
			}
			port = ":" + strconv.FormatUint(number, 10)
		}
	}
	if host, ok = asciiHost(host); !ok {
		return a, false
	}
	if !strings.HasPrefix(tail, "/") {
		tail = "/" + tail
	}
	href, ok := settled(scheme + "://" + host + port + tail)
	a.href, a.host = href, host
	return a, ok
}

// settled is an address in Go's spelling, which a second reading keeps.
func settled(s string) (string, bool) {
	for range 3 {
		u, err := url.Parse(s)
		if err != nil {
			// An escape that is none, as in "50%": browsers keep it.
			if s = escapePercents(s); s == "" {
				return "", false
			}
			if u, err = url.Parse(s); err != nil {
				return "", false
			}
		}
		if next := u.String(); next != s {
			s = next
			continue
		}
		return s, true
	}
	return "", false
}

func escapePercents(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		if s[i] == '%' && !(i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])) {
			b.WriteString("25")
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// parseMail keeps the address and the subject: a body that was written in advance, or hidden
// copies, would be sent by whoever clicks without looking.
func parseMail(rest string) (a address, ok bool) {
	to, query, _ := strings.Cut(rest, "?")
	to, err := url.PathUnescape(to)
	if err != nil || !isMail(to) {
		return a, false
	}
	a.host, a.href = to, "mailto:"+mailPath(to)
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.EqualFold(name, "subject") {
			continue
		}
		if subject, err := url.PathUnescape(value); err == nil && svcx.OneLine(subject) != "" {
			a.href += "?subject=" + strings.ReplaceAll(url.QueryEscape(svcx.OneLine(subject)), "+", "%20")
			break
		}
	}
	href, ok := settled(a.href)
	a.href = href
	return a, ok
}

func mailPath(to string) string {
	local, domain, _ := strings.Cut(to, "@")
	domain, _ = asciiHost(domain)
	return url.PathEscape(local) + "@" + domain
}

// isMail reports whether a text is one plain mail address, as people write them.
func isMail(s string) bool {
	local, domain, found := strings.Cut(s, "@")
	if !found || local == "" || len(s) > 254 {
		return false
	}
	for _, r := range local {
		if !(r < utf8.RuneSelf && isMailByte(byte(r)) || r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))) {
			return false
		}
	}
	_, ok := asciiHost(domain)
	return ok && strings.Contains(domain, ".")
}

func isMailByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte(".!#$&'*+-/=^_`{|}~", c) >= 0
}

func parseNumber(rest string) (a address, ok bool) {
	number := strings.ReplaceAll(rest, "%20", " ")
	if digits := strings.Trim(number, "+0123456789 ().-"); digits != "" || len(number) > 40 || !strings.ContainsAny(number, "0123456789") {
		return a, false
	}
	plain := strings.Map(func(r rune) rune {
		if r == '+' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, number)
	return address{href: "tel:" + plain, host: plain}, true
}

// hostProfile reads hosts as browsers do, with mapping of case and width.
var hostProfile = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.StrictDomainName(false), idna.VerifyDNSLength(true))

// asciiHost is a host as it goes into an address: ASCII, lower case. Addresses of IPv6 stay in brackets.
func asciiHost(host string) (ascii string, ok bool) {
	if inside, found := strings.CutPrefix(host, "["); found {
		inside, found = strings.CutSuffix(inside, "]")
		return strings.ToLower(host), found && inside != "" && strings.Trim(inside, "0123456789abcdefABCDEF:.") == "" && strings.Contains(inside, ":")
	}
	if host == "" || len(host) > 1000 {
		return "", false
	}
	ascii, err := hostProfile.ToASCII(strings.TrimSuffix(host, "."))
	if err != nil || ascii == "" {
		return "", false
	}
	for i := range len(ascii) {
		if c := ascii[i]; c >= utf8.RuneSelf || !(isHostByte(c) || c == '.') {
			return "", false
		}
	}
	return ascii, true
}

func isHostByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '-' || c == '_'
}
