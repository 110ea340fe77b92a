package textsearch

import (
	"context"

	"svcx"
)

// fillStep is how many messages are indexed in one step where nobody waits: it takes two
// thirds of the time of small steps.
const fillStep = 4000

// Fill is Update for an index that nobody uses yet. It reports how many messages it has read
// since the last report.
func (ix *Index) Fill(ctx context.Context, ws svcx.WorkspaceID, report func(messages int)) error {
	filling := *ix
	filling.tuning.step = fillStep
	filling.tables = counted{ix.tables, report}
	return filling.Update(ctx, ws)
}

// counted counts the messages that are read in order.
type counted struct {
	Tables
	report func(messages int)
}

func (c counted) MessagesAfter(ctx context.Context, queue int64, after svcx.MessageID, most ReadLimit) (documents []Document, all bool, err error) {
	documents, all, err = c.Tables.MessagesAfter(ctx, queue, after, most)
	c.report(len(documents))
	return documents, all, err
}
