package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
)

// What is deleted is overwritten (secure_delete), but where SQLite lays out the
// rows of a page anew, what lay there before stays in the gap between the list
// of rows and the rows. No statement shows it; the file does.

const (
	// gapChunk is how many pages are looked at together.
	gapChunk = 512
	// Kinds of pages that hold rows, by their first byte.
	pageInnerIndex, pageInnerTable, pageLeafIndex, pageLeafTable = 2, 5, 10, 13
	// firstHeader is where the header of the first page begins.
	firstHeader = 100
)

// clearGaps overwrites what is left in the gaps of a file's pages. It looks at
// them beside other work, half of the time at the most, and writes in small
// steps, each of which looks at its pages again. It may be repeated and cut off
// anywhere.
func clearGaps(ctx context.Context, q reader, now func() time.Time, write func(fn func(*Tx) error) error) error {
	last, err := one(q, `SELECT page_count FROM pragma_page_count`, scanValue[int64])
	if err != nil {
		return err
	}
	for first := int64(1); first <= last; first += gapChunk {
		began := now()
		dirty, err := dirtyPages(q, first, min(last, first+gapChunk-1))
		if err != nil {
			return err
		}
		if len(dirty) > 0 {
			if err := write(func(tx *Tx) error { return clearPages(tx, dirty) }); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(now().Sub(began)):
		}
	}
	return nil
}

// dirtyPages are those of the pages that have something in their gap.
func dirtyPages(q querier, first, last int64) (dirty []int64, err error) {
	const query = `WITH RECURSIVE wanted (n) AS (SELECT $1 UNION ALL SELECT n + 1 FROM wanted WHERE n < $2)
		SELECT pgno, data FROM wanted CROSS JOIN sqlite_dbpage ON pgno = n`
	err = q.each(query, []any{first, last}, func(s scanner) error {
		var number int64
		var page []byte
		if err := s.Scan(&number, &page); err != nil {
			return err
		}
		for _, b := range gapOf(number, page) {
			if b != 0 {
				dirty = append(dirty, number)
				break
			}
		}
		return nil
	})
	if err != nil {
		return nil, q.failed(query, err)
	}
	return dirty, nil
}

func clearPages(tx *Tx, numbers []int64) error {
	for _, number := range numbers {
		page, err := one(tx, `SELECT data FROM sqlite_dbpage WHERE pgno = $1`, scanValue[[]byte], number)
		if err != nil {
			return fmt.Errorf("reading page %d: %w", number, err)
		}
		gap := gapOf(number, page)
		if len(gap) == 0 {
			continue // it has become something else
		}
		clear(gap)
		if _, err := tx.exec(`UPDATE sqlite_dbpage SET data = $2 WHERE pgno = $1`, number, page); err != nil {
			return fmt.Errorf("writing page %d: %w", number, err)
		}
	}
	return nil
}

// gapOf is the part of a page that belongs to no row; nil where the page is none
// of rows. A page of text that goes on from another (a long row) or a free one may
// begin as one of rows does, but has no list of places behind that which all lie
// within the page: anything that is not exactly as the file format has it is left
// alone (https://sqlite.org/fileformat2.html, 1.6).
func gapOf(number int64, page []byte) []byte {
	header := page
	if number == 1 {
		header = page[firstHeader:]
	}
	offset := len(page) - len(header)
	size := 8
	switch header[0] {
	case pageInnerIndex, pageInnerTable:
		size = 12
	case pageLeafIndex, pageLeafTable:
	default:
		return nil
	}
	rows := int(binary.BigEndian.Uint16(header[3:]))
	content := int(binary.BigEndian.Uint16(header[5:]))
	if content == 0 {
		content = 1 << 16
	}
	begin := offset + size + 2*rows
	if begin > content || content > len(page) {
		return nil
	}
	for i := range rows {
		if place := int(binary.BigEndian.Uint16(header[size+2*i:])); place < content || place >= len(page) {
			return nil
		}
	}
	return page[begin:content]
}
