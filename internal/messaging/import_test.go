package messaging_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// BenchmarkImportMessages imports 500 messages of 300 bytes, the maximum of a request, into 100
// conversations.
func BenchmarkImportMessages(b *testing.B) {
	d := newFixture(b).fresh(b, "import")
	ctx := context.Background()
	conversations := svcx.Import[svcx.ImportConversation]{Channel: d.channel.ID, Total: svcx.MaxImportConversations}
	for i := range svcx.MaxImportConversations {
		id := fmt.Sprint(i)
		conversations.Items = append(conversations.Items, svcx.ImportConversation{
			Index: i, ExternalID: id, Status: svcx.StatusOpen, Contact: svcx.ImportContact{ExternalID: id},
		})
	}
	if r, err := d.ImportConversations(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, conversations); err != nil || r.Imported != r.Total {
		b.Fatal(r, err)
	}
	content := strings.Repeat("A message. ", 27)
	run := 0
	for b.Loop() {
		run++
		batch := svcx.Import[svcx.ImportMessage]{Channel: d.channel.ID, Total: svcx.MaxImportMessages}
		for i := range svcx.MaxImportMessages {
			batch.Items = append(batch.Items, svcx.ImportMessage{
				Index: i, ConversationExternalID: fmt.Sprint(i % svcx.MaxImportConversations), ExternalID: fmt.Sprint(run, "-", i),
				Content: content, AuthorType: svcx.AuthorCustomer,
			})
		}
		if r, err := d.ImportMessages(ctx, inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}, batch); err != nil || r.Imported != r.Total {
			b.Fatal(r, err)
		}
	}
}
