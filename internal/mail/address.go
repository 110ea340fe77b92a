package mail

import (
	"fmt"
	"net/netip"
	"regexp"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"svcx"
)

// asciiDomain is an address with its domain in ASCII, as in DNS. The part before
// the @ has no such form.
func asciiDomain(address string) (string, error) {
	at := strings.LastIndexByte(address, '@')
	domain, err := svcx.ASCIIDomain(address[at+1:])
	if err != nil {
		return "", fmt.Errorf("the domain of %s is not a domain name: %w", svcx.OneLine(address), err)
	}
	return address[:at+1] + domain, nil
}

// beyondASCII is the first address of an e-mail that a server without SMTPUTF8 does
// not accept (RFC 6531 3.5); "" if there is none.
func beyondASCII(m *gomail.Msg) (string, error) {
	from, err := m.GetSender(false)
	if err != nil {
		return "", err
	}
	to, err := m.GetRecipients()
	if err != nil {
		return "", err
	}
	for _, address := range append([]string{from}, to...) {
		if !isASCII(address) {
			return strings.Trim(address, "<>"), nil
		}
	}
	return "", nil
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 0x7F }) < 0
}

// errNoUTF8 is the error for an e-mail that the mail server cannot pass on.
type errNoUTF8 struct{ address string }

func (e *errNoUTF8) Error() string {
	return fmt.Sprintf("the mail server accepts no address with non-ASCII characters before the @ (it lacks SMTPUTF8): %s", svcx.OneLine(e.address))
}

// noHelo is the name in EHLO of a machine without a domain name: an address literal
// (RFC 5321 4.1.3), since a name without a domain would be refused.
const noHelo = "[127.0.0.1]"

// heloName is the name in EHLO: the setting, or the first of the host of the public
// address and the sender's domain that looks like a domain name. The machine's own
// host name is not used: it is rarely a domain name, and it would be disclosed.
func heloName(set, host, from string) (string, error) {
	if set != "" {
		if name := domainName(set); name != "" {
			return name, nil
		}
		if isLiteral(set) {
			return set, nil
		}
		return "", fmt.Errorf("SVCX_SMTP_HELO (--smtp-helo) must be a domain name such as inbox.example.com, or an address such as [192.0.2.1], not %q", set)
	}
	for _, name := range []string{host, from[strings.LastIndexByte(from, '@')+1:]} {
		if name = domainName(name); name != "" {
			return name, nil
		}
	}
	return noHelo, nil
}

// dottedName matches names whose last label begins with a letter, unlike an IP address.
var dottedName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)

const maxDomain = 253

// domainName is name in ASCII if it is a full domain name; "" otherwise, also for IP
// addresses and names of this machine.
func domainName(name string) string {
	ascii, err := svcx.ASCIIDomain(name)
	if err != nil || len(ascii) > maxDomain || !dottedName.MatchString(ascii) || strings.HasSuffix(ascii, ".localhost") {
		return ""
	}
	return ascii
}

// isLiteral reports whether s is an address in brackets (RFC 5321 4.1.3).
func isLiteral(s string) bool {
	inner, opened := strings.CutPrefix(s, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	six, isSix := strings.CutPrefix(inner, "IPv6:")
	ip, err := netip.ParseAddr(six)
	return opened && closed && err == nil && ip.Zone() == "" && ip.Is6() == isSix
}
