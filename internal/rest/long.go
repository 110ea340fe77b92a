package rest

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/limit"
)

// long is the answer of a list that is not held as one: it is written as it is
// read. It has the same JSON as any other; its length is not told before.
type long struct {
	// next encodes the next items; none at the end.
	next func(context.Context) ([]any, error)
	// envelope is what is around them. Its first member is data.
	envelope func(data []any) any
}

// longShare is what a long answer takes of the budget: a piece of it as it was
// read, and an item of it as it is written.
const longShare = 8 << 20

// inPieces is the answer of a list, whose items are in the first member, data, of
// their envelope. The envelope is asked for when all items were encoded.
func inPieces[T any](items svcx.List[T], encode func(T) any, envelope func(data []any) any) any {
	if items.More == nil {
		return envelope(encodeAll(items.Items, encode))
	}
	return &long{envelope: envelope, next: func(ctx context.Context) ([]any, error) {
		some, err := items.More(ctx)
		return encodeAll(some, encode), err
	}}
}

// share takes n bytes of the budget for an answer, or says that there are none;
// then too there is an answer to write to.
func (a *API) share(w http.ResponseWriter, r *http.Request, take func(context.Context, http.ResponseWriter, int64) (*limit.Answer, error), n int64) (*limit.Answer, error) {
	share, err := take(r.Context(), w, n)
	if errors.Is(err, limit.ErrBusy) {
		err = &svcx.Error{Kind: svcx.KindUnavailable, Message: "the service answers too much right now, try again", Err: err}
	}
	return share, err
}

// send writes the answer. What fails before its first byte is an error like any
// other; later the connection is cut.
func (l *long) send(a *API, w http.ResponseWriter, r *http.Request) error {
	share, err := a.share(w, r, a.Budget.Answer, longShare)
	if err != nil {
		return err
	}
	defer share.Release()
	some, err := l.next(r.Context())
	if err != nil {
		return err
	}
	// The request has come in whole; the time that it had would else end an answer
	// that is read slowly. Where deadlines cannot be set there are none.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	setJSON(w, -1)
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	if err := l.write(r.Context(), bufio.NewWriterSize(share, 32<<10), some); err != nil {
		a.cut(w, r, err)
		// Nothing else tells a reader of a long answer that it is not whole.
		panic(http.ErrAbortHandler)
	}
	return nil
}

// dataStart is how an envelope begins whose first member is data.
const dataStart = `{"data":[`

// write writes the items that were read and all others into their envelope.
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
