package inbox

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"

	"svcx"
)

// Pages load nothing from elsewhere: outside media have addresses of ours
// (architecture, "Pages"), under which they are fetched for a member who looks.

// AvatarSrc is our own address of a contact's picture; "" without one. It
// changes with the picture's URL, so that browsers may keep what they have.
func (in *Inbox) AvatarSrc(w *svcx.Workspace, c *svcx.Contact) string {
	if c.AvatarURL == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(c.AvatarURL))
	return fmt.Sprintf("%savatar/%s/%d?v=%s", svcx.MediaPath, w.Slug, c.ID, hex.EncodeToString(sum[:6]))
}

// MediaSrc is our own address of something outside that stands in a message of
// the workspace. It is signed: only what was shown can be fetched.
func (in *Inbox) MediaSrc(w *svcx.Workspace, outside string) string {
	query := url.Values{"url": {outside}, "signature": {in.sign(mediaSignature, mediaText(w, outside))}}
	return svcx.MediaPath + "remote/" + w.Slug + "?" + query.Encode()
}

// IsMediaSrc reports whether the signature is that of MediaSrc.
func (in *Inbox) IsMediaSrc(w *svcx.Workspace, outside, signature string) bool {
	return in.signed(mediaSignature, mediaText(w, outside), signature)
}

func mediaText(w *svcx.Workspace, outside string) string { return fmt.Sprintf("%d\n%s", w.ID, outside) }

// MediaSources are our own addresses of the outside media of messages, by the
// URLs that stand in them: attachments, and src of media elements in HTML. Where
// a fresh URL is known it is that which is fetched.
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
