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

// actor is who did something on the wire; the system has no id.
type actor struct {
	Type svcx.ActorKind `json:"type"`
	ID   any            `json:"id"`
	Name string         `json:"name"`
}

// Audit is an entry of the audit log: {id, at, actor: {type, id, name}, action,
// target, ip}. Ids of log records are integers in both forms (decisions 1); ip
// is null where nobody called from anywhere.
func (f *Form) Audit(e *svcx.AuditEntry) any {
	record := auditRecord{
		ID: e.ID, At: e.At.String(), Actor: actor{Type: e.Actor.Kind, Name: e.Actor.Name}, Action: e.Action, Target: e.Target, IP: OptionalString(e.Actor.IP),
	}
	if e.Actor.ID != 0 {
		record.Actor.ID = f.ID(e.Actor.ID)
	}
	return record
}
