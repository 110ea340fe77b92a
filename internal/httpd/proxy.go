package httpd

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the networks of the reverse proxies whose X-Forwarded-For is
// trusted (SVCX_TRUSTED_PROXIES). If there are none, the header is ignored.
type Proxies []netip.Prefix

// ParseProxies reads networks (10.0.0.0/8, fd00::/8) and single addresses,
// separated by commas or white space. The error names the first entry that is
// neither.
func ParseProxies(lists ...string) (Proxies, error) {
	var p Proxies
	for _, s := range strings.FieldsFunc(strings.Join(lists, ","), isSeparator) {
		prefix, err := parsePrefix(s)
		if err != nil {
			return nil, fmt.Errorf("trusted proxy %q: want a network such as 10.0.0.0/8 or an address", s)
		}
		p = append(p, prefix)
	}
	return p, nil
}

func isSeparator(r rune) bool { return strings.ContainsRune(", \t\r\n", r) }

func parsePrefix(s string) (netip.Prefix, error) {
	if addr, err := netip.ParseAddr(s); err == nil && addr.Zone() == "" {
		addr = addr.Unmap()
		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(s)
	if err != nil {
		return netip.Prefix{}, err
	}
	// Addresses are compared unmapped, so ::ffff:10.0.0.0/104 becomes 10.0.0.0/8.
	if addr := prefix.Addr(); addr.Is4In6() && prefix.Bits() >= 96 {
		prefix = netip.PrefixFrom(addr.Unmap(), prefix.Bits()-96)
	}
	return prefix.Masked(), nil
}

func (p Proxies) trust(addr netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}

// ClientIP returns the client's address (D 5): the peer of the connection, or,
// as long as that is a trusted proxy, the hop before it in X-Forwarded-For. Each
// proxy appends its peer at the right, so entries that the client wrote itself
// stay to the left of the trusted ones. The search stops at an entry that is not
// an address; the last valid hop counts.
//
// Several header lines count as one list. Ports, brackets and zones are dropped,
// IPv4-mapped addresses unmapped. The result is invalid if the peer has no
// address (a Unix socket).
func (p Proxies) ClientIP(r *http.Request) netip.Addr {
	addr, _ := parseHop(r.RemoteAddr)
	lines := r.Header["X-Forwarded-For"]
	for i := len(lines) - 1; i >= 0; i-- {
		for rest, more := lines[i], true; more; {
			if !p.trust(addr) {
				return addr
			}
			var entry string
			if comma := strings.LastIndexByte(rest, ','); comma >= 0 {
				rest, entry = rest[:comma], rest[comma+1:]
			} else {
				entry, more = rest, false
			}
			hop, ok := parseHop(strings.Trim(entry, " \t"))
			if !ok {
				return addr
			}
			addr = hop
		}
	}
	return addr
}

// parseHop reads 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1] and
// [2001:db8::1]:80. ok is false for anything else.
func parseHop(s string) (addr netip.Addr, ok bool) {
	if inner, found := strings.CutPrefix(s, "["); found && strings.HasSuffix(inner, "]") {
		// Only IPv6 addresses stand in brackets; [192.0.2.1] is not a notation.
		a, err := netip.ParseAddr(inner[:len(inner)-1])
		return plain(a), err == nil && a.Is6()
	}
	if a, err := netip.ParseAddr(s); err == nil {
		return plain(a), true
	}
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return plain(ap.Addr()), true
	}
	return netip.Addr{}, false
}

func plain(a netip.Addr) netip.Addr { return a.WithZone("").Unmap() }
