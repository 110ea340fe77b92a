package move

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// verify reads all rows of both databases and compares how many there are, and the sums of
// their hashes. The sums do not depend on the order, in which the databases may differ.
func (m *mover) verify(ctx context.Context) (all []Table, err error) {
	var different []error
	for i := range m.tables {
		t := &m.tables[i]
		from, to, err := m.sums(ctx, t)
		if err != nil {
			return nil, fmt.Errorf("comparing %s: %w", t.name, err)
		}
		if from != to {
			different = append(different, fmt.Errorf("%s differs: %d rows with checksum %s in the embedded database, %d rows with checksum %s in PostgreSQL",
				t.name, from.rows, from.text()[:16], to.rows, to.text()[:16]))
		}
		all = append(all, Table{t.name, to.rows, to.text(), m.state.Tables[t.name].Changed})
	}
	for _, t := range m.numbered() {
		from, err := t.lastID(ctx, m.from)
		if err != nil {
			return nil, err
		}
		to, err := collect(ctx, m.to, `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM `+t.name+`_id`, scanCount)
		if err != nil {
			return nil, err
		}
		if to[0] != from {
			different = append(different, fmt.Errorf("the ids of %s differ: the last one is %d in the embedded database, %d in PostgreSQL", t.name, from, to[0]))
		}
	}
	return all, errors.Join(different...)
}

// sums reads a table of both databases at the same time.
func (m *mover) sums(ctx context.Context, t *table) (from, to sum, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	statement := `SELECT ` + strings.Join(t.columns, ", ") + ` FROM ` + t.name + ` WHERE ` + t.theirs()
	what, total := "comparing "+t.name, m.state.Tables[t.name].Rows
	read := make(chan error, 1)
	go func() {
		var adding adder
		err := t.each(ctx, m.from, statement, nil, func(row []any) error {
			t.convert(row)
			return adding.add(&from, row)
		})
		if err != nil {
			stop(err)
		}
		read <- err
	}()
	var adding adder
	err = t.each(ctx, m.to, statement, nil, func(row []any) error {
		if to.rows%1024 == 0 {
			m.report(what, to.rows, total)
		}
		return adding.add(&to, row)
	})
	if err != nil {
		stop(err)
	}
	if failed := <-read; failed != nil || err != nil {
		// The first of the two ends the other.
		return from, to, context.Cause(ctx)
	}
	return from, to, nil
}

// sum is a number of rows, and the sum of their hashes as a number of 256 bits.
type sum struct {
	rows  int64
	words [4]uint64
}

func (s sum) text() string {
	return fmt.Sprintf("%016x%016x%016x%016x", s.words[3], s.words[2], s.words[1], s.words[0])
}

// adder adds rows to a sum.
type adder struct{ buffer []byte }

func (a *adder) add(s *sum, row []any) (err error) {
	var h [sha256.Size]byte
	if h, a.buffer, err = hash(row, a.buffer); err != nil {
		return err
	}
	s.rows++
	var carry uint64
	for i := range s.words {
		s.words[i], carry = bits.Add64(s.words[i], binary.LittleEndian.Uint64(h[8*i:]), carry)
	}
	return nil
}
