package page

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"svcx"
)

// Policy is the content security policy of every page.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Show renders a page completely before it sends any of it.
func Show(w http.ResponseWriter, r *http.Request, status int, page templ.Component) error {
	var body bytes.Buffer
	if err := page.Render(r.Context(), &body); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Add("Vary", "Accept-Encoding")
	header.Add("Vary", "HX-Request")
	sent := body.Bytes()
	if acceptsGzip(r) && len(sent) > worthZipping && !fromElsewhere(r) {
		header.Set("Content-Encoding", "gzip")
		sent = zipped(sent)
	}
	header.Set("Content-Length", strconv.Itoa(len(sent)))
	header.Set("Content-Security-Policy", Policy)
	header.Set("X-Content-Type-Options", "nosniff")
	// Not no-referrer: with that, browsers post our own forms with the origin
	// "null", and over plain http nothing else tells them from another site's.
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(sent)
	return nil
}

// worthZipping is the size from which a page is sent compressed, in bytes.
const worthZipping = 1400

// zippers compress pages. Each has some 800 KB, which takes longer to make than a page to compress.
var zippers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, 8) // which exists; 9 takes no less
	return z
}}

// zipped is a page as it is sent compressed.
func zipped(page []byte) []byte {
	var out bytes.Buffer
	z := zippers.Get().(*gzip.Writer)
	defer zippers.Put(z)
	z.Reset(&out)
	z.Write(page)
	z.Close()
	return out.Bytes()
}

// fromElsewhere reports whether another site had the browser ask for a page. Such a page is
// not compressed: it repeats words of its address beside what customers wrote, and the size
// of the two compressed would tell who can measure it how alike they are (BREACH). Browsers
// say so over https; over http what is sent can be read anyway.
func fromElsewhere(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site"
}

// Sentence turns an error's message, which is written to follow a field's name or a
// colon, into a sentence.
func Sentence(message string) string {
	first, size := utf8.DecodeRuneInString(message)
	message = string(unicode.ToUpper(first)) + message[size:]
	if !strings.HasSuffix(message, ".") {
		message += "."
	}
	return message
}

// Refusal is what a member is told about an action that was refused for a reason that
// they can do something about; ok is false for other errors.
func Refusal(s *Viewer, err error) (text string, ok bool) {
	var known *svcx.Error
	if !errors.As(err, &known) {
		return "", false
	}
	switch known.Kind {
	case svcx.KindVetoed:
		return s.T("refused.veto", "Reason", known.Message), true
	case svcx.KindValidation, svcx.KindUnprocessable, svcx.KindIntegrationFailed, svcx.KindConflict:
		return Sentence(known.Public()), true
	}
	return "", false
}
