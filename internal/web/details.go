package web

import (
	"strconv"

	"github.com/a-h/templ"

	"svcx"
)

// posts are the attributes of a form that changes something: it is sent as a page's
// form, or by htmx if there are scripts.
func posts(to string) templ.Attributes {
	return templ.Attributes{"method": "post", "action": to, "hx-post": to, "hx-swap": "none", "hx-disabled-elt": "find button:not([type=button])"}
}

// problemAttributes mark a field of a form with which something is wrong; id is what says so.
func problemAttributes(problem, id string) templ.Attributes {
	if problem == "" {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": id}
}

func boolText(b bool) string { return strconv.FormatBool(b) }

// choice is what a filter may be set to.
type choice struct {
	id   int64
	name string
}

// option is a value that may be chosen in a form.
type option struct {
	value, name, color string
	chosen             bool
}

func nonZero[T ~int64](id T) *T {
	if id == 0 {
		return nil
	}
	return &id
}

func (l lookups) categoryChoices() (all []choice) {
	for _, c := range l.categories {
		all = append(all, choice{int64(c.ID), c.Name})
	}
	return all
}

func (l lookups) memberChoices() (all []choice) {
	for _, m := range l.members {
		all = append(all, choice{int64(m.ID), memberName(m)})
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

func (o *conversationView) assigneeChoices() []option {
	all := []option{{name: o.T("assignee.none"), chosen: o.conversation.AssignedTo == nil}}
	for _, m := range o.members {
		chosen := o.conversation.AssignedTo != nil && *o.conversation.AssignedTo == m.ID
		one := option{value: strconv.FormatInt(int64(m.ID), 10), name: memberName(m), chosen: chosen}
		if m.ID == o.viewer.member.ID {
			one.name = o.T("assignee.me", "Who", one.name)
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

func (o *conversationView) categoryOptions() []option {
	all := []option{{name: o.T("category.none"), chosen: o.conversation.Category == nil}}
	for _, c := range o.lookups.categories {
		all = append(all, option{strconv.FormatInt(int64(c.ID), 10), c.Name, c.Color, o.conversation.Category != nil && *o.conversation.Category == c.ID})
	}
	return all
}

func (o *conversationView) priorityOptions() (all []option) {
	for _, p := range priorities {
		all = append(all, option{value: string(p), name: o.priorityName(p), chosen: o.conversation.Priority == p})
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
	return o.conversationLink(o.conversation.ID, o.listing) + "&" + query
}

func (o *conversationView) tabLink(tab string) string {
	return o.conversationLink(o.conversation.ID, o.listing) + "&tab=" + tab
}

// heading is what the list is called.
func (v inboxView) heading() string {
	if c := v.category(nonZero(v.Category)); c != nil {
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
			l.event != nil && o.alert == "" && l.event.at > o.now-justNow:
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

// contactLink is the address of the page of the conversation's contact.
func (o *conversationView) contactLink() string {
	return o.path("/contacts/") + strconv.FormatInt(int64(o.contact.ID), 10)
}

// pastStatus is the status of another conversation of the contact, to be read out.
func (o *conversationView) pastStatus(c *svcx.Conversation) string {
	return o.T("status." + string(c.Status))
}
