package client_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"

	"svcx"
	"svcx/client"
	"svcx/client/clientb"
)

// exampleSite is a server for the examples: in a program there are only its addresses and keys.
func exampleSite(webhook string) (*site, func()) {
	dir, err := os.MkdirTemp("", "svcx-example")
	if err != nil {
		log.Fatal(err)
	}
	s, err := startSite(dir, svcx.FormB, webhook)
	if err != nil {
		log.Fatal(err)
	}
	return s, func() {
		s.stop()
		os.RemoveAll(dir)
	}
}

// A customer's message is sent, and the event log tells what became of it.
func ExampleChannel_Send() {
	s, stop := exampleSite("")
	defer stop()
	inboundURL, channelKey := s.inbound, s.channelKey

	ctx := context.Background()
	shop := client.NewChannel(inboundURL, channelKey)
	receipt, err := shop.Send(ctx, client.Message{
		MessageID: "m-1", ConversationID: "order-4711", Content: "Where is my parcel?",
		From: client.Sender{ExternalID: "cust-1", Name: "Ada"},
	})
	if err != nil {
		log.Fatal(err) // it did not arrive
	}
	entry, err := shop.Outcome(ctx, receipt)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(entry.Status, entry.ConversationID)

	// The same message again changes nothing.
	receipt, err = shop.Send(ctx, client.Message{MessageID: "m-1", ConversationID: "order-4711", Content: "Where is my parcel?"})
	if err != nil {
		log.Fatal(err)
	}
	entry, err = shop.Outcome(ctx, receipt)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(entry.Status)

	// Output:
	// ok order-4711
	// skipped
}

// A receiver checks that calls come from svcx, and processes each event once.
func ExampleReceiver() {
	secret := "whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQuLi4="
	check, err := client.Signed(secret)
	if err != nil {
		log.Fatal(err)
	}
	receiver := &client.Receiver{
		Check:   check,
		Repeats: client.Recent(10_000),
		MessageCreated: func(ctx context.Context, e *client.Event, m *client.MessageCreated) error {
			// Store it. An error makes svcx send it again.
			fmt.Println(e.ConversationID, m.Content)
			return nil
		},
		Confirm: func(ctx context.Context, c client.Confirmation) (client.Decision, error) {
			return client.Decision{Allowed: false, Reason: "The refund is not booked yet."}, nil
		},
	}
	http.Handle("POST /webhook", receiver)
	// log.Fatal(http.ListenAndServe("127.0.0.1:9000", nil))
}

// All open conversations, page by page.
func Example_rest() {
	s, stop := exampleSite("")
	defer stop()
	baseURL, apiKey := s.base, s.key

	ctx := context.Background()
	acme := clientb.New(baseURL, "acme", apiKey)
	for _, subject := range []string{"A broken cup", "A late parcel"} {
		if _, err := acme.CreateConversation(ctx, clientb.NewConversation{Subject: subject}); err != nil {
			log.Fatal(err)
		}
	}
	for c, err := range acme.Conversations(ctx, clientb.ConversationFilter{Status: clientb.StatusOpen}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(c.ID, c.Subject)
	}
	_, err := acme.Conversation(ctx, 99)
	fmt.Println(client.IsNotFound(err))

	// Unordered output:
	// 1 A broken cup
	// 2 A late parcel
	// true
}

// A program without a public address reads the feed. It stores After with what the event
// changes, and goes on from there the next time.
func ExampleChannel_Feed() {
	s, stop := exampleSite("")
	defer stop()
	inboundURL, channelKey, stored := s.inbound, s.channelKey, client.ID("0")
	ask(s)

	shop := client.NewChannel(inboundURL, channelKey)
	for e, err := range shop.Feed(context.Background(), stored) {
		if err != nil {
			log.Fatal(err)
		}
		if m, is := e.Data.(*client.MessageCreated); is {
			fmt.Println(e.ConversationID, m.Content)
		}
		stored = e.After
		break
	}

	// Output:
	// order-4711 It is on its way.
}

// ask sends a customer's message, and an agent's reply to it.
func ask(s *site) {
	ctx := context.Background()
	if _, err := client.NewChannel(s.inbound, s.channelKey).Send(ctx, client.Message{ConversationID: "order-4711", Content: "Where is it?"}); err != nil {
		log.Fatal(err)
	}
	if _, err := clientb.New(s.base, "acme", s.key).SendMessage(ctx, 1, clientb.NewMessage{Content: "It is on its way."}); err != nil {
		log.Fatal(err)
	}
}

// A single check, in a server that is not a Receiver.
func ExampleSigned() {
	check, err := client.Signed("whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQuLi4=")
	if err != nil {
		log.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/webhook", nil)
	fmt.Println(check(r, nil))

	// Output:
	// the request has no signature
}
