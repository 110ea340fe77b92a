// Package events has the pages of a channel's event log: Recent Events, an entry with what it
// was read as and what was decided, how an entry is found, what is sent or run again, and dry
// runs.
package events

import (
	"context"
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// Inbound is a channel's inbound endpoint, for admins (channel.Handler).
type Inbound interface {
	// Preview is what a body would do now, and the paths in it that are not read.
	Preview(ctx context.Context, w *svcx.Workspace, id svcx.ChannelID, body []byte) (*svcx.DryRun, []string, error)
	// RunAgain carries out the request of an entry again, and returns the entry of that.
	RunAgain(ctx context.Context, call inbox.Call, id svcx.ChannelID, event svcx.EventID) (svcx.EventID, error)
}

// Pages are the pages of event logs.
type Pages struct {
	*page.Site
	log     messaging.EventLog
	forms   form.Set
	inbound Inbound
}

// New adds the pages to the site.
func New(site *page.Site, forms form.Set, inbound Inbound) *Pages {
	h := &Pages{site, messaging.NewEventLog(site.Messaging), forms, inbound}
	const channel = "/app/{org}/settings/channels/{id}"
	for path, do := range map[string]page.MemberEndpoint{
		"GET " + channel + page.ChannelEvents:                         h.list,
		"GET " + channel + page.ChannelEvents + "/new":                h.newRows,
		"GET " + channel + page.ChannelEvents + "/figures":            h.figures,
		"GET " + channel + page.ChannelEvents + "/{event}":            h.record,
		"POST " + channel + page.ChannelEvents + "/redeliver":         h.redeliver,
		"POST " + channel + page.ChannelEvents + "/{event}/redeliver": h.redeliverOne,
		"POST " + channel + page.ChannelEvents + "/{event}/again":     h.runAgain,
		"GET " + channel + page.ChannelDryRun:                         h.dryRunPage,
		"POST " + channel + page.ChannelDryRun:                        h.dryRun,
	} {
		h.Handle(path, h.InWorkspace(svcx.RoleAdmin, do))
	}
	return h
}

func eventID(r *http.Request) (svcx.EventID, error) {
	return page.PathID[svcx.EventID](r, "event", "event")
}

// form is the workspace's.
func (h *Pages) form(s *page.Viewer) *form.Form { return h.forms.Of(s.Workspace.Form) }
