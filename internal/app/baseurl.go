package app

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"svcx/internal/safehttp"
)

// baseURL is the public address as browsers write it: scheme and host in lower case,
// the host in ASCII, no default port, no trailing slash. It is compared with the
// Origin of requests and starts every link.
//
// Without a setting it is derived from the address to listen on, with localhost
// where that stands for all addresses.
func (c *Config) baseURL(addr string) (string, error) {
	if c.BaseURL == "" {
		return "http://" + reachable(addr), nil
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Opaque != "" || u.Hostname() == "" || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.User != nil || strings.Trim(u.Path, "/") != "" {
		return "", c.wrongBaseURL()
	}
	scheme := strings.ToLower(u.Scheme)
	defaultPort := map[string]string{"http": "80", "https": "443"}[scheme]
	if defaultPort == "" {
		return "", c.wrongBaseURL()
	}
	host, err := asciiHost(u.Hostname())
	if err != nil {
		return "", c.wrongBaseURL()
	}
	switch port := u.Port(); {
	case port == "" || port == defaultPort:
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
	case !isPort(port):
		return "", c.wrongBaseURL()
	default:
		host = net.JoinHostPort(host, port)
	}
	return scheme + "://" + host, nil
}

func (c *Config) wrongBaseURL() error {
	shown := c.BaseURL
	if strings.Contains(shown, "@") { // it may hold a password
		shown = safehttp.Redact(shown)
	}
	return fmt.Errorf("SVCX_BASE_URL (--base-url) must be an address such as https://inbox.example.com, without a user, path, ? or #, not %q", shown)
}

func asciiHost(host string) (string, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.String(), nil
	}
	name, err := idna.Lookup.ToASCII(host)
	if err != nil {
		return "", fmt.Errorf("reading a host name: %w", err)
	}
	return strings.ToLower(name), nil
}

func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0
}

// reachable turns an address to listen on into one that this machine can connect to.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	if everywhere(host) {
		host = "localhost"
	}
	if number, err := net.LookupPort("tcp", port); err == nil {
		port = strconv.Itoa(number)
	}
	return net.JoinHostPort(host, port)
}

// everywhere reports whether a host to listen on stands for all of the machine's addresses.
func everywhere(host string) bool {
	if host == "" || host == "*" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsUnspecified()
}

// checkAddr checks that Addr can be listened on, and MetricsAddr if it is set.
func (c *Config) checkAddr() error {
	if !isAddress(c.Addr) {
		return fmt.Errorf("SVCX_ADDR (--addr) must be host:port such as 127.0.0.1:8080 or :8080, not %q", c.Addr)
	}
	if c.MetricsAddr != "" && !isAddress(c.MetricsAddr) {
		return fmt.Errorf("SVCX_METRICS_ADDR (--metrics-addr) must be host:port such as 127.0.0.1:9090, not %q", c.MetricsAddr)
	}
	return nil
}

func isAddress(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	return err == nil && port != ""
}

// warnOfBaseURL warns at start if links work on this machine only.
func (a *App) warnOfBaseURL() {
	if host, _, err := net.SplitHostPort(a.Config.Addr); err == nil && a.Config.BaseURL == "" && everywhere(host) {
		a.Log.Warn("links lead to localhost: set SVCX_BASE_URL to the address by which others reach this server", "addr", a.Config.Addr)
	}
}
