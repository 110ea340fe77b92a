package live

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Messages of other nodes that could not be read were dropped without a trace. They are
// counted and logged, once a minute.
func TestMalformedMessagesAreLogged(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1_700_000_000, 0)
	h := New(Options{DB: storetest.Open(t, store.Options{Dir: t.TempDir()}), Now: func() time.Time { return now }, Log: slog.New(slog.NewTextHandler(&out, nil))})
	defer h.Close()
	for range 3 {
		h.receive("not JSON")
		h.receive(`{"n":"other","v":1}`)
	}
	if text := out.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "level=WARN") || !strings.Contains(text, "messages=1") {
		t.Errorf("logged\n%s", text)
	}
	now = now.Add(malformedInterval)
	h.receive("{")
	if text := out.String(); strings.Count(text, "\n") != 2 || !strings.Contains(text, "messages=3") {
		t.Errorf("logged\n%s", text)
	}
}

// Nodes of different versions run beside each other while they are upgraded. The format is
// that of the first ones, which sent no version; a later one is not misread but reported.
func TestPayloadOfOtherVersions(t *testing.T) {
	first := payload{
		Node: "n", Now: 7, Changed: []svcx.WorkspaceID{1}, Asks: true, Presence: [][3]int64{{1, 2, 1}},
		Signals: []signal{{1, svcx.Indicator{Kind: svcx.IndicatorTyping, Conversation: 3, User: 2, Role: svcx.TypingStaff, Name: "Ada", On: true, At: 9}}},
	}
	const text = `{"n":"n","t":7,"c":[1],"s":[{"w":1,"Kind":"typing","Conversation":3,"User":2,"Role":"staff","Name":"Ada","On":true,"At":9}],"p":[[1,2,1]],"a":true}`
	if got, err := parsePayload(text); err != nil || !reflect.DeepEqual(got, first) {
		t.Errorf("%+v, %v", got, err)
	}
	if sent := (&bus{now: time.Now, asks: true}).take(); len(sent) != 1 || sent[0].Version != payloadVersion {
		t.Errorf("sends %+v", sent)
	}
	first.Version = payloadVersion
	if got, err := json.Marshal(first); err != nil || string(got) != strings.Replace(text, `,`, `,"v":1,`, 1) {
		t.Errorf("%s, %v", got, err)
	}
	for _, text := range []string{`{"n":"n","v":2,"c":[1]}`, `{"n":"n","c":{"1":"other"},"v":2}`} {
		if got, err := parsePayload(text); err == nil || !strings.Contains(err.Error(), "version 2") {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}
