package form

import "svcx"

type auditRecord struct {
	ID     int64            `json:"id"`
	At     string           `json:"at"`
	Actor  actor            `json:"actor"`
	Action svcx.AuditAction `json:"action"`
	Target string           `json:"target"`
	IP     *string          `json:"ip"`
}

// actor is an actor on the wire; id is null for the system.
type actor struct {
	Type svcx.ActorKind `json:"type"`
	ID   any            `json:"id"`
	Name string         `json:"name"`
}

func (f *Form) actor(a svcx.Actor) actor {
	shown := actor{Type: a.Kind, Name: a.Name}
	if a.ID != 0 {
		shown.ID = f.ID(a.ID)
	}
	return shown
}

// Audit encodes an entry of the audit log: {id, at, actor: {type, id, name}, action,
// target, ip}. Ids of log entries are integers in both forms (D 1); ip is null if
// there was no request.
func (f *Form) Audit(e *svcx.AuditEntry) any {
	return auditRecord{e.ID, e.At.String(), f.actor(e.Actor), e.Action, e.Target, OptionalString(e.Actor.IP)}
}
