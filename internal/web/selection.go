package web

import (
	"strconv"

	"svcx"
)

// bulkLink is an address that concerns what the list shows.
func (v inboxView) bulkLink(rest string) string { return v.path(rest) + v.listing.first().query() }

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

func (v inboxView) selectionAssignees() []option {
	all := []option{{name: v.T("assignee.none")}}
	for _, m := range v.members {
		one := option{value: strconv.FormatInt(int64(m.ID), 10), name: memberName(m)}
		if m.ID == v.member.ID {
			one.name = v.T("assignee.me", "Who", one.name)
		}
		all = append(all, one)
	}
	return all
}

func (v inboxView) selectionCategories() []option {
	all := []option{{name: v.T("category.none")}}
	for _, c := range v.lookups.categories {
		all = append(all, option{value: strconv.FormatInt(int64(c.ID), 10), name: c.Name, color: c.Color})
	}
	return all
}

func (v inboxView) selectionPriorities() (all []option) {
	for _, p := range priorities {
		name := v.T("priority.none")
		if p != "" {
			name = v.T("priority." + string(p))
		}
		all = append(all, option{value: string(p), name: name})
	}
	return all
}
