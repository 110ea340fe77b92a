package limit

import "net/netip"

// Key is the name under which a client is counted: a whole IPv4 address, or the
// /64 of an IPv6 address ("2001:db8:1:2::/64"), since a single subscriber usually
// has a whole /64 to choose addresses from. Clients without an address share one
// bucket, "unknown".
func Key(addr netip.Addr) string {
	addr = addr.WithZone("").Unmap()
	switch {
	case !addr.IsValid():
		return "unknown"
	case addr.Is4():
		return addr.String()
	}
	return netip.PrefixFrom(addr, 64).Masked().String()
}
