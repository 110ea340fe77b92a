package rest

import "svcx"

// sharedOperations are the rows of v1 that the session API has too, with a role in
// place of the scope: the same paths below /api/{org}, shapes and functions.
var sharedOperations = withRoles(operations, map[string]svcx.Role{
	"createConversation": svcx.RoleAgent,
	"listFieldValues":    svcx.RoleAgent,
	"setFieldValues":     svcx.RoleAgent,
	"listParticipants":   svcx.RoleAgent,
	"addParticipant":     svcx.RoleAgent,
	"getRating":          svcx.RoleAgent,

	"listContacts":  svcx.RoleAgent,
	"createContact": svcx.RoleAgent,
	"getContact":    svcx.RoleAgent,
	"updateContact": svcx.RoleAgent,
	"setAvatar":     svcx.RoleAgent,
	"deleteAvatar":  svcx.RoleAgent,

	"listCategories":      svcx.RoleAgent,
	"listCategoryFields":  svcx.RoleAgent,
	"listFields":          svcx.RoleAgent,
	"createCategory":      svcx.RoleAdmin,
	"updateCategory":      svcx.RoleAdmin,
	"deleteCategory":      svcx.RoleAdmin,
	"createCategoryField": svcx.RoleAdmin,
	"createField":         svcx.RoleAdmin,
	"updateField":         svcx.RoleAdmin,
	"deleteField":         svcx.RoleAdmin,

	"importConversations": svcx.RoleAdmin,
	"importMessages":      svcx.RoleAdmin,
})

// withRoles returns the rows named in roles, in their order.
func withRoles(all []operation, roles map[string]svcx.Role) (shared []operation) {
	for _, op := range all {
		if role, ok := roles[op.name]; ok {
			op.scope, op.role = nil, role
			shared = append(shared, op)
		}
	}
	return shared
}
