package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"svcx/internal/owned"
)

// owners finds files of the data folder that its owner cannot read. The service runs as that user;
// doctor may run as root, who can read all of them.
func (d *doctor) owners(context.Context) []Finding {
	uid, known := owned.Owner(d.DataDir)
	if !known {
		return nil
	}
	entries, err := os.ReadDir(d.DataDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the database says so
	}
	if err != nil {
		return []Finding{wrong(fmt.Errorf("the data folder: %w", err), chown(d.DataDir, uid))}
	}
	for _, entry := range entries {
		path := filepath.Join(d.DataDir, entry.Name())
		if owner, known := owned.Owner(path); known && owner != uid {
			return []Finding{wrong(fmt.Errorf("%s belongs to uid %d, the data folder to uid %d", path, owner, uid), chown(d.DataDir, uid))}
		}
	}
	return nil
}

func chown(dir string, uid int) string {
	return fmt.Sprintf("give all of it to the service's user: chown -R %d '%s'", uid, dir)
}

// addresses finds other programs at the addresses that the server is to listen on. It does not
// listen itself: a server that starts at this moment would be refused.
func (d *doctor) addresses(ctx context.Context) []Finding {
	var all []Finding
	for _, a := range []struct {
		setting, address, path string
		ours                   func(body string) bool
	}{
		{"SVCX_ADDR", d.Addr, "/healthz", func(body string) bool { return strings.TrimSpace(body) == "ok" }},
		{"SVCX_METRICS_ADDR", d.MetricsAddr, "/metrics", func(body string) bool { return strings.Contains(body, "svcx_") }},
	} {
		if a.address == "" {
			continue
		}
		q, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(a.address)+a.path, nil)
		if err != nil {
			all = append(all, wrong(err, "correct "+a.setting))
			continue
		}
		answer, err := http.DefaultClient.Do(q)
		if err != nil {
			continue // nobody listens, or what is there does not speak HTTP: the server says so at its start
		}
		body, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
		answer.Body.Close()
		if !a.ours(string(body)) {
			all = append(all, wrong(fmt.Errorf("another program listens on %s", a.address), "stop it, or set "+a.setting+" to another address"))
		}
	}
	return all
}

// noAnswer is the finding about a server that was not reached at its public address.
func noAnswer(base string, err error) Finding {
	var untrusted *tls.CertificateVerificationError
	if errors.As(err, &untrusted) {
		return found("a server answers at %s with a certificate that is not trusted here: %v", base, untrusted.Err).
			but("get one that browsers trust, or name its authority by SSL_CERT_FILE and run this again")
	}
	return found("does not answer at %s: %v", base, errors.Unwrap(err)).but("start the service, or correct SVCX_BASE_URL, its DNS or the proxy")
}
