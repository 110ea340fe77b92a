package settings

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/web/page"
)

// secretRoutes are the pages of secrets, whose values are written there and never shown.
func (h *Pages) secretRoutes() {
	const pages = "/app/{org}" + page.SecretsPath
	h.Handle("GET "+pages, h.InWorkspace(svcx.RoleAdmin, h.secretsPage))
	h.Handle("POST "+pages, h.InWorkspace(svcx.RoleAdmin, h.createSecret))
	h.Handle("GET "+pages+"/new", h.InWorkspace(svcx.RoleAdmin, h.newSecret))
	h.Handle("GET "+pages+"/key/{name}", h.InWorkspace(svcx.RoleAdmin, h.secretPage))
	h.Handle("POST "+pages+"/key/{name}", h.InWorkspace(svcx.RoleAdmin, h.saveSecret))
	h.Handle("POST "+pages+"/key/{name}/delete", h.InWorkspace(svcx.RoleAdmin, h.deleteSecret))
}

// secretsView is the list of secrets.
type secretsView struct {
	page.Frame
	secrets []*svcx.Secret
	// readable is set if the workspace's form has secrets.
	readable bool
	// base is the address of the API.
	base string
}

// secretView is the form of a secret; secret is nil for a new one.
type secretView struct {
	page.Frame
	written
	secret *svcx.Secret
	asked  string
}

// hasSecrets reports whether the workspace's form has secrets: in the other one nothing can
// read them.
func (h *Pages) hasSecrets(s *page.Viewer) bool {
	return h.forms.Knows(s.Workspace.Form, svcx.ScopeSecretsRead)
}

// secretsPage is GET /app/{org}/settings/secrets.
func (h *Pages) secretsPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) (err error) {
	v := secretsView{readable: h.hasSecrets(s), base: h.apiBase(s)}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("secrets"), page.SecretsPath); err != nil {
		return err
	}
	list, err := h.Admin.Secrets(r.Context(), s.Workspace, svcx.Page{Limit: svcx.MaxSecrets})
	if err != nil {
		return err
	}
	v.secrets = list.Items
	return page.Show(w, r, http.StatusOK, secretsPage(v))
}

// newSecret is GET …/new.
func (h *Pages) newSecret(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	if !h.hasSecrets(s) {
		return svcx.NotFound("path")
	}
	return h.showSecret(w, r, s, http.StatusOK, nil, empty("secret", "", "value", "", "name", "", "description", ""))
}

// secretPage is GET …/key/{name}.
func (h *Pages) secretPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	secret, err := h.secretOf(r, s)
	if err != nil {
		return err
	}
	return h.showSecret(w, r, s, http.StatusOK, secret, shown("name", secret.Name, "description", secret.Description, "value", ""))
}

func (h *Pages) secretOf(r *http.Request, s *page.Viewer) (*svcx.Secret, error) {
	key := r.PathValue("name")
	if !svcx.IsSecretKey(key) {
		return nil, svcx.NotFound("secret")
	}
	return h.Admin.Secret(r.Context(), s.Workspace, key)
}

func (h *Pages) showSecret(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, secret *svcx.Secret, f written) (err error) {
	v := secretView{written: f, secret: secret, asked: asked(r)}
	title := s.T("secret.new")
	if secret != nil {
		title = secret.Key
	}
	if v.Frame, err = h.FrameAt(w, r, s, title, page.SecretsPath); err != nil {
		return err
	}
	return page.Show(w, r, status, secretPage(v))
}

// createSecret is POST /app/{org}/settings/secrets. The field of the secret's key is named
// "secret": "key" is that of the form.
func (h *Pages) createSecret(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	if !h.hasSecrets(s) {
		return svcx.NotFound("path")
	}
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f := readSecret(s, posted, "secret", "value", "name", "description")
	f.trim("secret")
	if !svcx.IsSecretKey(f.value["secret"]) {
		f.wrong["secret"] = s.T("secret.key.wrong")
	}
	if f.value["value"] == "" {
		f.wrong["value"] = s.T("secret.value.empty")
	}
	all, err := h.Admin.Secrets(r.Context(), s.Workspace, svcx.Page{Limit: 1})
	if err != nil {
		return err
	}
	if f.full(s, "secret.full", all.Total, svcx.MaxSecrets); f.refused() == nil {
		draft := svcx.SecretDraft{Key: f.value["secret"], Value: f.value["value"], Name: f.value["name"], Description: f.value["description"]}
		if draft.Name == "" {
			draft.Name = draft.Key
		}
		// Without the value: a hash of what is sent is stored.
		what := strings.Join([]string{draft.Key, draft.Name, draft.Description}, "\n")
		_, err = page.Once(r.Context(), page.OnceFor(h.core, s, r, f.key), "secret", what, func(x *svcx.Secret) int64 { return int64(x.ID) },
			func(ctx context.Context, call inbox.Call) (*svcx.Secret, error) {
				return h.Admin.CreateSecret(ctx, call, draft)
			})
		if err == nil {
			return h.saved(w, r, s, "secretCreated", page.SecretsPath)
		}
	}
	if err := f.explain(s, err, "secret.refused.", map[string]string{"key": "secret"}); err != nil {
		return err
	}
	return h.showSecret(w, r, s, http.StatusUnprocessableEntity, nil, f)
}

// readSecret reads a form and notes what is wrong with it, by the rules of the API
// (form.DecodeSecret).
func readSecret(s *page.Viewer, posted url.Values, names ...string) written {
	f := readWritten(posted, names...)
	f.trim("name")
	f.value["description"] = strings.TrimSpace(f.value["description"])
	f.bound(s, "name", svcx.MaxName)
	f.bound(s, "description", svcx.MaxDescription)
	f.bound(s, "value", svcx.MaxSecretValue)
	return f
}

// saveSecret is POST …/key/{name} {name, description, value}. Without a value it stays.
func (h *Pages) saveSecret(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	secret, err := h.secretOf(r, s)
	if err != nil {
		return err
	}
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	read := readSecret(s, posted, "name", "description", "value")
	if read.value["name"] == "" {
		read.value["name"] = secret.Key
	}
	f := read
	if err = f.refused(); err == nil {
		_, err = h.Admin.EditSecret(r.Context(), s.Call(), secret.Key, func(now *svcx.Secret) (p svcx.SecretPatch, err error) {
			f = read.clone()
			p.Name = f.change(s, posted, "name", now.Name)
			p.Description = f.change(s, posted, "description", now.Description)
			if value := f.value["value"]; value != "" {
				p.Value = &value
			}
			return p, f.refused()
		})
	}
	if err == nil {
		return h.saved(w, r, s, "saved", page.SecretsPath)
	}
	if err := f.explain(s, err, "secret.refused.", nil); err != nil {
		return err
	}
	return h.showSecret(w, r, s, http.StatusUnprocessableEntity, secret, f)
}

// deleteSecret is POST …/key/{name}/delete. One that is gone already is no failure.
func (h *Pages) deleteSecret(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	secret, err := h.secretOf(r, s)
	if err == nil {
		err = h.Admin.DeleteSecret(r.Context(), s.Call(), secret.Key)
	}
	return h.gone(w, r, s, err, "secretDeleted", page.SecretsPath)
}

func secretLink(s *page.Viewer, x *svcx.Secret) string {
	return s.Path(page.SecretsPath) + "/key/" + url.PathEscape(x.Key)
}

// example reads a secret by the API.
func (v secretsView) example() string {
	key := "shop.token"
	if len(v.secrets) > 0 {
		key = v.secrets[0].Key
	}
	return "curl " + v.base + "/secrets/" + url.PathEscape(key) + " \\\n  -H \"Authorization: Bearer $SVCX_API_KEY\""
}

// action is where the form is sent to.
func (v secretView) action() string {
	if v.secret == nil {
		return v.Path(page.SecretsPath)
	}
	return secretLink(v.Viewer, v.secret)
}
