package web

import (
	"mime"
	"strings"

	"github.com/a-h/templ"

	"svcx"
	"svcx/internal/richtext"
)

// Kinds of attachments, by what shows them.
const (
	mediaImage = "image"
	mediaAudio = "audio"
	mediaVideo = "video"
	mediaFile  = "file"
)

// mediaKind is how an attachment is shown: what its type says, which is only a hint for one
// from elsewhere. Its address shows nothing else in place, whatever the type was said to be.
func mediaKind(a svcx.Attachment) string {
	kind, _, err := mime.ParseMediaType(a.MIMEType)
	switch {
	case err != nil:
		return mediaFile
	case svcx.IsRaster(kind):
		return mediaImage
	case strings.HasPrefix(kind, "audio/"):
		return mediaAudio
	case strings.HasPrefix(kind, "video/"):
		return mediaVideo
	}
	return mediaFile
}

// fileType is the type of an attachment as people call it: the ending of its name, otherwise
// what the type says.
func (v *messageView) fileType(a svcx.Attachment) string {
	if ending := svcx.FileEnding(a.Filename); ending != "" {
		return strings.ToUpper(ending[1:])
	}
	return richtext.Name(a.MIMEType)
}

// mediaLinks are the links that richtext puts in place of media, with the text that says what a
// click does. Only richtext writes this tag: text has no "<".
var mediaLinks = []struct{ tag, text string }{{`<a class="rt-image"`, "media.image"}, {`<a class="rt-audio"`, "media.audio"}, {`<a class="rt-video"`, "media.video"}}

// titled names what a click on a link in place of media does.
func (v *messageView) titled(m richtext.Markup) string {
	text := string(m)
	for _, link := range mediaLinks {
		if strings.Contains(text, link.tag) {
			text = strings.ReplaceAll(text, link.tag, `<a title="`+templ.EscapeString(v.T(link.text))+`"`+link.tag[len("<a"):])
		}
	}
	return text
}

// hasMedia is how many media a message has that are shown on a click.
func hasMedia(s richtext.Shown) (n int) {
	for _, link := range mediaLinks {
		n += strings.Count(string(s.Body), link.tag) + strings.Count(string(s.Quoted), link.tag)
	}
	return n
}
