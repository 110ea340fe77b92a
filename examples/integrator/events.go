package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

// eventData has the members of the data of all seven events. Pointers are nil for
// null and missing values.
type eventData struct {
	// message.created
	Content    string  `json:"content"`
	AuthorName *string `json:"authorName"`
	AuthorType string  `json:"authorType"`
	// ContentType is text, or html, which has to be sanitized before it is shown.
	ContentType string `json:"contentType"`
	// Origin tells replies from the inbox from messages sent through the REST API,
	// so that a system that sends such messages can ignore its own.
	Origin      string       `json:"origin"`
	Attachments []attachment `json:"attachments"`
	// conversation.resolved, closed, reopened
	Status     string `json:"status"`
	ResolvedAt string `json:"resolvedAt"`
	// conversation.assigned
	AssignedTo json.RawMessage `json:"assignedTo"`
	// rating.submitted
	Rating  int     `json:"rating"`
	Comment *string `json:"comment"`
	RatedBy *string `json:"ratedBy"`
	// rating.requested
	Reason string `json:"reason"`
	// any of them, with messageExportEnabled
	Messages []struct {
		Content string `json:"content"`
	} `json:"messages"`
}

// read checks an event's data, and returns the name to count it under. A real system
// acts on the event here: it shows the reply, closes the case.
func (r *receiver) read(in incoming) (name string, err error) {
	name = in.Event
	var data eventData
	if err := json.Unmarshal(in.Data, &data); err != nil {
		return name, err
	}
	if len(data.Messages) > 0 {
		r.tally.saw("history with an event", in.ConversationID)
	}
	if len(data.Attachments) > 0 {
		if data.Attachments[0].URL == "" {
			r.tally.fault("an attachment without a URL")
		}
		r.tally.saw("attachments with an event", in.ConversationID)
	}
	switch in.Event {
	case "message.created":
		if data.Content == "" || data.AuthorName == nil {
			err = errors.New("a message without content or authorName")
		}
		if err == nil && data.ContentType != "text" && data.ContentType != "html" {
			err = fmt.Errorf("the contentType is %q", data.ContentType)
		}
		r.tally.printf("  %s %s says: %s", data.AuthorType, deref(data.AuthorName), data.Content)
	case "conversation.resolved":
		if data.Status != "resolved" {
			err = fmt.Errorf("the status is %q", data.Status)
		} else {
			err = checkTime(data.ResolvedAt)
		}
	case "conversation.closed":
		if data.Status != "closed" {
			err = fmt.Errorf("the status is %q", data.Status)
		}
	case "conversation.reopened":
		if data.Status != "open" {
			err = fmt.Errorf("the status is %q", data.Status)
		}
	case "conversation.assigned":
		var agent *int64
		if data.AssignedTo == nil {
			err = errors.New("there is no assignedTo")
		} else if err = json.Unmarshal(data.AssignedTo, &agent); err == nil && agent != nil {
			r.assignee = *agent
		} else {
			name = "conversation.assigned to no one"
		}
	case "rating.submitted":
		if data.Rating < 1 || data.Rating > 5 {
			err = fmt.Errorf("the rating is %d", data.Rating)
		}
		r.tally.printf("  %d of 5 by %s: %s", data.Rating, deref(data.RatedBy), deref(data.Comment))
	case "rating.requested":
		if data.Reason != "auto" && data.Reason != "requested" {
			err = fmt.Errorf("the reason is %q", data.Reason)
		}
		name += " " + data.Reason
	default: // an event of a later version
		name += " (not supported here)"
	}
	return name, err
}

func deref(s *string) string {
	if s == nil {
		return "someone"
	}
	return *s
}

// lastAssignee is the agent of the last conversation.assigned event.
func (r *receiver) lastAssignee() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.assignee
}
