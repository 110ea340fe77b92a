package web

import (
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/form"
)

// participantForm is the form of a new participant, with what was wrong in it.
type participantForm struct {
	svcx.ParticipantDraft
	problems map[string]string
}

// participantRoles are what a participant may be, the usual one first.
var participantRoles = [...]svcx.ParticipantRole{svcx.RoleCC, svcx.RoleObserver}

// addParticipant is POST …/participants {name, email, externalId, role}.
func (h *Handler) addParticipant(w http.ResponseWriter, r *http.Request, s *viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	fields, err := readForm(w, r)
	if err != nil {
		return err
	}
	value := func(name string) string { return strings.TrimSpace(fields.Get(name)) }
	p := &participantForm{problems: make(map[string]string)}
	p.Name, p.Email, p.ExternalID, p.Role = value("name"), value("email"), value("externalId"), svcx.ParticipantRole(value("role"))
	if p.Role != svcx.RoleObserver {
		p.Role = svcx.RoleCC
	}
	checkPerson(s, p.problems, p.Name, p.Email, p.ExternalID)
	a := action{viewer: s, id: id, done: "participant", participant: p}
	if len(p.problems) > 0 {
		return h.answer(w, r, a, errRefused)
	}
	_, err = h.Messaging.AddParticipant(r.Context(), s.call(), id, p.ParticipantDraft)
	return h.answer(w, r, a, err)
}

// errRefused is a form whose problems stand beside its fields.
var errRefused error = &svcx.Error{Kind: svcx.KindValidation, Field: "form", Message: "has fields that must be changed"}

// nameProblem is what is wrong with a name; "" for nothing.
func (s *viewer) nameProblem(name string) string {
	if svcx.CheckLength("", name, svcx.MaxName) != nil {
		return s.T("tooLong", "Max", svcx.MaxName)
	}
	return ""
}

// emailProblem is what is wrong with an e-mail address; "" for nothing.
func (s *viewer) emailProblem(email string) string {
	if email != "" && !svcx.IsEmail(email) {
		return s.T("contact.email.invalid")
	}
	return ""
}

// checkPerson notes what is wrong with what identifies somebody.
func checkPerson(s *viewer, problems map[string]string, name, email, externalID string) {
	if name == "" && email == "" && externalID == "" {
		problems["name"] = s.T("person.nobody")
	}
	if problem := s.nameProblem(name); problem != "" {
		problems["name"] = problem
	}
	if problem := s.emailProblem(email); problem != "" {
		problems["email"] = problem
	}
	if svcx.CheckLength("", externalID, svcx.MaxExternalID) != nil {
		problems["externalId"] = s.T("tooLong", "Max", svcx.MaxExternalID)
	}
}

// removeParticipant is POST …/participants/remove {participant}.
func (h *Handler) removeParticipant(w http.ResponseWriter, r *http.Request, s *viewer) error {
	return h.change(w, r, s, func(id svcx.ConversationID, value func(string) string) (string, error) {
		participant, ok := form.ParseID(value("participant"))
		if !ok {
			return "", svcx.NotFound("participant")
		}
		return "participantRemoved", h.Messaging.RemoveParticipant(r.Context(), s.call(), id, svcx.ParticipantID(participant))
	})
}

func (o *conversationView) roleOptions(chosen svcx.ParticipantRole) (all []option) {
	for _, role := range participantRoles {
		all = append(all, option{value: string(role), name: o.T("participant." + string(role)), chosen: role == chosen})
	}
	return all
}

// newParticipant is an empty form.
func (o *conversationView) newParticipant() *participantForm { return &participantForm{} }
