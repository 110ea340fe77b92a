package safehttp

import "net/netip"

// refused4 is all of IPv4 that is not globally routable unicast, by the IANA
// special-purpose registry (W 4.7.2 names the best-known ranges).
var refused4 = prefixes(
	"0.0.0.0/8",       // this network; Linux connects 0.0.0.0 to itself
	"10.0.0.0/8",      // private
	"100.64.0.0/10",   // carrier-grade NAT
	"127.0.0.0/8",     // loopback
	"169.254.0.0/16",  // link-local, cloud metadata
	"172.16.0.0/12",   // private
	"192.0.0.0/24",    // protocol assignments, DS-Lite
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // 6to4 relays
	"192.168.0.0/16",  // private
	"198.18.0.0/15",   // benchmarks
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved, and broadcast
)

// global6 is what IANA has assigned as global unicast. Everything outside of it is
// refused: loopback, unique local, link-local, multicast, and the embeddings of
// IPv4 that are mapped, compatible, translated (64:ff9b::/96, 64:ff9b:1::/48) or
// ISATAP on link-local.
var global6 = netip.MustParsePrefix("2000::/3")

// refused6 is the part of global6 that is refused. An embedding under an
// operator's own NAT64 prefix cannot be recognized here; only routers inside the
// operator's network would translate it.
var refused6 = prefixes(
	"2001::/23",     // protocol assignments: Teredo, ORCHID, benchmarks
	"2001:db8::/32", // documentation
	"2002::/16",     // 6to4
	"3fff::/20",     // documentation
)

func prefixes(texts ...string) []netip.Prefix {
	list := make([]netip.Prefix, len(texts))
	for i, s := range texts {
		list[i] = netip.MustParsePrefix(s)
	}
	return list
}

// policy decides which addresses may be reached: public ones, and the ranges that
// the operator allowed.
type policy struct {
	allow []netip.Prefix // masked; IPv4 in its own form, never mapped
}

// newPolicy takes the operator's ranges. A range written as IPv4-mapped IPv6 means
// the IPv4 range in it; an invalid one allows nothing.
func newPolicy(allow []netip.Prefix) policy {
	var p policy
	for _, r := range allow {
		if r.Addr().Is4In6() && r.Bits() >= 96 {
			r = netip.PrefixFrom(r.Addr().Unmap(), r.Bits()-96)
		}
		if r.IsValid() {
			p.allow = append(p.allow, r.Masked())
		}
	}
	return p
}

// permits reports whether a may be dialed. An address with a zone never may: a zone
// names a link of this machine. An IPv4-mapped address counts as IPv4 for the
// operator's ranges and is otherwise refused, as every embedding is.
func (p policy) permits(a netip.Addr) bool {
	if !a.IsValid() || a.Zone() != "" {
		return false
	}
	if within(p.allow, a.Unmap()) {
		return true
	}
	if a.Is4() {
		return !within(refused4, a)
	}
	return global6.Contains(a) && !within(refused6, a)
}

func within(list []netip.Prefix, a netip.Addr) bool {
	for _, r := range list {
		if r.Contains(a) {
			return true
		}
	}
	return false
}
