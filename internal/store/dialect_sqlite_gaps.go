package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"
)

// Deleted data is overwritten (secure_delete), but when SQLite rearranges the rows
// of a page, old bytes stay in the gap between the list of cells and the cells. No
// statement shows them, but they are in the file.

const (
	// gapChunk is how many pages are checked together.
	gapChunk = 512
	// Types of pages that hold rows, by their first byte.
	pageInnerIndex, pageInnerTable, pageLeafIndex, pageLeafTable = 2, 5, 10, 13
	// firstHeader is where the header of the first page begins.
	firstHeader = 100
)

// clearGaps overwrites what is left in the gaps of a file's pages. It runs beside
// other work, at most half of the time, and writes in small steps, each of which
// reads its pages again. It may be interrupted anywhere and repeated.
func clearGaps(ctx context.Context, q reader, now func() time.Time, write func(fn func(*Tx) error) error) error {
	last, err := one(q, `SELECT page_count FROM pragma_page_count`, scanValue[int64])
	if err != nil {
		return err
	}
	for first := int64(1); first <= last; first += gapChunk {
		began := now()
		pages, err := pagesWithRemains(q, first, min(last, first+gapChunk-1))
		if err != nil {
			return err
		}
		if len(pages) > 0 {
			if err := write(func(tx *Tx) error { return clearPages(tx, pages) }); err != nil {
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

// pagesWithRemains returns those of the pages that have something in their gap.
func pagesWithRemains(q querier, first, last int64) (pages []int64, err error) {
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
				pages = append(pages, number)
				break
			}
		}
		return nil
	})
	if err != nil {
		return nil, q.failed(query, err)
	}
	return pages, nil
}

func clearPages(tx *Tx, numbers []int64) error {
	for _, number := range numbers {
		page, err := one(tx, `SELECT data FROM sqlite_dbpage WHERE pgno = $1`, scanValue[[]byte], number)
		if err != nil {
			return fmt.Errorf("reading page %d: %w", number, err)
		}
		gap := gapOf(number, page)
		if len(gap) == 0 {
			continue // the page is in another use by now
		}
		clear(gap)
		if _, err := tx.exec(`UPDATE sqlite_dbpage SET data = $2 WHERE pgno = $1`, number, page); err != nil {
			return fmt.Errorf("writing page %d: %w", number, err)
		}
	}
	return nil
}

// gapOf returns the part of a page that belongs to no row; nil if the page does not
// hold rows. An overflow page or a free one may begin like a page of rows, but not
// with a list of offsets that all lie within the page. Anything that does not match
// the file format exactly is left alone (https://sqlite.org/fileformat2.html, 1.6).
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
		if cell := int(binary.BigEndian.Uint16(header[size+2*i:])); cell < content || cell >= len(page) {
			return nil
		}
	}
	return page[begin:content]
}
