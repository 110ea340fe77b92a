package page

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/httpd"
	"svcx/internal/web/texts"
)

// failure is what a page says about a request that failed: what happened, and in text why and
// what to do.
type failure struct {
	*texts.Printer
	status      int
	icon        string
	title, text string
	// again is the address that may be tried again; "" for none.
	again string
	// back is where to go, and backText the words for it.
	back, backText string
}

// failureIcons are the icons of failures; that of others is a triangle.
var failureIcons = map[int]string{http.StatusUnauthorized: "lock", http.StatusForbidden: "lock", http.StatusNotFound: "search", http.StatusTooManyRequests: "clock"}

// newFailure describes a failure. A post to /api/auth/verify that is unauthorized had a
// sign-in link that does not work.
func newFailure(p *texts.Printer, r *http.Request, status int, message string) failure {
	f := failure{Printer: p, status: status, icon: "triangle-alert", title: p.T("failure.title.500"), text: Sentence(message), back: "/", backText: p.T("failure.back")}
	if icon, ok := failureIcons[status]; ok {
		f.icon = icon
	}
	if id := "failure.title." + strconv.Itoa(status); p.Has(id) {
		f.title = p.T(id)
	}
	if status == http.StatusForbidden && strings.HasPrefix(r.URL.Path, "/api/auth/") {
		f.text += " " + p.T("failure.origin")
	}
	if status == http.StatusUnauthorized {
		f.backText = p.T("failure.signIn")
		if r.URL.Path == "/api/auth/verify" {
			f.title, f.backText = p.T("failure.link"), p.T("failure.newLink")
		}
	}
	passes := status == http.StatusTooManyRequests || status >= http.StatusInternalServerError
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		if passes || status == http.StatusRequestEntityTooLarge {
			f.text += " " + p.T("failure.kept")
		}
	case passes:
		f.again = svcx.LocalPath(r.URL.RequestURI())
	}
	return f
}

// ErrorPage returns what shows an error as a page.
func ErrorPage() func(w http.ResponseWriter, r *http.Request, status int, message string) error {
	catalogue, err := texts.Load()
	if err != nil {
		panic(err) // they are part of the program
	}
	return func(w http.ResponseWriter, r *http.Request, status int, message string) error {
		p := catalogue.For(r.Header.Get("Accept-Language"))
		if message == "" {
			message = p.T("failure.500", "ID", httpd.RequestID(w))
		}
		if IsFragment(r) {
			return Show(w, r, status, failureFragment(Sentence(message)))
		}
		return Show(w, r, status, failurePage(newFailure(p, r, status, message)))
	}
}

// memberError is an error of a request of a member, who sees it in the workspace.
type memberError struct {
	error
	viewer *Viewer
}

// Unwrap returns the error itself.
func (e *memberError) Unwrap() error { return e.error }

// failedFor is an error that a member has met.
func failedFor(s *Viewer, err error) error {
	if err == nil {
		return nil
	}
	return &memberError{err, s}
}

// inWorkspace makes the error of an address that does not exist one of the member who asked
// for it, if it would be in a workspace of theirs.
func (h *Site) inWorkspace(r *http.Request, err error) error {
	below, ok := strings.CutPrefix(r.URL.Path, "/app/")
	if !ok || IsFragment(r) {
		return err
	}
	slug, _, _ := strings.Cut(below, "/")
	r.SetPathValue("org", slug)
	if s, unknown := h.ReadViewer(r); unknown == nil {
		return failedFor(s, err)
	}
	return err
}

// Present shows an error as a page: to a member in the workspace, if that can be read.
func (h *Site) Present(w http.ResponseWriter, r *http.Request, err error) {
	status, message := h.failureText(w, r, err)
	var met *memberError
	if errors.As(err, &met) && !IsFragment(r) && status != http.StatusServiceUnavailable {
		fail := newFailure(met.viewer.Printer, r, status, message)
		if status == http.StatusForbidden && r.Method == http.MethodGet {
			fail.title = fail.T("failure.title.adminsOnly")
		}
		fail.back, fail.backText = met.viewer.Path("/inbox"), fail.T("failure.inbox")
		if f, unread := h.failureFrame(w, r, met.viewer, fail); unread == nil && Show(w, r, status, failureInWorkspace(f, fail)) == nil {
			return
		}
	}
	h.Front.FailPage(w, r, status, message)
}

// failureFrame is the frame of the page that a member asked for and did not get.
func (h *Site) failureFrame(w http.ResponseWriter, r *http.Request, s *Viewer, fail failure) (Frame, error) {
	here := "/inbox"
	if r.Method == http.MethodGet {
		here = strings.TrimPrefix(r.URL.RequestURI(), s.Path(""))
	}
	return h.FrameAt(w, r, s, fail.title, here)
}

// failureText is what a member is told about an error of a page: why it happened, and what to
// do.
func (h *Site) failureText(w http.ResponseWriter, r *http.Request, err error) (status int, text string) {
	p := h.Texts.For(r.Header.Get("Accept-Language"))
	status, text = httpd.Public(err)
	switch status {
	case http.StatusNotFound:
		if r.Method == http.MethodPost && r.PathValue("id") != "" {
			return status, p.T("failure.gone")
		}
	case http.StatusTooManyRequests:
		return status, p.T("failure.429", "Seconds", w.Header().Get("Retry-After"))
	case http.StatusInternalServerError:
		return status, p.T("failure.500", "ID", httpd.RequestID(w))
	}
	if id := "failure." + strconv.Itoa(status); p.Has(id) {
		return status, p.T(id)
	}
	return status, text
}
