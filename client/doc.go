// Package client is for programs that integrate with svcx: it sends messages, actions and
// intents to a channel, receives and verifies events and calls, and has what the clients of
// the REST API share. It needs nothing but the standard library.
//
// # Sending
//
// A [Channel] is the inbound endpoint of one channel, with its key:
//
//	shop := client.NewChannel("https://inbox.example.com/api/webhooks/custom/7", channelKey)
//	receipt, err := shop.Send(ctx, client.Message{
//		MessageID: "m-1", ConversationID: "order-4711", Content: "Where is my parcel?",
//		From: client.Sender{ExternalID: "cust-1", Name: "Ada"},
//	})
//
// The endpoint answers "ok" to everything that arrives, so an error means that the request did
// not arrive. What became of it is in the event log: [Channel.Outcome] reads that, and
// [Channel.DryRun] says beforehand what would become of it.
//
// # Receiving
//
// A [Receiver] is the [net/http.Handler] of a webhook URL. It checks each request ([Signed]),
// drops repeats ([Repeats]), calls the function for the event's type, and answers pings,
// confirmations and questions:
//
//	check, err := client.Signed(os.Getenv("SIGNING_SECRET"))
//	http.Handle("POST /webhook", &client.Receiver{
//		Check: check,
//		MessageCreated: func(ctx context.Context, e *client.Event, m *client.MessageCreated) error {
//			return tell(ctx, e.ConversationID, m.Content)
//		},
//	})
//
// # The REST API
//
// The contract has two forms, and a workspace has one of them: in form A ids are strings, in
// form B integers, and form B has more operations. Packages clienta and clientb have the
// operations of each as methods; [API], which both are built on, makes any other call.
//
// # Retries
//
// A call is repeated when it did not arrive, and after 429 and temporary errors of the
// server, up to four times in all, with growing waits or after the server's Retry-After. No call is carried out twice
// because of it: a POST of the REST API has an Idempotency-Key, a message a messageId. What
// has neither (a rating) is repeated only if the server said that it was not carried out.
// The context bounds the whole.
package client
