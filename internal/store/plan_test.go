package store_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// growing are the tables that grow with use.
var growing = []string{"contact", "conversation", "message", "message_key", "event_log", "event_body", "delivery", "history", "audit", "change", "message_version", "idempotency", "report_count", "rating", "participant", "field_value", "file", "search_document", "conversation_tag", "bulk_item", "event_count", "ai_call", "ai_answer", "ai_usage", "ai_job", "attention"}

// allowedScans are the queries that scan a growing table nevertheless, and why.
var allowedScans = map[string]string{
	"retention":      "SQLite reads the 500 oldest ids of the event log, whatever its size",
	"figures of all": "entries of the index of what waits are counted up to a bound",
}

// wantIndex are the indexes that make a query's cost that of its answer, where another
// one would do without a scan too. The parts of an index on PostgreSQL have names of
// their own.
var wantIndex = map[string][2]string{
	"unread":                      {"COVERING INDEX message_order", "Index Only Scan Backward using message_order"},
	"deliveries of messages":      {"delivery_message", "delivery_message"},
	"marks of rows":               {"delivery_message", "delivery_message"},
	"recent events that failed":   {"event_log_status", "channel_id_status_id_idx"},
	"audit log of an actor":       {"audit_actor", "audit_actor"},
	"audit log of actions":        {"audit_action", "audit_action"},
	"audit log of a target":       {"audit_target", "audit_target"},
	"recent events of rare types": {"event_log_type", "channel_id_type_id_idx"},
	"figures of a channel":        {"event_count", "event_count_pkey"},
	"events by reference":         {"event_log_reference", "channel_id_reference_id_idx"},
	"events that ran again":       {"event_log_again", "workspace_id_again_of_id_idx"},
	"list of changes, newest":     {"INDEX conversation_view ", "using conversation_view on"},
	"list newest":                 {"COVERING INDEX conversation_view_active", "Index Only Scan Backward using conversation_view_active"},
	"list open, newest":           {"COVERING INDEX conversation_view_active", "Index Only Scan Backward using conversation_view_active"},
	"list unassigned, newest":     {"COVERING INDEX conversation_view_active", "Index Only Scan Backward using conversation_view_active"},
	"list mine, newest":           {"COVERING INDEX conversation_assignee_active", "Index Only Scan Backward using conversation_assignee_active"},
	"list by channel, newest":     {"COVERING INDEX conversation_channel_active", "Index Only Scan Backward using conversation_channel_active"},
	"list by category, newest":    {"COVERING INDEX conversation_category_active", "Index Only Scan Backward using conversation_category_active"},
	"list oldest":                 {"COVERING INDEX conversation_view_active", "Index Only Scan using conversation_view_active"},
	"list by tag":                 {"conversation_tag_active", "Scan Backward using conversation_tag_active"},
	"list after, newest":          {"COVERING INDEX conversation_view_active (workspace_id=? AND status=? AND <expr>=? AND <expr><?)", "Index Only Scan Backward using conversation_view_active"},
	"list after, mine, newest":    {"COVERING INDEX conversation_assignee_active (workspace_id=? AND assigned_to=? AND status=? AND <expr><?)", "Index Only Scan Backward using conversation_assignee_active"},
}

func log(db *store.DB) store.EventLogReads { return store.EventLogOf(db.Read(context.Background())) }

func found(find func() ([]svcx.EventID, error)) func() error {
	return func() error { _, err := find(); return err }
}

// hotQueries are the reads that the service makes all the time.
func hotQueries(db *store.DB, f *filled) map[string]func() error {
	ctx, ws := context.Background(), f.workspace
	ch := f.channels[3]
	page := svcx.Page{Limit: 50, Offset: 100}
	user, channel, contact, category := svcx.UserID(4), ch.Channel, f.contact, svcx.CategoryID(2)
	since, after := epoch+9_900_000, f.event
	list := func(filter svcx.ConversationFilter) func() error {
		return func() error { _, err := db.Conversations(ctx, ws, filter, page); return err }
	}
	listAfter := func(filter svcx.ConversationFilter) func() error {
		return func() error {
			_, _, err := db.Read(ctx).ConversationsAfter(ws, filter, svcx.ConversationCursor{At: since, ID: f.conversation.ID}, 50)
			return err
		}
	}
	search := func(words string) func() error {
		return func() error { _, err := db.Contacts(ctx, ws, words, page); return err }
	}
	contactsAfter := func(words string) func() error {
		return func() error { _, _, err := db.ContactsAfter(ctx, ws, words, contact, 50); return err }
	}
	find := func(filter svcx.ConversationFilter, q string) func() error {
		return func() error { _, err := db.SearchConversations(ctx, ws, filter, q, nil, 50); return err }
	}
	messages := func(page svcx.MessagePage) func() error {
		return func() error { _, err := db.Messages(ctx, f.conversation, page); return err }
	}
	events := func(q svcx.EventQuery) func() error {
		return func() error { _, err := db.Events(ctx, ws, channel, q); return err }
	}
	recent := func(q svcx.EventFilter) func() error {
		return func() error { q.Limit = 50; _, err := db.RecentEvents(ctx, ws, channel, q); return err }
	}
	audited := epoch + 3_600_000
	audit := func(filter svcx.AuditFilter) func() error {
		return func() error {
			_, _, err := store.PeopleOf(db.Read(ctx)).AuditEntries(ws, filter, 0, 50)
			return err
		}
	}
	return map[string]func() error{
		"key by hash":        func() error { _, err := db.Read(ctx).KeyByHash("hash"); return notFoundIsFine(err) },
		"channel by id":      func() error { _, err := db.Read(ctx).ChannelByID(channel); return err },
		"conversation by id": func() error { _, err := db.Read(ctx).Conversation(ws, f.conversation.ID); return err },
		"contact by id":      func() error { _, err := db.Read(ctx).Contact(ws, contact); return err },
		"unread": func() error {
			_, err := db.Read(ctx).Unread(ws, user, []svcx.ConversationID{f.conversation.ID, f.conversation.ID - 1})
			return err
		},
		"drafts in a conversation": func() error {
			_, err := store.Drafts{Workspace: ws, User: user}.In(db.Read(ctx), f.conversation.ID)
			return err
		},
		"drafts in a list": func() error {
			_, err := store.Drafts{Workspace: ws, User: user}.Among(db.Read(ctx), []svcx.ConversationID{f.conversation.ID, f.conversation.ID - 1}, 60)
			return err
		},
		"deliveries of messages": func() error {
			_, err := db.Read(ctx).MessageDeliveries(ws, []svcx.MessageID{f.message, f.message - 1})
			return err
		},
		"hold of a channel":   func() error { _, err := db.Read(ctx).Hold(ch); return err },
		"queue of a channel":  func() error { _, err := db.Read(ctx).Queue(ch); return err },
		"health of a channel": func() error { _, err := db.Read(ctx).HealthChanges(ch, 200); return err },
		"attempts at a delivery": func() error {
			_, err := db.Read(ctx).Attempts(ws, svcx.MessageDelivery{Delivery: 3, Channel: channel, ConversationID: f.conversation.ExternalID})
			return err
		},
		"what waits": func() error {
			r := store.AttentionOf(db.Read(ctx))
			_, mentions := r.Mentions(ws, []svcx.MessageID{f.message, f.message - 1})
			_, waiting := r.Waiting(ws, []svcx.ConversationID{f.conversation.ID, f.conversation.ID - 1})
			_, mentioning := r.Mentioning(ws, user, svcx.MaxMentioning)
			_, count := r.CountMentioned(ws, user, svcx.MaxMentioning)
			return errors.Join(mentions, waiting, mentioning, count)
		},
		"marks of rows": func() error {
			_, err := db.Read(ctx).RowMarks(ws, []svcx.ConversationID{f.conversation.ID, f.conversation.ID - 1})
			return err
		},
		"conversations that were not delivered": func() error {
			_, err := db.Read(ctx).UndeliveredConversations(ws, epoch*2, 1000)
			return err
		},
		"those of them that a list has": func() error {
			_, err := db.Read(ctx).ConversationsAmong(ws, svcx.ConversationFilter{Sort: svcx.SortNewest}, []svcx.ConversationID{f.conversation.ID, f.conversation.ID - 1})
			return err
		},
		"ratings": func() error {
			_, err := db.LatestRatings(ctx, ws, svcx.RatingFilter{}, &svcx.RatingCursor{At: epoch * 2, ID: 7}, 50)
			return err
		},
		"ratings of a channel": func() error {
			_, err := db.LatestRatings(ctx, ws, svcx.RatingFilter{Channel: channel}, nil, 50)
			return err
		},
		"ratings of a score": func() error {
			_, err := db.LatestRatings(ctx, ws, svcx.RatingFilter{Score: 2}, nil, 50)
			return err
		},
		"conversations of ratings": func() error {
			_, err := db.RatedConversations(ctx, ws, []*svcx.Rating{{Conversation: f.conversation.ID}, {Conversation: f.conversation.ID - 1}})
			return err
		},
		"excerpts": func() error {
			_, err := db.Read(ctx).Excerpts(ws, []svcx.ConversationID{f.conversation.ID, f.conversation.ID - 1}, 300)
			return err
		},
		"contacts of conversations": func() error {
			_, err := db.Read(ctx).ContactsOf(ws, []svcx.ContactID{contact, contact - 1})
			return err
		},
		"contact list":            search(""),
		"search":                  search("ann"),
		"search of a rare word":   search("person4711"),
		"search of two words":     search("björn haus"),
		"search of an address":    search("person4711@mail11.example.com"),
		"search of a host":        search("mail7.example.com"),
		"contacts after":          contactsAfter(""),
		"search after":            contactsAfter("ann"),
		"search after, rare":      contactsAfter("person4711"),
		"search after, a host":    contactsAfter("mail7.example.com"),
		"list":                    list(svcx.ConversationFilter{}),
		"list by status":          list(svcx.ConversationFilter{Status: svcx.StatusOpen}),
		"list by assignee":        list(svcx.ConversationFilter{AssignedTo: &user}),
		"list by status, mine":    list(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user}),
		"list unassigned":         list(svcx.ConversationFilter{Status: svcx.StatusOpen, Unassigned: true}),
		"list by external id":     list(svcx.ConversationFilter{ExternalID: f.conversation.ExternalID}),
		"list by channel":         list(svcx.ConversationFilter{Channel: &channel}),
		"list by contact":         list(svcx.ConversationFilter{Contact: &contact}),
		"list by contact, newest": list(svcx.ConversationFilter{Contact: &contact, Sort: svcx.SortNewest}),
		"list by category":        list(svcx.ConversationFilter{Category: &category}),
		"list after":              listAfter(svcx.ConversationFilter{}),
		"list after, mine":        listAfter(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user}),
		"list after, category":    listAfter(svcx.ConversationFilter{Category: &category}),
		"list of changes":         list(svcx.ConversationFilter{UpdatedSince: &since}),
		"list of changes, newest": list(svcx.ConversationFilter{UpdatedSince: &since, Sort: svcx.SortNewest}),
		"messages":                messages(svcx.MessagePage{Page: page}),
		"messages and notes": func() error {
			_, err := db.MessagesAndNotes(ctx, ws, f.conversation.ID, svcx.MessagePage{Page: page})
			return err
		},
		"first messages": messages(svcx.MessagePage{Page: svcx.Page{Limit: 30}}),
		"thread": func() error {
			_, err := db.MessagesAndNotes(ctx, ws, f.conversation.ID, svcx.MessagePage{Page: svcx.Page{Limit: 30}})
			return err
		},
		"messages after":          messages(svcx.MessagePage{Page: page, Following: &svcx.MessageCursor{SentAt: epoch}}),
		"messages before":         messages(svcx.MessagePage{Page: page, Before: &f.message}),
		"replay since":            events(svcx.EventQuery{Since: &since, Limit: 50}),
		"replay after":            events(svcx.EventQuery{After: &after, Limit: 50}),
		"recent events":           recent(svcx.EventFilter{}),
		"figures of a channel":    func() error { _, err := log(db).Figures(ws, channel, epoch, 48); return err },
		"events by reference":     found(func() ([]svcx.EventID, error) { return log(db).ByReference(ws, channel, "req_4711", 50) }),
		"events that ran again":   found(func() ([]svcx.EventID, error) { return log(db).Again(ws, f.event, 50) }),
		"an event that ran again": func() error { _, err := log(db).RanAgain(ws, f.event); return err },
		"events by conversation": found(func() ([]svcx.EventID, error) {
			return log(db).ByConversation(ws, channel, f.conversation.ExternalID, 50)
		}),
		"events by message":        found(func() ([]svcx.EventID, error) { return log(db).ByMessage(ws, *f.conversation.Channel, f.key, 50) }),
		"events by contact":        found(func() ([]svcx.EventID, error) { return log(db).ByContact(ws, channel, f.person, 50) }),
		"events by a refused body": found(func() ([]svcx.EventID, error) { return log(db).InRefused(ws, channel, "m-1", 50) }),
		"events by id": func() error {
			_, err := log(db).EventsByID(ws, channel, []svcx.EventID{f.event, f.event - 1})
			return err
		},
		"new events":                  recent(svcx.EventFilter{After: &f.event, Since: &since}),
		"new events that failed":      recent(svcx.EventFilter{After: &f.event, Statuses: []svcx.EventStatus{svcx.EventFailed}}),
		"recent events between":       recent(svcx.EventFilter{Since: &since, Until: &since}),
		"recent events of one":        recent(svcx.EventFilter{ConversationID: f.conversation.ExternalID}),
		"recent events that failed":   recent(svcx.EventFilter{Statuses: []svcx.EventStatus{svcx.EventFailed, svcx.EventInvalid}}),
		"recent events of rare types": recent(svcx.EventFilter{Types: &svcx.EventTypeFilter{Direction: svcx.Outbound, Types: []string{"ping"}}}),
		"feed": func() error {
			events, more, err := db.Read(ctx).Feed(ch, 100, 50)
			if err == nil && (len(events) != 50 || !more) {
				err = fmt.Errorf("%d events, more %t", len(events), more)
			}
			return err
		},
		"sequence":              func() error { _, err := db.Read(ctx).Sequence(ws); return err },
		"changes":               func() error { _, err := db.Read(ctx).Changes(ws, 100, 50); return err },
		"changed messages":      func() error { _, err := db.Read(ctx).ChangedMessages(ws, 100, 110); return err },
		"changed conversations": func() error { _, err := db.Read(ctx).ChangedConversations(ws, 100, 110); return err },
		"figures of all":        func() error { _, err := db.Read(ctx).Figures(); return err },
		"due channels":          func() error { _, _, err := db.Read(ctx).DueChannels(epoch*2, store.ChannelRef{}, 5); return err },
		"report": func() error {
			_, err := db.Read(ctx).Counts(ws, svcx.ReportQuery{From: 20000, To: 20366})
			return err
		},
		"report of one": func() error {
			_, err := db.Read(ctx).Counts(ws, svcx.ReportQuery{From: 20000, To: 20366, Channel: &channel, AssignedTo: &user})
			return err
		},
		"every contact":          func() error { return db.EachContact(ctx, ws, ignorePage[*svcx.Contact]) },
		"every conversation":     func() error { return db.EachConversation(ctx, ws, ignorePage[*svcx.Conversation]) },
		"every message":          func() error { return db.EachMessage(ctx, ws, ignorePage[svcx.Message]) },
		"every rating":           func() error { return db.EachRating(ctx, ws, ignorePage[*svcx.Rating]) },
		"every history":          func() error { return db.EachHistoryEntry(ctx, ws, ignorePage[svcx.HistoryEntry]) },
		"every audit entry":      func() error { return db.EachAuditEntry(ctx, ws, ignorePage[*svcx.AuditEntry]) },
		"audit log":              audit(svcx.AuditFilter{}),
		"audit log of an actor":  audit(svcx.AuditFilter{ActorKind: svcx.ActorUser, ActorID: 4}),
		"audit log of actions":   audit(svcx.AuditFilter{Actions: []svcx.AuditAction{svcx.AuditKeyReveal, svcx.AuditRedeliver}}),
		"audit log of a target":  audit(svcx.AuditFilter{Target: "secret/a"}),
		"audit log of a channel": audit(svcx.AuditFilter{Target: "channel/7"}),
		"audit log between":      audit(svcx.AuditFilter{From: &audited, To: &audited, ActorKind: svcx.ActorUser, ActorID: 4}),
		"presences":              func() error { _, err := store.PeopleOf(db.Read(ctx)).Presences(ws); return err },
		"sizes of workspaces": func() error {
			_, err := store.PeopleOf(db.Read(ctx)).WorkspaceSizes([]svcx.WorkspaceID{ws})
			return err
		},
		"every file": func() error { return db.EachFile(ctx, ws, ignorePage[*svcx.File]) },
		"report by channel": func() error {
			_, err := db.Read(ctx).Counts(ws, svcx.ReportQuery{From: 20000, To: 20366, By: svcx.ByChannel})
			return err
		},
		"report by assignee": func() error {
			_, err := db.Read(ctx).Counts(ws, svcx.ReportQuery{From: 20000, To: 20366, By: svcx.ByAssignee})
			return err
		},
		"answered at all": func() error { _, err := store.HasCount(db.Read(ctx), ws, svcx.MeasureMessageOut); return err },
		"participants of some": func() error {
			_, err := db.Read(ctx).ParticipantsOf(ws, []int64{1, 2})
			return err
		},
		"values of some": func() error {
			_, _, err := db.Read(ctx).FieldValuesOf(ws, []int64{1, 2})
			return err
		},
		"list resolved":                 list(svcx.ConversationFilter{Status: svcx.StatusResolved}),
		"list closed":                   list(svcx.ConversationFilter{Status: svcx.StatusClosed}),
		"list mine by category":         list(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user, Category: &category}),
		"list unassigned, by category":  list(svcx.ConversationFilter{Status: svcx.StatusOpen, Unassigned: true, Category: &category}),
		"list newest":                   list(svcx.ConversationFilter{Sort: svcx.SortNewest}),
		"list open, newest":             list(svcx.ConversationFilter{Status: svcx.StatusOpen, Sort: svcx.SortNewest}),
		"list unassigned, newest":       list(svcx.ConversationFilter{Status: svcx.StatusOpen, Unassigned: true, Sort: svcx.SortNewest}),
		"list mine, newest":             list(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user, Sort: svcx.SortNewest}),
		"list by channel, newest":       list(svcx.ConversationFilter{Status: svcx.StatusOpen, Channel: &channel, Sort: svcx.SortNewest}),
		"list by category, newest":      list(svcx.ConversationFilter{Status: svcx.StatusOpen, Category: &category, Sort: svcx.SortNewest}),
		"list mine by category, newest": list(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user, Category: &category, Sort: svcx.SortNewest}),
		"list after, newest":            listAfter(svcx.ConversationFilter{Status: svcx.StatusOpen, Sort: svcx.SortNewest}),
		"list after, mine, newest":      listAfter(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user, Sort: svcx.SortNewest}),
		"list oldest":                   list(svcx.ConversationFilter{Sort: svcx.SortOldest}),
		"list waiting":                  list(svcx.ConversationFilter{Sort: svcx.SortWaiting}),
		"list open, waiting":            list(svcx.ConversationFilter{Status: svcx.StatusOpen, Sort: svcx.SortWaiting}),
		"list unassigned, waiting":      list(svcx.ConversationFilter{Status: svcx.StatusOpen, Unassigned: true, Sort: svcx.SortWaiting}),
		"list mine, waiting":            list(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user, Sort: svcx.SortWaiting}),
		"list by tag, waiting":          list(svcx.ConversationFilter{Tag: "vip", Sort: svcx.SortWaiting}),
		"counts of views":               func() error { _, err := db.Read(ctx).ViewCounts(ws); return err },
		"list by tag":                   list(svcx.ConversationFilter{Tag: "vip", Sort: svcx.SortNewest}),
		"list unassigned, by channel":   list(svcx.ConversationFilter{Status: svcx.StatusOpen, Unassigned: true, Channel: &channel}),
		"list by channel and category":  list(svcx.ConversationFilter{Channel: &channel, Category: &category}),
		"list mine by tag":              list(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user, Tag: "vip", Sort: svcx.SortNewest}),
		"list by channel, closed":       list(svcx.ConversationFilter{Status: svcx.StatusClosed, Channel: &channel}),
		"list after, channel":           listAfter(svcx.ConversationFilter{Channel: &channel}),
		"find by tag":                   find(svcx.ConversationFilter{Tag: "vip"}, "thread 471"),
		"find":                          find(svcx.ConversationFilter{}, "hello"),
		"find rare words":               find(svcx.ConversationFilter{}, "thread 471"),
		"find mine":                     find(svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user}, "nobody"),
		"find unassigned":               find(svcx.ConversationFilter{Status: svcx.StatusOpen, Unassigned: true}, "nobody"),
		"find open":                     find(svcx.ConversationFilter{Status: svcx.StatusOpen}, "thread 99"),
		"the message that was found": func() error {
			_, err := db.FoundMessages(ctx, ws, "hello", []svcx.ConversationID{f.conversation.ID, f.conversation.ID - 1})
			return err
		},
		"an older message that was found": func() error {
			_, err := db.FoundMessages(ctx, ws, "nobody", []svcx.ConversationID{f.conversation.ID, f.conversation.ID - 1})
			return err
		},
		"find by category": find(svcx.ConversationFilter{Category: &category}, "thread 471"),
		"index for search": func() error { return db.Index.Update(ctx, ws) },
		"ids of a list": func() error {
			_, err := db.ConversationIDs(ctx, ws, svcx.ConversationFilter{Status: svcx.StatusOpen, Category: &category}, "", 1000)
			return err
		},
		"what the AI needs": func() error {
			r := store.AssistOf(db.Read(ctx))
			_, calls := r.Calls(store.AICall{Workspace: ws, User: user, Operation: svcx.AIRename}, epoch)
			_, uses := r.UsesOf(ws, user, epoch)
			_, inMind := r.ContactsInMind(ws, user, 20)
			_, answer := r.Answer(ws, f.conversation.ID, svcx.AIRename, "x", epoch)
			_, last := r.LastAnswer(ws, f.conversation.ID, svcx.AISummarize, epoch)
			_, made := r.AnsweredAt(ws, []svcx.ConversationID{f.conversation.ID, f.conversation.ID + 1}, svcx.AISummarize, epoch)
			_, usage := r.Usage(ws, svcx.DayOf(epoch), svcx.DayOf(epoch)+30)
			_, next := r.NextJob(ws, epoch)
			return errors.Join(calls, uses, inMind, answer, last, made, usage, next)
		},
		"a bulk action": func() error {
			r := store.BulkOf(db.Read(ctx))
			b, err := r.LatestBulk(ws, user)
			if err != nil {
				return err
			}
			if b == nil {
				return errors.New("there is none")
			}
			_, counting := r.BulkProgress(ws, b.ID)
			_, failed := r.FailedItems(ws, b.ID)
			_, changed := r.ChangedItems(ws, b.ID)
			_, waiting := r.WaitingItems(b, 50)
			_, running := r.RunningBulks()
			_, undone := r.UndoneBy(ws, user, b.ID)
			return errors.Join(counting, failed, changed, waiting, running, undone)
		},
	}
}

// hotWrites are its writes.
func hotWrites(db *store.DB, f *filled) map[string]func() error {
	ctx, ws, contact := context.Background(), f.workspace, f.contact
	ch := f.channels[3]
	write := func(fn func(tx *store.Tx) error) func() error {
		return func() error { return db.Write(ctx, ws, fn) }
	}
	return map[string]func() error{
		"what a batch touches": write(func(tx *store.Tx) error {
			keys := store.InboundKeys{MessageKeys: []string{"a", "b"}, ConversationIDs: []string{"thread-1", "b"}, ContactIDs: []string{"crm-1", "b"}, EmailKeys: []string{"a@example.com"},
				Channels: []int64{int64(ch.Channel)}}
			_, err := tx.LoadInbound(ws, keys)
			return err
		}),
		"contact clash": write(func(tx *store.Tx) error {
			_, _, err := tx.ContactClash(ws, 0, "crm-1", "person2@mail2.example.com")
			return err
		}),
		"conversations of a contact": write(func(tx *store.Tx) error {
			_, err := tx.ConversationsOfContact(ws, contact, 20)
			return err
		}),
		"change of a contact": write(func(tx *store.Tx) error {
			c, err := tx.Contact(ws, contact)
			if err != nil {
				return err
			}
			return tx.UpdateContact(c)
		}),
		"indexed again": func() error {
			err := db.Write(ctx, ws, func(tx *store.Tx) error {
				if err := tx.Reindex(ws, f.conversation.ID); err != nil {
					return err
				}
				c, err := tx.Contact(ws, contact)
				if err != nil {
					return err
				}
				c.Name += " II"
				return tx.UpdateContact(c)
			})
			if err != nil {
				return err
			}
			return db.Index.Update(ctx, ws)
		},
		"change of a conversation": write(func(tx *store.Tx) error {
			was := *f.conversation
			was.Tags, f.conversation.Tags = []string{"before"}, []string{"after"}
			if err := tx.UpdateConversations(store.ConversationChange{Conversation: f.conversation, Was: was}); err != nil {
				return err
			}
			was, f.conversation.Status = *f.conversation, svcx.StatusClosed
			return tx.UpdateConversations(store.ConversationChange{Conversation: f.conversation, Was: was})
		}),
		"deliveries, from new to ended": write(func(tx *store.Tx) error {
			err := tx.InsertDeliveries(ws, &svcx.Delivery{Workspace: ws, Channel: ch.Channel, Conversation: f.conversation.ID, CreatedAt: epoch})
			if err != nil {
				return err
			}
			claimed, err := storetest.Claim(tx, ch, 4, "lease", epoch*2, epoch*2+1000)
			if err != nil || len(claimed) < 2 {
				return fmt.Errorf("%d claimed: %w", len(claimed), err)
			}
			if _, err := tx.RetryDelivery(claimed[0], "lease", 1, epoch*2); err != nil {
				return err
			}
			_, err = storetest.End(tx, claimed[1], "lease", svcx.DeliveryFailed, epoch*2)
			return err
		}),
		"changes": write(func(tx *store.Tx) error {
			return tx.InsertChanges(ws, epoch, svcx.Change{Kind: svcx.ChangeBoth}, svcx.Change{Kind: svcx.ChangeReset})
		}),
		"reading": write(func(tx *store.Tx) error {
			m, err := tx.Message(ws, f.conversation.ID, f.message)
			if err != nil {
				return err
			}
			if err := tx.ReadMessage(m, epoch); err != nil {
				return err
			}
			_, _, err = tx.ReadConversation(ws, f.conversation.ID, epoch)
			return err
		}),
		"redelivery": write(func(tx *store.Tx) error {
			if _, err := tx.ResendFailed(ch, epoch, epoch*2, epoch*2, 10); err != nil {
				return err
			}
			if _, err := tx.ResendDelivery(ch, 1, epoch*2); notFoundIsFine(err) != nil {
				return err
			}
			if err := tx.RetryNow(ch, 1, epoch); err != nil {
				return err
			}
			_, err := tx.RetryAllNow(ch, epoch, 10)
			return err
		}),
		"what waits": write(func(tx *store.Tx) error {
			w, by := store.AttentionIn(tx), svcx.UserID(1)
			note := &svcx.Message{Workspace: ws, Conversation: f.conversation.ID, ID: f.message, Author: svcx.Author{User: &by}, Mentions: []svcx.Mention{{User: 4, Name: "Dee"}}}
			return tx.Pipeline(func() error {
				return errors.Join(w.Mention(note), w.Hand(ws, f.conversation.ID, 4, epoch), w.See(ws, f.conversation.ID, 4, epoch))
			})
		}),
		"a use of the AI": write(func(tx *store.Tx) error {
			w := store.AssistIn(tx)
			call := store.AICall{Workspace: ws, User: 4, Operation: svcx.AIRename, At: epoch}
			if err := w.BeginCall(&call, epoch); err != nil {
				return err
			}
			if err := w.CancelCall(&call); err != nil {
				return err
			}
			if err := w.AddUsage(&svcx.AIUsage{Workspace: ws, Operation: svcx.AIRename, Calls: 1}); err != nil {
				return err
			}
			if err := w.PutAnswer(&store.AIAnswer{Workspace: ws, Conversation: f.conversation.ID, Operation: svcx.AIRename}); err != nil {
				return err
			}
			job := store.AIJob{Workspace: ws, Conversation: f.conversation.ID, Operation: svcx.AIRename, CreatedAt: epoch}
			if err := w.QueueJobs(&job, func() {}); err != nil {
				return err
			}
			if _, err := w.LeaseJob(&job, "x", epoch); err != nil {
				return err
			}
			if err := w.PostponeJob(&job, epoch, true); err != nil {
				return err
			}
			return w.EndJob(&job)
		}),
		"a bulk action": write(func(tx *store.Tx) error {
			b, err := store.BulkOf(tx.Reads).LatestBulk(ws, 4)
			if err != nil {
				return err
			}
			w := store.BulkIn(tx)
			if _, err := w.LeaseBulk(b, "lease", epoch, epoch+1); err != nil {
				return err
			}
			if _, err := w.EndItem(svcx.BulkItem{Workspace: ws, Bulk: b.ID, Conversation: f.conversation.ID, State: svcx.ItemFailed}); err != nil {
				return err
			}
			return w.RetryItems(b)
		}),
		"merging, unmerging and erasing": func() error { return removeAll(db, ws, ch) },
		"when a member was seen":         write(func(tx *store.Tx) error { return store.PeopleIn(tx).Seen(ws, 4, epoch) }),
		"retention": func() error {
			return db.Trim(ctx, store.Retention{Events: epoch - 1, Bodies: epoch - 1, Feed: epoch - 1, Audit: epoch + 10})
		},
	}
}

// removeAll merges contacts, undoes the merge, deletes a conversation and erases a
// contact, with all steps and with everything that an erasure may do.
func removeAll(db *store.DB, ws svcx.WorkspaceID, ch store.ChannelRef) error {
	ctx := context.Background()
	a := &svcx.Contact{Workspace: ws, Name: "A", ExternalID: "removed-a", Email: "removed@example.com", CreatedAt: epoch}
	b := &svcx.Contact{Workspace: ws, Name: "B", ExternalID: "removed-b", CreatedAt: epoch}
	var deleted, left *svcx.Conversation
	steps := []func(tx *store.Tx) error{
		func(tx *store.Tx) error {
			ids, err := tx.ReserveContacts(2)
			if err != nil {
				return err
			}
			a.ID, b.ID = svcx.ContactID(ids[0]), svcx.ContactID(ids[1])
			if err := tx.InsertContacts(a, b); err != nil {
				return err
			}
			deleted, err = insertConversation(tx, ch, a, "removed-1")
			if err == nil {
				left, err = insertConversation(tx, ch, a, "removed@example.com")
			}
			return err
		},
		func(tx *store.Tx) error { return tx.PutMerge(a, b, store.MergeUndo{}, epoch) },
		func(tx *store.Tx) error {
			_, err := tx.CountMoved(ws, a.ID)
			return err
		},
		func(tx *store.Tx) error { return tx.EndMerge(a, b) },
		func(tx *store.Tx) error { return tx.DeleteConversation(deleted) },
		func(tx *store.Tx) error {
			r := store.NewRemover(tx, ws, nil)
			_, err := tx.Erasing(ws)
			return errors.Join(err, r.DeleteContacts([]int64{int64(a.ID)}), r.BeginErasure(a.ID, nil))
		},
	}
	erase := func(r *store.Remover, _ *store.Removal) (bool, error) {
		return true, eraseAll(r, []int64{int64(a.ID)}, left)
	}
	for _, step := range steps {
		if err := db.Write(ctx, ws, step); err != nil {
			return err
		}
		if err := db.Remove(ctx, ws, func(*svcx.Message) []string { return nil }, erase, func(*store.Tx) error { return nil }); err != nil {
			return err
		}
	}
	return nil
}

// eraseAll does once what an erasure does for each row.
func eraseAll(r *store.Remover, contacts []int64, c *svcx.Conversation) error {
	trace := store.TraceOf(c)
	var failed []error
	try := func(_ any, err error) { failed = append(failed, err) }
	try(r.NextConversationWith(contacts, 0))
	try(r.AuthorsAfter(c.ID, -1, 0, 500))
	try(r.TakenEmailKeys([]string{"a", "b"}))
	try(r.TakenExternalIDs([]string{"a", "b"}))
	try(r.AnswersAfter("", 200))
	try(nil, r.ReplaceAnswer(store.StoredAnswer{Key: "a"}))
	try(r.ParticipantsAfter(0, 0, 500))
	try(nil, r.DeleteParticipants([]int64{1, 2}))
	try(r.Tx.DeleteParticipant(c.Workspace, c.ID, 1))
	try(r.RatingsAfter(0, 500))
	try(r.LoggedRatings(*c.Channel, c.ExternalID))
	try(r.FirstConversationOf(contacts))
	try(nil, r.RenameConversation(c.ID, "renamed"))
	_, _, err := r.ForgetMessages(c.ID, &trace, func(*svcx.Message) bool { return true })
	try(nil, errors.Join(err, r.RevokeLeases(c.ID), r.EndTrace(&trace)))
	_, _, err = r.ForgetEvents(&trace, func(events, _ []int64) error {
		try(r.RatingEvents(c.ID, []int64{1, 2}))
		return errors.Join(r.SetEventData(1, svcx.EventData{}), r.SetEventConversation(events, "renamed"), r.RenameDeliveries(c.ID, "renamed", []int64{1, 2}))
	})
	try(nil, err)
	for _, forget := range []func(svcx.ConversationID) error{r.ForgetContent, r.ClearRating, r.DeleteFieldValues, r.DeleteDrafts, r.DetachContact, r.Recount} {
		try(nil, forget(c.ID))
	}
	try(r.FirstVisit(contacts))
	try(nil, r.DeleteVisits(contacts, c.ID))
	try(r.DeleteMoves(contacts, 500))
	try(r.EventBodiesAfter(0, 200))
	try(nil, r.DeleteEventBodies([]int64{1, 2}))
	try(r.RatingEventsOf([]int64{1, 2}))
	try(r.EventsWithoutConversation([]int64{1, 2}))
	_, _, err = r.NamedEventsAfter("", 5000)
	try(nil, err)
	try(r.FeedEventsAfter(0, 0, 500))
	try(r.PendingEventsAfter(0, 0, 500))
	return errors.Join(failed...)
}

// insertConversation stores a conversation with a message, a participant and an
// event log entry.
func insertConversation(tx *store.Tx, ch store.ChannelRef, contact *svcx.Contact, externalID string) (*svcx.Conversation, error) {
	c := &svcx.Conversation{Workspace: ch.Workspace, Channel: &ch.Channel, ExternalID: externalID, Status: svcx.StatusOpen, Contact: &contact.ID, MessageCount: 1, CreatedAt: epoch, UpdatedAt: epoch}
	ids, err := tx.ReserveConversations(1)
	if err != nil {
		return nil, err
	}
	c.ID = svcx.ConversationID(ids[0])
	messages, err := tx.ReserveMessages(1)
	if err != nil {
		return nil, err
	}
	return c, errors.Join(
		tx.InsertConversations(c),
		tx.InsertMessages(&svcx.Message{ID: svcx.MessageID(messages[0]), Workspace: c.Workspace, Conversation: c.ID, Kind: svcx.MessageKindMessage,
			Author: svcx.Author{Type: svcx.AuthorCustomer, Contact: &contact.ID}, Content: "x", SentAt: epoch, CreatedAt: epoch}),
		tx.InsertParticipants(&svcx.Participant{Workspace: c.Workspace, Conversation: c.ID, Email: contact.Email, Role: svcx.RoleCC, AddedAt: epoch}),
		tx.InsertEvents(&svcx.EventLogEntry{Workspace: c.Workspace, Channel: ch.Channel, Direction: svcx.Inbound, Type: "message", ConversationID: externalID, CreatedAt: epoch, Request: "x"}),
		tx.InsertEvents(&svcx.EventLogEntry{Workspace: c.Workspace, Channel: ch.Channel, Direction: svcx.Inbound, Type: "message", ConversationID: "removed-a", CreatedAt: epoch,
			Request: `"removed-a"`}),
	)
}

// ignorePage ignores a page.
func ignorePage[T any]([]T) error { return nil }

func notFoundIsFine(err error) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	return err
}

// The statements that the service runs all the time find their rows by an index: none
// scans a table that grows.
func TestHotQueriesUseIndexes(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		// A filled event log has its rows in the partition of today.
		o.Now, o.Log = epoch.Std, slog.New(slog.DiscardHandler)
		db, recording, err := store.OpenRecorded(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		f := fill(t, db, 10_000)
		if err := db.Index.Update(t.Context(), f.workspace); err != nil {
			t.Fatal(err)
		}
		storetest.WantNil(t, db.Write(t.Context(), f.workspace, func(tx *store.Tx) error {
			var err error
			for i := range svcx.Time(2000) {
				err = errors.Join(err, tx.InsertAudit(&svcx.AuditEntry{Workspace: f.workspace, At: epoch + i*60_000, Action: svcx.AuditActions[i%40],
					Actor: svcx.Actor{Kind: svcx.ActorUser, ID: int64(i % 40)}, Target: fmt.Sprint("channel/", i%50)}))
			}
			return err
		}))
		vacuum(t, db)
		hot := hotQueries(db, f)
		maps.Copy(hot, hotWrites(db, f))
		for name, run := range hot {
			t.Run(name, func(t *testing.T) {
				var failed error
				statements := recording.During(func() { failed = run() })
				if failed != nil {
					t.Fatal(failed)
				}
				explained := 0
				for _, s := range statements {
					if !isStatement.MatchString(strings.TrimPrefix(s.Query, "(")) || strings.Contains(s.Query, "pg_advisory") {
						continue
					}
					explained++
					for _, scan := range scans(t, db, s) {
						if allowedScans[name] == "" {
							t.Errorf("%s in\n%s", scan, s.Query)
						}
					}
				}
				if explained == 0 {
					t.Error("no statement was seen")
				}
				if want, ok := wantIndex[name]; ok {
					if plan := planText(t, db, statements[len(statements)-1]); !strings.Contains(plan, want[0]) && !strings.Contains(plan, want[1]) {
						t.Errorf("the plan has no %s:\n%s", want, plan)
					}
				}
			})
		}
	})
}

// planText is the plan of a statement as the database prints it.
func planText(t *testing.T, db *store.DB, s store.Recorded) (text string) {
	t.Helper()
	explain, args := "EXPLAIN QUERY PLAN ", make([]any, parameters(s.Query))
	if db.Dialect() == "postgres" {
		explain, args = "EXPLAIN ", s.Args
	}
	for _, row := range query(t, db, explain+s.Query, args...) {
		text += row[len(row)-1] + "\n"
	}
	return text
}

// scans are the steps of a statement's plan that scan a growing table.
func scans(t *testing.T, db *store.DB, s store.Recorded) []string {
	t.Helper()
	if db.Dialect() == "postgres" {
		return postgresScans(t, db, s)
	}
	var found []string
	if strings.Contains(s.Query, "search_index") || strings.Contains(s.Query, "search_position") || strings.Contains(s.Query, "search_origin") {
		return nil // in another file: rows by id, and tables of one row
	}
	steps := query(t, db, "EXPLAIN QUERY PLAN "+s.Query, make([]any, parameters(s.Query))...)
	for _, step := range steps {
		words := strings.Fields(step[3])
		if len(words) < 2 || !slices.Contains(growing, tableOf(words[1], s.Query)) {
			continue
		}
		if words[0] == "SCAN" || wholeWorkspace(step, steps, s.Query) {
			found = append(found, step[3])
		}
	}
	return found
}

// tableOf is the growing table that has the alias in the query.
func tableOf(alias, query string) string {
	m := regexp.MustCompile(`\b(` + strings.Join(growing, "|") + `) (?:AS )?` + regexp.QuoteMeta(alias) + `\b`).FindStringSubmatch(query)
	if m == nil {
		return alias
	}
	return m[1]
}

// wholeWorkspace reports whether a step searches by the workspace alone and nothing
// ends it early: its rows are sorted afterwards, or there is no limit. The planner
// does not call it a scan. The message list had such a step (WHERE workspace_id = ?
// AND id IN (page) took the index on the workspace and not the ids), at 0.3 ms per
// thousand messages of the workspace.
func wholeWorkspace(step []string, steps [][]string, query string) bool {
	if !strings.HasSuffix(step[3], "(workspace_id=?)") {
		return false
	}
	sorted := slices.ContainsFunc(steps, func(s []string) bool {
		return s[1] == step[1] && strings.HasPrefix(s[3], "USE TEMP B-TREE")
	})
	return sorted || !strings.Contains(withoutCounts(query), "LIMIT")
}

// withoutCounts removes subqueries that count: their limits end no step around them.
func withoutCounts(query string) string {
	for {
		start := strings.Index(query, "(SELECT COUNT(")
		if start < 0 {
			return query
		}
		end, depth := start, 0
		for ; end < len(query); end++ {
			switch query[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth == 0 {
				break
			}
		}
		query = query[:start] + query[min(end+1, len(query)):]
	}
}

// parameters is the highest number of a placeholder.
func parameters(query string) (n int) {
	for _, p := range regexp.MustCompile(`\$(\d+)`).FindAllStringSubmatch(query, -1) {
		var number int
		fmt.Sscan(p[1], &number)
		n = max(n, number)
	}
	return n
}

// plan is a step of PostgreSQL's plan.
type plan struct {
	Node     string `json:"Node Type"`
	Relation string `json:"Relation Name"`
	Filter   string
	Plans    []plan
}

func postgresScans(t *testing.T, db *store.DB, s store.Recorded) []string {
	t.Helper()
	var text []byte
	if err := db.Raw().QueryRow("EXPLAIN (FORMAT JSON) "+s.Query, s.Args...).Scan(&text); err != nil {
		t.Fatalf("%s: %v", s.Query, err)
	}
	var plans []struct{ Plan plan }
	if err := json.Unmarshal(text, &plans); err != nil {
		t.Fatal(err)
	}
	var found []string
	var walk func(p plan)
	walk = func(p plan) {
		// A scan of an empty partition costs nothing.
		if p.Node == "Seq Scan" && isLarge(t, db, p.Relation) {
			found = append(found, p.Node+" on "+p.Relation)
		}
		if strings.Contains(p.Filter, "@@") {
			found = append(found, p.Node+" that compares the words of every row")
		}
		for _, inner := range p.Plans {
			walk(inner)
		}
	}
	walk(plans[0].Plan)
	return found
}

func isLarge(t *testing.T, db *store.DB, relation string) bool {
	t.Helper()
	var rows float64
	if err := db.Raw().QueryRow("SELECT reltuples FROM pg_class WHERE oid = $1::text::regclass", relation).Scan(&rows); err != nil {
		t.Fatal(err)
	}
	return rows > 1000
}
