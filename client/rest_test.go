package client_test

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/client"
	"svcx/client/clienta"
	"svcx/client/clientb"
)

// document is what the tests read of an OpenAPI document.
type document struct {
	Paths      map[string]map[string]json.RawMessage
	Components struct {
		Schemas map[string]struct{ Properties map[string]json.RawMessage }
	}
}

func readDocument(t *testing.T, form string) (d document) {
	t.Helper()
	text, err := os.ReadFile("../docs/openapi-" + form + ".json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// missed are the operations of a document that were not called. Keys are managed by admins'
// sessions, and dry runs, logs and so on by the channel's key.
func (d document) missed(s *site, channel bool) (missed []string) {
	for path, operations := range d.Paths {
		if strings.Contains(path, "keys") || strings.HasPrefix(path, "/webhooks/") != channel {
			continue
		}
		for method := range operations {
			if method == strings.ToLower(method) && method != "parameters" && method != "servers" && !s.calls.has(strings.ToUpper(method), path) {
				missed = append(missed, method+" "+path)
			}
		}
	}
	slices.Sort(missed)
	return missed
}

// members are the JSON names of a struct.
func members(v any) (names []string) {
	for f := range reflect.TypeOf(v).Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Every type has the members of its schema.
func TestTypesHaveTheMembersOfTheDocuments(t *testing.T) {
	for form, types := range map[string]map[string]any{
		"a": {
			"Conversation": clienta.Conversation{}, "ConversationPatched": clienta.ConversationPatched{}, "ConversationStatus": clienta.ConversationStatus{},
			"Message": clienta.Message{}, "Contact": clienta.Contact{}, "Rating": clienta.Rating{}, "Attachment": client.Attachment{},
			"EventLogEntry": client.LogEntry{}, "DryRun": client.DryRun{}, "DiscoveredCategory": client.Category{}, "DiscoveredField": client.Field{},
		},
		"b": {
			"Conversation": clientb.Conversation{}, "ConversationStatus": clientb.ConversationStatus{}, "Message": clientb.Message{},
			"EditedMessage": clientb.EditedMessage{}, "MessageRead": clientb.MessageRead{}, "Contact": clientb.Contact{}, "Category": clientb.Category{},
			"Field": clientb.Field{}, "FieldValue": clientb.FieldValue{}, "Participant": clientb.Participant{}, "ImportDetail": clientb.ImportDetail{},
			"ImportResult": clientb.ImportResult{}, "Rating": clientb.Rating{}, "ContentURL": clientb.ContentURL{}, "AcceptedContent": clientb.AcceptedContent{},
			"StaffLink": clientb.StaffLink{}, "SecretWithValue": clientb.Secret{}, "Attachment": client.Attachment{},
			"EventLogEntry": client.LogEntry{}, "DryRun": client.DryRun{}, "DiscoveredCategory": client.Category{}, "DiscoveredField": client.Field{},
		},
	} {
		d := readDocument(t, form)
		for name, v := range types {
			schema, exists := d.Components.Schemas[name]
			if !exists {
				t.Errorf("form %s has no %s", form, name)
			}
			var want []string
			for property := range schema.Properties {
				want = append(want, property)
			}
			slices.Sort(want)
			if got := members(v); !slices.Equal(got, want) {
				t.Errorf("form %s: %s has %v, want %v", form, name, got, want)
			}
		}
	}
}

// must fails the test with an error.
func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Every operation of form A that takes an API key is called, and its answer read.
func TestFormA(t *testing.T) {
	t.Parallel()
	s := newSite(t, svcx.FormA, "")
	ctx := context.Background()
	c := clienta.New(s.base+"/", "acme", s.key, s.options()...)

	ada := must[clienta.Contact](t)(c.CreateContact(ctx, clienta.NewContact{ExternalID: "u-1", Name: "Ada", Email: "ada@example.com"}))
	changed := must[clienta.Contact](t)(c.UpdateContact(ctx, ada.ID, clienta.ContactChange{Name: client.Set("Ada King"), Email: client.Null[string]()}))
	if changed.Name != "Ada King" || changed.Email != "" || changed.ExternalID != "u-1" {
		t.Errorf("the contact is %+v", changed)
	}
	if read := must[clienta.Contact](t)(c.Contact(ctx, ada.ID)); read != changed {
		t.Errorf("read %+v, want %+v", read, changed)
	}
	if found := must[[]clienta.Contact](t)(client.Collect(c.Contacts(ctx, "king"))); len(found) != 1 || found[0] != changed {
		t.Errorf("found %+v", found)
	}
	order := must[clienta.Conversation](t)(c.CreateConversation(ctx, clienta.NewConversation{Subject: "Order", ContactID: ada.ID}))
	if order.Status != clienta.StatusOpen || order.ContactID != ada.ID || order.CreatedAt.IsZero() || order.AssignedTo != "" {
		t.Errorf("the conversation is %+v", order)
	}
	member := client.ID("")
	if err := member.UnmarshalJSON([]byte(must[[]byte](t)(json.Marshal(s.member)))); err != nil {
		t.Fatal(err)
	}
	patched := must[clienta.ConversationPatched](t)(c.UpdateConversation(ctx, order.ID, clienta.ConversationChange{Subject: client.Set("Order 7"), AssignedTo: client.Set(string(member))}))
	if patched.Subject != "Order 7" || patched.AssignedTo != string(member) {
		t.Errorf("changed to %+v", patched)
	}
	sent := must[clienta.Message](t)(c.SendMessage(ctx, order.ID, clienta.NewMessage{
		Content: "On its way & <b>", Author: &clienta.Author{Name: "Grace"}, Attachment: &client.Attachment{URL: "https://files.example.com/a.pdf", Filename: "a.pdf"},
	}))
	if sent.Content != "On its way & <b>" || sent.Role != "agent" || sent.Attachment == nil || sent.Attachment.Filename != "a.pdf" {
		t.Errorf("sent %+v", sent)
	}
	for range 60 { // more than a page
		must[clienta.Message](t)(c.SendMessage(ctx, order.ID, clienta.NewMessage{Content: "And"}))
	}
	all := must[[]clienta.Message](t)(client.Collect(c.Messages(ctx, order.ID)))
	if len(all) != 61 || !reflect.DeepEqual(all[0], sent) {
		t.Errorf("%d messages, the first is %+v", len(all), all[0])
	}
	if r := must[clienta.Rating](t)(c.Rate(ctx, order.ID, clienta.NewRating{Rating: 5, RatedBy: "Ada"})); r.Rating != 5 || r.RatedBy != "Ada" {
		t.Errorf("rated %+v", r)
	}
	for want, change := range map[string]func(context.Context, string) (clienta.ConversationStatus, error){clienta.StatusResolved: c.Resolve, clienta.StatusClosed: c.Close} {
		if got := must[clienta.ConversationStatus](t)(change(ctx, order.ID)); got.Status != want {
			t.Errorf("%s, want %s", got.Status, want)
		}
		must[clienta.ConversationStatus](t)(c.Reopen(ctx, order.ID))
	}
	filter := clienta.ConversationFilter{Status: clienta.StatusOpen, AssignedTo: string(member), ContactID: ada.ID, UpdatedSince: time.Now().Add(-time.Hour)}
	found := must[[]clienta.Conversation](t)(client.Collect(c.Conversations(ctx, filter)))
	if len(found) != 1 || found[0] != must[clienta.Conversation](t)(c.Conversation(ctx, order.ID)) {
		t.Errorf("found %+v", found)
	}
	checkErrors(t, c.API, func() error { _, err := c.Conversation(ctx, "99"); return err }, func() error {
		_, err := c.CreateConversation(ctx, clienta.NewConversation{})
		return err
	}, 422)
	if missed := readDocument(t, "a").missed(s, false); len(missed) > 0 {
		t.Errorf("not called: %v", missed)
	}
}

// checkErrors checks what an error tells.
func checkErrors(t *testing.T, api *client.API, missing, invalid func() error, status int) {
	t.Helper()
	if err := missing(); !client.IsNotFound(err) || client.IsInvalid(err) {
		t.Errorf("what does not exist: %v", err)
	}
	err := invalid()
	var e *client.Error
	if !client.IsInvalid(err) || !asError(err, &e) || e.Field != "subject" || e.Status != status || e.RequestID == "" || !strings.Contains(e.Error(), e.RequestID) {
		t.Errorf("what is invalid: %v, %+v", err, e)
	}
	if err := api.Do(context.Background(), "GET", "/nowhere", nil, nil, nil); !client.IsNotFound(err) {
		t.Errorf("no such path: %v", err)
	}
}

// Every operation of form B that takes an API key is called, and its answer read.
func TestFormB(t *testing.T) {
	t.Parallel()
	s := newSite(t, svcx.FormB, "")
	ctx := context.Background()
	c := clientb.New(s.base, "acme", s.key, s.options()...)
	channel := int64(s.channel)

	ada := must[clientb.Contact](t)(c.CreateContact(ctx, clientb.NewContact{ExternalID: "u-1", Name: "Ada", Email: "ada@example.com"}))
	changed := must[clientb.Contact](t)(c.UpdateContact(ctx, ada.ID, clientb.ContactChange{Tags: client.Set([]string{"vip"}), Email: client.Null[string]()}))
	if changed.Name != "Ada" || changed.Email != "" || !slices.Equal(changed.Tags, []string{"vip"}) {
		t.Errorf("the contact is %+v", changed)
	}
	if with := must[clientb.Contact](t)(c.SetAvatar(ctx, ada.ID, "https://images.example.com/ada.png")); with.AvatarURL == "" {
		t.Errorf("the avatar is %+v", with)
	}
	if err := c.DeleteAvatar(ctx, ada.ID); err != nil {
		t.Error(err)
	}
	if found := must[[]clientb.Contact](t)(client.Collect(c.Contacts(ctx, "ada"))); len(found) != 1 || found[0].ID != must[clientb.Contact](t)(c.Contact(ctx, ada.ID)).ID {
		t.Errorf("found %+v", found)
	}

	order := must[clientb.Conversation](t)(c.CreateConversation(ctx, clientb.NewConversation{Subject: "Order", ContactID: ada.ID, ChannelID: channel, AssignedTo: int64(s.member)}))
	if order.Status != clientb.StatusOpen || order.ChannelID != channel || order.AssignedTo != int64(s.member) || order.Priority != "" {
		t.Errorf("the conversation is %+v", order)
	}
	sent := must[clientb.Message](t)(c.SendMessage(ctx, order.ID, clientb.NewMessage{Content: "**On its way**", AI: true, Author: &clientb.Author{Name: "Robo", Type: "bot"}}))
	if sent.AuthorType != "bot" || sent.AuthorName != "Robo" || !sent.AI {
		t.Errorf("sent %+v", sent)
	}
	if edited := must[clientb.EditedMessage](t)(c.EditMessage(ctx, order.ID, sent.ID, clientb.Edit{Content: "It is on its way", Reason: "shorter"})); edited.EditCount != 1 {
		t.Errorf("edited %+v", edited)
	}
	if read := must[clientb.MessageRead](t)(c.ReadMessage(ctx, order.ID, sent.ID)); read.ReadAt.IsZero() {
		t.Errorf("read %+v", read)
	}
	if at := must[time.Time](t)(c.ReadConversation(ctx, order.ID)); at.IsZero() {
		t.Error("not read")
	}
	if until := must[time.Time](t)(c.SetTyping(ctx, order.ID, clientb.Typing{Typing: true})); !until.After(time.Now().Add(-patience)) {
		t.Errorf("typing until %v", until)
	}
	if put := must[clientb.AcceptedContent](t)(c.PutContent(ctx, order.ID, []clientb.ContentURL{{Ref: "https://a.example/x", URL: "https://a.example/y"}})); put.Accepted != 1 || put.URLs[0].URL != "https://a.example/y" {
		t.Errorf("accepted %+v", put)
	}
	if all := must[[]clientb.Message](t)(client.Collect(c.Messages(ctx, order.ID))); len(all) != 1 || all[0].EditCount != 1 || all[0].ReadAt.IsZero() {
		t.Errorf("messages %+v", all)
	}

	shipping := must[clientb.Category](t)(c.CreateCategory(ctx, clientb.NewCategory{Name: "Shipping", Color: "teal"}))
	if changed := must[clientb.Category](t)(c.UpdateCategory(ctx, shipping.ID, clientb.CategoryChange{Description: client.Set("Parcels")})); changed.Description != "Parcels" || changed.Color != "teal" {
		t.Errorf("the category is %+v", changed)
	}
	if all := must[[]clientb.Category](t)(client.Collect(c.Categories(ctx))); len(all) != 1 {
		t.Errorf("categories %+v", all)
	}
	carrier := must[clientb.Field](t)(c.CreateCategoryField(ctx, shipping.ID, clientb.NewField{Key: "carrier", Name: "Carrier", Type: "select", Options: []string{"DHL"}}))
	number := must[clientb.Field](t)(c.CreateField(ctx, clientb.NewField{Key: "order", Name: "Order", Type: "number"}))
	must[clientb.Field](t)(c.UpdateField(ctx, carrier.ID, clientb.FieldChange{Options: client.Set([]string{"DHL", "UPS"})}))
	if all := must[[]clientb.Field](t)(client.Collect(c.CategoryFields(ctx, shipping.ID))); len(all) != 2 {
		t.Errorf("fields of the category: %+v", all)
	}
	if all := must[[]clientb.Field](t)(client.Collect(c.Fields(ctx, 0))); len(all) != 1 || all[0].ID != number.ID {
		t.Errorf("fields: %+v", all)
	}
	values := must[[]clientb.FieldValue](t)(c.SetFieldValues(ctx, order.ID, map[string]any{"order": 7}))
	if !reflect.DeepEqual(values, must[[]clientb.FieldValue](t)(c.FieldValues(ctx, order.ID))) || values[0].Value != 7.0 {
		t.Errorf("values %+v", values)
	}
	if err := c.DeleteField(ctx, number.ID); err != nil {
		t.Error(err)
	}
	if err := c.DeleteCategory(ctx, shipping.ID); err != nil {
		t.Error(err)
	}

	added := must[clientb.Participant](t)(c.AddParticipant(ctx, order.ID, client.Participant{Email: "charles@example.com", Role: "cc"}))
	if all := must[[]clientb.Participant](t)(client.Collect(c.Participants(ctx, order.ID))); len(all) != 2 || all[0].Role != "primary" || all[1] != added {
		t.Errorf("participants %+v", all)
	}
	if _, err := c.Rating(ctx, order.ID); !client.IsNotFound(err) {
		t.Errorf("a rating that there is not: %v", err)
	}
	if r := must[clientb.Rating](t)(c.Rate(ctx, order.ID, clientb.NewRating{Rating: 4})); r != must[clientb.Rating](t)(c.Rating(ctx, order.ID)) {
		t.Errorf("rated %+v", r)
	}
	for _, step := range []struct {
		want   string
		change func(context.Context, int64) (clientb.ConversationStatus, error)
	}{{clientb.StatusResolved, c.Resolve}, {clientb.StatusOpen, c.Reopen}, {clientb.StatusClosed, c.Close}} {
		if got := must[clientb.ConversationStatus](t)(step.change(ctx, order.ID)); got.Status != step.want {
			t.Errorf("%s, want %s", got.Status, step.want)
		}
	}
	filter := clientb.ConversationFilter{Status: clientb.StatusClosed, ChannelID: channel, ContactID: ada.ID, AssignedTo: int64(s.member)}
	if found := must[[]clientb.Conversation](t)(client.Collect(c.Conversations(ctx, filter))); len(found) != 1 || found[0].ID != must[clientb.Conversation](t)(c.Conversation(ctx, order.ID)).ID {
		t.Errorf("found %+v", found)
	}
	if found := must[[]clientb.Conversation](t)(client.Collect(c.Conversations(ctx, clientb.ConversationFilter{Unassigned: true}))); len(found) != 0 {
		t.Errorf("unassigned %+v", found)
	}
	others(t, c, s)
	checkErrors(t, c.API, func() error { _, err := c.Conversation(ctx, 99); return err }, func() error {
		_, err := c.CreateConversation(ctx, clientb.NewConversation{})
		return err
	}, 400)
	if missed := readDocument(t, "b").missed(s, false); len(missed) > 0 {
		t.Errorf("not called: %v", missed)
	}
}

// others calls imports, staff links and secrets.
func others(t *testing.T, c *clientb.Client, s *site) {
	ctx := context.Background()
	channel := int64(s.channel)
	at := time.Date(2024, 5, 2, 8, 0, 0, 0, time.UTC)
	r := must[clientb.ImportResult](t)(c.ImportConversations(ctx, channel, []clientb.ImportedConversation{
		{ExternalID: "t-1", Status: clientb.StatusResolved, Contact: clientb.ImportedContact{ExternalID: "u-7"}, CreatedAt: at, ResolvedAt: at.Add(time.Hour)},
		{ExternalID: "t-2", Contact: clientb.ImportedContact{}},
	}))
	if r.Imported != 1 || r.Errors != 1 || r.Details[0].Index != 1 || r.Details[0].Field == "" {
		t.Errorf("imported %+v", r)
	}
	messages := []clientb.ImportedMessage{{ConversationExternalID: "t-1", ExternalID: "m-1", Content: "Hello", SentAt: at}}
	must[clientb.ImportResult](t)(c.ImportMessages(ctx, channel, messages))
	if r := must[clientb.ImportResult](t)(c.ImportMessages(ctx, channel, messages)); r.Skipped != 1 {
		t.Errorf("repeated: %+v", r)
	}
	link := must[clientb.StaffLink](t)(c.PutStaffLink(ctx, clientb.NewStaffLink{ChannelID: channel, UserID: int64(s.member), ExternalID: "agent-3"}))
	if all := must[[]clientb.StaffLink](t)(client.Collect(c.StaffLinks(ctx, channel))); len(all) != 1 || all[0] != link {
		t.Errorf("links %+v", all)
	}
	if err := c.DeleteStaffLink(ctx, link.ID); err != nil {
		t.Error(err)
	}
	if all := must[[]clientb.Secret](t)(client.Collect(c.Secrets(ctx))); len(all) != 1 || all[0].Key != "crm.token" || all[0].Value != "" {
		t.Errorf("secrets %+v", all)
	}
	if secret := must[clientb.Secret](t)(c.Secret(ctx, "crm.token")); secret.Value != "s3cr3t" {
		t.Errorf("the secret is %+v", secret)
	}
}
