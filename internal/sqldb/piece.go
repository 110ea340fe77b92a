package sqldb

import (
	"context"

	"svcx"
)

// A message may have a few MiB of text, and a page of messages hundreds. To bound
// the memory of an answer, a page's ids and sizes are read first. A page of more
// than WholeBytes is then read in pieces while the answer is written. No
// connection is held between pieces: the set of rows is fixed at the beginning,
// but each row is read as it is by then.
const (
	// WholeBytes is the most bytes of a list that is read as a whole.
	WholeBytes = 256 << 10
	// PieceBytes is the most bytes of a piece that has more than one row.
	PieceBytes = 1 << 20
)

// Sized is a row's id and about how many bytes of text the row has.
type Sized struct {
	ID   int64
	Size int
}

// ScanSized scans an id and a size.
func ScanSized(s Scanner) (row Sized, err error) { return row, s.Scan(&row.ID, &row.Size) }

// InPieces returns a list of the rows, in their order. read finds rows by their
// ids, in any order; a row deleted in the meantime is left out.
func InPieces[T any](ctx context.Context, rows []Sized, id func(T) int64, read func(ctx context.Context, ids []int64) ([]T, error)) (list svcx.List[T], err error) {
	next := func(ctx context.Context, most int) ([]T, error) {
		for len(rows) > 0 {
			ids := FirstPiece(rows, most)
			rows = rows[len(ids):]
			found, err := read(ctx, ids)
			if err != nil {
				return nil, err
			}
			if len(found) > 0 {
				return InOrder(ids, found, id), nil
			}
		}
		return nil, nil
	}
	total := 0
	for _, row := range rows {
		total += row.Size
	}
	if total <= WholeBytes {
		list.Items, err = next(ctx, WholeBytes)
		return list, err
	}
	list.More = func(ctx context.Context) ([]T, error) { return next(ctx, PieceBytes) }
	return list, nil
}

// FirstPiece returns the ids of the first rows, as many as have at most most
// bytes, but at least one.
func FirstPiece(rows []Sized, most int) (ids []int64) {
	size := 0
	for i, row := range rows {
		if size += row.Size; size > most && i > 0 {
			break
		}
		ids = append(ids, row.ID)
	}
	return ids
}

// InOrder sorts the found rows into the order of ids.
func InOrder[T any](ids []int64, found []T, id func(T) int64) []T {
	by := make(map[int64]T, len(found))
	for _, item := range found {
		by[id(item)] = item
	}
	ordered := found[:0]
	for _, id := range ids {
		if item, ok := by[id]; ok {
			ordered = append(ordered, item)
		}
	}
	return ordered
}
