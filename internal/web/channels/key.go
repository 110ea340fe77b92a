package channels

import (
	"context"
	"net/http"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/web/page"
)

// Keys and signing secrets that are made are shown by the answer to the form, once. What the
// form replaces is named in it by a digest: the same form sent again, by a reload or by
// somebody who did not see the first, replaces nothing.

// keyWas stands for the key that a form replaces.
func keyWas(c *svcx.Channel) string { return page.Digest(c.KeyHash) }

// signingWas stands for the signing secret that a form replaces or removes.
func signingWas(c *svcx.Channel) string { return page.Digest(string(c.Signing.Secret)) }

// replace carries out a form that replaces a key or a secret, and shows the settings after it;
// show puts what was made into them.
func (h *Pages) replace(w http.ResponseWriter, r *http.Request, s *page.Viewer, was func(*svcx.Channel) string, do func(context.Context, inbox.Call, svcx.ChannelID) (string, error), show func(*settingsView, string)) error {
	c, fields, err := h.readForm(w, r, s)
	if err != nil {
		return err
	}
	if fields.Get("was") != was(c) {
		return h.showSettings(w, r, s, c, http.StatusConflict, settingsView{settingForm: formOf(c), alert: s.T("channels.replaced")})
	}
	made, err := do(r.Context(), s.Call(), c.ID)
	if err != nil {
		return err
	}
	if c, err = h.Admin.Channel(r.Context(), s.Workspace, c.ID); err != nil {
		return err
	}
	v := settingsView{settingForm: formOf(c)}
	show(&v, made)
	return h.showSettings(w, r, s, c, http.StatusOK, v)
}

// regenerateKey is POST …/key {was}.
func (h *Pages) regenerateKey(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.replace(w, r, s, keyWas, h.Admin.RegenerateKey, func(v *settingsView, key string) { v.key, v.fresh = key, true })
}

// createSigningSecret is POST …/signing {was}: makes the first secret, or another one.
func (h *Pages) createSigningSecret(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.replace(w, r, s, signingWas, h.Admin.CreateSigningSecret, func(v *settingsView, secret string) { v.secret = secret })
}

// deleteSigningSecret is POST …/signing/delete {was}. One that is gone already is no failure.
func (h *Pages) deleteSigningSecret(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, fields, err := h.readForm(w, r, s)
	if err != nil {
		return err
	}
	if c.Signing.Secret != nil && fields.Get("was") != signingWas(c) {
		return h.showSettings(w, r, s, c, http.StatusConflict, settingsView{settingForm: formOf(c), alert: s.T("channels.replaced")})
	}
	if err := h.Admin.DeleteSigningSecret(r.Context(), s.Call(), c.ID); err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return err
	}
	return h.back(w, r, s, c.ID, "signingRemoved")
}

// revealKey is POST …/key/reveal: shows the key, which the audit log records. A script gets
// the field alone.
func (h *Pages) revealKey(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	v := settingsView{settingForm: formOf(c)}
	v.key, err = h.Admin.RevealKey(r.Context(), s.Call(), c.ID)
	if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return err
	}
	status := http.StatusOK
	if err != nil {
		v.keyWrong, status = s.T("channels.key.hashed"), http.StatusUnprocessableEntity
	}
	if !page.IsFragment(r) {
		return h.showSettings(w, r, s, c, status, v)
	}
	v.revealable, v.ChannelHead = true, h.headOf(r, s, c)
	return page.Show(w, r, status, keyField(v))
}
