package web

import (
	"compress/gzip"
	"io"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/web/page"
)

func (d *desk) unreadOf(c *svcx.Conversation) int {
	d.Helper()
	unread, err := d.inbox.Messaging.Unread(d.Context(), d.workspace, &svcx.Member{ID: d.session.User.ID}, []*svcx.Conversation{c})
	if err != nil {
		d.Fatal(err)
	}
	return unread[c.ID]
}

// A conversation was read as soon as its page was looked up, prefetched, or reloaded
// by a script in a window that nobody looks at.
func TestWhatNobodySeesIsNotRead(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	path := "/app/shop/inbox/" + page.IDOrNone(&c.ID) + "?view=open"
	for _, header := range []string{"Sec-Purpose: prefetch;prerender", "Purpose: prefetch", "X-Moz: prefetch", "Cookie: svcx_scripts=1", "HX-Request: true"} {
		if w := d.get(path, header); w.Code != 200 || d.unreadOf(c) != 1 || !strings.Contains(w.Body.String(), `data-unread="1"`) {
			t.Errorf("%s: %d, %d unread", header, w.Code, d.unreadOf(c))
		}
	}
	head := httptest.NewRequest("HEAD", path, nil)
	if d.ServeHTTP(httptest.NewRecorder(), head); d.unreadOf(c) != 1 {
		t.Error("HEAD reads")
	}
	d.page(d.get("/app/shop/unread?id=1&id=99"), 200, `<span data-conversation-id="1">1</span><span data-conversation-id="99">0</span>`)
	d.page(d.get("/app/shop/unread?id=x"), 404)
	if d.get(path); d.unreadOf(c) != 0 {
		t.Error("opened without scripts it is not read")
	}
}

// A search of too many words was answered as a page that does not exist.
func TestASearchOfTooManyWordsIsRefusedInWords(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	var words []string
	for i := range 60 {
		words = append(words, "w"+strconv.Itoa(i))
	}
	q := strings.Join(words, "+")
	d.page(d.get("/app/shop/inbox?q="+q), 422, "There are too many words. Search for fewer.", `value="`+strings.Join(words, " ")[:20])
	d.page(d.get("/app/shop/inbox?q="+q, "HX-Request: true"), 422, "There are too many words.")
	d.page(d.get("/app/shop/inbox/1?q="+q), 200, "There are too many words.", "Hello")
	d.page(d.get("/app/shop/inbox?q=a&channel=99"), 404)
}

// The file of a message that was cut within the file's header was lost without a word.
func TestAnUploadThatIsCutIsNotSent(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	whole := "--b\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\nSee it\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\ntext\r\n--b--\r\n"
	for _, cut := range []string{"; filename", "name=\"file\"", "\r\n\r\ntext", "--b\r\nContent-Disposition: form-data; name=\"file\"", "ext\r\n", "--b--"} {
		r := httptest.NewRequest("POST", "/app/shop/inbox/1/messages?view=open", strings.NewReader(whole[:strings.LastIndex(whole, cut)]))
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		w := httptest.NewRecorder()
		d.ServeHTTP(w, r)
		d.page(w, 422, "Nothing was sent: the file did not arrive whole.", ">See it</textarea>")
	}
}

// The size of a page that another site asks for told how alike its address is to what it has.
func TestAPageThatAnotherSiteAsksForIsNotCompressed(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "Hello")
	for site, zipped := range map[string]bool{"cross-site": false, "same-site": false, "same-origin": true, "none": true} {
		w := d.get("/app/shop/inbox?q=hello", "Accept-Encoding: gzip", "Sec-Fetch-Site: "+site)
		if (w.Header().Get("Content-Encoding") == "gzip") != zipped {
			t.Errorf("%s: %q", site, w.Header().Get("Content-Encoding"))
		}
		if zipped {
			body, err := gzip.NewReader(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, body); err != nil {
				t.Error(err)
			}
		}
	}
}
