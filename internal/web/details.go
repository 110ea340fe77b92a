package web

import (
	"strings"

	"svcx"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
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

func (l lookups) assigneeOptions(s *page.Viewer) []page.Option {
	all := []page.Option{{Name: s.T("assignee.none")}}
	for _, m := range l.members {
		one := page.Option{Value: page.IDOrNone(&m.ID), Name: page.MemberName(m)}
		if m.ID == s.Member.ID {
			one.Name = s.T("assignee.me", "Who", one.Name)
		}
		all = append(all, one)
	}
	return all
}

func (l lookups) categoryOptions(s *page.Viewer) []page.Option {
	all := []page.Option{{Name: s.T("category.none")}}
	for _, c := range l.categories {
		all = append(all, page.Option{Value: page.IDOrNone(&c.ID), Name: c.Name, Color: c.Color})
	}
	return all
}

func priorityOptions(s *page.Viewer) (all []page.Option) {
	for _, p := range priorities {
		all = append(all, page.Option{Value: string(p), Name: priorityName(s, p)})
	}
	return all
}

func (o *conversationView) assigneeName() string {
	if o.conversation.AssignedTo == nil {
		return o.T("assignee.none")
	}
	return o.memberNamed(*o.conversation.AssignedTo)
}

func (o *conversationView) assigneeOptions() []page.Option {
	return page.Chosen(o.lookups.assigneeOptions(o.Viewer), page.IDOrNone(o.conversation.AssignedTo))
}

func (o *conversationView) categoryText() string {
	if c := o.category(o.conversation.Category); c != nil {
		return c.Name
	}
	return o.T("category.none")
}

func (o *conversationView) categoryOptions() []page.Option {
	return page.Chosen(o.lookups.categoryOptions(o.Viewer), page.IDOrNone(o.conversation.Category))
}

func (o *conversationView) priorityOptions() []page.Option {
	return page.Chosen(priorityOptions(o.Viewer), string(o.conversation.Priority))
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

// ratingAsk is what the button says that asks for a rating.
func (o *conversationView) ratingAsk() string {
	if o.rating != nil {
		return o.T("rating.askAgain")
	}
	return o.T("rating.ask")
}

// part is the address of another part of the thread.
func (o *conversationView) part(query string) string {
	return o.ConversationLink(o.conversation.ID, o.Listing) + "&" + query
}

func (o *conversationView) tabLink(tab string) string {
	return o.ConversationLink(o.conversation.ID, o.Listing) + "&tab=" + tab
}

// heading is what the list is called: the name of the view, then what else narrows it.
func (v inboxView) heading() []string {
	parts := []string{viewName(v.Printer, v.View)}
	if c := v.category(page.NonZero(v.Category)); c != nil {
		parts = append(parts, c.Name)
	}
	if m := v.member(page.NonZero(v.Assignee)); m != nil {
		parts = append(parts, page.MemberName(m))
	}
	for _, ch := range v.channels {
		if ch.ID == v.Channel {
			parts = append(parts, ch.Name)
		}
	}
	if v.Tag != "" {
		parts = append(parts, v.T("list.tag", "Name", v.Tag))
	}
	return parts
}

// name is the heading as one text.
func (v inboxView) name() string { return strings.Join(v.heading(), between) }

// between stands between the parts of a heading.
const between = " · "

// viewName is the name of a view.
func viewName(p *texts.Printer, view string) string {
	if view == page.ViewAll {
		return p.T("search")
	}
	return p.T("view." + view)
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
