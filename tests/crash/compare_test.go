package crash

import "testing"

// TestComparisonFindsEachFault: the comparison finds each kind of fault.
func TestComparisonFindsEachFault(t *testing.T) {
	one, maybe, many := func(m string) expectation { return expectation{m, 1, 1} },
		func(m string) expectation { return expectation{m, 0, 1} },
		func(m string) expectation { return expectation{m, 1, 3} }
	for _, tt := range []struct {
		name   string
		actual []string
		want   string // the kind of the finding
		track  []expectation
	}{
		{"all there", []string{"a", "b", "c"}, "", []expectation{one("a"), one("b"), one("c")}},
		{"one is lost", []string{"a", "c"}, lost, []expectation{one("a"), one("b"), one("c")}},
		{"all are lost", nil, lost, []expectation{one("a")}},
		{"one is there twice", []string{"a", "b", "b"}, doubled, []expectation{one("a"), one("b")}},
		{"two change places", []string{"b", "a"}, disordered, []expectation{one("a"), one("b")}},
		{"one is strange", []string{"a", "x"}, wrong, []expectation{one("a")}},
		{"unknown and there", []string{"a", "b"}, "", []expectation{maybe("a"), one("b")}},
		{"unknown and not there", []string{"b"}, "", []expectation{maybe("a"), one("b")}},
		{"unknown and out of place", []string{"b", "a"}, disordered, []expectation{maybe("a"), one("b")}},
		{"a repeat that counts", []string{"a", "a", "b"}, "", []expectation{many("a"), one("b")}},
		{"states come again", []string{"resolved", "open", "resolved"}, "", []expectation{one("resolved"), one("open"), one("resolved")}},
		{"a state is lost", []string{"resolved", "open"}, lost, []expectation{one("resolved"), one("open"), one("resolved")}},
		{"states change places", []string{"open", "resolved", "resolved"}, disordered, []expectation{one("resolved"), one("open"), one("resolved")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := &run{}
			r.compare("conversation", "message", tt.actual, [][]expectation{tt.track})
			if got := len(r.found.by); tt.want == "" && got != 0 || tt.want != "" && r.found.by[tt.want] == 0 {
				t.Errorf("found %v, want %q", r.found.by, tt.want)
			}
		})
	}
}

// TestReceiverNotices: a receiver notices events that overtake each other, a missing
// one, and one that arrives twice under different numbers.
func TestReceiverNotices(t *testing.T) {
	type delivery struct {
		id       string
		sequence int
	}
	for _, tt := range []struct {
		name       string
		deliveries []delivery
		want       string
	}{
		{"in order", []delivery{{"a", 1}, {"a", 1}, {"b", 2}, {"a", 1}}, ""},
		{"the first is missing", []delivery{{"b", 2}}, disordered},
		{"overtaken", []delivery{{"a", 1}, {"c", 3}, {"b", 2}}, disordered},
		{"two numbers", []delivery{{"a", 1}, {"a", 2}}, doubled},
		{"two ids", []delivery{{"a", 1}, {"b", 1}}, wrong},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := &findings{}
			r := newReceiver(found)
			defer r.Close()
			for _, d := range tt.deliveries {
				r.note("channel", "conversation", d.id, "message.created "+refused, d.sequence)
			}
			if tt.want == "" && len(found.by) != 0 || tt.want != "" && found.by[tt.want] == 0 {
				t.Errorf("found %v, want %q", found.by, tt.want)
			}
		})
	}
}
