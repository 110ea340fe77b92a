package links

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"svcx"
)

// Pages load nothing from other servers: external media are proxied by this server
// (architecture, "Pages").

// Avatar is the proxy URL of a contact's avatar; "" if it has none. It changes with the
// avatar's URL, so that browsers can cache it.
func (l *Links) Avatar(w *svcx.Workspace, c *svcx.Contact) string {
	if c.AvatarURL == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(c.AvatarURL))
	return fmt.Sprintf("%savatar/%s/%d?v=%s", svcx.MediaPath, w.Slug, c.ID, hex.EncodeToString(sum[:6]))
}

// Media is the proxy URL of external media in a message of the workspace. It is signed:
// only media that were shown can be fetched.
func (l *Links) Media(w *svcx.Workspace, external string) string {
	query := url.Values{"url": {external}, "signature": {l.sign(mediaPurpose, mediaText(w, external))}}
	return svcx.MediaPath + "remote/" + w.Slug + "?" + query.Encode()
}

// IsMedia reports whether the signature is that of Media.
func (l *Links) IsMedia(w *svcx.Workspace, external, signature string) bool {
	return l.signed(mediaPurpose, mediaText(w, external), signature)
}

func mediaText(w *svcx.Workspace, external string) string {
	return fmt.Sprintf("%d\n%s", w.ID, external)
}

// MediaOf are the proxy URLs of external media in messages, by their URLs there; see
// MediaRefs. If a fresh URL is known, that is fetched.
func (l *Links) MediaOf(w *svcx.Workspace, messages []svcx.Message, fresh []svcx.ContentURL) map[string]string {
	sources := make(map[string]string)
	for _, ref := range MediaRefs(messages) {
		sources[ref] = l.Media(w, ref)
	}
	for _, u := range fresh {
		if _, shown := sources[u.Ref]; shown {
			sources[u.Ref] = l.Media(w, u.URL)
		}
	}
	return sources
}

// MediaRefs are the https URLs of the messages' external media: attachments, and src of
// media elements in HTML (D 4), in order and without duplicates.
func MediaRefs(messages []svcx.Message) (refs []string) {
	seen := make(map[string]bool)
	add := func(url string) {
		if svcx.IsHTTPS(url) && len(url) <= svcx.MaxURL && !seen[url] {
			seen[url] = true
			refs = append(refs, url)
		}
	}
	for _, m := range messages {
		for _, a := range m.Attachments {
			if a.File == 0 {
				add(a.URL)
			}
		}
		if m.ContentType == svcx.ContentHTML {
			for _, src := range elementSources(m.Content) {
				add(src)
			}
		}
	}
	return refs
}

// maxMedia bounds the media of a message that are shown: the URL that this server gives
// each is longer than a URL that was chosen to be short.
const maxMedia = 1000

// elementSources are the src of img, audio, video and source elements, at most
// maxMedia.
func elementSources(content string) (sources []string) {
	z := html.NewTokenizer(strings.NewReader(content))
	for len(sources) < maxMedia {
		switch z.Next() {
		case html.ErrorToken:
			return sources
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			if !slices.Contains([]string{"img", "audio", "video", "source"}, string(name)) {
				continue
			}
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				if string(key) == "src" {
					sources = append(sources, strings.TrimSpace(string(value)))
				}
			}
		}
	}
	return sources
}
