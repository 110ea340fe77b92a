package messaging

import (
	"testing"

	"svcx"
)

// R 4.7: a link applies only to staff of its channel.
func TestStaffLinkIsForStaffOfItsChannel(t *testing.T) {
	d := &decider{staff: map[staffKey]svcx.StaffLink{{7, "s"}: {User: 5, DisplayName: "Ann"}}}
	for _, try := range []struct {
		channel    svcx.ChannelID
		kind       svcx.AuthorType
		externalID string
		linked     bool
	}{
		{7, svcx.AuthorAgent, "s", true},
		{7, svcx.AuthorBot, "s", false},
		{7, svcx.AuthorCustomer, "s", false},
		{7, svcx.AuthorAgent, "S", false},
		{8, svcx.AuthorAgent, "s", false},
	} {
		item := &receipt{Receipt: Receipt{Channel: &svcx.Channel{ID: try.channel}, InboundBody: svcx.InboundBody{
			Message: &svcx.InboundMessage{Sender: svcx.InboundSender{Type: try.kind, ExternalID: try.externalID, Name: "ann_91"}},
		}}}
		a := d.authorOf(item)
		want := "ann_91"
		if try.linked {
			want = "Ann"
		}
		if a.Name != want || (a.User != nil) != try.linked || a.Type != try.kind || a.ExternalID != try.externalID {
			t.Errorf("%+v: %+v", try, a)
		}
	}
}
