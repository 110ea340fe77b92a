package links

import (
	"slices"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/seal"
)

func newLinks(t *testing.T, base string, now *time.Time) *Links {
	t.Helper()
	signer, err := seal.NewSealer(seal.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	return New(signer, func() string { return base }, func() time.Time { return *now })
}

// An address of a file is recognized on the server that made it, whatever has become of its
// time, and only there.
func TestAddressOfAFileIsItsServersOwn(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	l, other := newLinks(t, "https://inbox.example.com", &now), newLinks(t, "https://inbox.example.com", &now)
	address := l.File(7, 42, "a.txt", time.Hour)
	f, own, ok := l.OwnFile(address)
	if !own || !ok || f.Workspace != 7 || f.ID != 42 || f.Expires() < svcx.At(now.Add(time.Hour)) || f.Expires() > svcx.At(now.Add(70*time.Minute)) {
		t.Errorf("%s: %+v, own %t, signed %t", address, f, own, ok)
	}
	now = now.Add(24 * time.Hour)
	if _, own, ok := l.OwnFile(address); !own || !ok {
		t.Error("an expired address is not recognized")
	}
	if _, own, ok := other.OwnFile(address); !own || ok {
		t.Error("another server's signature is accepted")
	}
	if _, own, _ := l.OwnFile(strings.Replace(address, "inbox.", "outbox.", 1)); own {
		t.Error("an address elsewhere is taken for one of a file")
	}
}

// D 4: the media of a message are its attachments and the sources of media elements, each once;
// stored files and what cannot be fetched are not among them.
func TestMediaOfAMessage(t *testing.T) {
	messages := []svcx.Message{{
		ContentType: svcx.ContentHTML,
		Content: `<IMG alt="x" src=" https://example.com/1 "><video><source src="https://example.com/2"></video><a href="https://example.com/no">` +
			`<img src="http://example.com/no"><img src="https://example.com/1">`,
		Attachments: []svcx.Attachment{{URL: "https://example.com/0"}, {File: 5, URL: "https://example.com/no"}},
	}, {
		ContentType: svcx.ContentText, Content: `<img src="https://example.com/no">`,
	}}
	want := []string{"https://example.com/0", "https://example.com/1", "https://example.com/2"}
	if got := MediaRefs(messages); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	now := time.UnixMilli(1_800_000_000_000)
	l, w := newLinks(t, "", &now), &svcx.Workspace{ID: 7, Slug: "w"}
	sources := l.MediaOf(w, messages, []svcx.ContentURL{{Ref: want[0], URL: "https://example.com/fresh"}, {Ref: "https://example.com/no", URL: "https://example.com/no"}})
	if len(sources) != len(want) || sources[want[0]] != l.Media(w, "https://example.com/fresh") || sources[want[1]] != l.Media(w, want[1]) {
		t.Errorf("shown from %q", sources)
	}
}
