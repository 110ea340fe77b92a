// Package assist stores what the AI operations need: the uses of the last hour, answers that are
// kept for a while, figures of use, and conversations that are still to be renamed or summarized.
package assist

import (
	"context"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// Call is a use of an operation that counts towards its limit. User is 0 if no member asked for
// it; Automatic ones are counted by themselves.
type Call struct {
	ID        int64
	Workspace svcx.WorkspaceID
	User      svcx.UserID
	Operation svcx.AIOperation
	Automatic bool
	At        svcx.Time
}

// CallTable describes the table of uses.
var CallTable = sqldb.NewTable("ai_call", func(c *Call) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &c.ID),
		sqldb.Field("workspace_id", &c.Workspace),
		sqldb.Field("user_id", &c.User),
		sqldb.Field("operation", &c.Operation),
		sqldb.Field("automatic", &c.Automatic),
		sqldb.Field("at", &c.At),
	}
})

// Answer is an answer that is kept: to one who asks the same, which is what Input is a hash of.
type Answer struct {
	Workspace     svcx.WorkspaceID
	Conversation  svcx.ConversationID
	Operation     svcx.AIOperation
	Input, Answer string
	Tokens        int
	// Messages is how many messages the conversation had; 0 if that is not known.
	Messages             int
	CreatedAt, ExpiresAt svcx.Time
}

// AnswerTable describes the table of answers.
var AnswerTable = sqldb.NewTable("ai_answer", func(a *Answer) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &a.Workspace),
		sqldb.Field("conversation_id", &a.Conversation),
		sqldb.Field("operation", &a.Operation),
		sqldb.Field("input", &a.Input),
		sqldb.Field("answer", &a.Answer),
		sqldb.Field("tokens", &a.Tokens),
		sqldb.Field("messages", &a.Messages),
		sqldb.Field("created_at", &a.CreatedAt),
		sqldb.Field("expires_at", &a.ExpiresAt),
	}
}).Replacing("workspace_id", "conversation_id", "operation")

// UsageTable describes the table of figures. An insert adds to them.
var UsageTable = sqldb.NewTable("ai_usage", func(u *svcx.AIUsage) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &u.Workspace),
		sqldb.Field("day", &u.Day),
		sqldb.Field("operation", &u.Operation),
		sqldb.Field("calls", &u.Calls),
		sqldb.Field("failures", &u.Failures),
		sqldb.Field("tokens_in", &u.TokensIn),
		sqldb.Field("tokens_out", &u.TokensOut),
	}
}).Adding("workspace_id, day, operation", "calls", "failures", "tokens_in", "tokens_out")

// Job is an operation on a conversation that was resolved. User is who resolved it, 0 if that was no
// member. It is due at DueAt: while a node works on it, when its lease ends.
type Job struct {
	Workspace        svcx.WorkspaceID
	Conversation     svcx.ConversationID
	Operation        svcx.AIOperation
	User             svcx.UserID
	CreatedAt, DueAt svcx.Time
	Attempts         int
	Lease            string
}

// JobTable describes the table of jobs.
var JobTable = sqldb.NewTable("ai_job", func(j *Job) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &j.Workspace),
		sqldb.Field("conversation_id", &j.Conversation),
		sqldb.Field("operation", &j.Operation),
		sqldb.Field("user_id", &j.User),
		sqldb.Field("created_at", &j.CreatedAt),
		sqldb.Field("due_at", &j.DueAt),
		sqldb.Field("attempts", &j.Attempts),
		sqldb.Field("lease", &j.Lease),
	}
})

// Reads reads what the AI operations need.
type Reads struct{ q sqldb.Querier }

// Of returns the reads.
func Of(q sqldb.Querier) Reads { return Reads{q} }

// Calls lists the times of uses like c after a time, oldest first.
func (r Reads) Calls(c Call, after svcx.Time) ([]svcx.Time, error) {
	return sqldb.Collect(r.q, `SELECT at FROM ai_call WHERE workspace_id = $1 AND user_id = $2 AND operation = $3 AND automatic = $4 AND at > $5 ORDER BY at`,
		sqldb.ScanValue[svcx.Time], c.Workspace, c.User, c.Operation, c.Automatic, after)
}

// UsesOf lists the times of a member's uses after a time by operation, oldest first, without automatic
// ones.
func (r Reads) UsesOf(ws svcx.WorkspaceID, user svcx.UserID, after svcx.Time) (map[svcx.AIOperation][]svcx.Time, error) {
	calls, err := sqldb.Collect(r.q, `SELECT `+CallTable.Columns()+` FROM ai_call WHERE workspace_id = $1 AND user_id = $2 AND automatic = $3 AND at > $4 ORDER BY at`,
		CallTable.ScanRow, ws, user, false, after)
	uses := make(map[svcx.AIOperation][]svcx.Time)
	for _, c := range calls {
		uses[c.Operation] = append(uses[c.Operation], c.At)
	}
	return uses, err
}

// ContactsInMind lists the contacts whom a member may have in mind while they write: those of the
// conversations that they have, and of those that they write in, of each as many as changed last.
func (r Reads) ContactsInMind(ws svcx.WorkspaceID, user svcx.UserID, limit int) ([]svcx.ContactID, error) {
	mine, err := sqldb.Collect(r.q, `SELECT contact_id FROM (SELECT contact_id FROM conversation WHERE workspace_id = $1 AND assigned_to = $2
			ORDER BY updated_at DESC, id DESC LIMIT $3) AS mine WHERE contact_id IS NOT NULL`,
		sqldb.ScanValue[svcx.ContactID], ws, user, limit)
	if err != nil {
		return nil, err
	}
	written, err := sqldb.Collect(r.q, `SELECT contact_id FROM (SELECT conversation_id FROM draft WHERE workspace_id = $1 AND user_id = $2
			ORDER BY saved_at DESC LIMIT $3) AS written CROSS JOIN conversation WHERE workspace_id = $1 AND id = conversation_id AND contact_id IS NOT NULL`,
		sqldb.ScanValue[svcx.ContactID], ws, user, limit)
	both := append(mine, written...)
	slices.Sort(both)
	return slices.Compact(both), err
}

// Answer finds the answer to the same input that has not expired; nil if there is none.
func (r Reads) Answer(ws svcx.WorkspaceID, id svcx.ConversationID, op svcx.AIOperation, input string, now svcx.Time) (*Answer, error) {
	return sqldb.First(r.q, `SELECT `+AnswerTable.Columns()+` FROM ai_answer
		WHERE workspace_id = $1 AND conversation_id = $2 AND operation = $3 AND input = $4 AND expires_at > $5 AND created_at <= $6`,
		AnswerTable.Scan, ws, id, op, input, now, now.Add(sqldb.ClockSlack))
}

// LastAnswer finds the last answer of an operation that has not expired, whatever was asked; nil if
// there is none.
func (r Reads) LastAnswer(ws svcx.WorkspaceID, id svcx.ConversationID, op svcx.AIOperation, now svcx.Time) (*Answer, error) {
	return sqldb.First(r.q, `SELECT `+AnswerTable.Columns()+` FROM ai_answer
		WHERE workspace_id = $1 AND conversation_id = $2 AND operation = $3 AND expires_at > $4`, AnswerTable.Scan, ws, id, op, now)
}

// AnsweredAt says when an operation was last answered about conversations whose answer has not expired.
func (r Reads) AnsweredAt(ws svcx.WorkspaceID, ids []svcx.ConversationID, op svcx.AIOperation, now svcx.Time) (map[svcx.ConversationID]svcx.Time, error) {
	plain := make([]int64, len(ids))
	for i, id := range ids {
		plain[i] = int64(id)
	}
	from, among := r.q.SQL().ByIDs("conversation_id", "$2")
	at := make(map[svcx.ConversationID]svcx.Time)
	_, err := sqldb.Collect(r.q, `SELECT conversation_id, created_at FROM `+from+`ai_answer WHERE workspace_id = $1 AND `+among+` AND operation = $3 AND expires_at > $4`,
		func(s sqldb.Scanner) (struct{}, error) {
			var id svcx.ConversationID
			var created svcx.Time
			err := s.Scan(&id, &created)
			at[id] = created
			return struct{}{}, err
		}, ws, r.q.SQL().Array(plain), op, now)
	return at, err
}

// Usage lists the figures of the days from to to, by day.
func (r Reads) Usage(ws svcx.WorkspaceID, from, to svcx.Day) ([]svcx.AIUsage, error) {
	return sqldb.Collect(r.q, `SELECT `+UsageTable.Columns()+` FROM ai_usage WHERE workspace_id = $1 AND day >= $2 AND day <= $3 ORDER BY day, operation`,
		UsageTable.ScanRow, ws, from, to)
}

// JobWorkspaces lists the workspaces with jobs that are due.
func (r Reads) JobWorkspaces(now svcx.Time) ([]svcx.WorkspaceID, error) {
	return sqldb.Collect(r.q, `SELECT DISTINCT workspace_id FROM ai_job WHERE due_at <= $1 ORDER BY workspace_id`, sqldb.ScanValue[svcx.WorkspaceID], now)
}

// NextJob is the job of a workspace that has been due for longest; nil if none is.
func (r Reads) NextJob(ws svcx.WorkspaceID, now svcx.Time) (*Job, error) {
	return sqldb.First(r.q, `SELECT `+JobTable.Columns()+` FROM ai_job WHERE workspace_id = $1 AND due_at <= $2 ORDER BY due_at, conversation_id, operation LIMIT 1`, JobTable.Scan, ws, now)
}

// Writes writes in a transaction.
type Writes struct {
	Reads
	tx *sqldb.Tx
}

// In returns the writes of a transaction.
func In(tx *sqldb.Tx) Writes { return Writes{Of(tx), tx} }

// BeginCall stores a use and sets its id. Uses like it that no longer count are deleted: those
// until a time, and those in the future, which a clock that was since set back has left.
func (w Writes) BeginCall(c *Call, until svcx.Time) error {
	if _, err := w.tx.Exec(`DELETE FROM ai_call WHERE workspace_id = $1 AND user_id = $2 AND operation = $3 AND automatic = $4 AND (at <= $5 OR at > $6)`,
		c.Workspace, c.User, c.Operation, c.Automatic, until, c.At.Add(sqldb.ClockSlack)); err != nil {
		return err
	}
	if err := CallTable.Reserve(w.tx, c); err != nil {
		return err
	}
	return CallTable.Insert(w.tx, c)
}

// CancelCall deletes a use that has cost nothing.
func (w Writes) CancelCall(c *Call) error {
	_, err := w.tx.Exec(`DELETE FROM ai_call WHERE workspace_id = $1 AND id = $2`, c.Workspace, c.ID)
	return err
}

// PutAnswer stores an answer in place of the operation's earlier one.
func (w Writes) PutAnswer(a *Answer) error { return AnswerTable.Insert(w.tx, a) }

// AddUsage adds to the figures of a day.
func (w Writes) AddUsage(u *svcx.AIUsage) error { return UsageTable.Insert(w.tx, u) }

// QueueJobs stores the jobs for a conversation that was resolved, those that the workspace's settings
// want, in place of earlier ones, and calls queued if there are any.
func (w Writes) QueueJobs(j *Job, queued func()) error {
	notify := func(n int64) error {
		if n > 0 {
			queued()
		}
		return nil
	}
	for _, statement := range []string{queueRename, queueSummarize} {
		if err := w.tx.Enqueue(notify, statement, j.Workspace, j.Conversation, j.User, j.CreatedAt); err != nil {
			return err
		}
	}
	return nil
}

const (
	queueRename = `INSERT INTO ai_job (workspace_id, conversation_id, operation, user_id, created_at, due_at, attempts, lease)
		SELECT workspace_id, $2, 'rename', $3, $4, $4, 0, '' FROM ai_setting WHERE workspace_id = $1 AND enabled AND auto_rename` + queuedAgain
	queueSummarize = `INSERT INTO ai_job (workspace_id, conversation_id, operation, user_id, created_at, due_at, attempts, lease)
		SELECT workspace_id, $2, 'summarize', $3, $4, $4, 0, '' FROM ai_setting WHERE workspace_id = $1 AND enabled AND auto_summarize` + queuedAgain
	queuedAgain = ` ON CONFLICT (workspace_id, conversation_id, operation) DO UPDATE SET
		user_id = excluded.user_id, created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0, lease = ''`
)

// LeaseJob takes a job that is as it was read, and reports whether that succeeded. It counts as an attempt.
func (w Writes) LeaseJob(j *Job, lease string, until svcx.Time) (bool, error) {
	n, err := w.tx.Exec(`UPDATE ai_job SET lease = $6, due_at = $7, attempts = attempts + 1
		WHERE workspace_id = $1 AND conversation_id = $2 AND operation = $3 AND due_at = $4 AND lease = $5`,
		j.Workspace, j.Conversation, j.Operation, j.DueAt, j.Lease, lease, until)
	return n > 0, err
}

// EndJob deletes a job, PostponeJob makes it due later; both only if the lease still holds it.
func (w Writes) EndJob(j *Job) error {
	_, err := w.tx.Exec(`DELETE FROM ai_job WHERE workspace_id = $1 AND conversation_id = $2 AND operation = $3 AND lease = $4`,
		j.Workspace, j.Conversation, j.Operation, j.Lease)
	return err
}

// PostponeJob: see EndJob. What has waited for its turn has made no attempt.
func (w Writes) PostponeJob(j *Job, due svcx.Time, attempted bool) error {
	back := 1
	if attempted {
		back = 0
	}
	_, err := w.tx.Exec(`UPDATE ai_job SET lease = '', due_at = $5, attempts = attempts - $6
		WHERE workspace_id = $1 AND conversation_id = $2 AND operation = $3 AND lease = $4`,
		j.Workspace, j.Conversation, j.Operation, j.Lease, due, back)
	return err
}

// ForgetAnswers deletes the answers about all conversations of a workspace.
func (w Writes) ForgetAnswers(ws svcx.WorkspaceID) error {
	return w.tx.Enqueue(nil, `DELETE FROM ai_answer WHERE workspace_id = $1`, ws)
}

// Trim deletes what is too old in all workspaces: answers that have expired, uses that no longer
// count, and figures.
func Trim(ctx context.Context, db *sqldb.DB, now svcx.Time) error {
	// The time is checked outside too: an answer that is replaced meanwhile stays.
	if err := db.DeleteOlder(ctx, `DELETE FROM ai_answer WHERE expires_at < $1 AND (workspace_id, conversation_id, operation) IN
		(SELECT workspace_id, conversation_id, operation FROM ai_answer WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)`, now); err != nil {
		return err
	}
	if err := db.DeleteOlder(ctx, `DELETE FROM ai_call WHERE id IN (SELECT id FROM ai_call WHERE at < $1 ORDER BY at LIMIT $2)`,
		now.Add(-svcx.AIWindow-sqldb.ClockSlack)); err != nil {
		return err
	}
	first := svcx.DayOf(now.Add(-svcx.AIUsageRetention))
	return db.DeleteOlder(ctx, `DELETE FROM ai_usage WHERE (workspace_id, day, operation) IN
		(SELECT workspace_id, day, operation FROM ai_usage WHERE day < $1 ORDER BY day LIMIT $2)`, svcx.Time(first))
}
