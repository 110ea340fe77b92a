package outage

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// An outage is logged with one line at its beginning and one at its end, however
// many calls fail. A service that fails now and then is logged once a minute.
func TestOutageIsLoggedOnce(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	var out bytes.Buffer
	o := New(slog.New(slog.NewTextHandler(&out, nil)), func() time.Time { return now }, "it is away", "it is back", "setting", "SVCX_X")
	lines := func(want int, last string) {
		t.Helper()
		all := strings.Split(strings.TrimSpace(out.String()), "\n")
		if out.Len() == 0 {
			all = nil
		}
		if len(all) != want || want > 0 && !strings.Contains(all[want-1], last) {
			t.Errorf("not %d lines, the last with %q:\n%s", want, last, out.String())
		}
	}
	o.Works()
	lines(0, "")
	for range 1000 {
		o.Failed(errors.New("refused"))
		now = now.Add(time.Second)
	}
	lines(1, `level=WARN msg="it is away" setting=SVCX_X error=refused`)
	o.Works("lost", 3)
	o.Works()
	lines(2, `level=INFO msg="it is back" setting=SVCX_X failed=1000 lost=3`)

	o.Failed(errors.New("refused"))
	lines(3, "it is away")
	o.Works()
	lines(4, "it is back")
	o.Failed(errors.New("refused"))
	o.Works()
	lines(4, "it is back")
	now = now.Add(-time.Hour)
	o.Failed(errors.New("refused"))
	lines(5, "it is away")
}
