package settings

import (
	"net/http"
	"net/url"
	"slices"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// aiView is the page of the AI settings.
type aiView struct {
	page.Frame
	written
	// hasKey is set if a key is stored.
	hasKey bool
	// trial is what came of trying what is written; nil if that was not asked for.
	trial *assist.Trial
}

var aiFields = []string{"enabled", "rename", "summarize", "baseUrl", "model", "apiKey", "noKey", "priceIn", "priceOut"}

// switchOf is the name of the switch of an operation.
func switchOf(op svcx.AIOperation) string { return "use-" + string(op) }

// fieldsWith are the fields of the form, with a switch for each operation that the plan has.
func fieldsWith(plan svcx.Plan) []string {
	fields := slices.Clone(aiFields)
	for _, op := range svcx.AIOperations {
		if plan.Includes(op.Rule().Plan) {
			fields = append(fields, switchOf(op))
		}
	}
	return fields
}

// aiPage is GET /app/{org}/settings/ai.
func (h *Pages) aiPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	ai, err := h.Admin.AISettings(r.Context(), s.Workspace)
	if err != nil {
		return err
	}
	values := []string{
		"enabled", switched(ai.Enabled), "rename", switched(ai.AutoRename), "summarize", switched(ai.AutoSummarize), "baseUrl", ai.BaseURL, "model", ai.Model,
		"priceIn", ai.PriceIn.String(), "priceOut", ai.PriceOut.String(),
	}
	for _, op := range svcx.AIOperations {
		values = append(values, switchOf(op), switched(!slices.Contains(ai.Disabled, op)))
	}
	return h.showAI(w, r, s, http.StatusOK, aiView{written: shown(values...), hasKey: ai.APIKey != nil})
}

func (h *Pages) showAI(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v aiView) (err error) {
	if v.Frame, err = h.FrameAt(w, r, s, s.T("ai"), page.AIPath); err != nil {
		return err
	}
	return page.Show(w, r, status, aiPage(v))
}

// saveAI is POST /app/{org}/settings/ai {enabled, use-…, rename, summarize, baseUrl, model, apiKey,
// noKey, priceIn, priceOut}. Without a key in the form the stored one stays, unless noKey or another
// address removes it.
func (h *Pages) saveAI(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	read := h.readAI(s, posted)
	f, done, hasKey := read, "saved", false
	_, err = h.Admin.EditWorkspace(r.Context(), s.Call(), s.Workspace.Slug, func(_ *svcx.Workspace, now svcx.AISettings) (p svcx.WorkspacePatch, err error) {
		f, done, hasKey = read.clone(), "saved", now.APIKey != nil
		p.AI = &svcx.AIPatch{
			Enabled: f.flip(s, posted, "enabled", now.Enabled), AutoRename: f.flip(s, posted, "rename", now.AutoRename), AutoSummarize: f.flip(s, posted, "summarize", now.AutoSummarize),
			Disabled: f.disabled(s, posted, now.Disabled), BaseURL: f.change(s, posted, "baseUrl", now.BaseURL), Model: f.change(s, posted, "model", now.Model),
			PriceIn: f.price(s, posted, "priceIn", now.PriceIn), PriceOut: f.price(s, posted, "priceOut", now.PriceOut),
		}
		p.AI.APIKey = f.newKey()
		if p.AI.APIKey == nil && hasKey && p.AI.BaseURL != nil {
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
	return h.showAI(w, r, s, http.StatusUnprocessableEntity, aiView{written: f, hasKey: hasKey})
}

// tryAI is POST /app/{org}/settings/ai/try, with the fields of saveAI: the provider is asked as it is
// written, and nothing is stored.
func (h *Pages) tryAI(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	ai, err := h.Admin.AISettings(r.Context(), s.Workspace)
	if err != nil {
		return err
	}
	v := aiView{written: h.readAI(s, posted), hasKey: ai.APIKey != nil}
	v.Frame.Viewer = s
	status := http.StatusUnprocessableEntity
	if v.refused() == nil {
		status = http.StatusOK
		base, model := v.value["baseUrl"], v.value["model"]
		trial, err := h.Assist.TryWith(r.Context(), s.Call(), svcx.AIPatch{BaseURL: &base, Model: &model, APIKey: v.newKey()})
		if err != nil {
			return err
		}
		v.trial = &trial
	}
	if page.IsFragment(r) {
		return page.Show(w, r, status, trialBox(v))
	}
	return h.showAI(w, r, s, status, v)
}

// readAI reads the form, and notes what is wrong with it by itself.
func (h *Pages) readAI(s *page.Viewer, posted url.Values) written {
	read := readWritten(posted, fieldsWith(s.Workspace.Plan)...)
	read.trim("baseUrl", "model", "apiKey", "priceIn", "priceOut")
	read.bound(s, "model", svcx.MaxModel)
	read.bound(s, "apiKey", svcx.MaxAPIKey)
	h.checkProvider(s, read)
	for _, name := range []string{"priceIn", "priceOut"} {
		p, ok := svcx.ParseAIPrice(read.value[name])
		if !ok {
			read.wrong[name] = s.T("ai.price.wrong")
			continue
		}
		read.value[name] = p.String()
	}
	return read
}

// newKey is the key that the form sets; nil if it keeps the stored one.
func (f written) newKey() *string {
	key := f.value["apiKey"]
	if key == "" && !f.on("noKey") {
		return nil
	}
	return &key
}

// disabled are the operations that are switched off after the form; nil if it changes nothing. Those
// that the plan does not have stay as they are.
func (f *written) disabled(s *page.Viewer, posted url.Values, now []svcx.AIOperation) *[]svcx.AIOperation {
	after, changed := []svcx.AIOperation{}, false
	for _, op := range svcx.AIOperations {
		off := slices.Contains(now, op)
		if posted.Has(page.WasPrefix + switchOf(op)) {
			if on := f.flip(s, posted, switchOf(op), !off); on != nil {
				off, changed = !*on, true
			}
		}
		if off {
			after = append(after, op)
		}
	}
	if !changed {
		return nil
	}
	return &after
}

func (f *written) price(s *page.Viewer, posted url.Values, name string, now svcx.AIPrice) *svcx.AIPrice {
	text := f.change(s, posted, name, now.String())
	if text == nil {
		return nil
	}
	p, _ := svcx.ParseAIPrice(*text) // readAI has noted what is wrong
	return &p
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
	if v.value["apiKey"] != "" {
		return v.T("ai.key.again")
	}
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

// has reports whether the plan has an operation.
func (v aiView) has(op svcx.AIOperation) bool { return v.Workspace.Plan.Includes(op.Rule().Plan) }

// operationHint says what an operation does, and how often.
func (v aiView) operationHint(op svcx.AIOperation) string {
	return v.T("ai.op."+string(op)+".hint") + " " + v.N("ai.perHour", op.Rule().PerHour)
}

// trialText says what came of the trial, and what to do.
func (v aiView) trialText() string {
	t := v.trial
	if t.Fault != "" {
		return v.T("ai.fault."+string(t.Fault), "Why", page.AIFailure(v.Printer, t.Cause))
	}
	name := t.Model
	if name == "" {
		name = v.T("ai.try.someModel")
	}
	return v.T("ai.try.answered", "Model", name, "Time", v.Number(int(t.Latency.Milliseconds())))
}
