package rest

import (
	"svcx"
	"svcx/internal/form"
)

// Pages of lists that are the same in both forms; those of R 8 are the form's Pages.
var (
	// Without the parameter limit these lists are whole.
	definitionPages = whole(max(svcx.MaxCategories, svcx.MaxFields))
	memberPages     = whole(svcx.MaxMembers)
	savedReplyPages = whole(svcx.MaxSavedReplies)

	eventPages = form.PageSize{Default: 50, Max: 100}
)

func whole(n int) form.PageSize { return form.PageSize{Default: n, Max: n} }
