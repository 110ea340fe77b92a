package rest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// logged adds entries to a channel's event log, a second apart.
func (d *sessionFixture) logged(ch *svcx.Channel, events ...*svcx.EventLogEntry) {
	d.Helper()
	for _, e := range events {
		e.Workspace, e.Channel, e.CreatedAt = ch.Workspace, ch.ID, d.inbox.Now()
		d.must(d.db.Write(d.Context(), ch.Workspace, func(tx *store.Tx) error { return tx.InsertEvents(e) }))
		d.pass(time.Second)
	}
}

// samples returns event log entries of every kind, the same in both forms.
func samples() []*svcx.EventLogEntry {
	in, out := svcx.Inbound, svcx.Outbound
	return []*svcx.EventLogEntry{
		{Direction: in, Type: "message", Status: svcx.EventOK, ConversationID: "c1"},
		{Direction: in, Type: "message", Status: svcx.EventSkipped, ConversationID: "c1"},
		{Direction: in, Type: "message", Status: svcx.EventInvalid},
		{Direction: in, Type: "invalid", Status: svcx.EventUnauthorized},
		{Direction: in, Type: "invalid", Status: svcx.EventInvalid},
		{Direction: in, Type: "action:conversation.resolve", Status: svcx.EventFailed, ConversationID: "c2"},
		{Direction: in, Type: "action", Status: svcx.EventInvalid},
		{Direction: in, Type: "intent:updateinfo", Status: svcx.EventOK, ConversationID: "c2"},
		{Direction: out, Type: "message.created", Status: svcx.EventFailed, ConversationID: "c1", Attempt: 1},
		{Direction: out, Type: "conversation.resolved", Status: svcx.EventSkipped, ConversationID: "c2"},
		{Direction: out, Type: "ping", Status: svcx.EventOK},
	}
}

// numbers returns the entries of an answer, counted from 1, followed by "more" if
// hasMore is true.
func numbers(answer string, first int) string {
	var all []string
	for part := range strings.SplitSeq(answer, `{"id":`) {
		var id int
		if _, err := fmt.Sscanf(part, "%d,", &id); err == nil {
			all = append(all, fmt.Sprint(id-first))
		}
	}
	if strings.Contains(answer, `"hasMore":true`) {
		all = append(all, "more")
	}
	return strings.Join(all, " ")
}

// Recent Events: newest first, filtered by the form's names.
func TestRecentEventsAreFilteredNewestFirst(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	queries := map[string][2]string{ // what form A and form B answer
		"":                                      {"11 10 9 8 7 6 5 4 3 2 1", "11 10 9 8 7 6 5 4 3 2 1"},
		"limit=2":                               {"11 10 more", "11 10 more"},
		"limit=2&before=$10":                    {"9 8 more", "9 8 more"},
		"limit=3&before=$4":                     {"3 2 1", "3 2 1"},
		"status=ok":                             {"11 8 1", "11 8 1"},
		"status=skip":                           {"10 7 5 3 2", "status"},
		"status=signature_failure":              {"4", "status"},
		"status=routing_error":                  {"9 6", "status"},
		"status=error":                          {"status", "9 7 6 5 4 3"},
		"status=skipped":                        {"status", "10 2"},
		"status=":                               {"status", "status"},
		"direction=outbound":                    {"11 10 9", "11 10 9"},
		"direction=inbound&limit=1":             {"8 more", "8 more"},
		"direction=up":                          {"direction", "direction"},
		"conversationId=c2":                     {"10 8 6", "10 8 6"},
		"conversationId=c2&direction=outbound":  {"10", "10"},
		"conversationId=nobody":                 {"", ""},
		"eventType=message.inbound":             {"3 2 1", ""},
		"eventType=message.outbound":            {"9", ""},
		"eventType=message.created":             {"", "9"},
		"eventType=action":                      {"7 6", ""},
		"eventType=intent":                      {"8", ""},
		"eventType=invalid":                     {"5 4", ""},
		"eventType=inbound_webhook":             {"", "7 5 4 3 2 1"},
		"eventType=action:conversation.resolve": {"", "6"},
		"eventType=intent:updateinfo":           {"", "8"},
		"eventType=ping":                        {"11", "11"},
		"eventType=message.inbound&status=skip": {"3 2", "status"},
		"since=2026-11-27T22:05:06.123Z":        {"11 10 9 8 7", "11 10 9 8 7"},
		"until=2026-11-27T22:05:06.123Z":        {"6 5 4 3 2 1", "6 5 4 3 2 1"},
		"since=2026-11-27T22:05:02.123Z&until=2026-11-27T22:05:04.123Z": {"4 3", "4 3"},
		"since=yesterday":   {"since", "since"},
		"until=":            {"until", "until"},
		"before=0":          {"before", "before"},
		"before=1&before=2": {"before", "before"},
		"limit=101":         {"limit", "limit"},
		"limit=0":           {"limit", "limit"},
	}
	for i, slug := range []string{"a", "b"} {
		d.ahead.Store(0)
		ch, _ := d.channel(slug)
		other, _ := d.channel(slug)
		all := samples()
		d.logged(ch, all...)
		d.ahead.Store(0)
		d.logged(other, samples()...)
		first := int(all[0].ID) - 1
		for query, want := range queries {
			query = strings.ReplaceAll(query, "$", "")
			if name, n, ok := strings.Cut(query, "before="); ok && len(n) > 0 && n[0] != '0' && !strings.Contains(n, "&") {
				var k int
				fmt.Sscan(n, &k)
				query = fmt.Sprintf("%sbefore=%d", name, first+k)
			}
			w := d.call(d.bob, "GET", channelPath(slug, ch, "/events?"+query), "")
			got := numbers(w.Body.String(), first)
			if w.Code != 200 {
				got, _, _ = strings.Cut(pick(w.Body.String(), "message"), " ")
			}
			if got != want[i] {
				t.Errorf("%s?%s: %q, want %q (%d %.200s)", slug, query, got, want[i], w.Code, w.Body)
			}
		}
		d.want("GET", channelPath(slug, ch, "/events?limit=1&direction=outbound&eventType=ping"), "", 200, fmt.Sprintf(
			`{"data":[{"id":%d,"direction":"outbound","eventType":"ping","status":"ok","responseStatus":null,"responseMs":0,"error":null,"warnings":[],`+
				`"conversationId":null,"attempt":null,"deliveryId":null,"messageId":null,"final":true,"nextAttemptAt":null,"createdAt":"2026-11-27T22:05:11.123Z","requestId":null,"webhookId":null,"runAgainOf":null}],"limit":1,"hasMore":false}`, first+11))
	}
}

// An event log entry is returned with the bodies of the request and the answer.
func TestEventLogEntryHasBodies(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	ch, _ := d.channel("a")
	other, _ := d.channel("a")
	events := samples()
	events[8].Request, events[8].Response = `{"content":"Hi"}`, "<nope>"
	d.logged(ch, events...)
	one := func(ch *svcx.Channel, id any) string { return channelPath("a", ch, fmt.Sprintf("/events/%v", id)) }
	d.want("GET", one(ch, events[0].ID), "", 200, `~"createdAt":"2026-11-27T22:05:01.123Z","requestId":null,"webhookId":null,"runAgainOf":null,"requestBody":null,"responseBody":null}}`)
	d.want("GET", one(ch, events[8].ID), "", 200, `~"requestBody":"{\"content\":\"Hi\"}","responseBody":"<nope>"}}`)
	noEvent := `{"error":{"code":"NOT_FOUND","message":"event not found"}}`
	for _, id := range []any{events[0].ID, 987654321, "0", "x"} {
		d.want("GET", one(other, id), "", 404, noEvent)
		d.want("POST", one(other, id)+"/redeliver", "", 404, noEvent)
	}
}

// D 4: a delivery is sent again, alone or with all that have failed since a time,
// outside the order of its conversation.
func TestRedeliveryOfOneAndOfAllFailed(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	for _, slug := range []string{"a", "b"} {
		ch, _ := d.channel(slug)
		ref := store.ChannelRef{Workspace: ch.Workspace, Channel: ch.ID}
		deliver := func(state svcx.DeliveryState) *svcx.Delivery {
			t.Helper()
			one := &svcx.Delivery{Workspace: ch.Workspace, Channel: ch.ID, Conversation: 1, ConversationID: "c", WebhookID: "msg_1", Type: svcx.EventMessageCreated, CreatedAt: d.inbox.Now()}
			d.must(d.db.Write(t.Context(), ch.Workspace, func(tx *store.Tx) error {
				now := d.inbox.Now()
				if err := tx.InsertDeliveries(ch.Workspace, one); err != nil || state == svcx.DeliveryReady {
					return err
				}
				claimed, err := storetest.Claim(tx, ref, 9, "lease", now, now.Add(time.Minute))
				if err != nil || len(claimed) != 1 {
					return fmt.Errorf("claimed %d: %v", len(claimed), err)
				}
				claimed[0].Attempts = 3
				_, err = storetest.End(tx, claimed[0], "lease", state, now)
				return err
			}))
			d.pass(time.Second)
			return one
		}
		due := func() (ids []svcx.DeliveryID) {
			t.Helper()
			d.must(d.db.Write(t.Context(), ch.Workspace, func(tx *store.Tx) error {
				now := d.inbox.Now()
				claimed, err := storetest.Claim(tx, ref, 9, "again", now, now.Add(time.Minute))
				ids = nil
				for _, c := range claimed {
					ids = append(ids, c.ID)
					if _, err := storetest.End(tx, c, "again", svcx.DeliveryFailed, now); err != nil {
						return err
					}
				}
				return err
			}))
			d.pass(time.Second)
			return ids
		}
		sent, failed := deliver(svcx.DeliveryDelivered), deliver(svcx.DeliveryFailed)
		waiting := deliver(svcx.DeliveryReady)
		records := samples()[:3]
		for i, one := range []*svcx.Delivery{sent, failed, waiting} {
			records[i].Delivery = &one.ID
		}
		plain := samples()[0]
		d.logged(ch, append(records, plain)...)
		again := func(e *svcx.EventLogEntry) string {
			return channelPath(slug, ch, fmt.Sprintf("/events/%d/redeliver", e.ID))
		}
		for i, one := range []*svcx.Delivery{sent, failed, waiting} {
			d.woken = nil
			d.want("POST", again(records[i]), "", 202, fmt.Sprintf(`{"data":{"deliveryId":%d}}`, one.ID))
			d.equal("woken", d.woken, []store.ChannelRef{ref})
		}
		d.invalid(slug, "POST", strings.TrimPrefix(again(plain), "/api/"+slug), "", "eventId must be the id of an entry about a delivery")
		d.equal("due, oldest first", due(), []svcx.DeliveryID{waiting.ID, sent.ID, failed.ID})

		many := channelPath(slug, ch, "/redeliver")
		began := d.inbox.Now()
		d.want("POST", many, `{"since":"`+began.String()+`"}`, 202, `{"data":{"count":0}}`)
		d.want("POST", many, `{"since":"2026-11-27T00:00:00"}`, 202, `{"data":{"count":3}}`)
		d.equal("due again", len(due()), 3)
		latest := deliver(svcx.DeliveryFailed)
		d.want("POST", many, `{"since":"`+d.inbox.Now().Add(-time.Second).String()+`"}`, 202, `{"data":{"count":1}}`)
		d.equal("due again", due(), []svcx.DeliveryID{latest.ID})
		// Until a time, and of a selection; what waits is left alone then.
		failed = deliver(svcx.DeliveryFailed)
		late, at := deliver(svcx.DeliveryFailed), d.inbox.Now()
		last := deliver(svcx.DeliveryFailed)
		d.want("POST", many, `{"since":"`+at.Add(-1500*time.Millisecond).String()+`","until":"`+at.Add(-500*time.Millisecond).String()+`"}`, 202, `{"data":{"count":1}}`)
		d.equal("due of the time", due(), []svcx.DeliveryID{late.ID})
		records = samples()[:2]
		records[0].Delivery, records[1].Delivery = &failed.ID, &last.ID
		d.logged(ch, records...)
		d.want("POST", many, fmt.Sprintf(`{"eventIds":[%d,%d,%d,%d]}`, records[1].ID, records[0].ID, records[1].ID, plain.ID), 202, `{"data":{"count":2}}`)
		d.equal("due of the selection", len(due()), 2)
		for _, body := range []string{`{}`, `{"since":null}`, `{"since":5}`, `{"since":"yesterday"}`} {
			d.invalid(slug, "POST", fmt.Sprintf("/channels/%d/redeliver", ch.ID), body, "since must be an ISO 8601 timestamp")
		}
		d.want("GET", "/api/"+slug+"/audit", "", 200, fmt.Sprintf(`~"action":"channel.redeliver","target":"channel/%d/delivery/%d"`, ch.ID, sent.ID))
	}
}
