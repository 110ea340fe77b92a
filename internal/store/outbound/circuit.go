package outbound

import (
	"svcx"
	"svcx/internal/sqldb"
)

func scanCircuit(s sqldb.Scanner) (c svcx.Circuit, err error) {
	return c, s.Scan(&c.Failures, &c.OpenedAt, &c.ProbeAt)
}

const circuitSelect = `SELECT circuit_failures, circuit_opened_at, circuit_probe_at FROM channel WHERE workspace_id = $1 AND id = $2`

// Circuit reads a channel's circuit. A deleted channel has a closed one.
func (r Reader) Circuit(ref ChannelRef) (svcx.Circuit, error) {
	return sqldb.First(r.q, circuitSelect, scanCircuit, ref.Workspace, ref.Channel)
}

// CircuitFailed counts a retryable failure. opened reports whether it opened the
// circuit.
func (tx Writer) CircuitFailed(ref ChannelRef, now svcx.Time) (opened bool, err error) {
	if _, err := tx.Exec(`UPDATE channel SET circuit_failures = circuit_failures + 1 WHERE workspace_id = $1 AND id = $2`, ref.Workspace, ref.Channel); err != nil {
		return false, err
	}
	n, err := tx.Exec(`UPDATE channel SET circuit_opened_at = $3, circuit_probe_at = $4
		WHERE workspace_id = $1 AND id = $2 AND circuit_failures >= $5 AND circuit_opened_at IS NULL`,
		ref.Workspace, ref.Channel, now, now.Add(svcx.CircuitProbe), svcx.CircuitThreshold)
	return n == 1, err
}

// CircuitWorks clears a channel's failures; without any it writes nothing. closed
// reports whether the circuit was open.
func (tx Writer) CircuitWorks(ref ChannelRef) (closed bool, err error) {
	c, err := Reader{tx.Tx}.Circuit(ref)
	if err != nil || c.Failures == 0 && !c.Open() {
		return false, err
	}
	return c.Open(), tx.ResetCircuit(ref.Workspace, ref.Channel)
}

// ResetCircuit closes the channel's circuit and clears its failures.
func (tx Writer) ResetCircuit(ws svcx.WorkspaceID, id svcx.ChannelID) error {
	_, err := tx.Exec(`UPDATE channel SET circuit_failures = 0, circuit_opened_at = NULL, circuit_probe_at = NULL WHERE workspace_id = $1 AND id = $2`, ws, id)
	return err
}

// CircuitAnswered resets the count of failures in a row of a closed circuit.
func (tx Writer) CircuitAnswered(ref ChannelRef) error {
	_, err := tx.Exec(`UPDATE channel SET circuit_failures = 0
		WHERE workspace_id = $1 AND id = $2 AND circuit_opened_at IS NULL AND circuit_failures > 0`, ref.Workspace, ref.Channel)
	return err
}

// ProbeCircuit sets the time of an open circuit's next probe.
func (tx Writer) ProbeCircuit(ref ChannelRef, next svcx.Time) error {
	_, err := tx.Exec(`UPDATE channel SET circuit_probe_at = $3 WHERE workspace_id = $1 AND id = $2 AND circuit_opened_at IS NOT NULL`,
		ref.Workspace, ref.Channel, next)
	return err
}

// ExpediteDelivery makes the channel's next delivery due at the given time, if it
// is due later: a probe needs one to attempt.
func (tx Writer) ExpediteDelivery(ref ChannelRef, at svcx.Time) error {
	_, err := tx.Exec(`UPDATE delivery SET due_at = $3 WHERE workspace_id = $1 AND due_at > $3 AND id =
		(SELECT id FROM delivery WHERE workspace_id = $1 AND channel_id = $2 AND state IN ('ready', 'resend') AND lease IS NULL
		ORDER BY due_at, id LIMIT 1)`, ref.Workspace, ref.Channel, at)
	return err
}

// NextAttempt returns when a delivery will be attempted next, by the retry schedule
// and by the circuit of its channel, which may delay it.
func (r Reader) NextAttempt(d *svcx.Delivery) (svcx.Time, error) {
	at, err := sqldb.One(r.q, `SELECT CASE WHEN c.circuit_probe_at > d.due_at THEN c.circuit_probe_at ELSE d.due_at END
		FROM delivery d LEFT JOIN channel c ON c.workspace_id = $1 AND c.id = d.channel_id
		WHERE d.workspace_id = $1 AND d.id = $2`, sqldb.ScanValue[svcx.Time], d.Workspace, d.ID)
	return sqldb.Found(at, err, "delivery")
}
