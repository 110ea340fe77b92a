// A receiver for what svcx sends, with package client. See ../README.md.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strings"

	"svcx/client"
)

func main() {
	// Several secrets while one is being replaced.
	check, err := client.Signed(strings.Fields(os.Getenv("SIGNING_SECRET"))...)
	if err != nil {
		log.Fatal("SIGNING_SECRET: ", err)
	}
	addr := os.Getenv("ADDR")
	if addr == "" {
		addr = "127.0.0.1:9000"
	}
	receiver := &client.Receiver{
		Check: check,
		// In memory, so an event may be processed again after a restart. A system with a
		// database has a table of ids, and writes to it in the transaction of process.
		Repeats: client.Recent(100_000),

		MessageCreated: func(ctx context.Context, e *client.Event, m *client.MessageCreated) error {
			return process(e, m.Content)
		},
		// All other events: of conversations, ratings, and those of later versions.
		Other: func(ctx context.Context, e *client.Event) error { return process(e, "") },

		// May an agent resolve, close or reopen this conversation?
		Confirm: func(ctx context.Context, c client.Confirmation) (client.Decision, error) {
			if strings.HasPrefix(c.ConversationID, "vip-") {
				return client.Decision{Allowed: false, Reason: "Ask the account manager first."}, nil
			}
			return client.Decision{Allowed: true}, nil
		},
	}
	log.Printf("listening on %s", addr)
	log.Fatal(http.ListenAndServe(addr, receiver))
}

// process is the place for your own work. svcx waits ten seconds: store the event, and do
// the work afterwards. An error makes svcx send it again.
func process(e *client.Event, content string) error {
	log.Printf("%s in %s: %s", e.Type, e.ConversationID, content)
	return nil
}
