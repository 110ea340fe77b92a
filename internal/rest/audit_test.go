package rest_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/rest"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// change is a successful call of an admin's row, and its action in the audit log.
type change struct {
	path, body string
	action     svcx.AuditAction
}

// adminChanges has a change for each row of the session API that only admins may use
// and that changes or reveals something. Placeholders name what prepareAudit created.
var adminChanges = map[string]change{
	"createChannel":        {"/channels", `{"name":"N"}`, svcx.AuditChannelCreate},
	"updateChannel":        {"/channels/{channel}", `{"name":"M"}`, svcx.AuditChannelUpdate},
	"deleteChannel":        {"/channels/{channel}", ``, svcx.AuditChannelDelete},
	"regenerateChannelKey": {"/channels/{channel}/key", ``, svcx.AuditKeyRegenerate},
	"revealChannelKey":     {"/channels/{channel}/key", ``, svcx.AuditKeyReveal},
	"createSigningSecret":  {"/channels/{channel}/signing-secret", ``, svcx.AuditSigningSecretCreate},
	"deleteSigningSecret":  {"/channels/{channel}/signing-secret", ``, svcx.AuditSigningSecretDelete},
	"redeliverEvent":       {"/channels/{channel}/events/{event}/redeliver", ``, svcx.AuditRedeliver},
	"runEventAgain":        {"/channels/{channel}/events/{refused}/run", ``, svcx.AuditRunAgain},
	"redeliverMany":        {"/channels/{channel}/redeliver", `{"since":"2026-11-01"}`, svcx.AuditRedeliver},
	"pauseChannel":         {"/channels/{channel}/pause", ``, svcx.AuditChannelPause},
	"resumeChannel":        {"/channels/{channel}/resume", ``, svcx.AuditChannelResume},
	"testChannel":          {"/channels/{channel}/test", ``, svcx.AuditChannelTest},
	"putStaffLink":         {"/staff-links", `{"channelId":{channel},"userId":{user},"externalId":"new"}`, svcx.AuditStaffLinkCreate},
	"deleteStaffLink":      {"/staff-links/{link}", ``, svcx.AuditStaffLinkDelete},
	"createSecret":         {"/secrets", `{"key":"new","value":"v"}`, svcx.AuditSecretCreate},
	"getSecret":            {"/secrets/known", ``, svcx.AuditSecretRead},
	"updateSecret":         {"/secrets/known", `{"value":"w"}`, svcx.AuditSecretUpdate},
	"deleteSecret":         {"/secrets/known", ``, svcx.AuditSecretDelete},
	"addMember":            {"/members", `{"email":"new@example.com"}`, svcx.AuditMemberAdd},
	"updateMember":         {"/members/{user}", `{"name":"Robert"}`, svcx.AuditMemberUpdate},
	"removeMember":         {"/members/{user}", ``, svcx.AuditMemberRemove},
	"updateOwnWorkspace":   {"/workspace", `{"name":"New"}`, svcx.AuditWorkspaceUpdate},
	"tryAI":                {"/ai/try", ``, svcx.AuditWorkspaceAI},
	"inviteMember":         {"/members/{user}/invitation", ``, svcx.AuditMemberInvite},
	"deleteConversation":   {"/conversations/{conversation}", ``, svcx.AuditConversationDelete},
	"eraseContact":         {"/contacts/{contact}", ``, svcx.AuditContactErase},
	"exportWorkspace":      {"/export", ``, svcx.AuditWorkspaceExport},
	"createCategory":       {"/categories", `{"name":"New"}`, svcx.AuditCategoryCreate},
	"updateCategory":       {"/categories/{category}", `{"name":"Newer"}`, svcx.AuditCategoryUpdate},
	"deleteCategory":       {"/categories/{category}", ``, svcx.AuditCategoryDelete},
	"createCategoryField":  {"/categories/{category}/fields", `{"key":"k","name":"N","type":"text"}`, svcx.AuditFieldCreate},
	"createField":          {"/fields", `{"key":"k","name":"N","type":"text"}`, svcx.AuditFieldCreate},
	"updateField":          {"/fields/{field}", `{"name":"M"}`, svcx.AuditFieldUpdate},
	"deleteField":          {"/fields/{field}", ``, svcx.AuditFieldDelete},
	"importConversations":  {"/import/conversations", `{"channelId":{channel},"conversations":[{"externalId":"x","contact":{"externalId":"y"}}]}`, svcx.AuditImportConversations},
	"importMessages": {"/import/messages", `{"channelId":{channel},"messages":[{"conversationExternalId":"known","content":"x","authorType":"customer"}]}`,
		svcx.AuditImportMessages},
}

// readOnly lists the admins' reads that reveal no secrets.
var readOnly = map[string]bool{"listSecrets": true, "listStaffLinks": true, "listAudit": true, "getAIUsage": true}

// Every row of the session API that only admins may use writes one entry to the audit
// log, with its actor.
func TestEveryAdminRowIsAudited(t *testing.T) {
	rows := make(map[string]bool)
	for _, row := range rest.MemberRows() {
		rows[row.Name] = true
		if row.Role != svcx.RoleAdmin || readOnly[row.Name] {
			continue
		}
		c, known := adminChanges[row.Name]
		if !known {
			t.Errorf("%s %s %s is an admin's and has no case in this test", row.Name, row.Method, row.Path)
			continue
		}
		for _, name := range row.Forms {
			t.Run(row.Name+"/"+string(name), func(t *testing.T) { auditedRow(t, row.Method, strings.ToLower(string(name)), c) })
		}
	}
	for name := range adminChanges {
		if !rows[name] {
			t.Errorf("there is no row %s", name)
		}
	}
}

func auditedRow(t *testing.T, method, slug string, c change) {
	d := newSessionFixture(t, "http://inbox.test")
	names := d.prepareAudit(slug)
	path, body := names.Replace(c.path), names.Replace(c.body)
	if c.action == svcx.AuditChannelResume { // of a channel that is paused
		d.call(d.ada, method, "/api/"+slug+names.Replace("/channels/{channel}/pause"), "")
	}
	before := d.auditTotal(slug)
	w := d.call(d.ada, method, "/api/"+slug+path, body)
	if w.Code >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
	if after := d.auditTotal(slug); after != before+1 {
		t.Fatalf("%d entries more, want 1", after-before)
	}
	list, err := d.inbox.AuditLog(d.Context(), d.workspace(slug), svcx.Page{Limit: 1})
	d.must(err)
	e := list.Items[0]
	d.equal("action", e.Action, c.action)
	d.equal("actor", []any{e.Actor.Kind, svcx.UserID(e.Actor.ID)}, []any{svcx.ActorUser, d.user["ada"]})
	if e.Target == "" || e.Actor.IP == "" {
		t.Errorf("entry %+v", e)
	}
	// A refused call writes no entry.
	d.call(d.bob, method, "/api/"+slug+path, body)
	d.equal("entries after an agent's", d.auditTotal(slug), before+1)
}

func (d *sessionFixture) auditTotal(slug string) int {
	d.Helper()
	list, err := d.inbox.AuditLog(d.Context(), d.workspace(slug), svcx.Page{Limit: 1})
	d.must(err)
	return list.Total
}

// prepareAudit creates one resource of each kind and returns a replacer of
// placeholders with their ids.
func (d *sessionFixture) prepareAudit(slug string) *strings.Replacer {
	d.Helper()
	d.ping = svcx.PingResult{OK: true}
	post := func(path, body string) string {
		d.Helper()
		w := d.call(d.ada, "POST", "/api/"+slug+path, body)
		if w.Code >= 300 {
			d.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		return firstID(w.Body.String())
	}
	channel := post("/channels", `{"name":"C","settings":{"webhookUrl":"https://example.com/hook"}}`)
	names := []string{
		"{channel}", channel, "{user}", fmt.Sprint(d.user["bob"]),
		"{contact}", post("/contacts", `{"externalId":"gone"}`), "{conversation}", post("/conversations", `{"subject":"s"}`),
	}
	event, refused := d.deliveredEvent(slug, channel), d.refusedEvent(slug, channel)
	post("/channels/"+channel+"/signing-secret", "")
	if slug == "b" {
		post("/secrets", `{"key":"known","value":"v"}`)
		names = append(names, "{category}", post("/categories", `{"name":"C"}`), "{field}", post("/fields", `{"key":"known","name":"N","type":"text"}`),
			"{link}", post("/staff-links", `{"channelId":`+channel+`,"userId":`+fmt.Sprint(d.user["bob"])+`,"externalId":"known"}`))
		post("/import/conversations", `{"channelId":`+channel+`,"conversations":[{"externalId":"known","contact":{"externalId":"y"}}]}`)
	}
	return strings.NewReplacer(append(names, "{event}", event, "{refused}", refused)...)
}

// firstID returns the digits of the first id in an answer.
func firstID(answer string) string {
	_, rest, _ := strings.Cut(answer, `"id":`)
	rest = strings.TrimPrefix(rest, `"`)
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		return ""
	}
	return rest[:end]
}

// deliveredEvent returns the event log entry of a finished delivery.
func (d *sessionFixture) deliveredEvent(slug, channel string) string {
	d.Helper()
	id, err := strconv.ParseInt(channel, 10, 64)
	d.must(err)
	ws, now := d.workspace(slug).ID, d.inbox.Now()
	ref := store.ChannelRef{Workspace: ws, Channel: svcx.ChannelID(id)}
	e := &svcx.EventLogEntry{Workspace: ws, Channel: ref.Channel, Direction: svcx.Outbound, Type: string(svcx.EventMessageCreated), Status: svcx.EventOK, CreatedAt: now}
	d.must(d.db.Write(d.Context(), ws, func(tx *store.Tx) error {
		one := &svcx.Delivery{Workspace: ws, Channel: ref.Channel, Conversation: 1, ConversationID: "c", WebhookID: "msg_1", Type: svcx.EventMessageCreated, CreatedAt: now}
		if err := tx.InsertDeliveries(ws, one); err != nil {
			return err
		}
		claimed, err := storetest.Claim(tx, ref, 1, "lease", now, now.Add(time.Minute))
		if err != nil || len(claimed) != 1 {
			return fmt.Errorf("claimed %d: %w", len(claimed), err)
		}
		if _, err := storetest.End(tx, claimed[0], "lease", svcx.DeliveryDelivered, now); err != nil {
			return err
		}
		e.Delivery = &claimed[0].ID
		return tx.InsertEvents(e)
	}))
	return fmt.Sprint(e.ID)
}
