package storetest

import (
	"errors"

	"svcx"
	"svcx/internal/store"
)

// Counts add up by day, measure and part, over the channels and assignees that the
// query selects.
func reportCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	opened := svcx.CountKey{Day: 20000, Measure: svcx.MeasureOpened}
	at := func(k svcx.CountKey, channel svcx.ChannelID, user svcx.UserID) svcx.CountKey {
		k.Channel, k.User = channel, user
		return k
	}
	response := svcx.CountKey{Day: 20001, Measure: svcx.MeasureResponse, Part: 60}
	slow := svcx.CountKey{Day: 20001, Measure: svcx.MeasureResponse, Part: 90}
	add := func(ws svcx.WorkspaceID, counts svcx.Counts) {
		f.Helper()
		f.write(ws, func(tx *store.Tx) error { return tx.AddCounts(ws, counts) })
	}
	want := func(what string, q svcx.ReportQuery, want svcx.Counts) {
		f.Helper()
		f.equal(what, must(f.db.Read(f.ctx()).Counts(ws, q))(f), want)
	}
	add(ws, svcx.Counts{at(opened, 1, 2): {N: 3}, at(opened, 0, 0): {N: 1}, at(response, 1, 2): {N: 1, Sum: 50_000}})
	add(ws, svcx.Counts{at(opened, 1, 2): {N: 4}, at(response, 1, 3): {N: 2, Sum: 90_000}, at(slow, 1, 3): {N: 1, Sum: 80_000}})
	add(other, svcx.Counts{at(opened, 1, 2): {N: 100}})
	add(ws, nil)
	add(ws, svcx.Counts{at(opened, 7, 7): {}})
	err := f.db.Write(f.ctx(), ws, func(tx *store.Tx) error {
		return errors.Join(tx.AddCounts(ws, svcx.Counts{at(opened, 1, 2): {N: 100}}), errWanted)
	})
	f.equal("undone", errors.Is(err, errWanted), true)

	all := svcx.ReportQuery{From: 20000, To: 20001}
	want("all", all, svcx.Counts{opened: {N: 8}, response: {N: 3, Sum: 140_000}, slow: {N: 1, Sum: 80_000}})
	want("one day", svcx.ReportQuery{From: 20000, To: 20000}, svcx.Counts{opened: {N: 8}})
	want("another", svcx.ReportQuery{From: 20002, To: 30000}, svcx.Counts{})
	byChannel, byUser, unassigned := all, all, all
	byChannel.Channel, byUser.AssignedTo, unassigned.Unassigned = ptr(svcx.ChannelID(1)), ptr(svcx.UserID(2)), true
	want("of a channel", byChannel, svcx.Counts{opened: {N: 7}, response: {N: 3, Sum: 140_000}, slow: {N: 1, Sum: 80_000}})
	want("of an assignee", byUser, svcx.Counts{opened: {N: 7}, response: {N: 1, Sum: 50_000}})
	want("unassigned", unassigned, svcx.Counts{opened: {N: 1}})
	byUser.Channel = ptr(svcx.ChannelID(2))
	want("of both", byUser, svcx.Counts{})

	add(ws, svcx.Counts{at(opened, 1, 2): {N: -7}})
	want("subtracted", byChannel, svcx.Counts{opened: {}, response: {N: 3, Sum: 140_000}, slow: {N: 1, Sum: 80_000}})

	// Of whole periods, by channel or assignee.
	byEachChannel, byEachUser := all, all
	byEachChannel.By, byEachUser.By = svcx.ByChannel, svcx.ByAssignee
	key := func(m svcx.CountKey, channel svcx.ChannelID, user svcx.UserID) svcx.CountKey {
		m.Day, m.Channel, m.User = 0, channel, user
		return m
	}
	want("by channel", byEachChannel, svcx.Counts{key(opened, 0, 0): {N: 1}, key(opened, 1, 0): {}, key(response, 1, 0): {N: 3, Sum: 140_000}, key(slow, 1, 0): {N: 1, Sum: 80_000}})
	want("by assignee", byEachUser, svcx.Counts{
		key(opened, 0, 0): {N: 1}, key(opened, 0, 2): {}, key(response, 0, 2): {N: 1, Sum: 50_000}, key(response, 0, 3): {N: 2, Sum: 90_000}, key(slow, 0, 3): {N: 1, Sum: 80_000},
	})
	byEachUser.Channel = ptr(svcx.ChannelID(2))
	want("by assignee, of another channel", byEachUser, svcx.Counts{})

	has := func(ws svcx.WorkspaceID, m svcx.Measure) bool {
		f.Helper()
		return must(store.HasCount(f.db.Read(f.ctx()), ws, m))(f)
	}
	f.equal("a measure that was counted", has(ws, svcx.MeasureResponse), true)
	f.equal("one that was not", has(ws, svcx.MeasureMessageOut), false)
	f.equal("one of another workspace", has(other, svcx.MeasureResponse), false)
}
