package form

import "svcx"

// PageSize is how many entries a page of a list has without the parameter limit, and
// how many at most.
type PageSize struct {
	Default, Max int
}

// PageSizes are those of the lists of R 8.
type PageSizes struct {
	Conversations, Messages, Contacts PageSize
	// MessageCursor is for pages of messages before another one; zero if the form has
	// no such pages (R 4.2).
	MessageCursor PageSize
}

// Page sizes of the lists of R 8, in each form.
var (
	PageSizesA = PageSizes{
		Conversations: PageSize{Default: 50, Max: 200},
		Messages:      PageSize{Default: 50, Max: 200},
		Contacts:      PageSize{Default: 50, Max: 200},
	}
	PageSizesB = PageSizes{
		Conversations: PageSize{Default: 25, Max: 100},
		Messages:      PageSize{Default: 50, Max: 200},
		Contacts:      PageSize{Default: 25, Max: 100},
		MessageCursor: PageSize{Default: 30, Max: 100},
	}
)

// Page sizes of other lists, the same in both forms. Some lists are whole without the
// parameter limit.
var (
	DefinitionPages = whole(max(svcx.MaxCategories, svcx.MaxFields))
	MemberPages     = whole(svcx.MaxMembers)
	SavedReplyPages = whole(svcx.MaxSavedReplies)
	EventPages      = PageSize{Default: 50, Max: 100}
)

func whole(n int) PageSize { return PageSize{Default: n, Max: n} }
