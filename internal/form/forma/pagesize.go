package forma

import "svcx/internal/form"

// pageSizes are those of R 8. This form has no paging by cursor (R 4.2).
var pageSizes = form.PageSizes{
	Conversations: form.PageSize{Default: 50, Max: 200},
	Messages:      form.PageSize{Default: 50, Max: 200},
	Contacts:      form.PageSize{Default: 50, Max: 200},
}
