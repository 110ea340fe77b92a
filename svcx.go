// Package svcx is the vocabulary of the support inbox: workspaces, channels,
// conversations, messages, contacts, keys and events, the rules that hold for
// them wherever they come from, and the errors that every layer speaks.
//
// It knows neither wire formats nor SQL nor HTTP: those are rooms around it
// (see docs/architecture.md). The clauses named in comments are those of the
// contract: "W" the webhook integration, "R" the REST API, "decisions" what
// the project decided where the contract leaves room.
package svcx

import "context"

// Identifiers are 64-bit integers, unique over the whole deployment per kind
// and never given twice. How they look on the wire is the form's business.
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

// FormName says which of the contract's two forms a workspace speaks
// (W 9, R 9). Only package form acts on it.
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

// List is one page of a list and the number of items in all of it.
type List[T any] struct {
	Items []T
	// More is set, and Items is empty, where the page is too long to be held as
	// one: it reads the next items of it, and none at the end. It is called by one
	// goroutine.
	More  func(context.Context) ([]T, error)
	Total int
	// TotalCapped says that there are more than Total (contact search stops
	// counting at 10,000; decisions 5).
	TotalCapped bool
}

// Prepare has do see to all items: at once, or as they are read.
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

// Each hands over all items of the page, at once or as they are read.
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
