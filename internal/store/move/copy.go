package move

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"svcx/internal/sqldb"
)

// A batch has at most so many rows, and ends with the row by which its values exceed
// batchBytes.
const (
	batchRows  = 5000
	batchBytes = 4 << 20
)

// batch is some rows of the source in order.
type batch struct {
	rows    [][]any
	last    keyValues
	changed int64
}

// copyTable copies what the target does not have yet. The next batch is read while one is
// stored.
func (m *mover) copyTable(ctx context.Context, t *table) error {
	p := m.state.Tables[t.name]
	if p == nil {
		p = new(progress)
		m.state.Tables[t.name] = p
	}
	if p.Done {
		return nil
	}
	total, err := t.count(ctx, m.from)
	if err != nil {
		return err
	}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	batches, read := make(chan batch, 1), make(chan error, 1)
	go func() {
		defer close(batches)
		read <- m.readBatches(reading, t, p.After, batches)
	}()
	what := "copying " + t.name
	for b := range batches {
		m.report(what, p.Rows, total)
		if err := m.storeBatch(ctx, t, p, b); err != nil {
			return err
		}
	}
	if err := <-read; err != nil {
		return err
	}
	p.Done = true
	return m.store(ctx)
}

// readBatches reads the rows after a key.
func (m *mover) readBatches(ctx context.Context, t *table, after keyValues, to chan<- batch) error {
	statement := `SELECT ` + strings.Join(t.columns, ", ") + ` FROM ` + t.name + ` WHERE ` + t.theirs()
	if len(after) > 0 {
		var bound []string
		for i := range after {
			bound = append(bound, sqldb.Placeholder(i+1))
		}
		statement += ` AND (` + strings.Join(t.key, ", ") + `) > (` + strings.Join(bound, ", ") + `)`
	}
	var b batch
	size := 0
	send := func() error {
		if len(b.rows) == 0 {
			return nil
		}
		select {
		case to <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
		b, size = batch{}, 0
		return nil
	}
	err := t.each(ctx, m.from, statement+` ORDER BY `+strings.Join(t.key, ", "), after, func(row []any) error {
		b.last = nil
		for _, column := range t.key {
			b.last = append(b.last, row[slices.Index(t.columns, column)])
		}
		b.changed += t.convert(row)
		b.rows = append(b.rows, row)
		if size += sizeOf(row); len(b.rows) >= m.rows || size > batchBytes {
			return send()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return send()
}

// storeBatch stores a batch, and that it is stored.
func (m *mover) storeBatch(ctx context.Context, t *table, p *progress, b batch) error {
	if _, err := m.to.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	was := *p
	err := m.to.Raw(func(c any) error {
		_, err := c.(interface{ Conn() *pgx.Conn }).Conn().CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, pgx.CopyFromRows(b.rows))
		return err
	})
	if err == nil {
		p.Rows, p.After, p.Changed = p.Rows+int64(len(b.rows)), b.last, p.Changed+b.changed
		err = m.store(ctx)
	}
	if err == nil {
		_, err = m.to.ExecContext(ctx, "COMMIT")
	}
	if err != nil {
		// The connection is given up, and what it has begun with it.
		*p = was
	}
	return err
}

// each runs a SELECT of all columns and calls do with the values of each row, as the driver
// has them.
func (t *table) each(ctx context.Context, db queryer, statement string, args []any, do func(row []any) error) error {
	rows, err := db.QueryContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	into := make([]any, len(t.columns))
	for rows.Next() {
		row := make([]any, len(t.columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := do(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// convert makes a row of the source one of the target. It returns how many texts had
// characters that PostgreSQL does not take.
func (t *table) convert(row []any) (changed int64) {
	for i, kind := range t.kinds {
		switch v := row[i].(type) {
		case int64:
			if kind == "boolean" {
				row[i] = v != 0
			}
		case []byte:
			if v == nil { // what the driver has for no bytes, which are not NULL
				row[i] = []byte{}
			}
		case string:
			if stored := storable(v); stored != v {
				row[i] = stored
				changed++
			}
		}
	}
	return changed
}

// storable is a text as it is stored when it arrives: NUL is removed, and each byte that is
// not UTF-8 becomes U+FFFD (D 2). The program stores no others, on either database.
func storable(text string) string {
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	return strings.ReplaceAll(text, "\x00", "")
}

func sizeOf(row []any) int {
	n := 0
	for _, v := range row {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		default:
			n += 8
		}
	}
	return n
}

// hash is the SHA-256 of a row's values. The same values give the same one, whichever
// database they are from.
func hash(row []any, buffer []byte) (sum [sha256.Size]byte, _ []byte, err error) {
	b := buffer[:0]
	text := func(kind byte, v string) {
		b = binary.BigEndian.AppendUint64(append(b, kind), uint64(len(v)))
		b = append(b, v...)
	}
	for _, v := range row {
		switch v := v.(type) {
		case nil:
			b = append(b, 'n')
		case int64:
			b = binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v))
		case bool:
			b = append(b, 'f')
			if v {
				b[len(b)-1] = 't'
			}
		case string:
			text('s', v)
		case []byte:
			text('b', string(v))
		default:
			return sum, b, fmt.Errorf("a value of type %T", v)
		}
	}
	return sha256.Sum256(b), b, nil
}
