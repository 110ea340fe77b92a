package form_test

import (
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/form"
)

// Recent Events: a filter by a type or status returns exactly the entries that are
// shown with it, in either form.
func TestEventFiltersMatchShownNames(t *testing.T) {
	types := map[svcx.Direction][]string{
		svcx.Inbound:  {"message", "action", "action:conversation.resolve", "action:é", "intent", "intent:updateinfo", "invalid"},
		svcx.Outbound: {"ping", "intent.confirm", "content.resolve", "query.contact.info"},
	}
	for _, e := range svcx.EventTypes {
		types[svcx.Outbound] = append(types[svcx.Outbound], string(e))
	}
	var all []*svcx.EventLogEntry
	for direction, names := range types {
		for _, name := range names {
			for _, status := range svcx.EventStatuses {
				if status == svcx.EventUnauthorized && name != svcx.InboundTypeInvalid {
					continue // the key is checked before the body is read
				}
				all = append(all, &svcx.EventLogEntry{Direction: direction, Type: name, Status: status})
			}
		}
	}
	for _, f := range []*form.Form{forms.A, forms.B} {
		words := map[string]bool{"message.created": true, "message": true, "nothing": true}
		for _, e := range all {
			words[f.EventType(e)] = true
		}
		for word := range words {
			filter := f.EventTypeQuery(word)
			for _, e := range all {
				if fits(filter, e) != (f.EventType(e) == word) {
					t.Errorf("form %s: eventType=%s and %s %s %s, shown as %s", f.Name, word, e.Direction, e.Type, e.Status, f.EventType(e))
				}
			}
		}
		for _, status := range svcx.EventStatuses {
			meant, err := f.EventStatusQuery(f.EventStatus(status))
			if err != nil || !slices.Contains(meant, status) {
				t.Errorf("form %s: status=%s: %v, %v", f.Name, f.EventStatus(status), meant, err)
			}
			for _, other := range meant {
				if f.EventStatus(other) != f.EventStatus(status) {
					t.Errorf("form %s: status=%s finds %s", f.Name, f.EventStatus(status), other)
				}
			}
		}
		if _, err := f.EventStatusQuery("unauthorized"); svcx.KindOf(err) != svcx.KindValidation {
			t.Errorf("form %s: an unknown status: %v", f.Name, err)
		}
	}
}

// fits reports whether the filter selects the entry, as the store's query does.
func fits(f svcx.EventTypeFilter, e *svcx.EventLogEntry) bool {
	return e.Direction == f.Direction && (slices.Contains(f.Types, e.Type) || f.Prefix != "" && strings.HasPrefix(e.Type, f.Prefix))
}
