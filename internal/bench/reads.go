package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"time"

	"svcx/internal/bench/seed"
)

const (
	sessionAPI = "/api/" + benchSlug
	restAPI    = "/api/v1/" + benchSlug
)

// samples are rows of the store that reads ask for: scattered over it, so that a read
// does not find the same pages in memory each time.
type samples struct {
	conversations []sampledConversation
	long          []sampledConversation // with at least longThread messages
	contacts      []sampledContact
	names         []sampledContact // that have a name
	addresses     []sampledContact // that have an e-mail address
	agent         int64
	category      int64
	channel       int64
	cursors       map[int]string // by how many rows come before
}

type sampledConversation struct {
	ID         int64  `json:"id"`
	ExternalID string `json:"externalConversationId"`
	ContactID  int64  `json:"contactId"`
	messages   int
}

type sampledContact struct {
	ID    int64   `json:"id"`
	Name  *string `json:"name"`
	Email *string `json:"email"`
}

const (
	// sampled is how many rows of a kind are read in turn.
	sampled = 50
	// longThread is a page of a thread.
	longThread = 30
	// pageSize is that of the lists, deepPage the number of a page far down.
	pageSize, deepPage = 50, 150
)

// sample reads what the reads ask for from the server.
func (u *user) sample(ctx context.Context, s *seed.Description) (*samples, error) {
	x := &samples{cursors: make(map[int]string)}
	rng := rand.New(rand.NewPCG(s.Seed, 0))
	// Long threads are rare.
	for tries := 0; tries < 200*sampled && (len(x.conversations) < sampled || len(x.long) < sampled); tries++ {
		var c struct {
			Data sampledConversation `json:"data"`
		}
		id := int64(s.FirstConversation) + rng.Int64N(int64(s.Conversations))
		if err := u.get(ctx, fmt.Sprintf(restAPI+"/conversations/%d", id), &c); errors.Is(err, errNotFound) {
			continue // an id that a transaction took and lost
		} else if err != nil {
			return nil, err
		}
		x.conversations = append(x.conversations, c.Data)
		var messages struct {
			Total int `json:"total"`
		}
		if err := u.get(ctx, fmt.Sprintf(restAPI+"/conversations/%d/messages?limit=1", id), &messages); err != nil {
			return nil, err
		}
		if messages.Total >= longThread {
			c.Data.messages = messages.Total
			x.long = append(x.long, c.Data)
		}
	}
	if len(x.long) == 0 {
		x.long = x.conversations
	}
	for tries := 0; tries < 20*sampled && len(x.contacts) < sampled*2; tries++ {
		var c struct {
			Data sampledContact `json:"data"`
		}
		if err := u.get(ctx, fmt.Sprintf(restAPI+"/contacts/%d", int64(s.FirstContact)+rng.Int64N(int64(s.Contacts))), &c); errors.Is(err, errNotFound) {
			continue
		} else if err != nil {
			return nil, err
		}
		x.contacts = append(x.contacts, c.Data)
		if c.Data.Name != nil {
			x.names = append(x.names, c.Data)
		}
		if c.Data.Email != nil {
			x.addresses = append(x.addresses, c.Data)
		}
	}
	x.conversations = x.conversations[:min(len(x.conversations), sampled)]
	return x, u.sampleIDs(ctx, s, x)
}

// sampleIDs finds the member, and one of each kind of record.
func (u *user) sampleIDs(ctx context.Context, s *seed.Description, x *samples) error {
	type list struct {
		Data []struct {
			ID    int64  `json:"id"`
			Email string `json:"email"`
		} `json:"data"`
	}
	var members, categories, channels list
	for path, into := range map[string]*list{"/members": &members, "/categories": &categories, "/channels": &channels} {
		if err := u.get(ctx, sessionAPI+path, into); err != nil {
			return err
		}
		if len(into.Data) == 0 {
			return fmt.Errorf("%s are missing", path)
		}
	}
	for _, m := range members.Data {
		if m.Email == s.Agent {
			x.agent = m.ID
		}
	}
	x.category, x.channel = categories.Data[0].ID, channels.Data[0].ID
	for _, before := range []int{pageSize, (deepPage - 1) * pageSize} {
		if before >= s.Conversations {
			continue
		}
		var page struct {
			NextCursor *string `json:"nextCursor"`
		}
		if err := u.get(ctx, fmt.Sprintf(sessionAPI+"/conversations?limit=1&offset=%d", before-1), &page); err != nil {
			return err
		}
		if page.NextCursor != nil {
			x.cursors[before] = *page.NextCursor
		}
	}
	return nil
}

// each returns a path for each sampled row.
func each[T any](rows []T, path func(T) string) []string {
	var paths []string
	for _, row := range rows {
		paths = append(paths, path(row))
	}
	return paths
}

// reads are all kinds of reads, those of members' sessions first.
func (u *user) reads(ctx context.Context, s *seed.Description) ([]read, error) {
	x, err := u.sample(ctx, s)
	if err != nil {
		return nil, err
	}
	return x.reads(s), nil
}

func (x *samples) reads(s *seed.Description) []read {
	all := []read{{"session", []string{"/api/auth/session"}}}
	all = append(all, x.lists()...)
	all = append(all, x.searches(seed.NewVocabulary(), s)...)
	all = append(all, x.people()...)
	all = append(all, x.records()...)
	return append(all, x.rest()...)
}

// IsRead reports whether the name of a kind of read begins with prefix. A small store
// may lack that kind.
func IsRead(prefix string) bool {
	large := samples{cursors: map[int]string{pageSize: "x", (deepPage - 1) * pageSize: "x"}}
	return known(large.reads(&seed.Description{Conversations: 1}), prefix)
}

func known(reads []read, prefix string) bool {
	return slices.ContainsFunc(reads, func(r read) bool { return strings.HasPrefix(r.name, prefix) })
}

func (x *samples) lists() []read {
	list := func(name, query string) read {
		return read{name, []string{fmt.Sprintf(sessionAPI+"/conversations?limit=%d%s", pageSize, query)}}
	}
	all := []read{
		list("list", ""),
		list("list mine", "&view=mine"),
		list("list unassigned", "&view=unassigned"),
		list("list open", "&view=open"),
		list("list resolved", "&view=resolved"),
		list("list closed", "&view=closed"),
		list("list by category", fmt.Sprintf("&categoryId=%d", x.category)),
		list("list by channel", fmt.Sprintf("&channelId=%d", x.channel)),
		list("list open by channel", fmt.Sprintf("&view=open&channelId=%d", x.channel)),
		list("list changed since", "&updatedSince="+url.QueryEscape(time.Now().Add(-7*24*time.Hour).UTC().Format(time.RFC3339))),
		{"list by contact", each(x.conversations, func(c sampledConversation) string {
			return fmt.Sprintf(sessionAPI+"/conversations?limit=%d&contactId=%d", pageSize, c.ContactID)
		})},
	}
	if cursor := x.cursors[pageSize]; cursor != "" {
		all = append(all, list("list page 2 by cursor", "&cursor="+cursor))
	}
	if cursor := x.cursors[(deepPage-1)*pageSize]; cursor != "" {
		all = append(all, list(fmt.Sprintf("list page %d by cursor", deepPage), "&cursor="+cursor),
			list(fmt.Sprintf("list page %d by offset", deepPage), fmt.Sprintf("&offset=%d", (deepPage-1)*pageSize)))
	}
	return all
}

func (x *samples) searches(v *seed.Vocabulary, s *seed.Description) []read {
	find := func(name, q, query string) read {
		return read{"search " + name, []string{fmt.Sprintf(sessionAPI+"/conversations?limit=%d&q=%s%s", pageSize, url.QueryEscape(q), query)}}
	}
	rng := rand.New(rand.NewPCG(s.Seed, 1))
	var orders []string
	for range sampled {
		orders = append(orders, fmt.Sprintf(sessionAPI+"/conversations?limit=%d&q=%s", pageSize, seed.OrderNumber(rng.IntN(s.Conversations))))
	}
	last := func(c sampledContact) string {
		words := strings.Fields(*c.Name)
		return words[len(words)-1]
	}
	return []read{
		find("a word of most conversations", v.Rank(0), ""),
		find("two words of most conversations", v.Rank(1)+" "+v.Rank(3), ""),
		find("a word of one in ten", v.Rank(150), ""),
		find("a word of one in a hundred", v.Rank(1300), ""),
		find("two words of one in ten", v.Rank(150)+" "+v.Rank(160), ""),
		find("a rare word", v.Rank(20_000), ""),
		find("a rare and a frequent word", v.Rank(0)+" "+v.Rank(5000), ""),
		find("the first letters of a word", "ord", ""),
		find("a word that nobody wrote", "nosuchword", ""),
		{"search an order number", orders},
		{"search a contact's last name", each(x.names, func(c sampledContact) string {
			return fmt.Sprintf(sessionAPI+"/conversations?limit=%d&q=%s", pageSize, url.QueryEscape(last(c)))
		})},
		find("mine", v.Rank(150), "&view=mine"),
		find("unassigned", v.Rank(150), "&view=unassigned"),
	}
}

func (x *samples) people() []read {
	path := sessionAPI + "/contacts?limit=50"
	search := func(name string, from []sampledContact, of func(sampledContact) string) read {
		return read{"contacts " + name, each(from, func(c sampledContact) string { return path + "&search=" + url.QueryEscape(of(c)) })}
	}
	host := func(c sampledContact) string { return (*c.Email)[strings.IndexByte(*c.Email, '@')+1:] }
	letters := func(c sampledContact) string { return string([]rune(*c.Name)[:min(3, len([]rune(*c.Name)))]) }
	after := func(c read) read {
		c.name += ", without a total"
		for i := range c.paths {
			c.paths[i] += "&after="
		}
		return c
	}
	return []read{
		{"contacts", []string{path}},
		search("by e-mail address", x.addresses, func(c sampledContact) string { return *c.Email }),
		{"contacts by e-mail address at the largest host", each(x.addresses, func(c sampledContact) string {
			mailbox, _, _ := strings.Cut(*c.Email, "@")
			return path + "&search=" + url.QueryEscape(mailbox+"@gmail.com")
		})},
		{"contacts by the largest host", []string{path + "&search=gmail.com"}},
		search("by host", x.addresses, host),
		after(search("by host", x.addresses, host)),
		search("by the first three letters of a name", x.names, letters),
		after(search("by the first three letters of a name", x.names, letters)),
		search("by first name", x.names, func(c sampledContact) string { return strings.Fields(*c.Name)[0] }),
		search("by whole name", x.names, func(c sampledContact) string { return *c.Name }),
		{"contacts by one letter", []string{path + "&search=m"}},
		{"contacts by a name that nobody has", []string{path + "&search=nosuchname"}},
		{"contacts page 100 by offset", []string{path + "&offset=4950"}},
	}
}

func (x *samples) records() []read {
	of := func(name, path string, from []sampledConversation) read {
		return read{name, each(from, func(c sampledConversation) string { return fmt.Sprintf(sessionAPI+"/conversations/%d"+path, c.ID) })}
	}
	now := time.Now().UTC()
	return []read{
		of("conversation", "", x.conversations),
		of("thread of 30", "/messages?limit=30", x.long),
		of("thread of 5", "/messages", x.conversations),
		of("history", "/history", x.conversations),
		of("participants", "/participants", x.conversations),
		of("field values", "/fields", x.conversations),
		{"contact", each(x.contacts, func(c sampledContact) string { return fmt.Sprintf(sessionAPI+"/contacts/%d", c.ID) })},
		{"members", []string{sessionAPI + "/members"}},
		{"channels", []string{sessionAPI + "/channels"}},
		{"categories", []string{sessionAPI + "/categories"}},
		{"saved replies", []string{sessionAPI + "/saved-replies"}},
		{"events", []string{fmt.Sprintf(sessionAPI+"/channels/%d/events", x.channel)}},
		{"events with errors", []string{fmt.Sprintf(sessionAPI+"/channels/%d/events?status=error", x.channel)}},
		{"report 30 days", []string{sessionAPI + "/reports"}},
		{"report 366 days", []string{sessionAPI + "/reports?from=" + now.AddDate(0, 0, -365).Format(time.DateOnly) + "&to=" + now.Format(time.DateOnly)}},
	}
}

func (x *samples) rest() []read {
	list := func(name, query string) read {
		return read{"v1 " + name, []string{fmt.Sprintf(restAPI+"/conversations?limit=%d%s", pageSize, query)}}
	}
	of := func(name, path string, from []sampledConversation) read {
		return read{"v1 " + name, each(from, func(c sampledConversation) string { return fmt.Sprintf(restAPI+"/conversations/%d"+path, c.ID) })}
	}
	all := []read{
		list("list", ""),
		list("list open", "&status=open"),
		list("list assigned", fmt.Sprintf("&assignedTo=%d", x.agent)),
		list("list unassigned", "&status=open&assignedTo=none"),
		list("list by category", fmt.Sprintf("&categoryId=%d", x.category)),
		list("list changed since", "&updatedSince="+url.QueryEscape(time.Now().Add(-7*24*time.Hour).UTC().Format(time.RFC3339))),
		{"v1 list by external id", each(x.conversations, func(c sampledConversation) string {
			return restAPI + "/conversations?externalConversationId=" + url.QueryEscape(c.ExternalID)
		})},
		of("conversation", "", x.conversations),
		of("thread of 30", "/messages?limit=30", x.long),
		{"v1 contacts", []string{restAPI + "/contacts?limit=50"}},
		{"v1 contacts by e-mail address", each(x.addresses, func(c sampledContact) string {
			return restAPI + "/contacts?limit=50&search=" + url.QueryEscape(*c.Email)
		})},
	}
	if x.cursors[(deepPage-1)*pageSize] != "" {
		all = append(all, list(fmt.Sprintf("list page %d by offset", deepPage), fmt.Sprintf("&offset=%d", (deepPage-1)*pageSize)))
	}
	return all
}
