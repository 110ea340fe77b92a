package httpd

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestClientIP(t *testing.T) {
	trusted, err := ParseProxies("10.0.0.0/8, fd00::/8 192.0.2.7", "::ffff:172.16.0.0/108")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		remote string
		xff    []string
		want   string // "" is the invalid address
	}{
		{"no header", "198.51.100.1:4711", nil, "198.51.100.1"},
		{"peer is not a proxy: forged header", "198.51.100.1:4711", []string{"203.0.113.9"}, "198.51.100.1"},
		{"one proxy", "10.0.0.1:80", []string{"203.0.113.9"}, "203.0.113.9"},
		{"proxy without header", "10.0.0.1:80", nil, "10.0.0.1"},
		{"client forged the left", "10.0.0.1:80", []string{"1.1.1.1, 203.0.113.9"}, "203.0.113.9"},
		{"two proxies", "10.0.0.1:80", []string{"1.1.1.1, 203.0.113.9,\t10.2.3.4"}, "203.0.113.9"},
		{"all proxies", "10.0.0.1:80", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"lines are joined", "10.0.0.1:80", []string{"1.1.1.1", "203.0.113.9", "10.0.0.2, 10.0.0.3"}, "203.0.113.9"},
		{"forged with a proxy's address", "10.0.0.1:80", []string{"1.1.1.1, 10.9.9.9", "203.0.113.9"}, "203.0.113.9"},
		{"garbage", "10.0.0.1:80", []string{"203.0.113.9, unknown"}, "10.0.0.1"},
		{"garbage further left", "10.0.0.1:80", []string{"203.0.113.9, _x, 10.0.0.2"}, "10.0.0.2"},
		{"empty entry", "10.0.0.1:80", []string{"203.0.113.9, "}, "10.0.0.1"},
		{"empty line", "10.0.0.1:80", []string{"203.0.113.9", ""}, "10.0.0.1"},
		{"port", "10.0.0.1:80", []string{"203.0.113.9:55000"}, "203.0.113.9"},
		{"brackets", "10.0.0.1:80", []string{"[2001:db8::1]"}, "2001:db8::1"},
		{"brackets and port", "10.0.0.1:80", []string{"[2001:db8::1]:443"}, "2001:db8::1"},
		{"bare IPv6", "10.0.0.1:80", []string{"2001:db8::1"}, "2001:db8::1"},
		{"IPv4 in brackets", "10.0.0.1:80", []string{"[203.0.113.9]"}, "10.0.0.1"},
		{"port out of range", "10.0.0.1:80", []string{"203.0.113.9:99999"}, "10.0.0.1"},
		{"leading zero", "10.0.0.1:80", []string{"203.0.113.09"}, "10.0.0.1"},
		{"mapped", "[::ffff:10.0.0.1]:80", []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		{"mapped in brackets", "10.0.0.1:80", []string{"[::ffff:203.0.113.9]:1"}, "203.0.113.9"},
		{"IPv6 proxy", "[fd00::1%eth0]:80", []string{"203.0.113.9"}, "203.0.113.9"},
		{"proxy given as an address", "192.0.2.7:1", []string{"203.0.113.9"}, "203.0.113.9"},
		{"its neighbour", "192.0.2.8:1", []string{"203.0.113.9"}, "192.0.2.8"},
		{"proxy given as a mapped network", "172.20.0.1:1", []string{"203.0.113.9"}, "203.0.113.9"},
		{"zone", "[fe80::1%eth0]:80", nil, "fe80::1"},
		{"no port", "198.51.100.1", nil, "198.51.100.1"},
		{"unix socket", "@", []string{"203.0.113.9"}, ""},
		{"nothing", "", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &http.Request{RemoteAddr: tt.remote, Header: http.Header{}}
			for _, line := range tt.xff {
				r.Header.Add("x-forwarded-for", line)
			}
			var want netip.Addr
			if tt.want != "" {
				want = netip.MustParseAddr(tt.want)
			}
			if got := trusted.ClientIP(r); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestClientIPWithoutProxies(t *testing.T) {
	r := &http.Request{RemoteAddr: "127.0.0.1:1", Header: http.Header{"X-Forwarded-For": {"203.0.113.9"}}}
	if got := (Proxies)(nil).ClientIP(r); got != netip.MustParseAddr("127.0.0.1") {
		t.Errorf("the header is read without a proxy: %v", got)
	}
}

// Whatever a client sends, the entry that the trusted proxy adds decides.
func TestClientIPCannotBeForged(t *testing.T) {
	trusted := Proxies{netip.MustParsePrefix("10.0.0.0/8")}
	rapid.Check(t, func(t *rapid.T) {
		forged := rapid.SliceOf(rapid.OneOf(
			rapid.String(),
			rapid.SampledFrom([]string{"", "10.0.0.9", "1.1.1.1, 10.0.0.9", ",", "[", "]:", "10.0.0.9,"}),
		)).Draw(t, "forged")
		header := append(forged, "203.0.113.9, 10.0.0.2")
		if rapid.Bool().Draw(t, "one line") {
			header = []string{strings.Join(header, ", ")}
		}
		r := &http.Request{RemoteAddr: "10.0.0.1:1", Header: http.Header{"X-Forwarded-For": header}}
		if got := trusted.ClientIP(r); got != netip.MustParseAddr("203.0.113.9") {
			t.Fatalf("%q forged %v", header, got)
		}
	})
}

func TestParseProxies(t *testing.T) {
	for _, bad := range []string{"10.0.0.0/33", "10.0.0", "proxy.example", "fe80::1%eth0", "10.0.0.0/8;10.1.0.0/16", "*"} {
		if p, err := ParseProxies("127.0.0.1", bad); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v, %v", bad, p, err)
		}
	}
	if p, err := ParseProxies("", " , \n"); err != nil || len(p) != 0 {
		t.Errorf("empty: %v, %v", p, err)
	}
	p, err := ParseProxies("10.1.2.3/8,2001:db8::5")
	if err != nil || len(p) != 2 || p[0].String() != "10.0.0.0/8" || p[1].String() != "2001:db8::5/128" {
		t.Errorf("got %v, %v", p, err)
	}
}
