// Package directory has the use cases and rules about the people whom a workspace knows:
// its contacts (contact.go), the merge of two of them (merge.go), and how one is erased
// (erase.go, and files beside it for the parts).
package directory

import (
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Service is safe for concurrent use.
type Service struct {
	core    *inbox.Core
	db      *store.DB
	removal inbox.Removal
}

// New returns a Service.
func New(core *inbox.Core, removal inbox.Removal) *Service {
	return &Service{core: core, db: core.DB, removal: removal}
}
