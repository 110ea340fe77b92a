package metrics

import "strings"

// The names. They follow Prometheus' rules: the unit last, counters end in _total.
const (
	nameBuild          = "svcx_build_info"
	nameRequests       = "svcx_http_requests_total"
	nameRequestTime    = "svcx_http_request_duration_seconds"
	nameStreams        = "svcx_streams"
	nameStreamBytes    = "svcx_stream_pending_bytes"
	nameFeedReaders    = "svcx_feed_readers"
	nameInbound        = "svcx_inbound_total"
	nameAttempts       = "svcx_attempts_total"
	nameAttemptTime    = "svcx_attempt_duration_seconds"
	nameDeliveries     = "svcx_deliveries_ended_total"
	namePending        = "svcx_deliveries_pending"
	nameOldestDue      = "svcx_deliveries_oldest_due_seconds"
	nameInFlight       = "svcx_attempts_in_flight"
	nameCircuits       = "svcx_circuit_changes_total"
	nameOpenCircuits   = "svcx_circuits_open"
	namePaused         = "svcx_outbound_paused"
	nameCommits        = "svcx_commits_total"
	nameWrites         = "svcx_writes_total"
	nameCommitTime     = "svcx_commit_duration_seconds"
	nameCommitSize     = "svcx_commit_writes"
	nameWritesWaiting  = "svcx_writes_waiting"
	nameDatabaseUp     = "svcx_database_up"
	nameConnections    = "svcx_database_connections"
	nameConnectionMax  = "svcx_database_connections_max"
	nameConnectionWait = "svcx_database_connection_waits_total"
	nameConnectionTime = "svcx_database_connection_wait_seconds_total"
	nameDatabaseSize   = "svcx_database_size_bytes"
	nameMails          = "svcx_mails_total"
	nameMailsWaiting   = "svcx_mails_waiting"
	nameAICalls        = "svcx_ai_calls_total"
	nameAITime         = "svcx_ai_call_duration_seconds"
	nameAITokens       = "svcx_ai_tokens_total"
	nameSpans          = "svcx_spans_total"
)

// Family describes a metric.
type Family struct {
	Name string
	// Kind is "counter", "gauge" or "histogram".
	Kind   string
	Labels []string
	Help   string
}

// Families are all metrics of svcx itself.
var Families = []Family{
	{nameBuild, "gauge", []string{"version", "database"}, "1; the labels say what runs."},

	{nameRequests, "counter", []string{"operation", "code"}, "Requests that were answered, by endpoint (method and pattern of the path) and status."},
	{nameRequestTime, "histogram", []string{"operation"}, "Time from the first line of a request to the end of its answer; without live streams."},
	{nameStreams, "gauge", nil, "Live streams that are open on this node."},
	{nameStreamBytes, "gauge", nil, "Bytes that wait for readers of live streams."},
	{nameFeedReaders, "gauge", nil, "Requests that wait for events of a channel's feed."},

	{nameInbound, "counter", []string{"kind", "outcome"}, "Requests to inbound endpoints, by what they were (message, action, intent, invalid, none) and what came of them: the status in the event log, or not_stored (answered 503), unknown_channel, unread (the body did not arrive)."},

	{nameAttempts, "counter", []string{"kind", "outcome"}, "Calls to integrators, by kind (event, ping, confirmation, content, backrequest) and outcome: delivered, retryable, refused, final (will never work), skipped, cut."},
	{nameAttemptTime, "histogram", []string{"kind"}, "Time of a call to an integrator."},
	{nameInFlight, "gauge", nil, "Calls of events that this node is making."},
	{nameDeliveries, "counter", []string{"state"}, "Deliveries that have ended: delivered, failed, skipped."},
	{namePending, "gauge", nil, "Deliveries that have not ended, in the whole deployment; counted up to 10000."},
	{nameOldestDue, "gauge", nil, "How long the delivery that is due longest has been due, in the whole deployment; 0 if none is late. It grows while a circuit is open or events are paused."},
	{nameCircuits, "counter", []string{"change"}, "Circuits of channels that were opened or closed by this node."},
	{nameOpenCircuits, "gauge", nil, "Channels whose circuit is open, in the whole deployment; counted up to 10000."},
	{namePaused, "gauge", nil, "1 while the events of all channels are paused."},

	{nameCommits, "counter", []string{"outcome"}, "Transactions that write: ok or failed."},
	{nameWrites, "counter", []string{"outcome"}, "Writes that were in these transactions."},
	{nameCommitTime, "histogram", nil, "Time of a transaction that writes, with the wait for the disk."},
	{nameCommitSize, "histogram", nil, "Writes that shared a transaction."},
	{nameWritesWaiting, "gauge", nil, "Writes that wait for their turn."},

	{nameDatabaseUp, "gauge", nil, "1 if the database answered this scrape. Otherwise the figures of the whole deployment are left out."},
	{nameConnections, "gauge", []string{"pool", "state"}, "Connections to the database, by pool (read, write) and state (busy, idle)."},
	{nameConnectionMax, "gauge", []string{"pool"}, "Connections that a pool may have."},
	{nameConnectionWait, "counter", []string{"pool"}, "Waits for a free connection."},
	{nameConnectionTime, "counter", []string{"pool"}, "Time waited for a free connection."},
	{nameDatabaseSize, "gauge", nil, "Size of the database, without write-ahead logs; read once a minute."},

	{nameMails, "counter", []string{"outcome"}, "Attempts to send an e-mail: sent, retryable, failed (given up); and dropped (too many were waiting)."},
	{nameMailsWaiting, "gauge", nil, "E-mails that wait to be sent."},

	{nameAICalls, "counter", []string{"operation", "outcome"}, "Calls of AI providers, by operation and outcome: ok, failed, or refused (answered, with what cannot be used)."},
	{nameAITime, "histogram", []string{"operation"}, "Time of a call of an AI provider."},
	{nameAITokens, "counter", []string{"operation", "direction"}, "Tokens that AI providers counted: in and out."},

	{nameSpans, "counter", []string{"outcome"}, "Spans of traces: exported (the collector took them), dropped (too many were waiting), failed (the collector did not take them)."},
}

// labelsOf are the labels of a family. A name that is not in the table is a fault of the
// program.
func labelsOf(name string) []string {
	for _, f := range Families {
		if f.Name == name {
			return f.Labels
		}
	}
	panic("metrics: " + name + " is not in the table")
}

// series is a name with its labels.
func series(name string, labels, values []string) string {
	if len(labels) != len(values) {
		panic("metrics: " + name + " has other labels")
	}
	if len(labels) == 0 {
		return name
	}
	var s strings.Builder
	s.WriteString(name + "{")
	for i, label := range labels {
		if i > 0 {
			s.WriteByte(',')
		}
		s.WriteString(label + `="` + escape.Replace(values[i]) + `"`)
	}
	s.WriteByte('}')
	return s.String()
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
