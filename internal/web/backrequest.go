package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// backKinds are what an agent may ask the integrator for.
var backKinds = [...]svcx.BackRequestType{svcx.BackInfo, svcx.BackMetadata}

// known is what the workspace knows of a conversation and its contact.
type known struct {
	conversation *svcx.Conversation
	contact      *svcx.Contact
	fields       []svcx.FieldValue
}

// backAnswer is an integrator's answer to a back request, and what was known before.
type backAnswer struct {
	svcx.BackAnswer
	kind   svcx.BackRequestType
	before known
}

// backLine is a value of an answer; became is what became of it: filled, known or kept.
type backLine struct{ label, value, became string }

// askBack is POST …/backrequest {type}: the integrator is asked for what is missing, which is
// filled in where nothing is known.
func (h *Handler) askBack(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		kind := svcx.BackRequestType(fields.Get("type"))
		if !slices.Contains(backKinds[:], kind) {
			return svcx.NotFound("type")
		}
		before, err := h.known(r.Context(), s, a.id)
		if err != nil {
			return err
		}
		answer, err := h.Messaging.BackRequest(r.Context(), s.Call(), a.id, kind, "", nil)
		switch svcx.KindOf(err) {
		case svcx.KindIntegrationFailed:
			return &svcx.Error{Kind: svcx.KindIntegrationFailed, Message: s.T("back.failed")}
		case svcx.KindForbidden:
			return &svcx.Error{Kind: svcx.KindConflict, Message: s.T("back.off")}
		}
		a.back = &backAnswer{answer, kind, before}
		return err
	})
}

func (h *Handler) known(ctx context.Context, s *page.Viewer, id svcx.ConversationID) (k known, err error) {
	if k.conversation, err = h.Messaging.Conversation(ctx, s.Workspace, id); err != nil {
		return k, err
	}
	if k.fields, err = h.Messaging.FieldValues(ctx, s.Workspace, id); err != nil || k.conversation.Contact == nil {
		return k, err
	}
	if k.contact, err = h.Directory.Contact(ctx, s.Workspace, *k.conversation.Contact); svcx.KindOf(err) == svcx.KindNotFound {
		err = nil
	}
	return k, err
}

// asksBack reports whether the integrator takes back requests.
func (o *conversationView) asksBack() bool {
	return o.channel != nil && o.channel.Settings.BackRequestsEnabled && o.channel.Settings.WebhookURL != ""
}

// backLines are the values of the answer that a conversation can have.
func (o *conversationView) backLines() (lines []backLine) {
	before, after := o.back.before, known{o.conversation, o.contact, o.fields}
	add := func(label, answered, was, is string) {
		if answered == "" {
			return
		}
		became := "kept"
		switch {
		case was == answered:
			became = "known"
		case was == "" && is == answered:
			became = "filled"
		}
		lines = append(lines, backLine{label, richtext.Name(answered), became})
	}
	text := func(value *string) string {
		if value == nil {
			return ""
		}
		return *value
	}
	info := o.back.Info
	if was, is := before.contact, after.contact; o.back.kind == svcx.BackInfo && was != nil && is != nil {
		add(o.T("contact.name"), text(info.Name), was.Name, is.Name)
		add(o.T("contact.email"), text(info.Email), was.Email, is.Email)
		add(o.T("back.picture"), text(info.AvatarURL), was.AvatarURL, is.AvatarURL)
	}
	if o.back.kind != svcx.BackMetadata {
		return lines
	}
	was, is := before.conversation, after.conversation
	nameOf := func(p svcx.Priority) string {
		if p == "" {
			return ""
		}
		return priorityName(o.Viewer, p)
	}
	add(o.T("back.subject"), text(info.Subject), was.Subject, is.Subject)
	if info.Priority != nil {
		add(o.T("details.priority"), priorityName(o.Viewer, *info.Priority), nameOf(was.Priority), nameOf(is.Priority))
	}
	if info.Tags != nil {
		add(o.T("details.tags"), strings.Join(*info.Tags, ", "), strings.Join(was.Tags, ", "), strings.Join(is.Tags, ", "))
	}
	for _, f := range after.fields {
		input, given := o.back.Fields[f.Field.Key]
		if !given {
			continue
		}
		if value, set, err := f.Field.Read(input); err == nil && set {
			add(o.fieldEditor(f).Label(), value, before.valueOf(f.Field), after.valueOf(f.Field))
			lines[len(lines)-1].value = o.fieldText(svcx.FieldValue{Field: f.Field, Value: value, Set: true})
		}
	}
	return lines
}

// valueOf is the value of a field; "" for none.
func (k known) valueOf(f *svcx.Field) string {
	for _, v := range k.fields {
		if v.Field.ID == f.ID && v.Set {
			return v.Value
		}
	}
	return ""
}
