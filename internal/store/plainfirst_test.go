package store

import (
	"testing"

	"github.com/jackc/pgx/v5"
)

// Storage: TLS is tried first wherever a network lies between, and is never left out
// where the URL requires it.
func TestWithoutTLSFirstOnlyOnLoopback(t *testing.T) {
	for url, plain := range map[string]bool{
		"postgres://u@127.0.0.1/db":                            true,
		"postgres://u@localhost:5433/db?sslmode=prefer":        true,
		"postgres://u@[::1]/db":                                true,
		"postgres://u@10.0.0.7/db":                             false,
		"postgres://u@db.example.com/db":                       false,
		"postgres://u@127.0.0.1/db?sslmode=require":            false,
		"postgres://u@localhost/db?sslmode=verify-full":        false,
		"postgres://u@127.0.0.1,10.0.0.7/db?sslmode=prefer":    false,
		"postgres://u@127.0.0.1/db?sslmode=disable":            true,
		"postgres://u@localhost.example.com/db?sslmode=prefer": false,
	} {
		config, err := pgx.ParseConfig(url)
		if err != nil {
			t.Fatal(err)
		}
		secure := 0
		withoutTLSFirst(config)
		if config.TLSConfig != nil {
			secure++
		}
		if got := config.TLSConfig == nil; got != plain {
			t.Errorf("%s: plain first is %v, not %v", url, got, plain)
		}
		for _, f := range config.Fallbacks {
			if f.TLSConfig != nil {
				secure++
			}
		}
		if secure == 0 && url != "postgres://u@127.0.0.1/db?sslmode=disable" {
			t.Errorf("%s: TLS is not tried at all", url)
		}
	}
}
