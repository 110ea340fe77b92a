package textsearch_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// someContact returns a contact with names and addresses of which some words are frequent.
func someContact(r *rand.Rand, n int) *svcx.Contact {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	first := pick("Anna", "Annabel", "Bob", "Maria", "Mark", "Gmail")
	last := pick("Schmidt", "Schmid", "Kowalski", "Comstock", "O'Neill", "Nuñez") + pick("", "", "", fmt.Sprint(n))
	// Two of three are at one host, as in a large workspace, and some at those whose words
	// begin as its do.
	host := pick("gmail.com", "gmail.com", "gmail.com", "gmail.com", "gmail.com", "gmail.com", "gmx.com", "gmailer.community", "mail.example", fmt.Sprintf("company%d.example", n))
	c := &svcx.Contact{Name: first + " " + last, Email: fmt.Sprintf("%s.%d@%s", strings.ToLower(first), n, host)}
	switch r.IntN(20) {
	case 0:
		c.Email = ""
	case 1:
		c.Name, c.ExternalID = "", fmt.Sprintf("crm %d gmail.com", n)
	case 2:
		c = &svcx.Contact{}
	}
	return c
}

// matches is a search as the contract has it (D 5), word by word.
func matches(c *svcx.Contact, search string) bool {
	split := func(text string) []string {
		return strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(text), "ñ", "n"), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	}
	words := split(c.Name + " " + c.Email + " " + c.ExternalID)
	for _, prefix := range split(search) {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, prefix) }) {
			return false
		}
	}
	return true
}

// Whatever a search looks up, compares, draws or reads in the order of the list, it finds
// the same contacts, newest first, and counts them exactly up to the bound.
func TestContactSearchIsTheSameHoweverItIsDone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		r := rand.New(rand.NewPCG(5, 8))
		all := make(map[svcx.WorkspaceID][]*svcx.Contact)
		for n := range 30 {
			// The second workspace has a tenth of the ids, and its scope has as many
			// characters as FTS5's longer prefixes.
			for ws, count := range map[svcx.WorkspaceID]int{1: 45, 7000: 5} {
				contacts := make([]*svcx.Contact, count)
				for i := range contacts {
					contacts[i] = someContact(r, 100*n+i)
					contacts[i].Workspace = ws
				}
				storetest.WantNil(t, db.Write(t.Context(), ws, func(tx *store.Tx) error {
					ids, err := tx.ReserveContacts(count)
					for i := range ids {
						contacts[i].ID = svcx.ContactID(ids[i])
					}
					if err != nil {
						return err
					}
					return tx.InsertContacts(contacts...)
				}))
				all[ws] = append(all[ws], contacts...)
			}
		}
		for _, contacts := range all {
			slices.Reverse(contacts)
		}
		for _, b := range []struct {
			name                                 string
			counted, few, soonCompared, compared int
		}{
			{"as usual", 10_000, 200, 1000, 8000},
			{"few counted", 20, 200, 1000, 8000},
			{"one counted", 1, 5, 1000, 8000},
			{"nothing compared", 10_000, 0, 0, 0},
			{"few compared", 200, 3, 20, 60},
			{"few counted and compared", 50, 3, 400, 60},
		} {
			t.Run(b.name, func(t *testing.T) {
				db.Index.BoundContacts(b.counted, b.few, b.soonCompared, b.compared)
				for ws, contacts := range all {
					searches := []string{"gmail.com", "gmail", "gmai", "g", "com", "co", "anna", "ann", "schmidt", "schmid anna", "gmail com gmx", "gmailer.com", "maria gmail",
						"o'neill com", "nunez gmail.c", "crm gmail", "nobody", "nobody@gmail.com", "annabel@gmail.com", "company example", "comstock com gmail anna"}
					for _, c := range contacts[:4] {
						if c.Email+c.Name != "" {
							searches = append(searches, c.Email+" "+c.Name, c.Email+c.Name)
						}
					}
					for _, search := range searches {
						for _, page := range []svcx.Page{{Limit: 50}, {Limit: 5}, {Limit: 7, Offset: 5}, {Limit: 50, Offset: 300}} {
							checkContacts(t, db, ws, contacts, search, page, b.counted)
						}
					}
				}
			})
		}
	})
}

func checkContacts(t *testing.T, db *store.DB, ws svcx.WorkspaceID, contacts []*svcx.Contact, search string, page svcx.Page, counted int) {
	t.Helper()
	var want []svcx.ContactID
	for _, c := range contacts {
		if matches(c, search) {
			want = append(want, c.ID)
		}
	}
	list, err := db.Contacts(t.Context(), ws, search, page)
	storetest.WantNil(t, err)
	var got []svcx.ContactID
	for _, c := range list.Items {
		got = append(got, c.ID)
	}
	if w := svcx.Window(want, page).Items; !slices.Equal(got, w) {
		t.Errorf("workspace %d, %q, %+v: found %v, want %v", ws, search, page, got, w)
	}
	if list.Total != min(len(want), counted) || list.TotalCapped != (len(want) > counted) {
		t.Errorf("workspace %d, %q: total %d (capped: %t), want %d up to %d", ws, search, list.Total, list.TotalCapped, len(want), counted)
	}
	if page.Offset > 0 {
		return
	}
	got = nil
	for after := svcx.ContactID(math.MaxInt64); ; {
		list, next, err := db.ContactsAfter(t.Context(), ws, search, after, page.Limit)
		storetest.WantNil(t, err)
		for _, c := range list.Items {
			got = append(got, c.ID)
		}
		if next == nil {
			break
		}
		if after = *next; len(list.Items) != page.Limit || after != got[len(got)-1] {
			t.Fatalf("workspace %d, %q: %d contacts, then those after %d", ws, search, len(list.Items), after)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("workspace %d, %q: found %v page after page, want %v", ws, search, got, want)
	}
}
