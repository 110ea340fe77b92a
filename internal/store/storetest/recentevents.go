package storetest

import (
	"fmt"

	"svcx"
	"svcx/internal/store"
)

// The event log is listed newest first, with every filter.
func recentEventCases(f *fixture) {
	ch := f.channel(f.workspace())
	other := store.ChannelRef{Workspace: ch.Workspace, Channel: f.channel(ch.Workspace).Channel}
	in, out := svcx.Inbound, svcx.Outbound
	var first svcx.EventID
	for i, e := range []svcx.EventLogEntry{
		{Direction: in, Type: "message", Status: svcx.EventOK, ConversationID: "c"},
		{Direction: in, Type: "action:x", Status: svcx.EventFailed, ConversationID: "c"},
		{Direction: in, Type: "action", Status: svcx.EventInvalid},
		{Direction: in, Type: "actions", Status: svcx.EventSkipped},
		{Direction: out, Type: "action", Status: svcx.EventOK, ConversationID: "d"},
	} {
		for _, ref := range []store.ChannelRef{ch, other} {
			e := e
			e.Workspace, e.Channel, e.CreatedAt = ref.Workspace, ref.Channel, now+svcx.Time(i)
			f.write(ref.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(&e) })
			if first == 0 {
				first = e.ID
			}
		}
	}
	nth := func(n int) svcx.EventID { return first + svcx.EventID(2*(n-1)) }
	for name, c := range map[string]struct {
		filter svcx.EventFilter
		want   string
	}{
		"all":          {svcx.EventFilter{}, "5 4 3 2 1"},
		"limit":        {svcx.EventFilter{Limit: 2}, "5 4"},
		"before":       {svcx.EventFilter{Before: ptr(nth(3))}, "2 1"},
		"after":        {svcx.EventFilter{After: ptr(nth(3))}, "5 4"},
		"after none":   {svcx.EventFilter{After: ptr(svcx.EventID(0)), Since: ptr(now + 3)}, "5"},
		"between":      {svcx.EventFilter{After: ptr(nth(1)), Before: ptr(nth(4))}, "3 2"},
		"failed after": {svcx.EventFilter{After: ptr(nth(3)), Statuses: []svcx.EventStatus{svcx.EventFailed, svcx.EventSkipped}}, "4"},
		"status":       {svcx.EventFilter{Statuses: []svcx.EventStatus{svcx.EventOK}}, "5 1"},
		"statuses":     {svcx.EventFilter{Statuses: []svcx.EventStatus{svcx.EventSkipped, svcx.EventInvalid}}, "4 3"},
		"direction":    {svcx.EventFilter{Direction: out}, "5"},
		"conversation": {svcx.EventFilter{ConversationID: "c"}, "2 1"},
		"type":         {svcx.EventFilter{Types: &svcx.EventTypeFilter{Direction: in, Types: []string{"action"}}}, "3"},
		"types":        {svcx.EventFilter{Types: &svcx.EventTypeFilter{Direction: in, Types: []string{"message", "action"}}}, "3 1"},
		"rare types":   {svcx.EventFilter{Types: &svcx.EventTypeFilter{Direction: in, Types: []string{"action", "actions"}}}, "4 3"},
		"a type that is rare and failed": {svcx.EventFilter{Statuses: []svcx.EventStatus{svcx.EventInvalid}, Types: &svcx.EventTypeFilter{Direction: in, Types: []string{"action", "actions"}},
			Before: ptr(nth(9)), Since: ptr(now - 1)}, "3"},
		"statuses of a conversation": {svcx.EventFilter{Statuses: []svcx.EventStatus{svcx.EventFailed, svcx.EventInvalid}, ConversationID: "c"}, "2"},
		"the first of statuses":      {svcx.EventFilter{Statuses: []svcx.EventStatus{svcx.EventFailed, svcx.EventInvalid, svcx.EventSkipped}, Limit: 2}, "4 3"},
		"type and prefix":            {svcx.EventFilter{Types: &svcx.EventTypeFilter{Direction: in, Types: []string{"action"}, Prefix: "action:"}}, "3 2"},
		"no type":                    {svcx.EventFilter{Types: &svcx.EventTypeFilter{Direction: in}}, ""},
		"since":                      {svcx.EventFilter{Since: ptr(now + 2)}, "5 4"},
		"until":                      {svcx.EventFilter{Until: ptr(now + 2)}, "3 2 1"},
		"all at once": {svcx.EventFilter{Statuses: []svcx.EventStatus{svcx.EventOK, svcx.EventFailed}, Direction: in, ConversationID: "c", Since: ptr(now - 1),
			Until: ptr(now + 9), Before: ptr(nth(5)), Types: &svcx.EventTypeFilter{Direction: in, Prefix: "action:"}}, "2"},
	} {
		f.Case(name, func(f *fixture) {
			if c.filter.Limit == 0 {
				c.filter.Limit = 100
			}
			got := ""
			for _, e := range must(f.db.RecentEvents(f.ctx(), ch.Workspace, ch.Channel, c.filter))(f) {
				got += fmt.Sprintf(" %d", (e.ID-first)/2+1)
			}
			f.equal("entries", got, map[bool]string{true: " " + c.want, false: ""}[c.want != ""])
		})
	}
	f.Case("an entry is found on its channel alone", func(f *fixture) {
		e := must(store.EventLogOf(f.db.Read(f.ctx())).Event(ch.Workspace, ch.Channel, nth(2)))(f)
		f.equal("type", e.Type, "action:x")
		for _, ref := range []store.ChannelRef{other, {Workspace: f.workspace(), Channel: ch.Channel}} {
			_, err := store.EventLogOf(f.db.Read(f.ctx())).Event(ref.Workspace, ref.Channel, nth(2))
			f.wantKind(err, svcx.KindNotFound)
		}
	})
	f.Case("bodies of an entry are found while they are kept", func(f *fixture) {
		e := &svcx.EventLogEntry{Workspace: ch.Workspace, Channel: ch.Channel, Direction: out, Type: "ping", Status: svcx.EventOK, Request: "é", CreatedAt: now}
		f.write(ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(e) })
		f.equal("kept", must(store.EventLogOf(f.db.Read(f.ctx())).EventBody(ch.Workspace, e.ID))(f), &svcx.EventBody{Request: "é"})
		for _, none := range []*svcx.EventBody{must(store.EventLogOf(f.db.Read(f.ctx())).EventBody(ch.Workspace, nth(1)))(f), must(store.EventLogOf(f.db.Read(f.ctx())).EventBody(f.workspace(), e.ID))(f)} {
			f.equal("none", none, (*svcx.EventBody)(nil))
		}
	})
}
