package inbox

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"

	"svcx"
)

// Pages load nothing from other servers: external media are proxied by this server
// (architecture, "Pages").

// AvatarSrc is the proxy URL of a contact's avatar; "" if it has none. It changes with the
// avatar's URL, so that browsers can cache it.
func (in *Inbox) AvatarSrc(w *svcx.Workspace, c *svcx.Contact) string {
	if c.AvatarURL == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(c.AvatarURL))
	return fmt.Sprintf("%savatar/%s/%d?v=%s", svcx.MediaPath, w.Slug, c.ID, hex.EncodeToString(sum[:6]))
}

// MediaSrc is the proxy URL of external media in a message of the workspace. It is signed:
// only media that were shown can be fetched.
func (in *Inbox) MediaSrc(w *svcx.Workspace, external string) string {
	query := url.Values{"url": {external}, "signature": {in.sign(mediaSignature, mediaText(w, external))}}
	return svcx.MediaPath + "remote/" + w.Slug + "?" + query.Encode()
}

// IsMediaSrc reports whether the signature is that of MediaSrc.
func (in *Inbox) IsMediaSrc(w *svcx.Workspace, external, signature string) bool {
	return in.signed(mediaSignature, mediaText(w, external), signature)
}

func mediaText(w *svcx.Workspace, external string) string {
	return fmt.Sprintf("%d\n%s", w.ID, external)
}

// MediaSources are the proxy URLs of external media in messages, by their URLs there:
// attachments, and src of media elements in HTML. If a fresh URL is known, that is
// fetched.
func (in *Inbox) MediaSources(w *svcx.Workspace, messages []svcx.Message, fresh []svcx.ContentURL) map[string]string {
	sources := make(map[string]string)
	for _, ref := range mediaRefs(messages) {
		sources[ref] = in.MediaSrc(w, ref)
	}
	for _, u := range fresh {
		if _, shown := sources[u.Ref]; shown {
			sources[u.Ref] = in.MediaSrc(w, u.URL)
		}
	}
	return sources
}
