package channel

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Description describes an endpoint for the OpenAPI documents.
type Description struct {
	// Name is the operation's id, which is stable.
	Name, Method string
	// Path is the full path, with {channelId} in it.
	Path          string
	Summary, Text string
	Parameters    []*openapi.Parameter
	// Body is nil for an endpoint that reads none.
	Body *openapi.Schema
	// Status and Answer are those of a success. The inbound endpoint has them in a dry
	// run only; otherwise it answers the text ok.
	Status int
	Answer *openapi.Schema
	// Errors are those besides a wrong key, the rate limit and an unavailable database.
	Errors []svcx.Kind
	// Inbound marks the inbound endpoint.
	Inbound bool
}

// Describe describes the endpoints of a channel in a form; s collects the schemas of
// their answers.
func Describe(f *form.Form, s *form.Schemas) []Description {
	eventID := &openapi.Parameter{
		Name: "eventId", In: "path", Required: true, Schema: form.WholeNumber(1), Description: "The id of the event log entry.",
	}
	inData := func(answer *openapi.Schema) *openapi.Schema { return openapi.Object(openapi.Need("data", answer)) }
	all := []Description{{
		Name: "sendInbound", Method: http.MethodPost, Path: "",
		Summary: "Send a message, an action or an intent", Text: inboundText,
		Parameters: []*openapi.Parameter{inQuery("dryRun", "With 1 nothing is stored, and the answer is the outcome that the request would have. A wrong key is then refused.", openapi.OneOf("0", "1").Or("0"))},
		Body:       f.Bodies.Inbound, Status: http.StatusOK, Answer: inData(s.DryRunSchema()).As("of a dry run"), Inbound: true,
		Errors: []svcx.Kind{svcx.KindValidation},
	}, {
		Name: "sendHeartbeat", Method: http.MethodPost, Path: "/heartbeat",
		Summary: "Send a heartbeat", Text: "Reports that the integrator is alive. The channel is healthy for 10 minutes after a heartbeat, and degraded until 60. A body is ignored.",
		Status: http.StatusOK, Answer: s.Of(heartbeatAnswer{}),
	}, {
		Name: "replayEvents", Method: http.MethodGet, Path: "/events",
		Summary: "Read the channel's event log",
		Text:    "Oldest first, without heartbeats and pings: the outcome of each inbound request, and each attempt at a delivery. If `since` and `after` are given, both apply.",
		Parameters: []*openapi.Parameter{
			inQuery("since", "Only entries after this time. The default is 24 hours before now, unless `after` is given.", openapi.Time()),
			inQuery("after", "Only entries after the one with this id: `nextAfter` of the previous page, or 0 for all that are kept.", form.WholeNumber(0)),
			inQuery("limit", "The maximum number of entries.", openapi.Int(1, replayMax).Or(replayDefault)),
		},
		Status: http.StatusOK,
		Answer: openapi.Object(
			openapi.Need("data", openapi.Array(s.EventSchema(), 0)),
			openapi.Need("since", openapi.Text(0).Nullable().As("As requested, or the default; null if only `after` was given.")),
			openapi.Need("limit", openapi.Int(1, replayMax)), openapi.Need("nextAfter", form.WholeNumber(0).Nullable()), openapi.Need("hasMore", openapi.Bool()),
		),
		Errors: []svcx.Kind{svcx.KindValidation},
	}, {
		Name: "readFeed", Method: http.MethodGet, Path: "/feed",
		Summary: "Read the channel's outbound events",
		Text:    "Oldest first, with the same bodies as calls to the webhook URL, for an integrator that cannot receive calls. The channel's setting `feedEnabled` must be on; events are then kept for 30 days.",
		Parameters: []*openapi.Parameter{
			inQuery("after", "Only events after the one with this id: `nextAfter` of the previous page, or 0 for all that are kept.", f.PlaceSchema()),
			inQuery("limit", "The maximum number of events.", openapi.Int(1, feedMax).Or(feedDefault)),
			inQuery("wait", "How many seconds to wait for an event if there is none.", openapi.Int(0, feedWait).Or(0)),
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
		Summary: "Send a delivery again", Text: "The delivery of the event log entry, outside the order of its conversation. A body is ignored.",
		Parameters: []*openapi.Parameter{eventID},
		Status:     http.StatusAccepted, Answer: inData(openapi.Object(openapi.Need("deliveryId", form.WholeNumber(1)))),
		Errors: []svcx.Kind{svcx.KindNotFound, svcx.KindValidation},
	}, {
		Name: "redeliverFailedByKey", Method: http.MethodPost, Path: "/redeliver",
		Summary: "Send many deliveries again", Text: "Those of the channel that failed for good in a time (`since`, `until`), or those of a selection of entries (`eventIds`). Without `until`, deliveries that wait for their next attempt are tried now too, and not counted.",
		Body:   form.RedeliveryBody(),
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

const inboundText = "The answer is `ok` once the request is stored, whatever it contains, and also with a wrong key; the outcome is in the event log. " +
	"Repeat the request after anything but `200 ok`; a 400 means that the body was broken on the way: repeat it once it is whole. " +
	"A repeat of a `messageId` is dropped. An invalid optional member of a message is left out, with a warning in the event log."
