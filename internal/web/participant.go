package web

import (
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// participantForm is the form of a new participant, with what was wrong in it.
type participantForm struct {
	svcx.ParticipantDraft
	problems map[string]string
}

// participantRoles are what a participant may be, the usual one first.
var participantRoles = [...]svcx.ParticipantRole{svcx.RoleCC, svcx.RoleObserver}

// addParticipant is POST …/participants {name, email, externalId, role}.
func (h *Handler) addParticipant(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		value := func(name string) string { return strings.TrimSpace(fields.Get(name)) }
		p := &participantForm{problems: make(map[string]string)}
		p.Name, p.Email, p.ExternalID, p.Role = value("name"), value("email"), value("externalId"), svcx.ParticipantRole(value("role"))
		if p.Role != svcx.RoleObserver {
			p.Role = svcx.RoleCC
		}
		checkIdentity(s, p.problems, p.Name, p.Email, p.ExternalID)
		a.done, a.participant = "participant", p
		if len(p.problems) > 0 {
			return page.ErrRefused
		}
		added, err := h.Messaging.AddParticipant(r.Context(), s.Call(), a.id, p.ParticipantDraft)
		if err == nil {
			a.said = s.T("done.participantNamed", "Who", participantName(added))
		}
		return err
	})
}

// checkIdentity notes what is wrong with what identifies somebody.
func checkIdentity(s *page.Viewer, problems map[string]string, name, email, externalID string) {
	if name == "" && email == "" && externalID == "" {
		problems["name"] = s.T("person.nobody")
	}
	if problem := s.NameProblem(name); problem != "" {
		problems["name"] = problem
	}
	if problem := s.EmailProblem(email); problem != "" {
		problems["email"] = problem
	}
	if svcx.CheckLength("", externalID, svcx.MaxExternalID) != nil {
		problems["externalId"] = s.T("tooLong", "Max", svcx.MaxExternalID)
	}
}

// removeParticipant is POST …/participants/remove {participant}.
func (h *Handler) removeParticipant(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		participant, ok := form.ParseID(fields.Get("participant"))
		if !ok {
			return svcx.NotFound("participant")
		}
		a.done = "participantRemoved"
		people, err := h.Messaging.Participants(r.Context(), s.Workspace, a.id, svcx.Page{Limit: svcx.MaxParticipants + 1})
		if err != nil {
			return err
		}
		for _, p := range people.Items {
			if p.ID == svcx.ParticipantID(participant) {
				a.said = s.T("done.participantRemovedNamed", "Who", participantName(p))
			}
		}
		return h.Messaging.RemoveParticipant(r.Context(), s.Call(), a.id, svcx.ParticipantID(participant))
	})
}

func (o *conversationView) roleOptions(chosen svcx.ParticipantRole) (all []page.Option) {
	for _, role := range participantRoles {
		all = append(all, page.Option{Value: string(role), Name: o.T("participant." + string(role)), Chosen: role == chosen})
	}
	return all
}

// newParticipant is an empty form.
func (o *conversationView) newParticipant() *participantForm { return &participantForm{} }
