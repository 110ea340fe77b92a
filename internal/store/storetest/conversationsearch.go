package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"svcx"
	"svcx/internal/store"
)

// A search of conversations finds subjects, contacts and messages. Near the top of
// the list it finds them by reading, further down by the text index: each case runs
// both ways.
func conversationSearchCases(f *fixture) {
	f.bothWays("documents are found by their words", foundCase)
	f.bothWays("operators and hostile characters are no syntax", hostileCase)
	f.bothWays("filters narrow a search", narrowedCase)
	f.bothWays("pages follow each other", pagesOfSearchCase)
	f.bothWays("a change is found and what it replaced is not", changedCase)
	f.bothWays("a workspace's words are its own", func(f *fixture, s *searched) {
		other := &searched{fixture: f, ws: f.workspace(), deep: s.deep}
		mine, theirs := s.talk("", "secret plan"), other.talk("", "secret plan")
		s.finds("secret", mine)
		other.finds("secret", theirs)
		s.finds(fmt.Sprint(theirs.ID))
	})
	f.bothWays("the newest message with the words is found", foundMessageCase)
	f.Case("too many words are refused", func(f *fixture) {
		_, err := f.db.SearchConversations(f.ctx(), f.workspace(), svcx.ConversationFilter{}, "a b c d e f g h i j k l m n o p q", nil, 10)
		f.wantKind(err, svcx.KindValidation)
	})
	f.Case("many matches are picked from the list, in bounded steps", manyFoundCase)
	f.Case("several may index at once", indexersCase)
	f.Case("it is kept up to date after each commit", keptCase)
	f.Case("a long contact and a long conversation are indexed again in steps", longCase)
}

// searched is a workspace to search, by the text index if deep is set.
type searched struct {
	*fixture
	ws   svcx.WorkspaceID
	deep bool
	at   svcx.Time
}

func (f *fixture) bothWays(name string, fn func(f *fixture, s *searched)) {
	for way, deep := range map[string]bool{"by reading": false, "by the index": true} {
		f.Case(name+", "+way, func(f *fixture) { fn(f, &searched{fixture: f, ws: f.workspace(), deep: deep}) })
	}
}

// talk stores a conversation with these messages.
func (s *searched) talk(subject string, contents ...string) *svcx.Conversation {
	s.Helper()
	s.at++
	c := &svcx.Conversation{Subject: subject, CreatedAt: now + s.at, MessageCount: len(contents)}
	s.conversations(s.ws, c)
	for _, content := range contents {
		s.messages(c, &svcx.Message{Content: content})
	}
	return c
}

// finds checks which conversations a search finds, in this order.
func (s *searched) finds(q string, want ...*svcx.Conversation) {
	s.Helper()
	s.findsAmong(svcx.ConversationFilter{}, q, want...)
}

func (s *searched) findsAmong(filter svcx.ConversationFilter, q string, want ...*svcx.Conversation) {
	s.Helper()
	s.ready()
	page := must(s.db.SearchConversations(s.ctx(), s.ws, filter, q, nil, 50))(s.fixture)
	s.equal("found by "+q, conversationIDs(page.Items), conversationIDs(want))
	s.equal("more", page.Next == nil, true)
}

// ready brings the index up to date. The list then begins with a conversation that
// is too large to be read, so that all below it are looked up in the index.
func (s *searched) ready() {
	s.Helper()
	if !s.deep {
		return
	}
	s.at++
	for _, status := range svcx.Statuses {
		s.conversations(s.ws, &svcx.Conversation{CreatedAt: now + 1_000_000 + s.at, MessageCount: 1_000_000, Status: status,
			AssignedTo: ptr(svcx.UserID(3)), Category: ptr(svcx.CategoryID(5))},
			&svcx.Conversation{CreatedAt: now + 1_000_000 + s.at, MessageCount: 1_000_000, Status: status})
	}
	s.index(s.ws)
}

func (f *fixture) index(ws svcx.WorkspaceID) {
	f.Helper()
	if err := f.db.Index.Update(f.ctx(), ws); err != nil {
		f.Fatal(err)
	}
}

func foundCase(f *fixture, s *searched) {
	ann := &svcx.Contact{Name: "Ann-Kathrin Łukasz", Email: "ann.neill+shop@mail.example.com", ExternalID: "CRM#00471"}
	f.contacts(s.ws, ann)
	order := s.talk("Order 4711 is late", "Where is my Étagère?", "The parcel is on its way")
	party := s.talk("Party", "<p>We <b>re</b>fund the <span title=\"hidden\">ti</span>cket</p><script>var code</script>")
	f.write(s.ws, func(tx *store.Tx) error {
		was := *order
		order.Contact, order.ExternalID = &ann.ID, ""
		return update(tx, order, was)
	})
	f.write(s.ws, func(tx *store.Tx) error { return tx.ReindexHeads(s.ws, order.ID) })
	other := &svcx.Conversation{ExternalID: "thread/88-x", CreatedAt: now + 50, MessageCount: 2}
	f.conversations(s.ws, other)
	f.messages(other,
		&svcx.Message{Content: "A note about the parcel", Kind: svcx.MessageKindNote},
		&svcx.Message{Content: "<p>We <b>re</b>fund<br>the<span>m</span> all</p><style>p{color:red}</style>", ContentType: svcx.ContentHTML, Author: svcx.Author{Name: "Zoë"},
			Attachments: []svcx.Attachment{{Filename: "invoice_x9.pdf"}}},
		&svcx.Message{Content: "山田太郎です。注文はどこ"})
	for q, want := range map[string][]*svcx.Conversation{
		"parcel":                          {other, order},
		"PARCEL":                          {other, order},
		"parc":                            {other, order}, // the last word is a prefix
		"parc way":                        {},             // the others are not
		"way parc":                        {order},
		"arcel":                           {},
		"etagere":                         {order},
		"ÉTAGÈRE":                         {order},
		"note parcel":                     {other}, // notes are found
		"order late":                      {order},
		"kathrin łuk":                     {order},
		"ann.neill+shop@mail.example.com": {order},
		"CRM#00471":                       {order},
		"thread/88-x":                     {other},
		"88-x":                            {other},
		"ann etagere":                     {}, // not across documents
		"zoe refund":                      {other},
		"invoice_x9.pdf":                  {other},
		"refund them":                     {other}, // HTML tags are no words
		"color":                           {},
		"hidden":                          {party}, // tags in plain text are text
		"山田":                              {other},
		"太郎":                              {other},
		"田太郎で":                            {other},
		"注":                               {other},
		"こ":                               {other},
		"郎太":                              {},
		"注文 太郎":                           {other},
		"nothing":                         {},
	} {
		s.finds(q, want...)
	}
	s.finds(fmt.Sprint(order.ID), order)
	s.finds(fmt.Sprintf(" #%d ", party.ID), party)
	s.finds("9223372036854775808")
}

func hostileCase(f *fixture, s *searched) {
	c := s.talk("ann or bob", "near and not")
	for q, want := range map[string]bool{
		`"ann"`: true, `ann" OR "x`: false, "ann*": true, "ann AND bob": false, "ann OR bob": true, "NEAR(ann bob)": false, "near": true,
		"NOT near": true, "^ann": true, "ann:*": true, "words:ann": false, "ann' | 'zzz": false, "ann\x00bob": true, "-ann": true,
		"{words}: ann": false, "ann + bob": true, "'ann' & 'bob'": true, "ann & !zzz": false, "a%": true, "_nn": false, "ann\\": true,
		"\xff\xfeann": true, "ann\u202ebob": false, "an\u202en": true, "ann\u200bbob": true, strings.Repeat("a", 10_000): false, strings.Repeat("山", 10_000): false, "$1": false, "w1xann": false,
		fmt.Sprintf("w%dxann", s.ws): false,
	} {
		if want {
			s.finds(q, c)
		} else {
			s.finds(q)
		}
	}
	s.finds(strings.Repeat("(", 10_000)+"ann"+strings.Repeat("*\"", 10_000), c)
}

func narrowedCase(f *fixture, s *searched) {
	var all []*svcx.Conversation
	for _, status := range svcx.Statuses {
		for j := range 4 {
			s.at++
			c := &svcx.Conversation{Subject: "Common", Status: status, CreatedAt: now + s.at}
			if j&1 == 1 {
				c.AssignedTo = ptr(svcx.UserID(3))
			}
			if j&2 == 2 {
				c.Category = ptr(svcx.CategoryID(5))
			}
			all = append(all, c)
		}
	}
	f.conversations(s.ws, all...)
	slices.Reverse(all)
	user, category := svcx.UserID(3), svcx.CategoryID(5)
	for _, filter := range []svcx.ConversationFilter{
		{}, {Status: svcx.StatusOpen}, {Status: svcx.StatusResolved}, {Status: svcx.StatusClosed},
		{Status: svcx.StatusOpen, AssignedTo: &user}, {Status: svcx.StatusOpen, Unassigned: true},
		{Category: &category}, {Status: svcx.StatusOpen, AssignedTo: &user, Category: &category}, {Status: svcx.StatusOpen, Unassigned: true, Category: &category},
		{Status: svcx.StatusClosed, Category: &category},
	} {
		want := []*svcx.Conversation{}
		for _, c := range all {
			if (filter.Status == "" || c.Status == filter.Status) && (filter.AssignedTo == nil || c.AssignedTo != nil) &&
				(!filter.Unassigned || c.AssignedTo == nil) && (filter.Category == nil || c.Category != nil) {
				want = append(want, c)
			}
		}
		s.findsAmong(filter, "common", want...)
		s.findsAmong(filter, "other")
	}
}

func pagesOfSearchCase(f *fixture, s *searched) {
	var want []svcx.ConversationID
	for i := range 17 {
		subject := "Odd"
		if i%2 == 0 {
			subject = "Even"
		}
		c := s.talk(subject)
		if i%2 == 0 {
			want = append(want, c.ID)
		}
	}
	slices.Reverse(want)
	s.ready()
	got := []svcx.ConversationID{}
	var after *svcx.ConversationCursor
	for pages := 0; ; pages++ {
		page := must(f.db.SearchConversations(f.ctx(), s.ws, svcx.ConversationFilter{}, "even", after, 4))(f)
		got = append(got, conversationIDs(page.Items)...)
		if after = page.Next; after == nil {
			f.equal("pages", pages, 2)
			break
		}
	}
	f.equal("all pages", got, want)
}

func changedCase(f *fixture, s *searched) {
	contact := &svcx.Contact{Name: "Before", Email: "old@example.com"}
	f.contacts(s.ws, contact)
	c := &svcx.Conversation{Subject: "Former", Contact: &contact.ID, CreatedAt: now, MessageCount: 1}
	f.conversations(s.ws, c)
	m := &svcx.Message{Content: "initial words"}
	f.messages(c, m)
	for _, q := range []string{"before", "old@example.com", "former", "initial"} {
		s.finds(q, c)
	}
	f.write(s.ws, func(tx *store.Tx) error {
		before := svcx.MessageVersion{Number: 1, Content: m.Content}
		m.Content = "edited text"
		if err := tx.EditMessage(m, before); err != nil {
			return err
		}
		contact.Name, contact.Email = "After", "new@example.com"
		if err := tx.UpdateContact(contact); err != nil {
			return err
		}
		was := *c
		c.Subject = "Latter"
		if err := update(tx, c, was); err != nil {
			return err
		}
		return tx.ReindexHeads(s.ws, c.ID)
	})
	for _, q := range []string{"before", "old@example.com", "former", "initial"} {
		s.finds(q)
	}
	for _, q := range []string{"after", "new@example.com", "latter", "edited"} {
		s.finds(q, c)
	}
	// By the names of contacts that were merged into its own, until that is undone.
	f.write(s.ws, func(tx *store.Tx) error {
		contact.Aliases = []string{"Second Self", "crm/0815"}
		return tx.UpdateContact(contact)
	})
	s.finds("crm/0815", c)
	s.finds("after self", c)
	f.write(s.ws, func(tx *store.Tx) error { contact.Aliases = nil; return tx.UpdateContact(contact) })
	s.finds("crm/0815")
	// An existing conversation is indexed again after it was removed from the index.
	f.write(s.ws, func(tx *store.Tx) error { return tx.ForgetSearch(s.ws, c.ID) })
	s.finds("edited", c)
	f.write(s.ws, func(tx *store.Tx) error { return tx.Reindex(s.ws, c.ID) })
	s.finds("latter", c)
}

func manyFoundCase(f *fixture) {
	s := &searched{fixture: f, ws: f.workspace(), deep: true}
	const frequent = 4500
	var all []*svcx.Conversation
	for i := range frequent {
		all = append(all, &svcx.Conversation{Subject: "Frequent", CreatedAt: now + svcx.Time(i)})
	}
	f.conversations(s.ws, all...)
	s.ready()
	page := must(f.db.SearchConversations(f.ctx(), s.ws, svcx.ConversationFilter{}, "frequent", nil, 3))(f)
	f.equal("found", conversationIDs(page.Items), []svcx.ConversationID{all[frequent-1].ID, all[frequent-2].ID, all[frequent-3].ID})
	f.equal("more", page.Next, &svcx.ConversationCursor{At: now + frequent - 3, ID: all[frequent-3].ID})
	n := 0
	for after := page.Next; after != nil; after = page.Next {
		page = must(f.db.SearchConversations(f.ctx(), s.ws, svcx.ConversationFilter{}, "frequent", after, 500))(f)
		n += len(page.Items)
	}
	f.equal("all the others", n, frequent-3)
}

func indexersCase(f *fixture) {
	s := &searched{fixture: f, ws: f.workspace(), deep: true}
	c := s.talk("", "first")
	ctx, stop := context.WithCancel(f.ctx())
	failed := make(chan error, 3)
	for range 3 {
		go func() {
			for ctx.Err() == nil {
				if err := f.db.Index.Update(ctx, s.ws); err != nil && ctx.Err() == nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	m := &svcx.Message{Content: "word000"}
	f.messages(c, m)
	const edits = 30
	for i := range edits {
		f.write(s.ws, func(tx *store.Tx) error {
			before := svcx.MessageVersion{Number: i + 1, Content: m.Content}
			m.Content = fmt.Sprintf("word%03d", i+1)
			return tx.EditMessage(m, before)
		})
		s.talk("", fmt.Sprintf("more%d", i))
	}
	stop()
	for range 3 {
		if err := <-failed; err != nil {
			f.Fatal(err)
		}
	}
	s.ready()
	for i := range edits {
		s.finds(fmt.Sprintf("word%03d", i))
		page := must(f.db.SearchConversations(f.ctx(), s.ws, svcx.ConversationFilter{}, fmt.Sprintf("more%d", i), nil, 50))(f)
		f.equal("found by index", len(page.Items) > 0, true)
	}
	s.finds(fmt.Sprintf("word%03d", edits), c)
}

// keptCase waits for the indexing after commits.
func keptCase(f *fixture) {
	s := &searched{fixture: f, ws: f.workspace(), deep: true}
	before := s.talk("", "left over")
	ctx, stop := context.WithCancel(f.ctx())
	var running sync.WaitGroup
	running.Go(func() { f.db.Index.Run(ctx) })
	defer running.Wait()
	defer stop()
	blocker := &svcx.Conversation{CreatedAt: now + 1_000_000, MessageCount: 1_000_000}
	f.conversations(s.ws, blocker)
	found := func(q string, want *svcx.Conversation) {
		f.Helper()
		for limit := time.After(20 * time.Second); ; {
			page := must(f.db.SearchConversations(f.ctx(), s.ws, svcx.ConversationFilter{}, q, nil, 2))(f)
			if len(page.Items) == 1 && page.Items[0].ID == want.ID {
				return
			}
			select {
			case <-limit:
				f.Fatalf("%q finds %v", q, conversationIDs(page.Items))
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
	found("over", before)
	found("fresh", s.talk("Fresh"))
	found("newest", s.talk("", "the newest message"))
}

func longCase(f *fixture) {
	s := &searched{fixture: f, ws: f.workspace(), deep: true}
	contact := &svcx.Contact{Name: "Regular"}
	f.contacts(s.ws, contact)
	var all []*svcx.Conversation
	for range 450 {
		all = append(all, &svcx.Conversation{Contact: &contact.ID, CreatedAt: now})
	}
	f.conversations(s.ws, all...)
	var messages []*svcx.Message
	for i := range 450 {
		messages = append(messages, &svcx.Message{Content: fmt.Sprintf("number%d", i)})
	}
	f.messages(all[7], messages...)
	s.ready()
	f.write(s.ws, func(tx *store.Tx) error { contact.Name = "Renamed"; return tx.UpdateContact(contact) })
	f.write(s.ws, func(tx *store.Tx) error { return tx.Reindex(s.ws, all[7].ID) })
	s.ready()
	count := func(q string) int {
		return len(must(f.db.SearchConversations(f.ctx(), s.ws, svcx.ConversationFilter{}, q, nil, 1000))(f).Items)
	}
	f.equal("by the new name", count("renamed"), 450)
	f.equal("by the old name", count("regular"), 0)
	for _, i := range []int{0, 249, 250, 449} {
		s.finds(fmt.Sprintf("number%d", i), all[7])
	}
}

// foundMessageCase has the words among the last messages of conversations, which are read, and before
// them, where the index finds them.
func foundMessageCase(f *fixture, s *searched) {
	contact := &svcx.Contact{Name: "Kettle Dealers"}
	f.contacts(s.ws, contact)
	short := s.talk("A question", "It whistles", "My kettle whistles loudly", "Which one?", "Nothing else")
	var many []string
	for i := range 60 {
		many = append(many, fmt.Sprintf("filler %d", i))
	}
	many[3], many[7] = "a kettle that whistles", "My KETTLE whistles"
	long := s.talk("", many...)
	head := &svcx.Conversation{Contact: &contact.ID, CreatedAt: now, MessageCount: 1}
	f.conversations(s.ws, head)
	f.messages(head, &svcx.Message{Content: "A kettle dealers sell"})
	noted := s.talk("", "Hello")
	note := &svcx.Message{Content: "<p>The kettle is in the <b>store</b></p>", ContentType: svcx.ContentHTML, Kind: svcx.MessageKindNote, Author: svcx.Author{Name: "Grace"}}
	f.messages(noted, note)
	sent := s.talk("", "Hello")
	file := &svcx.Message{Content: "See here", Attachments: []svcx.Attachment{{Filename: "kettle-invoice.pdf"}}}
	f.messages(sent, file)
	// Fault: a word that is in an address or an external id too was not shown where it was said.
	address := &svcx.Contact{Name: "Clara", Email: "sourdough@example.com"}
	f.contacts(s.ws, address)
	baker := &svcx.Conversation{Contact: &address.ID, CreatedAt: now, MessageCount: 2}
	f.conversations(s.ws, baker)
	f.messages(baker, &svcx.Message{Content: "Is it good for sourdough?"}, &svcx.Message{Content: "Yes."})
	strange := &searched{fixture: f, ws: f.workspace()}
	theirs := strange.talk("", "My kettle")
	s.index(s.ws)
	all := []svcx.ConversationID{short.ID, long.ID, head.ID, noted.ID, sent.ID, baker.ID, theirs.ID}
	// A message's text is told here by its content.
	finds := func(q string, want map[svcx.ConversationID]string) {
		f.Helper()
		got := make(map[svcx.ConversationID]string)
		for _, m := range must(f.db.FoundMessages(f.ctx(), s.ws, q, all))(f) {
			got[m.Conversation] = m.Text
		}
		f.equal("the messages with "+q, got, want)
	}
	finds("kettle", map[svcx.ConversationID]string{short.ID: "My kettle whistles loudly", long.ID: "My KETTLE whistles", noted.ID: note.Content, sent.ID: "See here"})
	finds("that whist", map[svcx.ConversationID]string{long.ID: "a kettle that whistles"})
	finds("grace stor", map[svcx.ConversationID]string{noted.ID: note.Content})
	finds("kettle dealers", map[svcx.ConversationID]string{})
	finds("whistles", map[svcx.ConversationID]string{short.ID: "My kettle whistles loudly", long.ID: "My KETTLE whistles"})
	finds("filler", map[svcx.ConversationID]string{long.ID: "filler 59"})
	finds("filler 11", map[svcx.ConversationID]string{long.ID: "filler 11"})
	finds("question", map[svcx.ConversationID]string{}) // it was found by its subject
	finds("sourdough", map[svcx.ConversationID]string{baker.ID: "Is it good for sourdough?"})
	finds("sourdough@example.com", map[svcx.ConversationID]string{})
	byID := must(f.db.FoundMessages(f.ctx(), s.ws, fmt.Sprint(long.ID), []svcx.ConversationID{long.ID}))(f)
	f.equal("by its id", len(byID), 0)
	finds("?!", map[svcx.ConversationID]string{})
	found := must(f.db.FoundMessages(f.ctx(), s.ws, "invoice", all))(f)
	f.equal("a file", found, []svcx.Found{{Excerpt: svcx.Excerpt{Conversation: sent.ID, Author: file.Author, Text: "See here", HasFiles: true}, Message: file.ID, Files: file.Attachments}})
	// The index may still have words that an edit has removed.
	edited := must(f.db.FoundMessages(f.ctx(), s.ws, "that", all))(f)[0].Message
	f.write(s.ws, func(tx *store.Tx) error {
		m, err := tx.Message(s.ws, long.ID, edited)
		if err != nil {
			return err
		}
		before := svcx.MessageVersion{Number: 1, Content: m.Content}
		m.Content = "something else"
		return tx.EditMessage(m, before)
	})
	finds("that", map[svcx.ConversationID]string{})
	// Sent earlier, though stored last.
	early := &svcx.Message{Content: "An earlier kettle", SentAt: -1000}
	f.messages(short, early)
	s.index(s.ws)
	finds("kettle whistles", map[svcx.ConversationID]string{short.ID: "My kettle whistles loudly", long.ID: "My KETTLE whistles"})
	finds("kettle", map[svcx.ConversationID]string{short.ID: "My kettle whistles loudly", long.ID: "My KETTLE whistles", noted.ID: note.Content, sent.ID: "See here"})
	none := must(f.db.FoundMessages(f.ctx(), s.ws, "kettle", nil))(f)
	f.equal("of no conversations", len(none), 0)
}
