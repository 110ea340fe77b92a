package people

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

func (h *Pages) auditRoutes() {
	h.admins("GET /app/{org}"+page.AuditPath, h.audit)
	h.admins("GET /app/{org}"+page.AuditPath+"/csv", h.auditCSV)
}

// auditView is a part of the audit log.
type auditView struct {
	page.Frame
	asked   auditQuery
	wrong   map[string]string
	entries []*svcx.AuditEntry
	// next is where older entries begin, 0 if there are none; short is set if fewer than a
	// page were found before the search stopped.
	next  int64
	short bool
	names auditNames
}

// auditQuery is a filter as an address has it.
type auditQuery struct {
	actor, action, target, from, to string
	before                          int64
}

// readAuditQuery reads a filter, and finds what is wrong with it by field.
func (h *Pages) readAuditQuery(r *http.Request, s *page.Viewer) (q auditQuery, f svcx.AuditFilter, wrong map[string]string, err error) {
	values := r.URL.Query()
	read := func(name string) string { return strings.TrimSpace(form.CleanText(values.Get(name))) }
	q = auditQuery{actor: read("actor"), action: read("action"), target: read("target"), from: read("from"), to: read("to")}
	if text := values.Get("before"); text != "" {
		id, ok := form.ParseID(text)
		if !ok {
			return q, f, nil, svcx.NotFound("page")
		}
		q.before = id
	}
	wrong = make(map[string]string)
	if q.actor != "" {
		var known bool
		if f.ActorKind, f.ActorID, known = readActor(q.actor); !known {
			return q, f, nil, svcx.NotFound("page")
		}
	}
	if q.action != "" {
		if f.Actions = actionsOf(q.action); f.Actions == nil {
			return q, f, nil, svcx.NotFound("page")
		}
	}
	if f.Target = q.target; len(f.Target) > maxTarget {
		wrong["target"] = s.T("audit.target.long")
	}
	clock := h.ReadClock(r, s)
	bound := func(name, text string, days int) *svcx.Time {
		if text == "" {
			return nil
		}
		at, ok := clock.DayStart(text, days)
		if !ok {
			wrong[name] = s.T("audit.date.invalid")
			return nil
		}
		return &at
	}
	f.From, f.To = bound("from", q.from, 0), bound("to", q.to, 1)
	if f.From != nil && f.To != nil && *f.From >= *f.To {
		wrong["to"] = s.T("audit.date.order")
	}
	return q, f, wrong, nil
}

// maxTarget bounds what is looked for as a target, in bytes.
const maxTarget = 300

// readActor reads an actor of an address, "user:7".
func readActor(text string) (kind svcx.ActorKind, id int64, ok bool) {
	name, number, _ := strings.Cut(text, ":")
	kind = svcx.ActorKind(name)
	if kind == svcx.ActorSystem {
		return kind, 0, number == ""
	}
	id, ok = form.ParseID(number)
	return kind, id, ok && slices.Contains([]svcx.ActorKind{svcx.ActorUser, svcx.ActorKey, svcx.ActorChannel}, kind)
}

// actorText is an actor as an address has it.
func actorText(a svcx.Actor) string {
	if a.Kind == svcx.ActorSystem {
		return string(a.Kind)
	}
	return string(a.Kind) + ":" + strconv.FormatInt(a.ID, 10)
}

// actionsOf are the actions of a choice: one, or all of a group; nil if there are none.
func actionsOf(choice string) (actions []svcx.AuditAction) {
	for _, a := range svcx.AuditActions {
		if string(a) == choice || groupOf(a) == choice {
			actions = append(actions, a)
		}
	}
	return actions
}

// groupOf is the group of an action: the kind of what it is done to.
func groupOf(a svcx.AuditAction) string {
	kind, _, _ := strings.Cut(string(a), ".")
	return kind
}

// audit is GET /app/{org}/settings/audit.
func (h *Pages) audit(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	q, f, wrong, err := h.readAuditQuery(r, s)
	if err != nil {
		return err
	}
	v := auditView{asked: q, wrong: wrong}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("audit"), page.AuditPath+q.query(q.before)); err != nil {
		return err
	}
	status := http.StatusOK
	if len(wrong) > 0 {
		status = http.StatusUnprocessableEntity
	} else if v.entries, v.next, err = h.Admin.AuditEntries(r.Context(), s.Workspace, f, q.before, page.RowsPerPage); err != nil {
		return err
	}
	v.short = v.next > 0 && len(v.entries) < page.RowsPerPage
	if v.names, err = h.readAuditNames(r.Context(), s); err != nil {
		return err
	}
	switch {
	case !q.filtered() || len(wrong) > 0:
	case len(v.entries) == 0 && !v.short:
		v.Found = s.T("audit.nothing.title")
	default:
		v.Found = s.N("audit.shown", len(v.entries))
	}
	return page.Show(w, r, status, auditPage(v))
}

// query is the query of an address, with "?"; "" if nothing is asked.
func (q auditQuery) query(before int64) string {
	values := url.Values{}
	for name, value := range map[string]string{"actor": q.actor, "action": q.action, "target": q.target, "from": q.from, "to": q.to} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if before > 0 {
		values.Set("before", strconv.FormatInt(before, 10))
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// filtered reports whether anything is asked for.
func (q auditQuery) filtered() bool { return q.query(0) != "" }

// auditNames are names of what actions are done to and by, by target ("channel/7").
type auditNames struct {
	names map[string]string
	// members and keys are those that may be chosen as the actor.
	members, keys []page.Option
}

// auditKeys is how many API keys may be chosen from, auditChannels how many channels are named.
const (
	auditKeys     = 1000
	auditChannels = 1000
)

// readAuditNames reads the names of what there is few of in a workspace.
func (h *Pages) readAuditNames(ctx context.Context, s *page.Viewer) (n auditNames, err error) {
	n.names = make(map[string]string)
	workspaces := []*svcx.Workspace{s.Workspace}
	if s.Workspace.Admin { // its log has what is done to the others
		if workspaces, err = h.Admin.Workspaces(ctx); err != nil {
			return n, err
		}
	}
	for _, one := range workspaces {
		n.names["workspace/"+page.IDOrNone(&one.ID)] = workspaceName(one)
	}
	members, err := h.Admin.Members(ctx, s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	if err != nil {
		return n, err
	}
	for _, m := range members.Items {
		n.names["member/"+page.IDOrNone(&m.ID)] = page.MemberName(m)
		n.members = append(n.members, page.Option{Value: actorText(svcx.Actor{Kind: svcx.ActorUser, ID: int64(m.ID)}), Name: page.MemberName(m)})
	}
	keys, err := h.Admin.Keys(ctx, s.Workspace, true, svcx.Page{Limit: auditKeys})
	if err != nil {
		return n, err
	}
	for _, k := range keys.Items {
		n.names["key/"+page.IDOrNone(&k.ID)] = richtext.Name(k.Name)
		n.keys = append(n.keys, page.Option{Value: actorText(svcx.Actor{Kind: svcx.ActorKey, ID: int64(k.ID)}), Name: richtext.Name(k.Name)})
	}
	channels, err := h.Admin.Channels(ctx, s.Workspace, svcx.Page{Limit: auditChannels})
	if err != nil {
		return n, err
	}
	for _, c := range channels.Items {
		n.names["channel/"+page.IDOrNone(&c.ID)] = richtext.Name(c.Name)
	}
	categories, err := h.Admin.Categories(ctx, s.Workspace, svcx.Page{Limit: svcx.MaxCategories})
	if err != nil {
		return n, err
	}
	for _, c := range categories.Items {
		n.names["category/"+page.IDOrNone(&c.ID)] = richtext.Name(c.Name)
	}
	fields, err := h.Admin.Fields(ctx, s.Workspace, nil, svcx.Page{Limit: svcx.MaxFields})
	for _, f := range fields.Items {
		n.names["field/"+page.IDOrNone(&f.ID)] = richtext.Name(f.Name)
	}
	for _, options := range [][]page.Option{n.members, n.keys} {
		slices.SortStableFunc(options, func(a, b page.Option) int { return cmp.Compare(svcx.FoldCase(a.Name), svcx.FoldCase(b.Name)) })
	}
	return n, err
}

// choose marks the chosen one of the options. One that is not among them is added under the
// name that the log has.
func (v auditView) choose(options []page.Option, kind svcx.ActorKind) []page.Option {
	found := false
	for i, o := range options {
		options[i].Chosen = o.Value == v.asked.actor
		found = found || options[i].Chosen
	}
	if chosen, id, ok := readActor(v.asked.actor); ok && !found && chosen == kind {
		name := v.T("audit.actor."+string(kind), "ID", id)
		if len(v.entries) > 0 {
			name = actorName(v.Printer, v.entries[0].Actor)
		}
		options = append(options, page.Option{Value: v.asked.actor, Name: name, Chosen: true})
	}
	return options
}

// actorName is how an actor is called.
func actorName(p *texts.Printer, a svcx.Actor) string {
	if name := richtext.Name(a.Name); name != "" && a.Kind != svcx.ActorSystem {
		return name
	}
	return p.T("audit.actor."+string(a.Kind), "ID", a.ID)
}

// auditGroup are the actions on one kind of thing.
type auditGroup struct {
	kind    string
	actions []svcx.AuditAction
}

// auditGroups are all actions by what they are done to.
var auditGroups = func() (groups []auditGroup) {
	for _, a := range svcx.AuditActions {
		if n := len(groups); n == 0 || groups[n-1].kind != groupOf(a) {
			groups = append(groups, auditGroup{kind: groupOf(a)})
		}
		last := &groups[len(groups)-1]
		last.actions = append(last.actions, a)
	}
	return groups
}()

// said is an entry in words: who did what to what.
func (v auditView) said(e *svcx.AuditEntry) []texts.Part {
	what, with := v.targetNames(e)
	id := "audit.did." + string(e.Action)
	if what == "new" && e.Action == svcx.AuditConversationAI {
		id += ".new"
	}
	if !v.Has(id) {
		return texts.Parts(v.T("audit.did.other", "Action", richtext.Name(string(e.Action)), "What", texts.Mark(what)))
	}
	return texts.Parts(v.T(id, "What", texts.Mark(what), "With", texts.Mark(with)))
}

// targetNames are the names of what an action was done to, and of what else it was about: the
// other contact of a merge.
func (v auditView) targetNames(e *svcx.AuditEntry) (what, with string) {
	target := readTarget(e.Target)
	return v.targetName(target), richtext.Name(target.moreID)
}

// targetName is the name of what an action was done to, or its id.
func (v auditView) targetName(t auditTarget) string {
	return cmp.Or(richtext.Name(v.names.names[t.whole()]), richtext.Name(t.id))
}

// auditTarget is a target in its parts: "contact/5/into/9".
type auditTarget struct{ kind, id, more, moreID string }

func readTarget(text string) (t auditTarget) {
	parts := strings.SplitN(text, "/", 4)
	for i, to := range []*string{&t.kind, &t.id, &t.more, &t.moreID} {
		if i < len(parts) {
			*to = parts[i]
		}
	}
	if t.kind == "secret" { // a key may have any of its characters
		_, t.id, _ = strings.Cut(text, "/")
		t.more, t.moreID = "", ""
	}
	return t
}

func (t auditTarget) whole() string { return t.kind + "/" + t.id }

// targetLink is the page of what an action was done to, of which shown is the name; "" if there
// is none.
func (v auditView) targetLink(e *svcx.AuditEntry, shown string) string {
	t := readTarget(e.Target)
	switch id, ok := form.ParseID(t.id); {
	case shown != v.targetName(t):
		return ""
	case e.Action == svcx.AuditConversationDelete || e.Action == svcx.AuditContactErase || !ok:
		return ""
	case t.kind == "channel" && v.names.names[t.whole()] != "":
		return v.Path(page.ChannelsPath) + "/" + t.id
	case t.kind == "member" && v.names.names[t.whole()] != "":
		return memberLink(v.Viewer, svcx.UserID(id))
	case t.kind == "contact":
		return v.Path("/contacts/") + t.id
	}
	return ""
}

// older is the address of the entries before these.
func (v auditView) older() string { return v.Path(page.AuditPath) + v.asked.query(v.next) }

// newest is the address of the latest entries of the filter.
func (v auditView) newest() string { return v.Path(page.AuditPath) + v.asked.query(0) }

// of is the address of the entries of a target.
func (v auditView) of(target string) string {
	t := readTarget(target)
	return v.Path(page.AuditPath) + auditQuery{target: t.whole()}.query(0)
}

// by is the address of what an actor did.
func (v auditView) by(a svcx.Actor) string {
	return v.Path(page.AuditPath) + auditQuery{actor: actorText(a)}.query(0)
}

// wrongField is the first that is wrong; "" for none.
func (v auditView) wrongField() string {
	for _, name := range [...]string{"target", "from", "to"} {
		if v.wrong[name] != "" {
			return name
		}
	}
	return ""
}
