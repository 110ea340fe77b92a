// Package handbrake shows what is wrong with a reply before it is sent, and asks its writer.
package handbrake

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// Held is a reply that something is wrong with: its writer is asked whether to send it.
type Held struct {
	*page.Viewer
	content string
	// first is set if it begins a conversation.
	first  bool
	issues []svcx.Issue
	// anyway is what the form sends if the reply is to be sent all the same: it names this reply, so
	// that another one is checked.
	anyway string
}

const (
	// checkTime is how long a reply waits for the model; what is found without it does not wait.
	checkTime = 5 * time.Second
	// maxHeldIssues bounds what is shown at once.
	maxHeldIssues = 5
)

// Look looks through a reply where the plan has that and the AI is switched on. It returns nil for one
// that may be sent: nothing is wrong, or its writer was told, who has answered anyway about this body. A
// model that does not answer, or was used too often, holds nothing up.
func Look(ctx context.Context, ai *assist.Service, s *page.Viewer, id svcx.ConversationID, reply assist.Reply, body, anyway string) (*Held, error) {
	held := &Held{Viewer: s, content: reply.Text, first: reply.To != nil, anyway: nameOf(body)}
	if anyway == held.anyway {
		return nil, nil
	}
	err := ai.Permit(ctx, s.Workspace, svcx.AIHandbrake)
	if svcx.KindOf(err) == svcx.KindForbidden {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	found, err := ai.Handbrake(ctx, assist.Request{Call: s.Call(), Conversation: id}, reply)
	if err != nil && svcx.KindOf(err) != svcx.KindRateLimited {
		return nil, err
	}
	if held.issues = append(found.Answer.Issues, found.Answer.Found...); len(held.issues) == 0 {
		return nil, nil
	}
	return held, nil
}

// nameOf tells a reply from all others.
func nameOf(body string) string {
	sum := sha256.Sum256([]byte(body))
	return hex.EncodeToString(sum[:16])
}

// value is that of the button that sends the reply, with what follows it; AnywayOf reads it.
func (r *Held) value(then svcx.Status) string {
	return strings.TrimSpace(r.anyway + " " + string(then))
}

// SendAnyway is the id of what the button says that sends a reply that was asked about, with what
// follows it.
func SendAnyway(then svcx.Status) string {
	if then == svcx.StatusResolved {
		return "handbrake.sendAndResolve"
	}
	return "handbrake.send"
}

// AnywayOf reads what the button sends.
func AnywayOf(value string) (reply string, then svcx.Status) {
	reply, status, _ := strings.Cut(value, " ")
	return reply, svcx.Status(status)
}

// shownIssue is an issue as it is shown.
type shownIssue struct {
	title, hint string
	// before, marked and after are the text around what it is about; marked is "" for nothing in
	// particular. from and to are its place in the text, as scripts count characters.
	before, marked, after string
	from, to              int
}

// shown are the issues to be shown, and how many more there are.
func (r *Held) shown() (all []shownIssue, more int) {
	n := min(len(r.issues), maxHeldIssues)
	for _, i := range r.issues[:n] {
		s := shownIssue{title: r.T("handbrake.model"), hint: strings.TrimSpace(i.Description + " " + i.Suggestion)}
		if id := "handbrake.found." + i.Type; r.Has(id) {
			s.title, s.hint = r.T(id), r.T(id+".hint")
			if first := id + ".hint.first"; r.first && r.Has(first) {
				s.hint = r.T(first)
			}
		}
		if i.To > i.From && i.To <= len(r.content) && i.Type != wrongLanguage {
			s.mark(r.content, i.From, i.To)
		}
		all = append(all, s)
	}
	return all, len(r.issues) - n
}

// wrongLanguage is the type of an issue that is about the whole text (package guard).
const wrongLanguage = "wrong_language"

// around is how much of the text stands beside what is marked, in characters.
const around = 32

func (s *shownIssue) mark(text string, from, to int) {
	s.from, s.to = units(text[:from]), units(text[:to])
	before, after := []rune(svcx.OneLine(lastLine(text[:from]))), []rune(svcx.OneLine(firstLine(text[to:])))
	s.before, s.after = string(before), string(after)
	if len(before) > around {
		s.before = "…" + string(before[len(before)-around:])
	}
	if len(after) > around {
		s.after = string(after[:around]) + "…"
	}
	if s.before != "" && strings.HasSuffix(text[:from], " ") {
		s.before += " "
	}
	if s.after != "" && strings.HasPrefix(text[to:], " ") {
		s.after = " " + s.after
	}
	s.marked = cmp.Or(richtext.Name(svcx.OneLine(text[from:to])), "…")
}

func lastLine(text string) string  { return text[strings.LastIndexByte(text, '\n')+1:] }
func firstLine(text string) string { line, _, _ := strings.Cut(text, "\n"); return line }

// units is the length of a text as scripts count it.
func units(text string) (n int) {
	for _, r := range text {
		if n++; utf8.RuneLen(r) == 4 {
			n += utf16.RuneLen(r) - 1
		}
	}
	return n
}
