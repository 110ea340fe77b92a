package web

import (
	"strconv"

	"svcx"
	"svcx/internal/web/page"
)

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

func (v inboxView) selectionAssignees() []page.Option {
	all := []page.Option{{Name: v.T("assignee.none")}}
	for _, m := range v.members {
		one := page.Option{Value: strconv.FormatInt(int64(m.ID), 10), Name: page.MemberName(m)}
		if m.ID == v.Member.ID {
			one.Name = v.T("assignee.me", "Who", one.Name)
		}
		all = append(all, one)
	}
	return all
}

func (v inboxView) selectionCategories() []page.Option {
	all := []page.Option{{Name: v.T("category.none")}}
	for _, c := range v.lookups.categories {
		all = append(all, page.Option{Value: strconv.FormatInt(int64(c.ID), 10), Name: c.Name, Color: c.Color})
	}
	return all
}

func (v inboxView) selectionPriorities() (all []page.Option) {
	for _, p := range priorities {
		name := v.T("priority.none")
		if p != "" {
			name = v.T("priority." + string(p))
		}
		all = append(all, page.Option{Value: string(p), Name: name})
	}
	return all
}
