package web

import (
	"context"
	"net/http"
	"regexp"
	"slices"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// versionView is an edit of a message.
type versionView struct {
	page.Clock
	who    string
	reason string
	at     svcx.Time
	// parts are the content before and after the edit.
	parts []difference
}

// difference is a part of a text that was edited; neither added nor removed: it stayed.
type difference struct {
	text           string
	added, removed bool
}

// versions loads the edits of the message that a query asks for.
func (h *Handler) versions(r *http.Request, o *conversationView, lines []line) error {
	if r.URL.Query().Get("versions") == "" {
		return nil
	}
	for _, l := range lines {
		if v := l.message; v != nil && v.message.EditedAt != nil && v.id() == r.URL.Query().Get("m") {
			return h.edits(r.Context(), o, v)
		}
	}
	return nil
}

func (h *Handler) edits(ctx context.Context, o *conversationView, v *messageView) error {
	list, err := h.Messaging.Versions(ctx, o.Workspace, o.conversation.ID, v.message.ID, svcx.Page{Limit: svcx.MaxVersions})
	if err != nil {
		return err
	}
	var all []svcx.MessageVersion
	if err := list.Each(ctx, func(some []svcx.MessageVersion) error { all = append(all, some...); return nil }); err != nil {
		return err
	}
	after := v.plainText(v.message.Content)
	for _, before := range slices.Backward(all) {
		text := v.plainText(before.Content)
		v.edits = append(v.edits, versionView{Clock: o.Clock, who: o.actor(before.Editor), reason: richtext.Subject(before.Reason), at: before.ReplacedAt, parts: differences(text, after)})
		after = text
	}
	return nil
}

// plainText is a content as its versions show it.
func (v *messageView) plainText(content string) string {
	if v.message.ContentType == svcx.ContentHTML {
		return richtext.HTMLLine(content, svcx.MaxContent)
	}
	return content
}

// link is the address of the message.
func (v *messageView) link() string {
	return v.base + page.IDOrNone(&v.message.Conversation) + "?m=" + v.id() + "#m-" + v.id()
}

// versionsLink is the address of the message with its versions.
func (v *messageView) versionsLink() string {
	return v.base + page.IDOrNone(&v.message.Conversation) + withList(v.list, "m="+v.id()+"&versions=all#m-"+v.id())
}

var word = regexp.MustCompile(`[\pL\pN_]+|\s+|.`)

// maxCompared bounds the words that are compared with each other; of longer texts all that is
// between what they begin and end with alike is marked.
const maxCompared = 1000

// differences are what changed from one text to another, word by word.
func differences(from, to string) (all []difference) {
	a, b := word.FindAllString(from, -1), word.FindAllString(to, -1)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	add := func(text string, added, removed bool) {
		if n := len(all); n > 0 && all[n-1].added == added && all[n-1].removed == removed {
			all[n-1].text += text
		} else {
			all = append(all, difference{text, added, removed})
		}
	}
	for _, w := range a[:start] {
		add(w, false, false)
	}
	compare(a[start:len(a)-end], b[start:len(b)-end], add)
	for _, w := range a[len(a)-end:] {
		add(w, false, false)
	}
	return grouped(all)
}

// grouped joins changes with nothing but white space between them into one, so that a sentence
// that was rewritten is not marked word by word.
func grouped(parts []difference) (all []difference) {
	var removed, added, space string
	flush := func() {
		if removed != "" {
			all = append(all, difference{text: removed, removed: true})
		}
		if added != "" {
			all = append(all, difference{text: added, added: true})
		}
		if space != "" {
			all = append(all, difference{text: space})
		}
		removed, added, space = "", "", ""
	}
	for _, part := range parts {
		switch {
		case part.removed:
			removed, added, space = removed+space+part.text, added+space, ""
		case part.added:
			removed, added, space = removed+space, added+space+part.text, ""
		case svcx.Blank(part.text) && removed != "" && added != "":
			space = part.text
		default:
			flush()
			all = append(all, part)
		}
	}
	flush()
	return all
}

// compare reports what two texts have in common, as much as possible, and what not.
func compare(a, b []string, add func(text string, added, removed bool)) {
	// common[i][j] is how many words a[i:] and b[j:] have in common.
	common := make([][]int, len(a)+1)
	compared := len(a) <= maxCompared && len(b) <= maxCompared
	for i := len(a); i >= 0 && compared; i-- {
		common[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0 && i < len(a); j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) && compared {
		switch {
		case a[i] == b[j]:
			add(a[i], false, false)
			i, j = i+1, j+1
		case common[i+1][j] >= common[i][j+1]:
			add(a[i], false, true)
			i++
		default:
			add(b[j], true, false)
			j++
		}
	}
	for _, w := range a[i:] {
		add(w, false, true)
	}
	for _, w := range b[j:] {
		add(w, true, false)
	}
}
