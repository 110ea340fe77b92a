package inbox

import "svcx"

// Missing turns NotFound for an id in a body or query into a validation error. It is the
// same for an id of another workspace.
func Missing(err error, field, what string) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return svcx.Invalid(field, "must be the id of %s of this workspace", what)
	}
	return err
}
