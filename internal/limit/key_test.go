package limit

import (
	"net/netip"
	"testing"
)

func TestKeyOfAddresses(t *testing.T) {
	tests := []struct{ addr, want string }{
		{"203.0.113.9", "203.0.113.9"},
		{"::ffff:203.0.113.9", "203.0.113.9"},
		{"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{"2001:db8:1:2::", "2001:db8:1:2::/64"},
		{"2001:db8:1:3::", "2001:db8:1:3::/64"},
		{"fe80::1%eth0", "fe80::/64"},
		{"::1", "::/64"},
	}
	for _, tt := range tests {
		if got := Key(netip.MustParseAddr(tt.addr)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.addr, got, tt.want)
		}
	}
	if got := Key(netip.Addr{}); got != "unknown" {
		t.Errorf("no address: %q", got)
	}
}
