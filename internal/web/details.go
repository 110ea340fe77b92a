package web

import (
	"strconv"

	"svcx"
	"svcx/internal/web/page"
)

// choice is what a filter may be set to.
type choice struct {
	id   int64
	name string
}

func (l lookups) categoryChoices() (all []choice) {
	for _, c := range l.categories {
		all = append(all, choice{int64(c.ID), c.Name})
	}
	return all
}

func (l lookups) memberChoices() (all []choice) {
	for _, m := range l.members {
		all = append(all, choice{int64(m.ID), page.MemberName(m)})
	}
	return all
}

func (l lookups) channelChoices() (all []choice) {
	for _, c := range l.channels {
		all = append(all, choice{int64(c.ID), c.Name})
	}
	return all
}

func (o *conversationView) assigneeName() string {
	if o.conversation.AssignedTo == nil {
		return o.T("assignee.none")
	}
	return o.memberNamed(*o.conversation.AssignedTo)
}

func (o *conversationView) assigneeChoices() []page.Option {
	all := []page.Option{{Name: o.T("assignee.none"), Chosen: o.conversation.AssignedTo == nil}}
	for _, m := range o.members {
		chosen := o.conversation.AssignedTo != nil && *o.conversation.AssignedTo == m.ID
		one := page.Option{Value: strconv.FormatInt(int64(m.ID), 10), Name: page.MemberName(m), Chosen: chosen}
		if m.ID == o.Viewer.Member.ID {
			one.Name = o.T("assignee.me", "Who", one.Name)
		}
		all = append(all, one)
	}
	return all
}

func (o *conversationView) categoryText() string {
	if c := o.category(o.conversation.Category); c != nil {
		return c.Name
	}
	return o.T("category.none")
}

func (o *conversationView) categoryOptions() []page.Option {
	all := []page.Option{{Name: o.T("category.none"), Chosen: o.conversation.Category == nil}}
	for _, c := range o.lookups.categories {
		all = append(all, page.Option{Value: strconv.FormatInt(int64(c.ID), 10), Name: c.Name, Color: c.Color, Chosen: o.conversation.Category != nil && *o.conversation.Category == c.ID})
	}
	return all
}

func (o *conversationView) priorityOptions() (all []page.Option) {
	for _, p := range priorities {
		all = append(all, page.Option{Value: string(p), Name: o.priorityName(p), Chosen: o.conversation.Priority == p})
	}
	return all
}

// sourceName is where a conversation comes from.
func (o *conversationView) sourceName() string {
	switch {
	case o.channel != nil:
		return o.channel.Name
	case o.conversation.Channel != nil:
		return o.T("channel.deleted")
	}
	return o.T("channel.none")
}

// part is the address of another part of the thread.
func (o *conversationView) part(query string) string {
	return o.ConversationLink(o.conversation.ID, o.Listing) + "&" + query
}

func (o *conversationView) tabLink(tab string) string {
	return o.ConversationLink(o.conversation.ID, o.Listing) + "&tab=" + tab
}

// heading is what the list is called.
func (v inboxView) heading() string {
	if c := v.category(page.NonZero(v.Category)); c != nil {
		return c.Name
	}
	return v.T("view." + v.View)
}

// pane is the pane that narrow screens show.
func (v inboxView) pane() string {
	if v.open != nil {
		return "thread"
	}
	return "list"
}

// newLines are what an action added to the thread.
func (o *conversationView) newLines(written svcx.MessageID) (added []line) {
	for _, l := range o.thread.lines {
		switch {
		case l.message != nil && written != 0 && l.message.message.ID == written,
			l.event != nil && o.alert == "" && l.event.at > o.Now-justNow:
			added = append(added, l)
		}
	}
	return added
}

// linesAfter are the entries of the history after one.
func (o *conversationView) linesAfter(event int64) (added []line) {
	for _, l := range o.thread.lines {
		if l.event != nil && l.event.id > event {
			added = append(added, l)
		}
	}
	return added
}

// justNow is how old the entry of an action is at most, in milliseconds.
const justNow = 2000

// pastStatus is the status of another conversation of the contact, to be read out.
func (o *conversationView) pastStatus(c *svcx.Conversation) string {
	return o.T("status." + string(c.Status))
}
