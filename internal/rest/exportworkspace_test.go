package rest_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// export requests a workspace's export over the network, as ada.
func (d *sessionFixture) export(server *httptest.Server, slug string, headers ...string) *http.Response {
	d.Helper()
	r, err := http.NewRequestWithContext(d.Context(), http.MethodGet, server.URL+"/api/"+slug+"/export", nil)
	d.must(err)
	r.Header.Set("Cookie", d.ada)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	answer, err := server.Client().Do(r)
	d.must(err)
	d.Cleanup(func() { answer.Body.Close() })
	return answer
}

// conversations stores n conversations with a message each.
func (d *sessionFixture) conversations(slug string, n int) {
	d.Helper()
	ws := d.workspace(slug).ID
	d.must(d.db.Write(d.Context(), ws, func(tx *store.Tx) error {
		ids, err := tx.ReserveConversations(n)
		if err != nil {
			return err
		}
		messageIDs, err := tx.ReserveMessages(n)
		if err != nil {
			return err
		}
		var conversations []*svcx.Conversation
		var messages []*svcx.Message
		for i, id := range ids {
			conversations = append(conversations, &svcx.Conversation{ID: svcx.ConversationID(id), Workspace: ws, Status: svcx.StatusOpen, CreatedAt: d.inbox.Now()})
			messages = append(messages, &svcx.Message{ID: svcx.MessageID(messageIDs[i]), Workspace: ws, Conversation: svcx.ConversationID(id),
				Kind: svcx.MessageKindMessage, Content: strings.Repeat("x", 2000), SentAt: d.inbox.Now()})
		}
		if err := tx.InsertConversations(conversations...); err != nil {
			return err
		}
		return tx.InsertMessages(messages...)
	}))
}

// An export that fails is cut, compressed or not, so that the client cannot take it
// for a complete one. A new export can begin afterwards.
func TestExportThatFailsIsCut(t *testing.T) {
	for _, encoding := range []string{"identity", "gzip"} {
		dir := t.TempDir()
		d := newSessionFixtureOn(t, "http://inbox.test", store.Options{Dir: dir})
		d.conversations("b", 1500)
		server := httptest.NewServer(d.api)
		t.Cleanup(server.Close)
		answer := d.export(server, "b", "Accept-Encoding: "+encoding)
		whole, err := io.ReadAll(answer.Body)
		d.equal("encoding", answer.Header.Get("Content-Encoding"), map[string]string{"gzip": "gzip"}[encoding])
		if err != nil || encoding == "identity" && strings.Count(string(whole), "\n") < 3000 {
			t.Fatalf("%s: %d bytes, %v", encoding, len(whole), err)
		}
		// Damage the last message.
		(&fixture{T: t, dir: dir}).exec(`UPDATE message SET attachments = '[' WHERE id = (SELECT max(id) FROM message)`)
		answer = d.export(server, "b", "Accept-Encoding: "+encoding)
		d.equal("status", answer.StatusCode, 200)
		part, err := io.ReadAll(answer.Body)
		if err == nil || len(part) == 0 || strings.Contains(string(part), `{"type":"end"`) {
			t.Errorf("%s: %d bytes of %d, %v", encoding, len(part), len(whole), err)
		}
		d.equal("the next one", d.export(server, "b").StatusCode, 200)
	}
}

// A client that disconnects ends the export, and a new one can begin.
func TestExportEndsWhenClientDisconnects(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	d.conversations("b", 4000)
	left := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(left)
		d.api.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	answer := d.export(server, "b", "Accept-Encoding: identity")
	if line, err := bufio.NewReader(answer.Body).ReadString('\n'); err != nil || !strings.HasPrefix(line, `{"type":"header"`) {
		t.Fatalf("%s, %v", line, err)
	}
	answer.Body.Close()
	<-left
	e, err := d.inbox.BeginExport(t.Context(), inbox.Call{Workspace: d.workspace("b"), Actor: inbox.Operator})
	d.must(err)
	e.End()
}

// A workspace has one running export at a time, a node four.
func TestConcurrentExportsAreLimited(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	begin := func(w *svcx.Workspace) *admin.Export {
		t.Helper()
		e, err := d.inbox.BeginExport(t.Context(), inbox.Call{Workspace: w, Actor: inbox.Operator})
		d.must(err)
		return e
	}
	running := begin(d.workspace("b"))
	before := d.auditTotal("b")
	d.want("GET", "/api/b/export", "", 409, `~"message":"an export of this workspace is running`)
	d.equal("entries of what was refused", d.auditTotal("b"), before)
	for i := range 3 {
		w, err := d.inbox.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: fmt.Sprintf("w%d", i), Name: "W", Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "ada@example.com"})
		d.must(err)
		defer begin(w).End()
	}
	d.want("GET", "/api/a/export", "", 429, `~"message":"too many exports`)
	running.End()
	d.want("GET", "/api/a/export", "", 200, `~{"type":"end"`)
	d.want("GET", "/api/b/export", "", 200, `~{"type":"end"`)
}
