package web

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// saveDraft is POST /app/{org}/inbox/{id}/draft {kind, content, format, on}: a script keeps
// what is written, in place of the version that it was written on. The answer is the saved
// draft, or another one that was saved meanwhile, which says so.
func (h *Handler) saveDraft(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, fields, err := readAction(w, r)
	if err != nil {
		return err
	}
	on, valid := form.ParseID(fields.Get("on"))
	if !valid && fields.Get("on") != "0" {
		return svcx.Invalid("on", "must be the version of a draft, or 0")
	}
	draft := svcx.Draft{Conversation: id, Kind: svcx.DraftKind(fields.Get("kind")), Content: fields.Get("content"), Markdown: fields.Get("format") == formatMarkdown}
	saved, err := h.Messaging.Drafts.Save(r.Context(), s.Call(), s.Member, draft, svcx.Time(on))
	other := svcx.KindOf(err) == svcx.KindConflict
	if err != nil && !other {
		return err
	}
	return page.Show(w, r, http.StatusOK, savedDraft(saved, other))
}
