package form

import (
	"errors"
	"net/url"

	"svcx"
)

// workspaceRecord is a workspace on the wire.
type workspaceRecord struct {
	ID            any           `json:"id"`
	Slug          string        `json:"slug"`
	Name          string        `json:"name"`
	Form          svcx.FormName `json:"form"`
	Plan          svcx.Plan     `json:"plan"`
	APIEnabled    bool          `json:"apiEnabled"`
	AllowedScopes any           `json:"allowedScopes"`
	CreatedAt     string        `json:"createdAt"`
	AI            *aiSettings   `json:"ai,omitzero"`
}

// aiSettings are the AI settings on the wire, without the provider's key.
type aiSettings struct {
	Enabled       bool    `json:"enabled"`
	BaseURL       *string `json:"baseUrl"`
	Model         *string `json:"model"`
	HasAPIKey     bool    `json:"hasApiKey"`
	AutoRename    bool    `json:"autoRename"`
	AutoSummarize bool    `json:"autoSummarize"`
	// Disabled are operations that are switched off; PriceIn and PriceOut decimals, null if not set.
	Disabled []svcx.AIOperation `json:"disabled"`
	PriceIn  *string            `json:"priceIn"`
	PriceOut *string            `json:"priceOut"`
}

// Workspace encodes a workspace: {id, slug, name, form, plan, apiEnabled,
// allowedScopes, createdAt}, and ai if it is not nil. id is encoded in the workspace's
// own form; allowedScopes is null if scopes are not restricted.
func (s Set) Workspace(w *svcx.Workspace, ai *svcx.AISettings) any {
	record := workspaceRecord{
		ID: s.Of(w.Form).ID(int64(w.ID)), Slug: w.Slug, Name: w.Name, Form: w.Form, Plan: w.Plan, APIEnabled: w.APIEnabled, CreatedAt: w.CreatedAt.String(),
	}
	if w.AllowedScopes != nil {
		record.AllowedScopes = w.AllowedScopes
	}
	if ai != nil {
		record.AI = &aiSettings{
			Enabled: ai.Enabled, BaseURL: OptionalString(ai.BaseURL), Model: OptionalString(ai.Model), HasAPIKey: ai.APIKey != nil, AutoRename: ai.AutoRename, AutoSummarize: ai.AutoSummarize,
			Disabled: append([]svcx.AIOperation{}, ai.Disabled...), PriceIn: OptionalString(ai.PriceIn.String()), PriceOut: OptionalString(ai.PriceOut.String()),
		}
	}
	return record
}

// DecodeWorkspaceSettings reads the body of PATCH /workspace: {name?, ai?: {enabled?,
// baseUrl?, model?, apiKey?, autoRename?, autoSummarize?, disabled?, priceIn?, priceOut?}}. null or
// "" clears baseUrl, model, apiKey and the prices. A baseUrl that checkURL rejects or that has a query gives an error
// of KindUnprocessable, 422 in both forms (W 7.3).
func DecodeWorkspaceSettings(body []byte, checkURL func(string) error) (svcx.WorkspacePatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.WorkspacePatch{}, err
	}
	patch := svcx.WorkspacePatch{Name: o.LabelPatch("name", svcx.MaxName)}
	if v := o.Value("ai"); v.present() {
		if v.Null() {
			v.Refuse("must be an object")
		}
		ai := v.Object()
		patch.AI = &svcx.AIPatch{
			Enabled:       patchOf(ai.Value("enabled"), Value.Bool),
			BaseURL:       ai.baseURL(checkURL),
			Model:         ai.TextPatch("model", svcx.MaxModel),
			APIKey:        ai.TextPatch("apiKey", svcx.MaxAPIKey),
			AutoRename:    patchOf(ai.Value("autoRename"), Value.Bool),
			AutoSummarize: patchOf(ai.Value("autoSummarize"), Value.Bool),
			Disabled:      patchOf(ai.Value("disabled"), readOperations),
			PriceIn:       ai.price("priceIn"),
			PriceOut:      ai.price("priceOut"),
		}
	}
	return checked(o, patch)
}

func readOperations(v Value) (all []svcx.AIOperation) {
	for _, one := range v.Elements(len(svcx.AIOperations)) {
		op := svcx.AIOperation(one.Text(svcx.MaxName))
		if !op.Valid() {
			one.Refuse("must be an AI operation")
		}
		all = append(all, op)
	}
	return all
}

// price reads the price of a million tokens, a decimal number in a string.
func (o *Object) price(name string) *svcx.AIPrice {
	text := o.TextPatch(name, maxPrice)
	if text == nil {
		return nil
	}
	p, ok := svcx.ParseAIPrice(*text)
	if !ok {
		o.Value(name).Refuse("must be a number with at most 4 decimals, such as 0.15")
	}
	return &p
}

// maxPrice bounds a price, in characters.
const maxPrice = 20

// baseURL reads the address of a workspace's own AI provider.
func (o *Object) baseURL(checkURL func(string) error) *string {
	address := o.TextPatch("baseUrl", svcx.MaxURL)
	if address == nil || *address == "" {
		return address
	}
	if refusal := CheckProvider(*address, checkURL); refusal != nil {
		o.Value("baseUrl").refuse(refusal)
	}
	return address
}

// CheckProvider says why an address cannot be that of an AI provider: it has a query, or
// checkURL rejects it; nil if it can. The message continues a sentence that starts with what
// has the address.
func CheckProvider(address string, checkURL func(string) error) *svcx.Error {
	if err := checkURL(address); err != nil {
		refusal := svcx.Unprocessable("", "must be an https URL that may be called from here")
		var cause *svcx.Error
		if errors.As(err, &cause) && cause.Message != "" {
			refusal.Message = cause.Message
		}
		refusal.Err = err
		return refusal
	}
	if u, err := url.Parse(address); err != nil || u.RawQuery != "" || u.Fragment != "" {
		return svcx.Unprocessable("", "must be without a query and a fragment: paths are added to it")
	}
	return nil
}

// WorkspaceInput is the body of POST /api/admin/workspaces. Form and AdminEmail are
// "" if not given.
type WorkspaceInput struct {
	Slug, Name    string
	Form          svcx.FormName
	Plan          svcx.Plan
	AdminEmail    string
	APIEnabled    *bool
	AllowedScopes []svcx.Scope
}

// The words of a workspace's form and plan.
var (
	formNames = []Word[svcx.FormName]{{"A", svcx.FormA}, {"B", svcx.FormB}}
	plans     = []Word[svcx.Plan]{{"free", svcx.PlanFree}, {"pro", svcx.PlanPro}, {"business", svcx.PlanBusiness}}
)

// DecodeWorkspace reads the body of POST /api/admin/workspaces: {slug, name,
// form?, plan?, apiEnabled?, allowedScopes?, adminEmail?}. By default, plan is free
// and apiEnabled true.
func DecodeWorkspace(body []byte) (in WorkspaceInput, err error) {
	o, err := ReadObject(body)
	if err != nil {
		return in, err
	}
	in = WorkspaceInput{
		Slug: o.FilledText("slug", svcx.MaxName), Name: o.Label("name", svcx.MaxName),
		Form: OptionalEnum(o, "form", "", formNames), Plan: OptionalEnum(o, "plan", svcx.PlanFree, plans), AdminEmail: o.OptionalEmail("adminEmail"),
	}
	if v := o.Value("apiEnabled"); v.Given() {
		on := v.Bool()
		in.APIEnabled = &on
	}
	if v := o.Value("allowedScopes"); v.Given() {
		in.AllowedScopes = v.scopes()
	}
	return checked(o, in)
}

// DecodeWorkspacePatch reads the body of PATCH /api/admin/workspaces/{slug}: any
// of {name, form, plan, apiEnabled, allowedScopes}. Only allowedScopes can be
// null, which lifts the restriction.
func DecodeWorkspacePatch(body []byte) (svcx.WorkspacePatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.WorkspacePatch{}, err
	}
	if o.Value("slug").present() {
		o.Refuse("slug", "must not be given: it cannot be changed")
	}
	patch := svcx.WorkspacePatch{
		Name:       o.LabelPatch("name", svcx.MaxName),
		Form:       patchOf(o.Value("form"), func(v Value) svcx.FormName { return Enum(v, formNames) }),
		Plan:       patchOf(o.Value("plan"), func(v Value) svcx.Plan { return Enum(v, plans) }),
		APIEnabled: patchOf(o.Value("apiEnabled"), Value.Bool),
	}
	if v := o.Value("allowedScopes"); v.present() {
		var scopes []svcx.Scope
		if !v.Null() {
			scopes = v.scopes()
		}
		patch.AllowedScopes = &scopes
	}
	return checked(o, patch)
}

// scopes reads an array of scopes and drops repeats. Whether the form has them is
// checked where the form is known.
func (v Value) scopes() []svcx.Scope {
	scopes, seen := []svcx.Scope{}, map[svcx.Scope]bool{}
	for _, e := range v.Elements(svcx.MaxScopes) {
		s := svcx.Scope(e.FilledText(svcx.MaxName))
		if !seen[s] {
			seen[s] = true
			scopes = append(scopes, s)
		}
	}
	return scopes
}
