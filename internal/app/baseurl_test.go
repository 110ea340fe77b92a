package app

import "testing"

// Faults 106 and 115: the base URL was compared byte by byte with what browsers send,
// and a path was accepted, which cannot work.
func TestBaseURLIsReadAsBrowsersSendIt(t *testing.T) {
	for given, want := range map[string]string{
		"https://inbox.example.com":       "https://inbox.example.com",
		"https://inbox.example.com/":      "https://inbox.example.com",
		"HTTPS://Inbox.Example.COM:443":   "https://inbox.example.com",
		"http://inbox.example.com:80":     "http://inbox.example.com",
		"http://inbox.example.com:443":    "http://inbox.example.com:443",
		"https://inbox.example.com:8443/": "https://inbox.example.com:8443",
		"https://bücher.example":          "https://xn--bcher-kva.example",
		"https://BÜCHER.example:443":      "https://xn--bcher-kva.example",
		"http://[::1]:80":                 "http://[::1]",
		"http://[0:0:0:0:0:0:0:1]:8080":   "http://[::1]:8080",
		"http://10.0.0.7":                 "http://10.0.0.7",
		"https://inbox.example.com/inbox": "",
		"https://inbox.example.com/?":     "",
		"https://inbox.example.com/#":     "https://inbox.example.com",
		"https://inbox.example.com/#a":    "",
		"https://inbox.example.com?a=b":   "",
		"https://user@inbox.example.com":  "",
		"https://inbox.example.com:0":     "",
		"https://inbox.example.com:65536": "",
		"https://:443":                    "",
		"https:inbox.example.com":         "",
		"ftp://inbox.example.com":         "",
		"inbox.example.com":               "",
		"https://a b.example":             "",
		"https://-a-.example":             "",
	} {
		c := Config{BaseURL: given}
		got, err := c.baseURL("127.0.0.1:8080")
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s is %q, %v; want %q", given, got, err, want)
		}
	}
}

// Fault 107: links of a server that listens on all addresses had no host.
func TestBaseURLOfAddress(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8080":   "http://127.0.0.1:8080",
		":8080":            "http://localhost:8080",
		"0.0.0.0:8080":     "http://localhost:8080",
		"[::]:8080":        "http://localhost:8080",
		"[::1]:8080":       "http://[::1]:8080",
		"inbox.local:http": "http://inbox.local:80",
	} {
		c := Config{Addr: addr}
		if got, err := c.baseURL(addr); got != want || err != nil {
			t.Errorf("%s is %q, %v; want %q", addr, got, err, want)
		}
	}
}
