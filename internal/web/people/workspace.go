package people

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/inbox"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

func (h *Pages) workspaceRoutes() {
	const pages = "/app/{org}" + page.WorkspacesPath
	h.operators("GET "+pages, h.workspaces)
	// Not below the list: "new" may be a workspace's slug.
	h.operators("GET /app/{org}"+page.NewWorkspacePath, h.newWorkspace)
	h.operators("POST /app/{org}"+page.NewWorkspacePath, h.createWorkspace)
	h.operators("GET "+pages+"/{slug}", h.workspacePage)
	h.operators("POST "+pages+"/{slug}", h.saveWorkspace)
	h.operators("GET "+pages+"/{slug}/form", h.formChangePage)
	h.operators("POST "+pages+"/{slug}/form", h.changeForm)
}

// workspacesView is the list of workspaces.
type workspacesView struct {
	page.Frame
	page.Paging
	q          string
	workspaces []*svcx.Workspace
	sizes      map[svcx.WorkspaceID]svcx.WorkspaceSize
	total      int
}

// workspaces is GET /app/{org}/admin/workspaces.
func (h *Pages) workspaces(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v := workspacesView{q: page.ReadQuery(r)}
	var err error
	if v.Paging, err = page.ReadPaging(r); err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("workspaces"), page.WorkspacesPath); err != nil {
		return err
	}
	v.Searches = true
	all, err := h.Admin.Workspaces(r.Context())
	if err != nil {
		return err
	}
	words := strings.Fields(svcx.FoldCase(v.q))
	all = slices.DeleteFunc(all, func(one *svcx.Workspace) bool {
		text := svcx.FoldCase(one.Name + "\n" + one.Slug)
		return slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
	})
	list := svcx.Window(all, v.Part())
	v.workspaces, v.total = list.Items, list.Total
	v.Counted(len(v.workspaces), v.total, false)
	if v.sizes, err = h.Admin.WorkspaceSizes(r.Context(), v.workspaces); err != nil {
		return err
	}
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, workspaceList(v))
	}
	return page.Show(w, r, http.StatusOK, workspacesPage(v))
}

func (v workspacesView) pageLink(n int) string {
	return v.Path(page.WorkspacesPath) + page.ListQuery(v.q, n)
}

// workspaceName is how a workspace is called.
func workspaceName(w *svcx.Workspace) string { return richtext.Name(w.Name) }

// workspaceLink is the address of a workspace's page.
func workspaceLink(s *page.Viewer, w *svcx.Workspace, rest string) string {
	return s.Path(page.WorkspacesPath) + "/" + w.Slug + rest
}

// newWorkspaceView is the form of a new workspace.
type newWorkspaceView struct {
	page.Frame
	form newWorkspaceForm
}

// newWorkspaceForm is what was written about a new workspace.
type newWorkspaceForm struct {
	name, slug, email string
	form              svcx.FormName
	plan              svcx.Plan
	wrong             map[string]string
}

// newWorkspace is GET /app/{org}/admin/new-workspace.
func (h *Pages) newWorkspace(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showNewWorkspace(w, r, s, http.StatusOK, newWorkspaceForm{email: s.Session.User.Email, form: h.Admin.DefaultForm(), plan: svcx.PlanFree})
}

func (h *Pages) showNewWorkspace(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, f newWorkspaceForm) (err error) {
	v := newWorkspaceView{form: f}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("workspaces.new"), page.WorkspacesPath); err != nil {
		return err
	}
	return page.Show(w, r, status, newWorkspacePage(v))
}

// createWorkspace is POST /app/{org}/admin/new-workspace.
func (h *Pages) createWorkspace(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f := readNewWorkspace(s, fields)
	if len(f.wrong) > 0 {
		return h.showNewWorkspace(w, r, s, http.StatusUnprocessableEntity, f)
	}
	made, err := h.Admin.CreateWorkspace(r.Context(), s.Call(), admin.NewWorkspace{Slug: f.slug, Name: f.name, Form: f.form, Plan: f.plan, AdminEmail: f.email})
	var known *svcx.Error
	if errors.As(err, &known) && known.Kind == svcx.KindValidation {
		if known.Field == "slug" {
			f.wrong["slug"] = s.T("workspaces.slug.taken")
		} else {
			f.wrong["name"] = page.Sentence(known.Public())
		}
		return h.showNewWorkspace(w, r, s, http.StatusUnprocessableEntity, f)
	}
	if err != nil {
		return err
	}
	if svcx.EmailKey(f.email) == svcx.EmailKey(s.Session.User.Email) {
		// Its inbox leads to what comes next.
		h.Done(w, "workspaceCreated", nil)
		return page.Redirect(w, r, "/app/"+made.Slug+"/inbox")
	}
	if h.options.Mail {
		h.Done(w, "workspaceCreated", nil)
		return page.Redirect(w, r, workspaceLink(s, made, ""))
	}
	members, err := h.Admin.Members(r.Context(), made, svcx.Page{Limit: 1})
	if err != nil {
		return err
	}
	_, link, err := h.Admin.LinkMember(r.Context(), inbox.Call{Workspace: made, Actor: s.Call().Actor}, members.Items[0].ID)
	if err != nil {
		return err
	}
	return h.showWorkspace(w, r, s, http.StatusOK, workspaceView{shown: made, link: h.passed(link)})
}

// readNewWorkspace reads what was written, and finds what is wrong with it.
func readNewWorkspace(s *page.Viewer, fields url.Values) newWorkspaceForm {
	f := newWorkspaceForm{
		name: strings.TrimSpace(fields.Get("name")), slug: strings.TrimSpace(fields.Get("slug")), email: strings.TrimSpace(fields.Get("email")),
		form: svcx.FormName(fields.Get("form")), plan: svcx.Plan(fields.Get("plan")), wrong: make(map[string]string),
	}
	switch {
	case svcx.Blank(f.name):
		f.wrong["name"] = s.T("workspaces.name.empty")
	default:
		if wrong := s.NameProblem(f.name); wrong != "" {
			f.wrong["name"] = wrong
		}
	}
	if f.slug == "" { // without scripts it did not follow the name
		f.slug = svcx.SlugFrom(f.name)
	}
	if err := svcx.CheckSlug(f.slug); err != nil {
		f.wrong["slug"] = s.T("workspaces.slug.invalid")
	}
	if !svcx.IsEmail(f.email) {
		f.wrong["email"] = s.T("members.email.invalid")
	}
	if !f.form.Valid() {
		f.form = svcx.FormB
	}
	if !f.plan.Valid() {
		f.plan = svcx.PlanFree
	}
	return f
}

// wrongField is the first that is wrong; the first of all if none is.
func (f newWorkspaceForm) wrongField() string {
	for _, name := range [...]string{"name", "slug", "email"} {
		if f.wrong[name] != "" {
			return name
		}
	}
	return "name"
}

// plans are the plans, smallest first.
var plans = []svcx.Plan{svcx.PlanFree, svcx.PlanPro, svcx.PlanBusiness}

// forms are the forms of the API.
var forms = []svcx.FormName{svcx.FormA, svcx.FormB}
