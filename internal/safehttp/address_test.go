package safehttp

import (
	"net/netip"
	"testing"
)

// refusedAddresses are the first and last of every refused range, the ones that
// attackers use, and every way to embed an IPv4 address in an IPv6 one.
var refusedAddresses = []string{
	"0.0.0.0", "0.0.0.1", "0.255.255.255",
	"10.0.0.0", "10.1.2.3", "10.255.255.255",
	"100.64.0.0", "100.100.100.200", "100.127.255.255",
	"127.0.0.0", "127.0.0.1", "127.0.1.1", "127.255.255.255",
	"169.254.0.0", "169.254.169.254", "169.254.170.2", "169.254.255.255",
	"172.16.0.0", "172.17.0.1", "172.31.255.255",
	"192.0.0.0", "192.0.0.192", "192.0.0.255",
	"192.0.2.0", "192.0.2.255",
	"192.88.99.0", "192.88.99.1", "192.88.99.255",
	"192.168.0.0", "192.168.1.1", "192.168.255.255",
	"198.18.0.0", "198.19.255.255",
	"198.51.100.0", "198.51.100.255",
	"203.0.113.0", "203.0.113.255",
	"224.0.0.0", "224.0.0.251", "239.255.255.255",
	"240.0.0.0", "255.255.255.254", "255.255.255.255",

	"::", "::1", "::2", "::ffff", "::ffff:ffff",
	"::127.0.0.1", "::8.8.8.8", "::169.254.169.254", // compatible
	"::ffff:0:127.0.0.1", "::ffff:0:8.8.8.8", // translated (SIIT)
	"64:ff9b::", "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b::ffff:ffff",
	"64:ff9b:1::", "64:ff9b:1::a00:1", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
	"100::", "100::1", "100:0:0:1::", // discard
	"1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
	"2001::", "2001::1", "2001:0:7f00:1::", "2001:0:4136:e378:8000:63bf:80ff:fffe", // Teredo
	"2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1",
	"2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
	"2001:db8::", "2001:db8::1", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
	"2002::", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2002:808:808::1", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
	"3fff::", "3fff::1", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
	"4000::", "5f00::1", "8000::1",
	"fc00::", "fc00::1", "fd00::1", "fd00:ec2::254", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
	"fe00::1", "fe80::", "fe80::1", "fe80::5efe:7f00:1", "fe80::a9fe:a9fe", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
	"fec0::1", "feff::1",
	"ff00::", "ff02::1", "ff05::1:3", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
}

// refusedMapped are refused as literals. In a resolver's answer a mapped address is
// how Go returns IPv4.
var refusedMapped = []string{
	"::ffff:0.0.0.0", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
	"::ffff:172.16.0.1", "::ffff:192.168.0.1", "::ffff:100.64.0.1", "::ffff:7f00:1",
	"0:0:0:0:0:ffff:7f00:1", "0000:0000:0000:0000:0000:ffff:a9fe:a9fe",
}

// publicAddresses are the neighbors of the refused ranges, and common ones.
var publicAddresses = []string{
	"1.0.0.0", "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0",
	"100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
	"169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
	"191.255.255.255", "192.0.1.0", "192.0.1.255", "192.0.3.0", "192.88.98.255", "192.88.100.0",
	"192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
	"198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
	"2000::", "2000::1", "2001:200::", "2001:200::1", "2001:4860:4860::8888",
	"2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::", "2001:ffff::1", "2003::1",
	"2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "3ffe:ffff::1", "3fff:1000::",
}

func TestPublicAddresses(t *testing.T) {
	var p policy
	for _, s := range append(refusedAddresses, refusedMapped...) {
		if p.permits(netip.MustParseAddr(s)) {
			t.Errorf("%s is permitted", s)
		}
	}
	for _, s := range publicAddresses {
		a := netip.MustParseAddr(s)
		if !p.permits(a) {
			t.Errorf("%s is refused", s)
		}
		if a.Is4() && p.permits(netip.AddrFrom16(a.As16())) {
			t.Errorf("%s is permitted in mapped form", s)
		}
		if a.Is6() && p.permits(a.WithZone("eth0")) {
			t.Errorf("%s is permitted with a zone", s)
		}
	}
	if p.permits(netip.Addr{}) {
		t.Error("the zero address is permitted")
	}
}

func TestAllowedRanges(t *testing.T) {
	tests := []struct {
		allow string
		yes   []string
		no    []string
	}{
		{"127.0.0.0/8", []string{"127.0.0.1", "127.9.9.9", "::ffff:127.0.0.1", "8.8.8.8"}, []string{"::1", "10.0.0.1", "::127.0.0.1", "::ffff:10.0.0.1"}},
		{"10.1.2.3/16", []string{"10.1.0.0", "10.1.255.255"}, []string{"10.0.255.255", "10.2.0.0"}}, // host bits set
		{"::ffff:10.0.0.0/104", []string{"10.0.0.1", "::ffff:10.0.0.1"}, []string{"127.0.0.1", "::a00:1"}},
		{"::1/128", []string{"::1"}, []string{"::2", "127.0.0.1", "::"}},
		{"fd00::/8", []string{"fd12::1"}, []string{"fc00::1", "fe80::1", "fd12::1%eth0"}},
		{"::/0", []string{"::1", "fe80::1", "64:ff9b::1"}, []string{"127.0.0.1", "::ffff:127.0.0.1", "fe80::1%eth0"}},
		{"0.0.0.0/0", []string{"0.0.0.0", "255.255.255.255", "::ffff:127.0.0.1"}, []string{"::1", "64:ff9b::7f00:1", "2002:7f00:1::"}},
	}
	for _, tt := range tests {
		p := newPolicy([]netip.Prefix{netip.MustParsePrefix(tt.allow), {}})
		for _, s := range tt.yes {
			if !p.permits(netip.MustParseAddr(s)) {
				t.Errorf("%s is refused with %s allowed", s, tt.allow)
			}
		}
		for _, s := range tt.no {
			a, err := netip.ParseAddr(s)
			if err == nil && p.permits(a) {
				t.Errorf("%s is permitted with %s allowed", s, tt.allow)
			}
		}
	}
}
