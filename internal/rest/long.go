package rest

import (
	"bufio"
	"context"
	"errors"
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/httpd"
)

// long is the answer of a list that is never in memory as a whole: it is written
// while it is read. Its JSON is the same as for any list, but it has no
// Content-Length.
type long struct {
	// next encodes the next items; it returns none at the end.
	next func(context.Context) ([]any, error)
	// envelope wraps the items. Its first member is data.
	envelope func(data []any) any
}

// longBudget is what a long answer takes of the budget: a piece as read, and an item
// as written.
const longBudget = 8 << 20

// inPieces answers with a list, whose items are in data, the first member of the
// envelope. The envelope is built after all items have been encoded.
func inPieces[T any](items svcx.List[T], encode func(T) any, envelope func(data []any) any) any {
	if items.More == nil {
		return envelope(encodeAll(items.Items, encode))
	}
	return &long{envelope: envelope, next: func(ctx context.Context) ([]any, error) {
		some, err := items.More(ctx)
		return encodeAll(some, encode), err
	}}
}

// send writes the answer. An error before the first byte is returned; a later one
// cuts the connection.
func (l *long) send(r *request) error {
	ctx := r.http.Context()
	out, err := r.api.Front.Budget.Answer(ctx, r.w, longBudget)
	if err != nil {
		return err
	}
	defer out.Release()
	some, err := l.next(ctx)
	if err != nil {
		return err
	}
	httpd.EndReadDeadline(r.w)
	httpd.SetJSON(r.w.Header(), -1)
	r.w.WriteHeader(http.StatusOK)
	if r.http.Method == http.MethodHead {
		return nil
	}
	if err := l.write(ctx, bufio.NewWriterSize(out, 32<<10), some); err != nil {
		r.cut(err)
	}
	return nil
}

// dataStart is the beginning of an envelope whose first member is data.
const dataStart = `{"data":[`

// write writes the given items and all that follow into their envelope.
func (l *long) write(ctx context.Context, out *bufio.Writer, some []any) (err error) {
	out.WriteString(dataStart)
	first := true
	for len(some) > 0 {
		for i, item := range some {
			text, err := form.Encode(item)
			if err != nil {
				return err
			}
			some[i] = nil
			if !first {
				out.WriteByte(',')
			}
			first = false
			if _, err := out.Write(text); err != nil {
				return errors.Join(errReaderGone, err)
			}
		}
		if some, err = l.next(ctx); err != nil {
			return err
		}
	}
	envelope, err := form.Encode(l.envelope([]any{}))
	if err != nil {
		return err
	}
	out.Write(envelope[len(dataStart):])
	if err := out.Flush(); err != nil {
		return errors.Join(errReaderGone, err)
	}
	return nil
}
