package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/assist/language"
	"svcx/internal/assist/worddiff"
	"svcx/internal/httpd"
	"svcx/internal/web/page"
)

// draftOperations are the AI operations on the draft of a reply, in the order of their buttons. Notes
// have none: they go to no provider.
var draftOperations = []svcx.AIOperation{svcx.AIPolish, svcx.AISuggest, svcx.AITranslate, svcx.AICleanup}

var operationIcons = map[svcx.AIOperation]string{
	svcx.AIPolish: "wand-sparkles", svcx.AISuggest: "sparkles", svcx.AITranslate: "languages", svcx.AICleanup: "eraser",
}

// proposal is what an AI operation makes of a draft, or why it makes nothing. The draft stays as it is
// until its writer accepts it.
type proposal struct {
	page.Frame
	conversation svcx.ConversationID
	subject      string
	operation    svcx.AIOperation
	// language is what is translated into.
	language string
	draft    written
	text     string
	// changes are those of the draft; nil if too little of it is left to show them.
	changes []worddiff.Part
	// problem says why there is no text, obstacle why the operation cannot be used now.
	problem  string
	obstacle *aiObstacle
	status   int
}

// drafting has the endpoints of the AI operations on a draft.
type drafting struct{ *Handler }

// propose is POST /app/{org}/inbox/{id}/ai/{operation} {content, format, language} for the operation. A
// script gets the text as it arrives, and then the proposal; without scripts that is a page.
func (h drafting) propose(op svcx.AIOperation) page.MemberEndpoint {
	return func(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
		id, draft, err := h.readDraft(w, r, s)
		if text, refused := page.Refusal(s, err); refused && !page.IsFragment(r) {
			return h.showComposer(w, r, s, id, draft.inComposer(), text)
		}
		if err != nil {
			return err
		}
		c, err := h.Messaging.Conversation(r.Context(), s.Workspace, id)
		if err != nil {
			return err
		}
		p := &proposal{conversation: id, operation: op, draft: draft, status: http.StatusOK}
		p.Viewer, p.Clock = s, h.ReadClock(r, s)
		if p.At, err = page.ReadListing(r); err != nil {
			return err
		}
		if op == svcx.AITranslate {
			p.language = cmp.Or(svcx.OneLine(draft.language), s.T("language.en"))
			if utf8.RuneCountInString(p.language) > svcx.MaxTargetLang {
				return svcx.Invalid("language", "must have at most %d characters", svcx.MaxTargetLang)
			}
		}
		obstacles, err := h.aiUnavailable(r.Context(), s, p.Clock, op)
		if err != nil {
			return err
		}
		streamed := &proposalStream{w: w}
		switch p.obstacle = obstacles[op]; {
		case p.obstacle != nil:
		case op != svcx.AISuggest && svcx.Blank(draft.content):
			p.problem, p.status = s.T("assist.empty"), http.StatusUnprocessableEntity
		case op != svcx.AISuggest && utf8.RuneCountInString(draft.content) > svcx.MaxContent:
			over := utf8.RuneCountInString(draft.content) - svcx.MaxContent
			p.problem, p.status = s.N("assist.tooLong", over, "Max", s.Number(svcx.MaxContent)), http.StatusUnprocessableEntity
		default:
			httpd.EndReadDeadline(w)
			request := assist.Request{Call: s.Call(), Conversation: id}
			if page.IsFragment(r) {
				request.Token = streamed.write
			}
			if err := h.complete(r.Context(), p, request); err != nil {
				return err
			}
		}
		if p.obstacle != nil {
			p.status = p.obstacle.status
		}
		if page.IsFragment(r) {
			return streamed.end(r, p)
		}
		subjects, err := h.ReadSubjects(r.Context(), s, []*svcx.Conversation{c})
		if err != nil {
			return err
		}
		p.subject = subjects.Of(c)
		return h.showProposal(w, r, p)
	}
}

// readDraft reads what is written in the composer's form.
func (h drafting) readDraft(w http.ResponseWriter, r *http.Request, s *page.Viewer) (id svcx.ConversationID, m written, err error) {
	if id, err = conversationID(r); err == nil {
		m, err = h.readMessage(w, r, s)
	}
	return id, m, err
}

// complete has the model write the text.
func (h drafting) complete(ctx context.Context, p *proposal, request assist.Request) error {
	var result assist.Result[string]
	var err error
	switch p.operation {
	case svcx.AIPolish:
		result, err = h.Assist.Polish(ctx, request, p.draft.content)
	case svcx.AICleanup:
		result, err = h.Assist.Cleanup(ctx, request, p.draft.content)
	case svcx.AITranslate:
		result, err = h.Assist.Translate(ctx, request, p.draft.content, p.language)
	default:
		result, err = h.Assist.Suggest(ctx, request)
	}
	if err != nil {
		return h.explain(ctx, p, err)
	}
	p.text = result.Answer
	if changes := worddiff.Of(p.draft.content, p.text); p.operation != svcx.AISuggest && worddiff.Kept(changes) >= leastKept {
		p.changes = changes
	}
	return nil
}

// leastKept is the share of both texts from which their difference is easier to read than the new text.
const leastKept = 0.3

// explain notes why there is no text. It returns an error that is no fault of the operation.
func (h drafting) explain(ctx context.Context, p *proposal, err error) error {
	var known *svcx.Error
	if !errors.As(err, &known) {
		return err
	}
	switch known.Kind {
	case svcx.KindRateLimited:
		obstacles, failed := h.aiUnavailable(ctx, p.Viewer, p.Clock, p.operation)
		if failed != nil {
			return failed
		}
		if p.obstacle = obstacles[p.operation]; p.obstacle == nil {
			p.problem = p.T("assist.busy")
		}
		p.status = http.StatusTooManyRequests
	case svcx.KindAIUnavailable:
		p.problem, p.status = page.AIFailure(p.Printer, err), http.StatusServiceUnavailable
	case svcx.KindValidation:
		p.problem, p.status = p.T("assist.nothing"), http.StatusUnprocessableEntity
	default:
		return err
	}
	return nil
}

// proposalStream sends the parts of a text as plain text, and after them, behind a zero byte, the
// proposal as a fragment. Without any part the answer is the fragment alone.
type proposalStream struct {
	w       http.ResponseWriter
	started bool
	thought thoughtFilter
}

func (s *proposalStream) write(part string) {
	if part = strings.ReplaceAll(s.thought.pass(part), "\x00", ""); part == "" {
		return
	}
	if !s.started {
		s.started = true
		header := s.w.Header()
		header.Set("Content-Type", "text/plain; charset=utf-8")
		header.Set("Content-Security-Policy", page.Policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-store")
	}
	_, _ = s.w.Write([]byte(part)) // a reader that is gone ends the request
	_ = http.NewResponseController(s.w).Flush()
}

func (s *proposalStream) end(r *http.Request, p *proposal) error {
	if !s.started {
		return page.Show(s.w, r, p.status, proposalBox(p))
	}
	_, _ = s.w.Write([]byte{0})
	return proposalBox(p).Render(r.Context(), s.w)
}

// thoughtFilter leaves out what a model writes before its answer to think aloud.
type thoughtFilter struct {
	held string
	open bool
}

func (f *thoughtFilter) pass(part string) string {
	if f.open {
		return part
	}
	const begin, end = "<think", "</think"
	f.held += part
	text := strings.TrimLeft(f.held, " \n\r\t")
	if n := min(len(text), len(begin)); text[:n] == begin[:n] {
		_, after, found := strings.Cut(text, end)
		_, after, closed := strings.Cut(after, ">")
		if !found || !closed {
			return ""
		}
		text = strings.TrimLeft(after, " \n\r\t")
	}
	if text == "" {
		return ""
	}
	f.open, f.held = true, ""
	return text
}

// showProposal is the proposal as a page.
func (h drafting) showProposal(w http.ResponseWriter, r *http.Request, p *proposal) (err error) {
	l := p.At
	if p.Frame, err = h.FrameAt(w, r, p.Viewer, p.title(), "/inbox/"+page.IDOrNone(&p.conversation)); err != nil {
		return err
	}
	p.At = l
	return page.Show(w, r, p.status, proposalPage(p))
}

// useDraft is POST /app/{org}/inbox/{id}/ai/draft {content, format, attachment}: the composer with a text
// that was accepted, or as it was before.
func (h drafting) useDraft(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, m, err := h.readDraft(w, r, s)
	if err != nil {
		return err
	}
	return h.showComposer(w, r, s, id, m.inComposer(), "")
}

// inComposer is what was written as the composer of replies shows it.
func (m written) inComposer() composer {
	return composer{tab: tabReply, content: m.content, markdown: m.markdown, files: m.uploaded}
}

func (p *proposal) failed() bool { return p.problem != "" || p.obstacle != nil }

func (p *proposal) title() string {
	return p.T("assist.title."+string(p.operation), "Language", p.language)
}

// unchanged reports whether the draft is as it was.
func (p *proposal) unchanged() bool { return p.text == p.draft.content }

// to is the address of a step after the proposal.
func (p *proposal) to(what string) string {
	return p.Path("/inbox/") + page.IDOrNone(&p.conversation) + "/ai/" + what + p.At.First().Query()
}

// shownLink leads to what a model sees for the operation.
func (p *proposal) shownLink() string {
	link := p.to("shown")
	separator := "?"
	if strings.Contains(link, "?") {
		separator = "&"
	}
	return link + separator + "operation=" + string(p.operation)
}

// showsChanges reports whether the changes of the draft are shown in place of the new text.
func (p *proposal) showsChanges() bool { return len(p.changes) > 0 && !p.unchanged() }

func (p *proposal) why() string {
	if p.obstacle != nil {
		return p.obstacle.text
	}
	return p.problem
}

// buttons are the operations on a draft that have buttons: those that are not switched off.
func (o *conversationView) buttons() (all []svcx.AIOperation) {
	for _, op := range draftOperations {
		if obstacle := o.obstacles[op]; obstacle == nil || !obstacle.off {
			all = append(all, op)
		}
	}
	return all
}

// targetLanguage is one of those to choose from.
type targetLanguage struct {
	name string
	// customers is set for the one that the customer writes.
	customers bool
}

// languageTags are those of the languages that are offered.
var languageTags = []string{
	"ar", "bg", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "nb", "nl", "pl", "pt", "ro", "ru", "sk", "sv", "th", "tr", "uk", "vi", "zh",
}

// languages are those to translate into: that of the customer's latest messages, the reader's, and the
// others by their names.
func (o *conversationView) languages() (all []targetLanguage) {
	theirs := o.customersLanguage()
	for _, tag := range languageTags {
		all = append(all, targetLanguage{o.T("language." + tag), tag == theirs})
	}
	rank := func(l targetLanguage) int {
		switch {
		case l.customers:
			return 0
		case l.name == o.T("language."+o.Lang):
			return 1
		}
		return 2
	}
	slices.SortFunc(all, func(a, b targetLanguage) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.name, b.name))
	})
	return all
}

// customersLanguage is the tag of the language of the customer's latest messages, "" if it is not clear.
func (o *conversationView) customersLanguage() string {
	var said strings.Builder
	for _, l := range slices.Backward(o.thread.lines) {
		if m := l.message; m != nil && m.message.Author.Type == svcx.AuthorCustomer && said.Len() < 2000 {
			said.WriteString(page.ExcerptLine(svcx.Excerpt{Text: m.message.Content, ContentType: m.message.ContentType, Markdown: m.message.Markdown}, 1000) + "\n")
		}
	}
	tag := language.Of(said.String())
	if tag == "no" || tag == "nn" {
		return "nb"
	}
	return tag
}
