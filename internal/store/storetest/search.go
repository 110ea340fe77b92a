package storetest

import (
	"fmt"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// D 5: every word must be a prefix of a word of name, e-mail address or external id;
// words end at every non-alphanumeric; neither case nor accents count; no operators;
// newest first; the total is exact up to 10,000.
func searchCases(f *fixture) {
	f.Case("words match the beginnings of words", searchWordsCase)
	f.Case("a change is found at once and what it replaced is not", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Contact{Name: "Before", ExternalID: "old-id", Email: "old@example.com"}
		f.contacts(ws, c)
		c.Name, c.ExternalID, c.Email = "After", "", "new@example.com"
		f.write(ws, func(tx *store.Tx) error { return tx.UpdateContact(c) })
		for search, found := range map[string]bool{"before": false, "old": false, "after": true, "new example": true} {
			want := []svcx.ContactID{}
			if found {
				want = append(want, c.ID)
			}
			f.contactPage(ws, search, svcx.Page{Limit: 10}, want)
		}
	})
	f.Case("a write that fails leaves nothing in the index", func(f *fixture) {
		ws := f.workspace()
		f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
			if err := insertContacts(tx, ws, &svcx.Contact{Name: "Ghost"}); err != nil {
				return err
			}
			return svcx.NotFound("something else")
		})
		real := &svcx.Contact{Name: "Real"}
		f.contacts(ws, real)
		f.contactPage(ws, "ghost", svcx.Page{Limit: 10}, nil)
		f.contactPage(ws, "real", svcx.Page{Limit: 10}, []svcx.ContactID{real.ID})
	})
	f.Case("a workspace's words are its own", func(f *fixture) {
		// All workspaces share one index: neither a word that looks like another's
		// prefix nor a leading number may find another's contacts.
		var workspaces []svcx.WorkspaceID
		var contacts []*svcx.Contact
		for range 40 {
			ws := f.workspace()
			c := &svcx.Contact{Name: "Ann 5x 12 x w1x wx1xann"}
			f.contacts(ws, c)
			workspaces, contacts = append(workspaces, ws), append(contacts, c)
		}
		for i, ws := range workspaces {
			for _, search := range []string{"ann", "5", "5x", "1", "x", "w", "w1", "wx1x"} {
				f.contactPage(ws, search, svcx.Page{Limit: 10}, []svcx.ContactID{contacts[i].ID})
			}
		}
	})
	f.Case("pages are newest first", func(f *fixture) {
		ws := f.workspace()
		var want []svcx.ContactID
		for i := range 9 {
			c := &svcx.Contact{Name: fmt.Sprintf("Page %d", i), CreatedAt: now - svcx.Time(i)}
			f.contacts(ws, c, &svcx.Contact{Name: "Other"})
			want = append(want, c.ID)
		}
		slices.Reverse(want)
		for _, page := range []svcx.Page{{Limit: 4}, {Limit: 4, Offset: 4}, {Limit: 4, Offset: 8}, {Limit: 4, Offset: 12}} {
			f.contactPage(ws, "page", page, want)
		}
	})
	f.Case("too many words are refused", func(f *fixture) {
		words := make([]string, 17)
		for i := range words {
			words[i] = fmt.Sprintf("w%d", i)
		}
		_, err := f.db.Contacts(f.ctx(), f.workspace(), strings.Join(words, " "), svcx.Page{Limit: 1})
		f.wantKind(err, svcx.KindValidation)
	})
	f.Case("letters with a stroke and ligatures are found by plain letters", func(f *fixture) {
		ws := f.workspace()
		c := &svcx.Contact{Name: "Łukasz Groß Ødegård Đorđe Ærø Œuvre Yıldız Þór Ħal GROẞE"}
		f.contacts(ws, c)
		for _, search := range []string{"lukasz", "LUKASZ", "łuk", "gross", "Groß", "odegard", "dorde", "aero", "œuv", "oeuvre", "yildiz", "YILDIZ", "thor", "hal", "grosse"} {
			f.contactPage(ws, search, svcx.Page{Limit: 10}, []svcx.ContactID{c.ID})
		}
	})
	f.Case("words of any length are accepted", func(f *fixture) {
		// Compatibility folding turns this letter into four: more bytes than PostgreSQL
		// allows in a word.
		ws := f.workspace()
		long := &svcx.Contact{Name: strings.Repeat("㍿", svcx.MaxName), ExternalID: strings.Repeat("é", svcx.MaxExternalID)}
		f.contacts(ws, long)
		for _, search := range []string{long.Name, long.ExternalID, strings.Repeat("㍿", 10), "株式会社株", strings.Repeat("E", 200)} {
			f.contactPage(ws, search, svcx.Page{Limit: 10}, []svcx.ContactID{long.ID})
		}
		f.contactPage(ws, strings.Repeat("a", 100_000), svcx.Page{Limit: 10}, nil)
	})
	f.Case("the total stops at 10,000 and is marked as capped", cappedCase)
}

func searchWordsCase(f *fixture) {
	ws := f.workspace()
	ann := &svcx.Contact{Name: "Ann-Kathrin O'Neill", Email: "ann.neill+shop@mail.example.com", ExternalID: "CRM#00471"}
	bjorn := &svcx.Contact{Name: "Björn Łukasz ÉCOLE", Email: "b@beispiel.de"}
	wide := &svcx.Contact{Name: "Ｗｉｄｅ ２５ 山田太郎 Ελένη Straße ﬁsh"}
	empty := &svcx.Contact{}
	f.contacts(ws, ann, bjorn, wide, empty)
	everyone := []svcx.ContactID{empty.ID, wide.ID, bjorn.ID, ann.ID}
	for search, want := range map[string][]svcx.ContactID{
		"ann":                 {ann.ID},
		"ANN":                 {ann.ID},
		"kath":                {ann.ID},
		"athrin":              {}, // the beginning of a word, not its middle
		"neill ann":           {ann.ID},
		"neill, (ann)!":       {ann.ID},
		"o'neill":             {ann.ID},
		"ann björn":           {}, // all words, of one contact
		"shop":                {ann.ID},
		"ann.neill+shop@mail": {ann.ID},
		"com":                 {ann.ID},
		"crm 0047":            {ann.ID},
		"471":                 {},
		"bjorn":               {bjorn.ID},
		"BJÖRN":               {bjorn.ID},
		"ecole":               {bjorn.ID},
		"Ècôle":               {bjorn.ID},
		"b":                   {bjorn.ID},
		"wide 25":             {wide.ID},
		"ｗＩｄｅ":                {wide.ID},
		"山田":                  {wide.ID},
		"田":                   {},
		"ελενη":               {wide.ID},
		"ΕΛΈΝΗ":               {wide.ID},
		"straße":              {wide.ID},
		"fish":                {wide.ID},
		"ann OR björn":        {}, // no operators
		"ann AND kathrin":     {},
		"NOT björn":           {},
		"ann*":                {ann.ID}, // nor wildcards
		"a%n":                 {ann.ID}, // two words
		"name:ann":            {},
		"^ann":                {ann.ID},
		`"ann`:                {ann.ID},
		`ann' | 'b`:           {},
		"ann:*":               {ann.ID},
		"":                    everyone, // no letter or digit: no search
		" ,;!*%_'\"()-":       everyone,
	} {
		f.contactPage(ws, search, svcx.Page{Limit: 10}, want)
	}
}

func cappedCase(f *fixture) {
	ws := f.workspace()
	const matching = 10_000
	for range 10 {
		batch := make([]*svcx.Contact, matching/10)
		for i := range batch {
			batch[i] = &svcx.Contact{Name: "Many"}
		}
		f.contacts(ws, batch...)
	}
	list := must(f.db.Contacts(f.ctx(), ws, "many", svcx.Page{Limit: 1}))(f)
	f.equal("at the bound", []any{list.Total, list.TotalCapped}, []any{matching, false})
	f.contacts(ws, &svcx.Contact{Name: "Many"})
	list = must(f.db.Contacts(f.ctx(), ws, "many", svcx.Page{Limit: 1}))(f)
	f.equal("past it", []any{list.Total, list.TotalCapped}, []any{matching, true})
	f.equal("unfiltered", must(f.db.Contacts(f.ctx(), ws, "", svcx.Page{Limit: 1}))(f).Total, matching+1)
}
