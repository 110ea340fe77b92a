package storetest

import (
	"time"

	"svcx"
	"svcx/internal/store"
)

// W 4.7: monitored channels are pinged, by one of several nodes.
func pingCases(f *fixture) {
	ws := f.workspace()
	monitored := svcx.DefaultSettings()
	monitored.WebhookURL = "https://example.com/hook"
	quiet := monitored
	quiet.MonitoringEnabled = false
	var channels []*svcx.Channel
	for _, settings := range []svcx.Settings{monitored, svcx.DefaultSettings(), quiet, monitored} {
		c := &svcx.Channel{Workspace: ws, Settings: settings, KeyHash: "h", CreatedAt: now}
		f.write(ws, func(tx *store.Tx) error { return tx.InsertChannel(c, nil) })
		channels = append(channels, c)
	}
	due := func(at svcx.Time, limit int) (ids []svcx.ChannelID) {
		f.Helper()
		for _, p := range must(f.db.Read(f.ctx()).DuePings(at, at.Add(time.Hour), limit))(f) {
			ids = append(ids, p.Channel.ID)
		}
		return ids
	}
	take := func(p store.DuePing, next svcx.Time) bool {
		f.Helper()
		return read(f, ws, func(tx *store.Tx) (bool, error) { return tx.TakePing(p, next) })
	}
	first := must(f.db.Read(f.ctx()).DuePings(now, now.Add(time.Hour), 9))(f)
	f.equal("without a time", len(first), 2)
	f.equal("the first in full", first[0], store.DuePing{Channel: channels[0]})
	f.equal("taken", take(first[0], now+200), true)
	f.equal("by another node", take(first[0], now+300), false)
	f.equal("taken", take(first[1], now+100), true)
	f.equal("none due", due(now+99, 9), []svcx.ChannelID(nil))
	f.equal("longest due first", due(now+200, 9), []svcx.ChannelID{channels[3].ID, channels[0].ID})
	f.equal("at most", due(now+200, 1), []svcx.ChannelID{channels[3].ID})
	foreign := store.DuePing{Channel: &svcx.Channel{ID: channels[3].ID, Workspace: f.workspace()}, Due: now + 100}
	f.equal("by another workspace", take(foreign, now), false)

	failed := func() bool {
		f.Helper()
		return must(f.db.Read(f.ctx()).Channel(ws, channels[0].ID))(f).PingFailed
	}
	for _, want := range []bool{true, true, false} {
		f.write(ws, func(tx *store.Tx) error { return tx.SetPingFailed(ws, channels[0].ID, want) })
		f.equal("failed", failed(), want)
	}
	f.write(foreign.Channel.Workspace, func(tx *store.Tx) error { return tx.SetPingFailed(foreign.Channel.Workspace, channels[0].ID, true) })
	f.equal("by another workspace", failed(), false)
}
