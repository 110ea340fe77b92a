package web

import "svcx"

// bulkLink is an address that concerns what the list shows.
func (v inboxView) bulkLink(rest string) string { return v.Path(rest) + v.Listing.First().Query() }

// allText offers all that match.
func (v inboxView) allText() string {
	switch {
	case v.total < 0:
		return v.T("selection.all")
	case v.total > svcx.MaxBulk:
		return v.N("selection.latest", svcx.MaxBulk)
	}
	return v.N("selection.allOf", v.total)
}
