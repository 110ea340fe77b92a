package formb

import "svcx/internal/form"

// pageSizes are those of R 8.
var pageSizes = form.PageSizes{
	Conversations: form.PageSize{Default: 25, Max: 100},
	Messages:      form.PageSize{Default: 50, Max: 200},
	Contacts:      form.PageSize{Default: 25, Max: 100},
	MessageCursor: form.PageSize{Default: 30, Max: 100},
}
