// Package admin has the use cases of a workspace's admins and of the operator: workspaces
// (workspace.go) and their export, members, channels with their keys and secrets, API keys,
// the workspace's secrets, fields, categories, saved replies, staff links, and the audit log.
package admin

import (
	"context"
	"log/slog"
	"time"

	"svcx"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/links"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// Options are the dependencies and settings of a Service.
type Options struct {
	Core     *inbox.Core
	Removal  inbox.Removal
	Identity *identity.Service
	// Vault seals and opens what is stored encrypted.
	Vault *vault.Vault
	// Links makes the addresses of files in an export.
	Links *links.Links
	// Pinger pings channels.
	Pinger Pinger
	// DefaultForm is the form of new workspaces that do not specify one.
	DefaultForm svcx.FormName
}

// Service is safe for concurrent use.
type Service struct {
	core        *inbox.Core
	db          *store.DB
	log         *slog.Logger
	removal     inbox.Removal
	identity    *identity.Service
	vault       *vault.Vault
	links       *links.Links
	pinger      Pinger
	defaultForm svcx.FormName
	keyUse      inbox.LastUse[keyUse]
	exports     exports
}

// New returns a Service.
func New(o Options) *Service {
	return &Service{
		core: o.Core, db: o.Core.DB, log: o.Core.Log, removal: o.Removal, identity: o.Identity, vault: o.Vault, links: o.Links, pinger: o.Pinger,
		defaultForm: o.DefaultForm,
	}
}

// Run stores when API keys were used until ctx ends, and then the last uses.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(keyUseInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), inbox.ShutdownTime)
			defer cancel()
			s.writeKeyUse(last)
			return
		case <-tick.C:
			s.writeKeyUse(ctx)
		}
	}
}
