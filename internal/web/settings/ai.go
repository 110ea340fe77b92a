package settings

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// aiView is the page of the AI settings.
type aiView struct {
	page.Frame
	written
	// hasKey is set if a key is stored.
	hasKey bool
}

var aiFields = []string{"enabled", "rename", "summarize", "baseUrl", "model", "apiKey", "noKey"}

// aiPage is GET /app/{org}/settings/ai.
func (h *Pages) aiPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	ai, err := h.Admin.AISettings(r.Context(), s.Workspace)
	if err != nil {
		return err
	}
	f := shown("enabled", switched(ai.Enabled), "rename", switched(ai.AutoRename), "summarize", switched(ai.AutoSummarize), "baseUrl", ai.BaseURL, "model", ai.Model)
	return h.showAI(w, r, s, http.StatusOK, f, ai.APIKey != nil)
}

func (h *Pages) showAI(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, f written, hasKey bool) (err error) {
	v := aiView{written: f, hasKey: hasKey}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("ai"), page.AIPath); err != nil {
		return err
	}
	return page.Show(w, r, status, aiPage(v))
}

// saveAI is POST /app/{org}/settings/ai {enabled, rename, summarize, baseUrl, model, apiKey,
// noKey}. Without a key in the form the stored one stays, unless noKey or another address removes
// it.
func (h *Pages) saveAI(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	read := readWritten(posted, aiFields...)
	read.trim("baseUrl", "model", "apiKey")
	read.bound(s, "model", svcx.MaxModel)
	read.bound(s, "apiKey", svcx.MaxAPIKey)
	h.checkProvider(s, read)
	f, done, hasKey := read, "saved", false
	_, err = h.Admin.EditWorkspace(r.Context(), s.Call(), s.Workspace.Slug, func(_ *svcx.Workspace, now svcx.AISettings) (p svcx.WorkspacePatch, err error) {
		f, done, hasKey = read.clone(), "saved", now.APIKey != nil
		p.AI = &svcx.AIPatch{
			Enabled: f.flip(s, posted, "enabled", now.Enabled), AutoRename: f.flip(s, posted, "rename", now.AutoRename), AutoSummarize: f.flip(s, posted, "summarize", now.AutoSummarize),
			BaseURL: f.change(s, posted, "baseUrl", now.BaseURL), Model: f.change(s, posted, "model", now.Model),
		}
		key := f.value["apiKey"]
		switch {
		case key != "" || f.on("noKey"):
			p.AI.APIKey = &key
		case hasKey && p.AI.BaseURL != nil:
			done = "aiKeyRemoved"
		}
		return p, f.refused()
	})
	if err == nil {
		return h.saved(w, r, s, done, page.AIPath)
	}
	if err := f.explain(s, err, "ai.refused.", nil); err != nil {
		return err
	}
	return h.showAI(w, r, s, http.StatusUnprocessableEntity, f, hasKey)
}

// checkProvider notes what is wrong with the address of the provider.
func (h *Pages) checkProvider(s *page.Viewer, f written) {
	address := f.value["baseUrl"]
	if address == "" {
		return
	}
	if f.bound(s, "baseUrl", svcx.MaxURL); f.wrong["baseUrl"] != "" {
		return
	}
	if err := form.CheckProvider(address, h.core.CheckURL); err != nil {
		f.wrong["baseUrl"] = s.T("ai.baseUrl.wrong", "Why", err.Message)
	}
}

// keyState says whether a key is stored.
func (v aiView) keyState() string {
	if v.hasKey {
		return v.T("ai.key.set")
	}
	return v.T("ai.key.none")
}

// baseHint says what an empty address means, and what another one does to the key.
func (v aiView) baseHint() string {
	if v.hasKey {
		return v.T("ai.baseUrl.hint.key")
	}
	return v.T("ai.baseUrl.hint")
}

// currentPlan says what the workspace's plan has.
func (v aiView) currentPlan() string { return v.T("ai.plan." + string(v.Workspace.Plan)) }
