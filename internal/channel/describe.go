package channel

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Description is an endpoint as the API's description has it.
type Description struct {
	// Name is stable: the operation's id.
	Name, Method string
	// Path is whole, with {channelId} in it.
	Path          string
	Summary, Text string
	Parameters    []*openapi.Parameter
	// Body is nil for an endpoint that reads none.
	Body *openapi.Schema
	// Status of a success, whose body is Answer. The inbound endpoint answers the
	// text ok, and this in a dry run alone.
	Status int
	Answer *openapi.Schema
	// Errors are those beyond a wrong key, the rate limit and a store that does not
	// work.
	Errors []svcx.Kind
	// Inbound marks the inbound endpoint.
	Inbound bool
}

// Describe describes the endpoints of a channel in a form; s collects what their
// answers consist of.
func Describe(f *form.Form, s *form.Schemas) []Description {
	eventID := &openapi.Parameter{
		Name: "eventId", In: "path", Required: true, Schema: form.WholeNumber(1), Description: "The id of the event log record.",
	}
	inData := func(answer *openapi.Schema) *openapi.Schema { return openapi.Object(openapi.Need("data", answer)) }
	all := []Description{{
		Name: "sendInbound", Method: http.MethodPost, Path: "",
		Summary: "Send a message, an action or an intent", Text: inboundText,
		Parameters: []*openapi.Parameter{inQuery("dryRun", "1 stores nothing and answers what would become of the request; a wrong key is then refused.", openapi.OneOf("0", "1").Or("0"))},
		Body:       f.Bodies.Inbound, Status: http.StatusOK, Answer: inData(s.DryRunSchema()).As("of a dry run"), Inbound: true,
		Errors: []svcx.Kind{svcx.KindValidation},
	}, {
		Name: "sendHeartbeat", Method: http.MethodPost, Path: "/heartbeat",
		Summary: "Send a heartbeat", Text: "Says that the integrator is alive: the channel is healthy for 10 minutes and degraded until 60. A body is ignored.",
		Status: http.StatusOK, Answer: s.Of(heartbeatAnswer{}),
	}, {
		Name: "replayEvents", Method: http.MethodGet, Path: "/events",
		Summary: "Read the channel's event log",
		Text:    "Oldest first, without heartbeats and pings: what became of each request, and each attempt at a delivery. With both `since` and `after` both apply.",
		Parameters: []*openapi.Parameter{
			inQuery("since", "Only records from then on; 24 hours before now where neither this nor `after` is given.", openapi.Time()),
			inQuery("after", "Only records after the one with this id: `nextAfter` of the page before, or 0 for all that are kept.", form.WholeNumber(0)),
			inQuery("limit", "How many at most.", openapi.Int(1, replayMax).Or(replayDefault)),
		},
		Status: http.StatusOK,
		Answer: openapi.Object(
			openapi.Need("data", openapi.Array(s.EventSchema(), 0)),
			openapi.Need("since", openapi.Text(0).Nullable().As("As it was asked for; null where only after was given.")),
			openapi.Need("limit", openapi.Int(1, replayMax)), openapi.Need("nextAfter", form.WholeNumber(0).Nullable()), openapi.Need("hasMore", openapi.Bool()),
		),
		Errors: []svcx.Kind{svcx.KindValidation},
	}, {
		Name: "readFeed", Method: http.MethodGet, Path: "/feed",
		Summary: "Read the channel's outbound events",
		Text:    "Oldest first, with the bodies that a call to the webhook URL carries: for an integrator that cannot be called. The channel's setting `feedEnabled` must be on; events are then kept for 30 days.",
		Parameters: []*openapi.Parameter{
			inQuery("after", "Only events after the one with this id: `nextAfter` of the page before, or 0 for all that are kept.", f.PlaceSchema()),
			inQuery("limit", "How many at most.", openapi.Int(1, feedMax).Or(feedDefault)),
			inQuery("wait", "How many seconds to wait for an event where there is none.", openapi.Int(0, feedWait).Or(0)),
		},
		Status: http.StatusOK,
		Answer: openapi.Object(
			openapi.Need("data", openapi.Array(s.Name("FedEvent", openapi.Object(
				openapi.Need("id", f.IDSchema()), openapi.Need("webhookId", openapi.Text(0)), openapi.Need("sequence", form.WholeNumber(1)),
				openapi.Need("createdAt", openapi.Time()), openapi.Need("event", (&openapi.Schema{Type: openapi.Types{"object"}}).As("The body of the call.")),
			)), 0)),
			openapi.Need("nextAfter", f.PlaceSchema()), openapi.Need("hasMore", openapi.Bool()),
		),
		Errors: []svcx.Kind{svcx.KindValidation, svcx.KindConflict},
	}, {
		Name: "discoverFields", Method: http.MethodGet, Path: "/fields",
		Summary: "List categories and fields", Text: "Those of the workspace, each by position. Ids are integers in both forms.",
		Status: http.StatusOK, Answer: s.DiscoverySchema(),
	}, {
		Name: "redeliverByKey", Method: http.MethodPost, Path: "/events/{eventId}/redeliver",
		Summary: "Send a delivery again", Text: "The one that the record is of, outside of the order of its conversation. A body is ignored.",
		Parameters: []*openapi.Parameter{eventID},
		Status:     http.StatusAccepted, Answer: inData(openapi.Object(openapi.Need("deliveryId", form.WholeNumber(1)))),
		Errors: []svcx.Kind{svcx.KindNotFound, svcx.KindValidation},
	}, {
		Name: "redeliverFailedByKey", Method: http.MethodPost, Path: "/redeliver",
		Summary: "Send failed deliveries again", Text: "All of the channel that have failed for good since then.",
		Body:   openapi.Object(openapi.Need("since", openapi.Time())),
		Status: http.StatusAccepted, Answer: inData(openapi.Object(openapi.Need("count", form.WholeNumber(0)))),
		Errors: []svcx.Kind{svcx.KindValidation, svcx.KindTooLarge, svcx.KindUnsupportedMedia},
	}}
	channelID := &openapi.Parameter{Name: "channelId", In: "path", Required: true, Schema: f.IDSchema(), Description: "The id of the channel."}
	for i := range all {
		all[i].Path = Prefix + "{channelId}" + all[i].Path
		all[i].Parameters = append([]*openapi.Parameter{channelID}, all[i].Parameters...)
	}
	return all
}

func inQuery(name, text string, schema *openapi.Schema) *openapi.Parameter {
	return &openapi.Parameter{Name: name, In: "query", Description: text, Schema: schema}
}

const inboundText = "The answer is `ok` once the request is stored, whatever it says, and also with a wrong key: the event log has its outcome. " +
	"Repeat the request after anything but `200 ok`; a 400 means that the body was broken on the way: repeat it once it is whole. " +
	"A repeat of a `messageId` is dropped. An optional member of a message that cannot be used is left out, with a warning in the event log."
