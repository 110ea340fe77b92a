// Package svcx defines the types of the support inbox: workspaces, channels,
// conversations, messages, contacts, keys and events, the rules that always hold for
// them, and the errors of every layer.
//
// It is independent of wire formats, SQL and HTTP, which are other packages (see
// docs/architecture.md). Comments refer to clauses of the contract: "W" is the
// webhook integration, "R" the REST API, and "D" the decisions where the contract
// leaves room.
package svcx

import "context"

// Identifiers are 64-bit integers, unique per kind in the whole deployment and never
// reused. The form determines how they look on the wire.
type (
	WorkspaceID    int64
	UserID         int64
	ChannelID      int64
	ConversationID int64
	MessageID      int64
	ContactID      int64
	CategoryID     int64
	KeyID          int64
	EventID        int64
	DeliveryID     int64
	SecretID       int64
	StaffLinkID    int64
)

// FormName is the contract's form that a workspace uses (W 9, R 9). Only package form
// depends on it.
type FormName string

// The two forms: A has string ids, B integer ids.
const (
	FormA FormName = "A"
	FormB FormName = "B"
)

// Valid reports whether f is one of the two forms.
func (f FormName) Valid() bool { return f == FormA || f == FormB }

// Page selects part of a list: at most Limit items after skipping Offset.
type Page struct {
	Limit, Offset int
}

// List is a page of a list and the total number of items.
type List[T any] struct {
	Items []T
	// More is set, and Items is empty, if the page is too large for memory. It returns
	// the next items of the page, and none at the end. It is not safe for concurrent
	// use.
	More  func(context.Context) ([]T, error)
	Total int
	// TotalCapped is set if there are more items than Total: contact search stops
	// counting at 10,000 (D 5).
	TotalCapped bool
}

// Window is a page of a list that was read as a whole.
func Window[T any](all []T, page Page) List[T] {
	from := min(page.Offset, len(all))
	return List[T]{Items: all[from:min(from+page.Limit, len(all))], Total: len(all)}
}

// Prepare calls do with all items: now, or as More reads them.
func (l *List[T]) Prepare(do func([]T) error) error {
	if l.More == nil {
		return do(l.Items)
	}
	more := l.More
	l.More = func(ctx context.Context) ([]T, error) {
		items, err := more(ctx)
		if err != nil || len(items) == 0 {
			return nil, err
		}
		return items, do(items)
	}
	return nil
}

// Each calls do with all items of the page, at once or as More reads them.
func (l *List[T]) Each(ctx context.Context, do func([]T) error) error {
	if l.More == nil {
		return do(l.Items)
	}
	for {
		items, err := l.More(ctx)
		if err != nil || len(items) == 0 {
			return err
		}
		if err := do(items); err != nil {
			return err
		}
	}
}
