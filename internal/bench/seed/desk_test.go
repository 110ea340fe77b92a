package seed

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"svcx"
)

func testDesk(t *testing.T, seed uint64, end svcx.Time) *Desk {
	t.Helper()
	d, err := NewDesk(seed, 400, 2000, 30, end)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		d.channels = append(d.channels, &svcx.Channel{ID: svcx.ChannelID(i + 1)})
		d.categories = append(d.categories, svcx.CategoryID(i+1))
	}
	for i, m := range Agents() {
		d.agents = append(d.agents, &svcx.Member{ID: svcx.UserID(i + 1), Name: m.Name, Email: m.Email})
	}
	return d
}

// happened is an event with the text and the conversation it belongs to.
type happened struct {
	number  int
	subject string
	text    string
	event
}

func everything(d *Desk) (all []happened) {
	for t, e := d.happens(); t != nil; t, e = d.happens() {
		h := happened{number: t.number, subject: t.Subject, event: e}
		if e.kind == eventMessage || e.kind == eventNote {
			h.text = d.textOf(t, e)
		}
		all = append(all, h)
	}
	return all
}

// The same seed makes the same desk, another seed another one, and a later end moves
// it.
func TestDeskIsReproducible(t *testing.T) {
	end := svcx.At(time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC))
	first, again, other := everything(testDesk(t, 7, end)), everything(testDesk(t, 7, end)), everything(testDesk(t, 8, end))
	if !reflect.DeepEqual(first, again) {
		t.Error("two desks with a seed differ")
	}
	if len(first) == len(other) && first[0].text == other[0].text {
		t.Error("another seed makes the same desk")
	}
	week := 7 * 24 * time.Hour
	moved := everything(testDesk(t, 7, end.Add(week)))
	if len(moved) != len(first) {
		t.Fatalf("%d events a week later, %d before", len(moved), len(first))
	}
	for i := range first {
		if moved[i].at != first[i].at.Add(week) || moved[i].text != first[i].text {
			t.Fatalf("event %d: %+v, a week later %+v", i, first[i], moved[i])
		}
	}
}

// Events come in the order of time, within the days, and each conversation has its
// messages in order.
func TestDeskOrder(t *testing.T) {
	d := testDesk(t, 1, svcx.At(time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)))
	last, messages, next := d.begin, 0, make(map[int]int)
	for _, h := range everything(d) {
		if h.at < last || h.at > d.end {
			t.Fatalf("event at %s after one at %s, the end is %s", h.at, last, d.end)
		}
		last = h.at
		if h.kind == eventMessage {
			if h.event.number != next[h.number] {
				t.Fatalf("message %d of conversation %d in the place of %d", h.event.number, h.number, next[h.number])
			}
			next[h.number]++
			messages++
		}
	}
	if messages != 2000 || len(next) != 400 {
		t.Errorf("%d messages in %d conversations", messages, len(next))
	}
}

func TestThreadLengths(t *testing.T) {
	for _, want := range []int{1000, 1001, 5000, 40_000, 200_000} {
		lengths := threadLengths(rand.New(rand.NewPCG(1, 2)), 1000, want)
		sum := 0
		for _, n := range lengths {
			sum += int(n)
		}
		if sum != want || slices.Min(lengths) < 1 || slices.Max(lengths) > maxThread {
			t.Errorf("%d messages in conversations of %d to %d, expected %d", sum, slices.Min(lengths), slices.Max(lengths), want)
		}
	}
}

// Contacts differ in address and external id, which are unique in a workspace.
func TestCustomersDiffer(t *testing.T) {
	d := testDesk(t, 1, svcx.At(time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)))
	emails, ids := make(map[string]bool), make(map[string]bool)
	for i := range 50_000 {
		p := d.customer(i)
		if p.email != "" && (emails[svcx.EmailKey(p.email)] || !svcx.IsEmail(p.email)) || ids[p.externalID] || p.externalID == "" {
			t.Fatalf("contact %d: %+v", i, p)
		}
		emails[svcx.EmailKey(p.email)], ids[p.externalID] = true, true
	}
}
