package refold_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/refold"
	"svcx/internal/sqldb"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

var epoch = svcx.At(time.UnixMilli(1_700_000_000_000))

func once(ctx context.Context, db *store.DB) error {
	return refold.Once(ctx, db, time.Now, slog.New(slog.DiscardHandler))
}

// query returns the rows of a statement as text.
func query(t *testing.T, db *store.DB, statement string) [][2]string {
	t.Helper()
	all, err := sqldb.Collect(db.Reader(t.Context()), statement, func(s sqldb.Scanner) (row [2]string, err error) {
		return row, s.Scan(&row[0], &row[1])
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return all
}

// earlier is a database that an earlier version has folded.
type earlier struct {
	*testing.T
	db *store.DB
	ws svcx.WorkspaceID
}

func newEarlier(t *testing.T, db *store.DB) *earlier {
	e := &earlier{T: t, db: db}
	e.write(0, func(tx *store.Tx) error {
		w := &svcx.Workspace{Slug: fmt.Sprintf("earlier-%p", e), Name: "W", Form: svcx.FormB, Plan: svcx.PlanFree, CreatedAt: epoch}
		err := tx.InsertWorkspace(w)
		e.ws = w.ID
		return err
	})
	return e
}

func (e *earlier) write(ws svcx.WorkspaceID, fn func(*store.Tx) error) {
	e.Helper()
	if err := e.db.Write(context.Background(), ws, fn); err != nil {
		e.Fatal(err)
	}
}

// contact stores a contact with the key that lowering gives, and with other words.
func (e *earlier) contact(name, email string) (id svcx.ContactID) {
	e.Helper()
	e.write(e.ws, func(tx *store.Tx) error {
		ids, err := tx.ReserveContacts(1)
		if err != nil {
			return err
		}
		id = svcx.ContactID(ids[0])
		c := &svcx.Contact{ID: id, Workspace: e.ws, Name: name, CreatedAt: epoch, UpdatedAt: epoch}
		if err := tx.InsertContacts(c); err != nil {
			return err
		}
		var key *string
		if email != "" {
			lower := strings.ToLower(email)
			key = &lower
		}
		return storetest.Execute(tx, `UPDATE contact SET email = $3, email_key = $4, search = $5 WHERE workspace_id = $1 AND id = $2`, e.ws, id, email, key, fmt.Sprintf("w%dxearlier", e.ws))
	})
	return id
}

func (e *earlier) refold() {
	e.Helper()
	if err := once(e.Context(), e.db); err != nil {
		e.Fatal(err)
	}
}

func (e *earlier) hasAddress(email string) (id svcx.ContactID) {
	e.Helper()
	e.write(e.ws, func(tx *store.Tx) (err error) {
		_, id, err = tx.ContactClash(e.ws, 0, "", email)
		return err
	})
	return id
}

func (e *earlier) found(search string) (ids []svcx.ContactID) {
	e.Helper()
	list, err := e.db.Contacts(e.Context(), e.ws, search, svcx.Page{Limit: 50})
	if err != nil {
		e.Fatal(err)
	}
	for _, c := range list.Items {
		ids = append(ids, c.ID)
	}
	return ids
}

// Faults 1.3, 109 and 112 in stored data: after refolding contacts are found by their
// names and addresses.
func TestRefoldedContactsAreFoundByNameAndAddress(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		e := newEarlier(t, db)
		nikos := e.contact("Νίκος", "ΝΊΚΟΣ@example.com")
		final := e.contact("Γιώργος", "γιώργος@example.com")
		ada := e.contact("Ada", "ada@bücher.example")
		ram := e.contact("राम", "")
		ascii := e.contact("Ann", "Ann@example.com")
		underscore := e.contact("P", "p@a_b.käse.example")
		quoted := e.contact("Λ", `"l"@example.com`)
		e.refold()
		for email, want := range map[string]svcx.ContactID{
			"νίκος@example.com": nikos, "ΓΙΏΡΓΟΣ@example.com": final, "ADA@xn--bcher-kva.example": ada, "ada@bücher.example": ada, "ann@example.com": ascii,
			"p@A_B.xn--kse-qla.example": underscore, "l@example.com": quoted,
		} {
			if got := e.hasAddress(email); got != want {
				t.Errorf("%s is contact %d's, want %d", email, got, want)
			}
		}
		for search, want := range map[string]svcx.ContactID{"ΝΙΚΟΣ": nikos, "γιωργοσ": final, "राम": ram, "bücher": ada} {
			if diff := cmp.Diff([]svcx.ContactID{want}, e.found(search)); diff != "" {
				t.Errorf("search for %s (-want +got):\n%s", search, diff)
			}
		}
		// ASCII is left alone, even the wrong words of this test.
		if got := e.found("earlier"); len(got) != 1 && e.db.Dialect() == "postgres" {
			t.Errorf("contacts %v have their words from before, want %d", got, ascii)
		}
		c, err := db.Read(t.Context()).Contact(e.ws, nikos)
		if err != nil || c.UpdatedAt != epoch || c.Email != "ΝΊΚΟΣ@example.com" {
			t.Errorf("%+v, %v: the contact was changed", c, err)
		}
	})
}

// From the second rule on keys alone have changed: nothing is indexed again.
func TestRefoldOfKeysAlone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		e := newEarlier(t, db)
		first, second := e.contact("L", "l@example.com"), e.contact("Λόγος", `"L"@example.com`)
		e.write(0, func(tx *store.Tx) error { return tx.SetServerSetting("folding", `{"Rule":2,"At":1}`) })
		e.write(e.ws, func(tx *store.Tx) error {
			return tx.InsertConversations(&svcx.Conversation{ID: 1 << 40, Workspace: e.ws, Subject: "πόσος", Status: svcx.StatusOpen, CreatedAt: epoch, UpdatedAt: epoch})
		})
		e.refold()
		if got := e.hasAddress(`"l"@example.com`); got != first {
			t.Errorf("the address is contact %d's, want %d, not %d", got, first, second)
		}
		for _, row := range query(t, db, `SELECT kind, target_id FROM search_dirty WHERE kind = 'head'`) {
			t.Errorf("conversation %s is marked", row[1])
		}
	})
}

// Two contacts whose addresses lowering told apart both stay and can be changed. The
// first one is found by the address, whichever had the key.
func TestRefoldOfTwoWithOneAddress(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		e := newEarlier(t, db)
		first, second := e.contact("A", "νίκος@example.com"), e.contact("B", "ΝΊΚΟΣ@example.com")
		third, fourth, fifth := e.contact("C", "eva@xn--bcher-kva.example"), e.contact("D", "eva@bücher.example"), e.contact("E", "EVA@BÜCHER。example")
		e.refold()
		for email, want := range map[string]svcx.ContactID{"νίκοσ@example.com": first, "Eva@bücher.example": third} {
			if got := e.hasAddress(email); got != want {
				t.Errorf("%s is contact %d's, want %d", email, got, want)
			}
		}
		for _, id := range []svcx.ContactID{first, second, third, fourth, fifth} {
			c, err := db.Read(t.Context()).Contact(e.ws, id)
			if err != nil || c.Email == "" {
				t.Fatalf("contact %d: %+v, %v", id, c, err)
			}
			c.Tags = []string{"x"}
			e.write(e.ws, func(tx *store.Tx) error { return tx.UpdateContact(c) })
		}
		if got := e.hasAddress("νίκος@example.com"); got != first {
			t.Errorf("after a change the address is contact %d's, want %d", got, first)
		}
		// When the address is free the other one can have it.
		e.write(e.ws, func(tx *store.Tx) error {
			c, err := tx.Contact(e.ws, first)
			if err != nil {
				return err
			}
			c.Email = ""
			if err := tx.UpdateContact(c); err != nil {
				return err
			}
			if c, err = tx.Contact(e.ws, second); err != nil {
				return err
			}
			c.Email = "νίκος@example.com"
			return tx.UpdateContact(c)
		})
		if got := e.hasAddress("νίκος@example.com"); got != second {
			t.Errorf("then the address is contact %d's, want %d", got, second)
		}
	})
}

// Users, categories and shortcuts are refolded too.
func TestRefoldOfUsersAndNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		e := newEarlier(t, db)
		user := func(email string) (id svcx.UserID) {
			e.write(0, func(tx *store.Tx) (err error) {
				if id, err = tx.AddMember(e.ws, fmt.Sprintf("p%d@example.com", len(email)+int(id)*100), "", svcx.RoleAgent, epoch); err != nil {
					return err
				}
				return storetest.Execute(tx, `UPDATE person SET email = $2, email_key = $3 WHERE id = $1`, id, email, strings.ToLower(email))
			})
			return id
		}
		ada, first, second := user("Ada@bücher.example"), user("ΝΊΚΟΣ@ex.test"), user("νίκος@example.test")
		e.write(0, func(tx *store.Tx) error {
			return storetest.Execute(tx, `UPDATE person SET email = 'νίκος@ex.test', email_key = 'νίκος@ex.test' WHERE id = $1`, second)
		})
		e.write(e.ws, func(tx *store.Tx) error {
			for name, reply := range map[string]string{"ΛΌΓΟΣ": "ΌΡΟΣ", "δρόμος": "νόμος", "Plain": "plain"} {
				c := &svcx.Category{Workspace: e.ws, Name: name}
				if err := tx.InsertCategory(c); err != nil {
					return err
				}
				r := &svcx.SavedReply{Workspace: e.ws, Title: "T", Shortcut: reply}
				if err := tx.InsertSavedReply(r); err != nil {
					return err
				}
				if err := storetest.Execute(tx, `UPDATE category SET name_key = $3 WHERE workspace_id = $1 AND id = $2`, e.ws, c.ID, strings.ToLower(name)); err != nil {
					return err
				}
				if err := storetest.Execute(tx, `UPDATE saved_reply SET shortcut_key = $3 WHERE workspace_id = $1 AND id = $2`, e.ws, r.ID, strings.ToLower(reply)); err != nil {
					return err
				}
			}
			// Two with the same name.
			c := &svcx.Category{Workspace: e.ws, Name: "λόγος2"}
			if err := tx.InsertCategory(c); err != nil {
				return err
			}
			return storetest.Execute(tx, `UPDATE category SET name = 'λόγος', name_key = 'λόγος' WHERE workspace_id = $1 AND id = $2`, e.ws, c.ID)
		})
		e.refold()
		e.write(0, func(tx *store.Tx) error {
			for email, want := range map[string]svcx.UserID{"ada@XN--BCHER-KVA.example": ada, "Νίκος@ex.test": first} {
				if id, err := tx.UserByEmail(email); err != nil || id != want {
					t.Errorf("%s is user %d, %v, want %d", email, id, err, want)
				}
			}
			return nil
		})
		e.write(e.ws, func(tx *store.Tx) error {
			for _, name := range []string{"λόγοσ", "ΔΡΌΜΟΣ", "PLAIN"} {
				c, err := tx.CategoryByName(e.ws, name)
				if err != nil || c == nil {
					t.Errorf("category %s: %v, %v", name, c, err)
					continue
				}
				c.Color = "rose"
				if err := tx.UpdateCategory(c); err != nil {
					t.Errorf("changing category %s: %v", name, err)
				}
			}
			for _, shortcut := range []string{"όροσ", "ΝΌΜΟΣ", "PLAIN"} {
				if r, err := tx.SavedReplyByShortcut(e.ws, shortcut); err != nil || r == nil {
					t.Errorf("shortcut %s: %v, %v", shortcut, r, err)
				}
			}
			all, err := tx.Categories(e.ws)
			if err != nil {
				return err
			}
			if len(all) != 4 {
				t.Errorf("%d categories", len(all))
			}
			for _, c := range all {
				c.Color = "blue"
				if err := tx.UpdateCategory(c); err != nil {
					t.Errorf("changing category %s: %v", c.Name, err)
				}
			}
			return nil
		})
	})
}

// Conversations and messages that may have had other words are indexed again.
func TestRefoldMarksWhatHasOtherWords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		e := newEarlier(t, db)
		var heads, messages []int64
		e.write(e.ws, func(tx *store.Tx) error {
			for _, text := range []struct {
				text  string
				kind  svcx.ContentType
				other bool
			}{
				{"plain words", svcx.ContentText, false}, {"où est ma commande, déjà ? Straße ł", svcx.ContentText, false}, {"Где мой заказ", svcx.ContentText, false},
				{"山田太郎", svcx.ContentText, false}, {"مُحَمَّد", svcx.ContentText, false}, {"<b>a</b> &amp; b", svcx.ContentHTML, false},
				{"πόσος", svcx.ContentText, true}, {"राम", svcx.ContentText, true}, {"soft\u00adhyphen", svcx.ContentText, true}, {"soft&shy;hyphen", svcx.ContentHTML, true},
				{"กิน", svcx.ContentText, true}, {"バス", svcx.ContentText, true}, {"二〇二四", svcx.ContentText, true}, {"محـمد", svcx.ContentText, true},
			} {
				ids, err := tx.ReserveConversations(1)
				if err != nil {
					return err
				}
				c := &svcx.Conversation{ID: svcx.ConversationID(ids[0]), Workspace: e.ws, Subject: text.text, Status: svcx.StatusOpen, CreatedAt: epoch, UpdatedAt: epoch, MessageCount: 1}
				if err := tx.InsertConversations(c); err != nil {
					return err
				}
				own, err := tx.ReserveMessages(1)
				if err != nil {
					return err
				}
				m := &svcx.Message{ID: svcx.MessageID(own[0]), Workspace: e.ws, Conversation: c.ID, Kind: svcx.MessageKindMessage, Content: text.text, ContentType: text.kind, SentAt: epoch, CreatedAt: epoch}
				if err := tx.InsertMessages(m); err != nil {
					return err
				}
				if text.other {
					messages = append(messages, own[0])
					if text.kind == svcx.ContentText {
						heads = append(heads, ids[0])
					}
				}
			}
			return nil
		})
		e.refold()
		marked := func() (heads, messages []int64) {
			for _, row := range query(t, db, `SELECT kind, target_id FROM search_dirty ORDER BY target_id`) {
				var id int64
				fmt.Sscan(row[1], &id)
				if row[0] == "head" {
					heads = append(heads, id)
				} else {
					messages = append(messages, id)
				}
			}
			return heads, messages
		}
		gotHeads, gotMessages := marked()
		if diff := cmp.Diff([][]int64{heads, messages}, [][]int64{gotHeads, gotMessages}); diff != "" {
			t.Errorf("marked (-want +got):\n%s", diff)
		}
		if err := db.Index.Update(t.Context(), e.ws); err != nil {
			t.Fatal(err)
		}
		if h, m := marked(); len(h)+len(m) != 0 {
			t.Errorf("left to index: %v, %v", h, m)
		}
		// Not a second time.
		e.refold()
		if h, m := marked(); len(h)+len(m) != 0 {
			t.Errorf("marked again: %v, %v", h, m)
		}
	})
}

// It reads several pages, stops when its context ends and continues from there.
func TestRefoldContinuesWhereItWas(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		e := newEarlier(t, db)
		const n = refold.PageRows + 10
		var ids []int64
		e.write(e.ws, func(tx *store.Tx) error {
			var err error
			if ids, err = tx.ReserveContacts(n); err != nil {
				return err
			}
			all := make([]*svcx.Contact, n)
			for i, id := range ids {
				all[i] = &svcx.Contact{ID: svcx.ContactID(id), Workspace: e.ws, Name: "x", Email: fmt.Sprintf("οδός%d@example.com", i), CreatedAt: epoch, UpdatedAt: epoch}
			}
			if err := tx.InsertContacts(all...); err != nil {
				return err
			}
			return storetest.Execute(tx, `UPDATE contact SET email_key = 'old' || CAST(id AS text) WHERE workspace_id = $1`, e.ws)
		})
		stale := func() int {
			return len(query(t, db, `SELECT id, email_key FROM contact WHERE email_key LIKE 'old%'`))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := once(ctx, db); err == nil {
			t.Error("it continued after its context ended")
		}
		if stale() == 0 {
			t.Error("it did everything after its context ended")
		}
		// As if it had ended after the first page.
		last := ids[refold.PageRows-1]
		queue := int64(e.ws)
		if db.Dialect() == "sqlite" {
			queue = 0
		}
		e.write(0, func(tx *store.Tx) error {
			return tx.SetServerSetting("folding", fmt.Sprintf(`{"Rule":0,"Lane":%d,"After":%d}`, queue, last))
		})
		e.refold()
		if got := stale(); got != refold.PageRows {
			t.Errorf("%d contacts are left, want the %d of the page before", got, refold.PageRows)
		}
		if text, err := db.Read(t.Context()).ServerSetting("folding"); err != nil || !strings.Contains(text, `"Rule":3`) {
			t.Errorf("the setting is %s, %v", text, err)
		}
		// A day later it does nothing; until then a start refolds once more.
		finishedAt := func(at time.Time) {
			e.write(0, func(tx *store.Tx) error {
				return tx.SetServerSetting("folding", fmt.Sprintf(`{"Rule":3,"At":%d}`, at.UnixMilli()))
			})
		}
		finishedAt(time.Now().Add(-25 * time.Hour))
		e.refold()
		if got := stale(); got != refold.PageRows {
			t.Error("it began again a day after it had finished")
		}
		finishedAt(time.Now().Add(-23 * time.Hour))
		e.refold()
		if got := stale(); got != 0 {
			t.Errorf("%d contacts are left", got)
		}
		slices.Sort(ids)
		if got := e.hasAddress("ΟΔΌΣ7@example.com"); int64(got) != ids[7] {
			t.Errorf("found contact %d", got)
		}
	})
}

// Each start of a store's first day read all its contacts, also if no earlier version
// had ever used it.
func TestNewStoreIsNotFoldedOnceMore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		settled := func() string {
			t.Helper()
			text, err := db.Read(t.Context()).ServerSetting("folding")
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		if err := once(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		if got := settled(); got != `{"Rule":3}` {
			t.Errorf("an empty store has %s", got)
		}
		e := newEarlier(t, db)
		e.contact("L", "l@example.com")
		e.write(0, func(tx *store.Tx) error { return tx.SetServerSetting("folding", `{}`) })
		e.refold()
		if got := settled(); !strings.Contains(got, `"At"`) {
			t.Errorf("a store of an earlier version has %s", got)
		}
		if err := refold.MarkDone(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		if got := settled(); got != `{"Rule":3}` {
			t.Errorf("a settled store has %s", got)
		}
		e.write(0, func(tx *store.Tx) error { return tx.SetServerSetting("folding", `{"Rule":2,"At":1}`) })
		if err := refold.MarkDone(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		if got := settled(); got != `{"Rule":2,"At":1}` {
			t.Errorf("a store of an earlier rule has %s", got)
		}
	})
}

// What is folded by the rule of this version is unchanged.
func TestRefoldOfWhatIsFolded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		e := newEarlier(t, db)
		c := &svcx.Contact{Workspace: e.ws, Name: "Νίκος", Email: "νίκος@bücher.example", CreatedAt: epoch, UpdatedAt: epoch}
		e.write(e.ws, func(tx *store.Tx) error {
			ids, err := tx.ReserveContacts(1)
			if err != nil {
				return err
			}
			c.ID = svcx.ContactID(ids[0])
			return tx.InsertContacts(c)
		})
		for range 2 {
			e.refold()
			if diff := cmp.Diff([]svcx.ContactID{c.ID}, e.found("ΝΙΚΟΣ")); diff != "" {
				t.Errorf("search (-want +got):\n%s", diff)
			}
			if got := e.hasAddress("ΝΊΚΟΣ@xn--bcher-kva.example"); got != c.ID {
				t.Errorf("the address is contact %d's, want %d", got, c.ID)
			}
		}
	})
}
