package rest

import (
	"math"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

// listMessages lists messages by offset, page after page or, in a form with a cursor, the
// messages before a given one (R 4.2, D 5).
func (a *API) listMessages(r *request) (any, error) {
	page, err := r.messagePage()
	if err != nil {
		return nil, err
	}
	items, err := a.Messaging.Messages(r.http.Context(), r.workspace, r.named, page)
	if err != nil {
		return nil, err
	}
	encode := func(m svcx.Message) any { return r.form.Message(&m) }
	if page.Before != nil {
		return inPieces(items.List, encode, func(data []any) any {
			return cursorListing{Data: data, Limit: page.Limit, HasMore: items.HasBefore}
		}), nil
	}
	if page.Following != nil {
		var next string
		if items.Next != nil {
			next = writeMessageCursor(*items.Next)
		}
		return following(items.List, page.Limit, next, encode), nil
	}
	return list(items.List, page.Page, encode), nil
}

func writeMessageCursor(c svcx.MessageCursor) string {
	return strconv.FormatInt(int64(c.SentAt), 10) + "-" + strconv.FormatInt(int64(c.ID), 10)
}

// readMessageCursor reads a position in a thread, which is empty before the first message.
func readMessageCursor(value string) (c svcx.MessageCursor, err error) {
	if value == "" {
		return svcx.MessageCursor{SentAt: math.MinInt64}, nil
	}
	sep := strings.LastIndexByte(value, '-')
	at, err := strconv.ParseInt(value[:max(sep, 0)], 10, 64)
	id, ok := form.ParseID(value[sep+1:])
	if err != nil || !ok {
		return c, svcx.Invalid("after", "must be from a page of the list")
	}
	return svcx.MessageCursor{SentAt: svcx.Time(at), ID: svcx.MessageID(id)}, nil
}

func (r *request) messagePage() (page svcx.MessagePage, err error) {
	bounds := r.form.Pages.Messages
	cursor := r.form.Pages.MessageCursor
	if cursor.Max > 0 {
		if page.Before, err = idParam[svcx.MessageID](r, "before"); err != nil {
			return page, err
		}
	}
	if page.Before != nil {
		if _, given, _ := r.param("offset"); given {
			return page, svcx.Invalid("offset", "must not be given together with before")
		}
		bounds = cursor
	}
	switch after, given, err := r.after(); {
	case err != nil:
		return page, err
	case given && page.Before != nil:
		return page, svcx.Invalid("after", "must not be given together with before")
	case given:
		position, err := readMessageCursor(after)
		if err != nil {
			return page, err
		}
		page.Following = &position
	}
	page.Page, err = r.page(bounds)
	return page, err
}

func (a *API) sendMessage(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeMessage)
	if err != nil {
		return nil, err
	}
	draft.Origin = svcx.OriginAPI
	return created(r, inData(r.form.Message), func(call inbox.Call) (*svcx.Message, error) {
		return a.Messaging.Send(r.http.Context(), call, r.conversationID(), draft)
	})
}
