package page

import (
	"context"

	"svcx"
)

func (h *Site) FindContacts(ctx context.Context, s *Viewer, q string, page svcx.Page) (people []*svcx.Contact, total int, capped bool, err error) {
	list, err := h.Directory.Contacts(ctx, s.Workspace, q, page)
	if err != nil {
		return nil, 0, false, err
	}
	err = list.Each(ctx, func(some []*svcx.Contact) error {
		people = append(people, some...)
		return nil
	})
	return people, list.Total, list.TotalCapped, err
}
