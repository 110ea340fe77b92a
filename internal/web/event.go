package web

import (
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// eventIcons are the icons of history entries by type; others have the last.
var eventIcons = map[string]string{
	"conversation.resolved": "circle-check", "conversation.closed": "archive", "conversation.reopened": "rotate-ccw", "conversation.assigned": "user-plus",
	"rating.submitted": "star", "rating.requested": "star", "tags.changed": "hash", "category.changed": "tag", "": "pencil",
}

// event is a history entry as it is shown; nil for one that says nothing to an agent.
func (o *conversationView) event(e svcx.HistoryEntry) *eventView {
	id := "event." + e.Type
	detail := e.Detail
	switch e.Type {
	case "message.edited":
		return nil // the message itself says so
	case string(svcx.EventConversationAssigned):
		to, _ := form.ParseID(e.Detail)
		who := o.memberNamed(svcx.UserID(to))
		switch {
		case to == 0:
			id = "event.unassigned"
		case e.Actor.Kind == svcx.ActorUser && e.Actor.ID == to:
			id = "event.took"
		case to == int64(o.Member.ID):
			id = "event.handed"
		}
		detail = who
	case "category.changed":
		category, _ := form.ParseID(e.Detail)
		if detail = o.categoryName(svcx.CategoryID(category)); detail == "" {
			id = "event.category.cleared"
		}
	case string(svcx.EventRatingRequested):
		if e.Actor.Kind == svcx.ActorUser {
			id = "event.rating.asked"
		}
	case "fields.changed":
		detail = o.fieldNames(e.Detail)
	case "priority.changed":
		detail = priorityName(o.Viewer, svcx.Priority(e.Detail))
	}
	if !o.Has(id) {
		return nil
	}
	icon, found := eventIcons[e.Type]
	if !found {
		icon = eventIcons[""]
	}
	return &eventView{Clock: o.Clock, id: e.ID, icon: icon, text: texts.Parts(o.T(id, "Who", texts.Mark(o.actor(e.Actor)), "Detail", texts.Mark(detail))), at: e.At}
}

// actor is how the one who made a change is called.
func (o *conversationView) actor(a svcx.Actor) string {
	switch {
	case a.Kind == svcx.ActorUser && a.ID == int64(o.Viewer.Member.ID):
		return o.T("event.you")
	case a.Kind == svcx.ActorUser && a.Name == "":
		return o.memberNamed(svcx.UserID(a.ID))
	case a.Name != "":
		return richtext.Name(a.Name)
	}
	return o.T("actor." + string(a.Kind))
}

// fieldNames are the names of the fields with these keys.
func (o *conversationView) fieldNames(keys string) string {
	var defined []*svcx.Field
	for _, f := range o.fields {
		defined = append(defined, f.Field)
	}
	names := strings.Split(keys, ", ")
	for i, key := range names {
		names[i] = fieldName(defined, key)
	}
	return strings.Join(names, ", ")
}

// memberNamed is the name of a member, also of one who has left.
func (o *conversationView) memberNamed(id svcx.UserID) string {
	if m := o.member(&id); m != nil {
		return page.MemberName(m)
	}
	return o.T("member.former", "ID", strconv.FormatInt(int64(id), 10))
}

func (o *conversationView) categoryName(id svcx.CategoryID) string {
	if c := o.category(&id); c != nil {
		return c.Name
	}
	return ""
}
