package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

// Pages iterates over all items of a list, page by page, for lists that are paged by a
// cursor: nothing is missed or repeated while items are added. An error ends the iteration.
// query holds the filters; limit, if it is there, is the size of a page.
func Pages[T any](ctx context.Context, a *API, path string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		query := clone(query)
		query.Set("after", "")
		for {
			var page struct {
				Data      []T    `json:"data"`
				HasMore   bool   `json:"hasMore"`
				NextAfter string `json:"nextAfter"`
			}
			if err := a.Do(ctx, http.MethodGet, path, query, nil, &page); err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if !page.HasMore || page.NextAfter == "" {
				return
			}
			query.Set("after", page.NextAfter)
		}
	}
}

// OffsetPages iterates over all items of a list that is paged by offset alone.
func OffsetPages[T any](ctx context.Context, a *API, path string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		query := clone(query)
		for offset := 0; ; {
			query.Set("offset", strconv.Itoa(offset))
			var page struct {
				Data  []T `json:"data"`
				Total int `json:"total"`
			}
			if err := a.Do(ctx, http.MethodGet, path, query, nil, &page); err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range page.Data {
				if !yield(item, nil) {
					return
				}
			}
			if offset += len(page.Data); len(page.Data) == 0 || offset >= page.Total {
				return
			}
		}
	}
}

// Collect reads a list to its end, or to its first error.
func Collect[T any](items iter.Seq2[T, error]) (all []T, err error) {
	for item, err := range items {
		if err != nil {
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}

func clone(q url.Values) url.Values {
	c := url.Values{}
	for name, values := range q {
		c[name] = values
	}
	return c
}
