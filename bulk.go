package svcx

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Property is something that members set in a conversation, or in many by a bulk action.
type Property string

// The properties.
const (
	PropertyStatus   Property = "status"
	PropertyAssignee Property = "assignee"
	PropertyCategory Property = "category"
	PropertyPriority Property = "priority"
	PropertyTags     Property = "tags"
	// PropertySubject is of one conversation; no bulk action sets it.
	PropertySubject Property = "subject"
)

// Properties lists them.
var Properties = [...]Property{PropertyStatus, PropertyAssignee, PropertyCategory, PropertyPriority, PropertyTags, PropertySubject}

// Valid reports whether p is one of the properties.
func (p Property) Valid() bool { return slices.Contains(Properties[:], p) }

// Of is the property of a conversation as text: a status, an id, a priority, tags as JoinTags
// writes them; "" for none.
func (p Property) Of(c *Conversation) string {
	switch p {
	case PropertyStatus:
		return string(c.Status)
	case PropertyAssignee:
		return idText(c.AssignedTo)
	case PropertyCategory:
		return idText(c.Category)
	case PropertyPriority:
		return string(c.Priority)
	case PropertyTags:
		return JoinTags(c.Tags)
	case PropertySubject:
		return c.Subject
	}
	return ""
}

func idText[T ~int64](id *T) string {
	if id == nil {
		return ""
	}
	return strconv.FormatInt(int64(*id), 10)
}

// JoinTags writes tags as one text, a line each.
func JoinTags(tags []string) string {
	lines := make([]string, len(tags))
	for i, tag := range tags {
		lines[i] = tagEscapes.Replace(tag)
	}
	return strings.Join(lines, "\n")
}

// SplitTags reads what JoinTags has written.
func SplitTags(text string) []string {
	if text == "" {
		return []string{}
	}
	tags := strings.Split(text, "\n")
	for i, line := range tags {
		tags[i] = tagUnescapes.Replace(line)
	}
	return tags
}

// A program may have given a conversation tags with line breaks.
var (
	tagEscapes   = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)
	tagUnescapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\r`, "\r")
)

// PropertyMode is how a property is set: to a value; of tags also by adding or removing some.
type PropertyMode string

// The modes.
const (
	ModeSet    PropertyMode = ""
	ModeAdd    PropertyMode = "add"
	ModeRemove PropertyMode = "remove"
)

// PropertyChange sets a property. To is a text as Property.Of returns it.
type PropertyChange struct {
	Property Property
	Mode     PropertyMode
	To       string
}

// Tags are the tags of a conversation after the change. One that it already has, in any case of
// letters, is not added again.
func (p PropertyChange) Tags(has []string) []string {
	named := SplitTags(p.To)
	is := func(tag string) func(string) bool {
		return func(other string) bool { return FoldCase(tag) == FoldCase(other) }
	}
	switch p.Mode {
	case ModeAdd:
		tags := slices.Clone(has)
		for _, tag := range named {
			if !slices.ContainsFunc(tags, is(tag)) {
				tags = append(tags, tag)
			}
		}
		return tags
	case ModeRemove:
		tags := []string{}
		for _, tag := range has {
			if !slices.ContainsFunc(named, is(tag)) {
				tags = append(tags, tag)
			}
		}
		return tags
	}
	return named
}

// BulkID identifies a bulk action.
type BulkID int64

// Bulk is a bulk action: a property that is set in many conversations, or set back.
type Bulk struct {
	ID        BulkID
	Workspace WorkspaceID
	// User is the member whose action it is: nobody else sees it.
	User UserID
	PropertyChange
	// FillKey is the key of a field that is filled in first, with FillValue, where it is empty; ""
	// for none.
	FillKey, FillValue string
	// Undoes is the bulk action that is undone; 0 for none.
	Undoes    BulkID
	State     BulkState
	CreatedAt Time
	EndedAt   *Time
	// Lease is the right to carry it out, until LeasedUntil.
	Lease       string
	LeasedUntil Time
}

// BulkState is the state of a bulk action.
type BulkState string

// The states: its conversations are being listed, it is being carried out or waits for that, it is
// done, the member has stopped it.
const (
	BulkListed  BulkState = "listed"
	BulkRunning BulkState = "running"
	BulkDone    BulkState = "done"
	BulkStopped BulkState = "stopped"
)

// BulkItem is a conversation of a bulk action.
type BulkItem struct {
	Workspace    WorkspaceID
	Bulk         BulkID
	Conversation ConversationID
	State        BulkItemState
	// Was and Is are the property before and after the change, if that is done.
	Was, Is string
	// Failure is why it is not, and Reason has the details: a field's key, or a text.
	Failure BulkFailure
	Reason  string
}

// BulkItemState is the state of an item.
type BulkItemState string

// The states of items.
const (
	ItemWaits  BulkItemState = "waits"
	ItemDone   BulkItemState = "done"
	ItemFailed BulkItemState = "failed"
)

// BulkFailure is why a conversation was not changed.
type BulkFailure string

// The failures: a veto, a required field that is empty, a change by somebody else, a conversation
// that does not exist any more, a value that cannot be set, an error.
const (
	FailureVetoed  BulkFailure = "vetoed"
	FailureField   BulkFailure = "field"
	FailureChanged BulkFailure = "changed"
	FailureGone    BulkFailure = "gone"
	FailureInvalid BulkFailure = "invalid"
	FailureError   BulkFailure = "error"
)

// BulkProgress is how far a bulk action is.
type BulkProgress struct {
	Total, Done, Failed int
}

// Ended is how many of its conversations have an outcome.
func (p BulkProgress) Ended() int { return p.Done + p.Failed }

const (
	// MaxBulk is how many conversations a bulk action has at most.
	MaxBulk = 10_000
	// BulkUndo is how long a bulk action can be undone, BulkRetention how long it is kept.
	BulkUndo      = 24 * time.Hour
	BulkRetention = 48 * time.Hour
)
