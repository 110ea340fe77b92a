package storetest

import (
	"cmp"
	"fmt"
	"slices"

	"svcx"
)

// R 4.1, D 5: every filter and every pair of filters selects what plain Go selects,
// last change first and ties by id, with an exact total, page by page; and so in the orders of
// the agents' lists, by last message.
func filterCases(f *fixture) {
	ws := f.workspace()
	all := manyConversations()
	f.conversations(ws, all...)
	// The same rows in another workspace make no difference.
	others := manyConversations()
	f.conversations(f.workspace(), others...)
	some := []svcx.ConversationID{others[0].ID, others[1].ID}
	for i := 0; i < len(all); i += 3 {
		some = append(some, all[i].ID)
	}
	filters := pairs(simpleFilters())
	for i, filter := range filters {
		f.Case(fmt.Sprintf("filter %d", i), func(f *fixture) {
			want := selectConversations(all, filter)
			for _, page := range []svcx.Page{{Limit: 200}, {Limit: 7}, {Limit: 7, Offset: 7}, {Limit: 7, Offset: len(want)}} {
				list := must(f.db.Conversations(f.ctx(), ws, filter, page))(f)
				f.equal(fmt.Sprintf("total of %+v", filter), list.Total, len(want))
				f.equal("capped", list.TotalCapped, false)
				from := min(page.Offset, len(want))
				f.equal(fmt.Sprintf("page %+v of %+v", page, filter), conversationIDs(list.Items), conversationIDs(want[from:min(from+page.Limit, len(want))]))
			}
			f.equal(fmt.Sprintf("some of %+v", filter), f.among(ws, filter, some), conversationIDs(slices.DeleteFunc(slices.Clone(want), func(c *svcx.Conversation) bool { return !slices.Contains(some, c.ID) })))
			for _, filter.Sort = range []svcx.ConversationSort{svcx.SortUpdated, svcx.SortNewest, svcx.SortOldest, svcx.SortWaiting} {
				sorted := conversationIDs(sortConversations(want, filter))
				f.equal(fmt.Sprintf("page after page of %+v", filter), f.pageAfter(ws, filter, len(all)), sorted)
				for offset := 0; offset < len(want); offset += 4 {
					list := must(f.db.Conversations(f.ctx(), ws, filter, svcx.Page{Limit: 5, Offset: offset}))(f)
					f.equal(fmt.Sprintf("from %d of %+v", offset, filter), conversationIDs(list.Items), sorted[offset:min(offset+5, len(want))])
				}
			}
		})
	}
}

// among reads those of some conversations that a filter has, last change first.
func (f *fixture) among(ws svcx.WorkspaceID, filter svcx.ConversationFilter, ids []svcx.ConversationID) []svcx.ConversationID {
	found := must(f.db.Read(f.ctx()).ConversationsAmong(ws, filter, ids))(f)
	slices.SortFunc(found, func(a, b *svcx.Conversation) int {
		return cmp.Or(cmp.Compare(b.UpdatedAt, a.UpdatedAt), cmp.Compare(b.ID, a.ID))
	})
	return conversationIDs(found)
}

// pageAfter reads a whole list, page after page.
func (f *fixture) pageAfter(ws svcx.WorkspaceID, filter svcx.ConversationFilter, most int) []svcx.ConversationID {
	ids := []svcx.ConversationID{}
	cursor := map[svcx.ConversationSort]svcx.ConversationCursor{
		svcx.SortUpdated: {At: now + 1_000_000}, svcx.SortNewest: {At: now + 1_000_000}, svcx.SortOldest: {At: 1}, svcx.SortWaiting: {WaitingSince: 1},
	}[filter.Sort]
	for more := true; more && len(ids) <= most; {
		var page []*svcx.Conversation
		var err error
		page, more, err = f.db.Read(f.ctx()).ConversationsAfter(ws, filter, cursor, 7)
		ids = append(ids, conversationIDs(must(page, err)(f))...)
		f.equal("a page that is not the last is full", !more || len(page) == 7, true)
		if len(page) > 0 {
			cursor = filter.Cursor(page[len(page)-1])
		}
	}
	return ids
}

func manyConversations() []*svcx.Conversation {
	var all []*svcx.Conversation
	for i := range 60 {
		c := &svcx.Conversation{Status: svcx.Statuses[i%3], CreatedAt: now + svcx.Time(i%5), UpdatedAt: now + svcx.Time(i*7%20)}
		if i%9 != 0 {
			c.LastMessageAt = ptr(now + svcx.Time(i*11%17))
		}
		if i%2 == 0 {
			c.Channel, c.ExternalID = ptr(svcx.ChannelID(1+i%4)), fmt.Sprintf("thread-%d", i/4)
		}
		if i%5 != 0 {
			c.AssignedTo = ptr(svcx.UserID(1 + i%5))
		}
		if i%3 != 0 {
			c.Contact = ptr(svcx.ContactID(1 + i%6))
		}
		if i%4 != 0 {
			c.Category = ptr(svcx.CategoryID(1 + i%3))
		}
		if i%11 < 5 {
			c.WaitingSince = ptr(now + svcx.Time(i*3%8))
		}
		if i%7 != 0 {
			c.Tags = []string{"Größe"}
		}
		if i%7 == 2 {
			c.Tags = []string{"a", "GRÖSSE", "größe"}
		}
		all = append(all, c)
	}
	return all
}

func simpleFilters() []svcx.ConversationFilter {
	return []svcx.ConversationFilter{
		{},
		{Status: svcx.StatusOpen}, {Status: svcx.StatusResolved}, {Status: svcx.StatusClosed},
		{AssignedTo: ptr(svcx.UserID(2))}, {AssignedTo: ptr(svcx.UserID(99))}, {Unassigned: true},
		{ExternalID: "thread-3"}, {ExternalID: "nothing"},
		{Channel: ptr(svcx.ChannelID(1))}, {Contact: ptr(svcx.ContactID(2))}, {Category: ptr(svcx.CategoryID(2))},
		{Tag: "grösse"}, {Tag: "A"}, {Tag: "none"},
		{UpdatedSince: ptr(now + 10)}, {UpdatedSince: ptr(now + 1000)},
	}
}

// pairs combines each filter with each other one that sets something else.
func pairs(simple []svcx.ConversationFilter) []svcx.ConversationFilter {
	combined := slices.Clone(simple)
	for i, a := range simple {
		for _, b := range simple[i+1:] {
			m := svcx.ConversationFilter{
				Status: cmp.Or(a.Status, b.Status), ExternalID: cmp.Or(a.ExternalID, b.ExternalID), AssignedTo: cmp.Or(a.AssignedTo, b.AssignedTo),
				Unassigned: a.Unassigned || b.Unassigned, Channel: cmp.Or(a.Channel, b.Channel), Contact: cmp.Or(a.Contact, b.Contact),
				Category: cmp.Or(a.Category, b.Category), UpdatedSince: cmp.Or(a.UpdatedSince, b.UpdatedSince),
				Tag: cmp.Or(a.Tag, b.Tag),
			}
			if m != a && m != b {
				combined = append(combined, m)
			}
		}
	}
	return combined
}

func selectConversations(all []*svcx.Conversation, f svcx.ConversationFilter) []*svcx.Conversation {
	var chosen []*svcx.Conversation
	for _, c := range all {
		if (f.Status == "" || c.Status == f.Status) && holds(f.AssignedTo, c.AssignedTo) && (!f.Unassigned || c.AssignedTo == nil) &&
			(f.ExternalID == "" || c.ExternalID == f.ExternalID) && holds(f.Channel, c.Channel) && holds(f.Contact, c.Contact) &&
			holds(f.Category, c.Category) && (f.UpdatedSince == nil || c.UpdatedAt >= *f.UpdatedSince) &&
			(f.Tag == "" || slices.ContainsFunc(c.Tags, func(tag string) bool { return svcx.FoldCase(tag) == svcx.FoldCase(f.Tag) })) {
			chosen = append(chosen, c)
		}
	}
	slices.SortFunc(chosen, func(a, b *svcx.Conversation) int {
		return cmp.Or(cmp.Compare(b.UpdatedAt, a.UpdatedAt), cmp.Compare(b.ID, a.ID))
	})
	return chosen
}

// sortConversations returns conversations, which have the last change first, in the order of a
// filter.
func sortConversations(updated []*svcx.Conversation, f svcx.ConversationFilter) []*svcx.Conversation {
	all := slices.Clone(updated)
	if f.ByLastMessage() {
		slices.SortFunc(all, func(a, b *svcx.Conversation) int {
			return cmp.Or(cmp.Compare(b.ActiveAt(), a.ActiveAt()), cmp.Compare(b.ID, a.ID))
		})
	}
	switch f.Sort {
	case svcx.SortOldest:
		slices.Reverse(all)
	case svcx.SortWaiting:
		waiting := slices.DeleteFunc(slices.Clone(updated), func(c *svcx.Conversation) bool { return c.WaitingSince == nil })
		slices.SortFunc(waiting, func(a, b *svcx.Conversation) int {
			return cmp.Or(cmp.Compare(*a.WaitingSince, *b.WaitingSince), cmp.Compare(a.ID, b.ID))
		})
		all = append(waiting, slices.DeleteFunc(all, func(c *svcx.Conversation) bool { return c.WaitingSince != nil })...)
	}
	return all
}

// holds reports whether a value is the wanted one, if one is wanted.
func holds[T comparable](want, have *T) bool {
	return want == nil || have != nil && *have == *want
}

func conversationIDs(conversations []*svcx.Conversation) []svcx.ConversationID {
	ids := []svcx.ConversationID{}
	for _, c := range conversations {
		ids = append(ids, c.ID)
	}
	return ids
}
