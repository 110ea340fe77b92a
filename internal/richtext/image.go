package richtext

import (
	"bytes"
	"encoding/base64"
	"image"
	_ "image/gif" // formats of pictures within messages
	_ "image/jpeg"
	_ "image/png"
	"strconv"
	"strings"

	_ "golang.org/x/image/webp"
	"golang.org/x/net/html"

	"svcx"
)

// Bounds of pictures that come inside a message.
const (
	maxEmbedded = 512 << 10 // bytes, encoded
	maxPixels   = 4096      // wide or high
	// minPixels is the size from which a picture is seen.
	minPixels = 3
)

// image writes a link in place of a remote picture, or a picture that is in the message.
func (c *cleaner) image(n *html.Node) {
	src := strings.TrimSpace(attribute(n, "src"))
	if len(src) > 5 && strings.EqualFold(src[:5], "data:") {
		c.embedded(n, src)
		return
	}
	host := hostOf(src)
	if host != "" && isUnseenImage(n) {
		c.remove(RemovedTrackers, src)
		return
	}
	if host != "" {
		c.remove(RemovedImages, src)
	}
	c.placeholder(n, "rt-image", src, host)
}

// sound writes a link in place of sound or video.
func (c *cleaner) sound(n *html.Node) {
	src := strings.TrimSpace(attribute(n, "src"))
	for child := n.FirstChild; child != nil && src == ""; child = child.NextSibling {
		if child.Type == html.ElementNode && child.Data == "source" {
			src = strings.TrimSpace(attribute(child, "src"))
		}
	}
	if src == "" {
		return
	}
	host := hostOf(src)
	c.remove(RemovedMedia, src)
	c.placeholder(n, "rt-"+n.Data, src, host)
}

// placeholder writes what stands for media: a link to our own address of it, its alternative
// text where there is none.
func (c *cleaner) placeholder(n *html.Node, class, src, host string) {
	alt := cutEnd(svcx.OneLine(attribute(n, "alt")), maxName)
	own := ""
	if host != "" || len(src) > 4 && strings.EqualFold(src[:4], "cid:") {
		own = ownAddress(c.media.address(src))
	}
	if own == "" || c.depth >= maxDepth {
		if alt != "" {
			c.m.WriteString(`<span class="` + class + `">`)
			c.text(alt)
			c.m.WriteString("</span>")
		}
		return
	}
	if alt != "" && c.link != nil {
		c.text(alt)
	}
	text := alt
	if text == "" {
		text = host
	}
	if text == "" {
		text = visible(src[len("cid:"):], true)
	}
	var m markup
	m.openLink(class, own, "auto", "height", pixels(n, "height"), "width", pixels(n, "width"))
	m.linkText(text)
	m.WriteString("</a>")
	if c.link != nil {
		c.link.after = append(c.link.after, m.String())
		return
	}
	c.m.WriteString(m.String())
}

// pixels is a size that the author gave; "" if it is not a number of pixels.
func pixels(n *html.Node, key string) string {
	if value := strings.TrimSuffix(strings.TrimSpace(attribute(n, key)), "px"); size.MatchString(value) {
		return value
	}
	return ""
}

// ownAddress is an address if it is a path on this server, "" otherwise.
func ownAddress(s string) string {
	if len(s) < 2 || s[0] != '/' || s[1] == '/' || s[1] == '\\' || len(s) > 4*maxAddress {
		return ""
	}
	s, ok := settled(withoutControls(s))
	if !ok || len(s) < 2 || s[0] != '/' || s[1] == '/' {
		return ""
	}
	return s
}

// isUnseenImage reports whether a picture is too small to be seen.
func isUnseenImage(n *html.Node) bool {
	css := attribute(n, "style")
	for _, key := range []string{"width", "height"} {
		for _, value := range []string{attribute(n, key), styleOf(css, key)} {
			number, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), "px"), 64)
			if err == nil && number < minPixels {
				return true
			}
		}
	}
	return false
}

// embedded writes a picture that is in the message, if it is what it says, and a raster.
func (c *cleaner) embedded(n *html.Node, src string) {
	alt := cutEnd(svcx.OneLine(attribute(n, "alt")), maxName)
	kind, encoded, width, ok := decodeImage(src)
	if !ok {
		c.remove(RemovedEmbedded)
	}
	if !ok || width < minPixels {
		if alt != "" {
			c.text(alt)
		}
		return
	}
	c.m.WriteString("<img")
	c.m.attribute("alt", alt)
	c.m.attribute("class", "rt-embedded")
	c.m.optional("height", pixels(n, "height"))
	c.m.attribute("src", "data:image/"+kind+";base64,"+encoded)
	c.m.optional("width", pixels(n, "width"))
	c.m.WriteString("/>")
	if c.link != nil {
		c.link.text.WriteString(alt)
	}
}

// decodeImage reads a data: address of a picture. Its format is found in its bytes.
func decodeImage(src string) (kind, encoded string, width int, ok bool) {
	if len(src) > maxEmbedded {
		return "", "", 0, false
	}
	header, data, found := strings.Cut(src, ",")
	if !found || !strings.HasSuffix(strings.ToLower(strings.TrimSpace(header)), ";base64") {
		return "", "", 0, false
	}
	data = strings.Map(func(r rune) rune {
		if r <= ' ' || r == '=' {
			return -1
		}
		return r
	}, strings.ReplaceAll(data, "%3D", ""))
	raw, err := base64.RawStdEncoding.DecodeString(data)
	if err != nil {
		return "", "", 0, false
	}
	config, kind, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || config.Width > maxPixels || config.Height > maxPixels {
		return "", "", 0, false
	}
	switch kind {
	case "png", "jpeg", "gif", "webp":
		return kind, base64.StdEncoding.EncodeToString(raw), min(config.Width, config.Height), true
	}
	return "", "", 0, false
}
