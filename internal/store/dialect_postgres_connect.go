package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// openPool makes a pool of connections whose failures are told in one line.
func openPool(config *pgx.ConnConfig) *sql.DB {
	return sql.OpenDB(connector{stdlib.GetConnector(*config)})
}

type connector struct{ driver.Connector }

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, inOneLine(err)
	}
	return conn, nil
}

// connectFailure is an error of pgx with its text in one line.
type connectFailure struct {
	error
	text string
}

func (f connectFailure) Error() string { return f.text }
func (f connectFailure) Unwrap() error { return f.error }

// inOneLine tells a failed connection once: pgx has a line for every address
// that it tried, for each with TLS and without, mostly with the same words.
func inOneLine(err error) error {
	var failed *pgconn.ConnectError
	if !errors.As(err, &failed) {
		return err
	}
	head, rest, _ := strings.Cut(err.Error(), "\n")
	var causes []string
	for line := range strings.Lines(rest) {
		line = strings.TrimSpace(line)
		known := slices.ContainsFunc(causes, func(c string) bool { return strings.Contains(c, line) })
		if line != "" && !known {
			causes = append(causes, line)
		}
	}
	// Without TLS was tried next: that one's failure is the one that counts.
	if others := slices.DeleteFunc(slices.Clone(causes), func(c string) bool { return strings.HasSuffix(c, "server refused TLS connection") }); len(others) > 0 {
		causes = others
	}
	text := strings.TrimSpace(head + " " + strings.Join(causes, "; "))
	return connectFailure{err, text}
}
