package store

import (
	"context"

	"svcx"
)

// A message has up to a few MiB of text, and a page of them hundreds. What is
// read for one answer at once has a bound in bytes all the same: the ids of a
// page come first, with the size of each, and what is more than wholeBytes is
// read in pieces, while it is written. No connection is held in between, so a
// piece is as its rows are when it is read; which rows there are is known from
// the beginning.
const (
	wholeBytes = 256 << 10
	// A piece has at most so many bytes, or one row.
	pieceBytes = 1 << 20
)

// sized is a row by its id, and about how many bytes of text it has.
type sized struct {
	id   int64
	size int
}

func scanSized(s scanner) (row sized, err error) { return row, s.Scan(&row.id, &row.size) }

// inPieces is a list of the rows, in their order. read finds rows by their ids,
// in any order; one that is gone meanwhile is left out.
func inPieces[T any](ctx context.Context, rows []sized, id func(T) int64, read func(ctx context.Context, ids []int64) ([]T, error)) (list svcx.List[T], err error) {
	next := func(ctx context.Context, most int) ([]T, error) {
		for len(rows) > 0 {
			ids := firstPiece(rows, most)
			rows = rows[len(ids):]
			found, err := read(ctx, ids)
			if err != nil {
				return nil, err
			}
			if len(found) > 0 {
				return inOrder(ids, found, id), nil
			}
		}
		return nil, nil
	}
	total := 0
	for _, row := range rows {
		total += row.size
	}
	if total <= wholeBytes {
		list.Items, err = next(ctx, wholeBytes)
		return list, err
	}
	list.More = func(ctx context.Context) ([]T, error) { return next(ctx, pieceBytes) }
	return list, nil
}

// firstPiece has the ids of the first of some rows, of at most that many bytes or
// of one.
func firstPiece(rows []sized, most int) (ids []int64) {
	size := 0
	for i, row := range rows {
		if size += row.size; size > most && i > 0 {
			break
		}
		ids = append(ids, row.id)
	}
	return ids
}

// inOrder puts rows into the order of their ids.
func inOrder[T any](ids []int64, found []T, id func(T) int64) []T {
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
