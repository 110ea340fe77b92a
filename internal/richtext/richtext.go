// Package richtext makes what people write safe to show in a page: plain text, Markdown and
// HTML mail, and the names and one-line texts around them. It reads no network, no clock and
// no settings.
//
//	text.go, linkify.go    plain text, and addresses in it
//	markdown.go            Markdown
//	html.go, clean.go      HTML: bounds and passes; the walk that keeps what is allowed
//	policy.go              what is allowed, as a policy of bluemonday
//	image.go, remote.go    pictures and other media
//	address.go, host.go    targets of links; hosts as people may read them
//	quote*.go              what is quoted from earlier messages
//	visible.go, line.go    names, file names, subjects, snippets
//
// Markup is well formed, closes what it opens and is read by a parser as it was written, so
// that it stays in the element that it is put in. It has no ids, names, styles or event handlers, loads
// nothing, and its links lead to http, https, mailto or tel addresses, or to media addresses that
// the caller gave. The element around it should have dir="auto" and, in style sheets,
// unicode-bidi: plaintext, and white-space: pre-wrap for Text.
//
// Classes in it, for style sheets and scripts; none comes from outside:
//
//	rt-image, rt-audio, rt-video
//	    a link in place of media: href is our own address of it, data-width and data-height
//	    are the size that the author gave. A span where the caller gave no address.
//	rt-embedded  a picture that came inside the message
//	rt-host      the host of a link whose text says something else
//	rt-control   a control character, made visible
package richtext

// Markup is HTML that is safe to put into an element of a page. Only this package makes it.
type Markup string

// Shown is a text as a page may show it.
type Shown struct {
	// Body is what the author wrote; empty if there is nothing to see.
	Body Markup
	// Quoted is what they quoted below it from earlier messages, for a page to fold. If they
	// wrote nothing else, Body has it.
	Quoted Markup
	// Removed is what was left out, by kind, in the order of the constants.
	Removed []Removal
	// Fallback is why the text is shown plain, without its markup; empty if it is not.
	Fallback Fallback
}

// Removal is one kind of thing that was left out.
type Removal struct {
	Kind  RemovedKind
	Count int
	// Hosts are where it would have been loaded from, or led to, in order: at most MaxHosts.
	Hosts []string
}

// MaxHosts is how many hosts a Removal names.
const MaxHosts = 20

// RemovedKind is a kind of thing that is left out. Its value is a word for a catalogue of texts.
type RemovedKind string

// Kinds of what is left out.
const (
	RemovedScripts     RemovedKind = "scripts"     // script elements
	RemovedHandlers    RemovedKind = "handlers"    // event handlers in attributes
	RemovedForms       RemovedKind = "forms"       // forms and their fields
	RemovedFrames      RemovedKind = "frames"      // frames, plug-ins
	RemovedRedirects   RemovedKind = "redirects"   // meta refresh, base
	RemovedLinks       RemovedKind = "links"       // targets that are no web, mail or telephone address
	RemovedTrackers    RemovedKind = "trackers"    // pictures too small to see
	RemovedBackgrounds RemovedKind = "backgrounds" // what style sheets and attributes load
	RemovedImages      RemovedKind = "images"      // remote pictures: shown on request, if at all
	RemovedMedia       RemovedKind = "media"       // remote sound and video: likewise
	RemovedDrawings    RemovedKind = "drawings"    // svg, math
	RemovedHidden      RemovedKind = "hidden"      // what the author hid
	RemovedStyles      RemovedKind = "styles"      // style sheets
	RemovedEmbedded    RemovedKind = "embedded"    // pictures within the message that are of another format, or too large
)

var removedKinds = []RemovedKind{
	RemovedScripts, RemovedHandlers, RemovedForms, RemovedFrames, RemovedRedirects, RemovedLinks, RemovedTrackers,
	RemovedBackgrounds, RemovedImages, RemovedMedia, RemovedDrawings, RemovedHidden, RemovedStyles, RemovedEmbedded,
}

// Fallback is why a text is shown without its markup. Its value is a word for a catalogue of
// texts.
type Fallback string

// Reasons to show a text without its markup.
const (
	FallbackLarge   Fallback = "large"   // more than MaxHTML or MaxMarkdown bytes
	FallbackDeep    Fallback = "deep"    // nested too deeply
	FallbackComplex Fallback = "complex" // more markup than text needs
)

// Bounds on what is read as markup, and on how much text is shown.
const (
	MaxHTML     = 1 << 20
	MaxMarkdown = 64 << 10
	// MaxText is how many bytes of a plain text are shown. A message has at most 50,000
	// characters (D 2).
	MaxText = 1 << 20
)

// Media gives our own address of external media, by its src as it stands in the text (white
// space around it removed): https, or cid. "" is none: the media are not shown. A nil Media
// has none.
type Media func(src string) string

func (m Media) address(src string) string {
	if m == nil {
		return ""
	}
	return m(src)
}
