package deliver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/store"
)

type noNames struct{}

func (noNames) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return nil, errors.New("no such host")
}

// With the program's client, a URL's query and userinfo, which may contain an integrator's
// secret, are in no event log entry, in no stored body and in no log line.
func TestSecretsOfURLsAreNeitherStoredNorLogged(t *testing.T) {
	const secret = "s3cret"
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/redirect":
			http.Redirect(rw, r, "/?token="+secret, http.StatusFound)
		case "/fails":
			http.Error(rw, "no "+r.URL.String(), http.StatusBadRequest)
		case "/hangup", "/garbage":
			conn, buf, err := http.NewResponseController(rw).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			if r.URL.Path == "/garbage" {
				fmt.Fprintf(buf, "what is %s\r\n\r\n", r.URL)
				buf.Flush()
			}
			conn.Close()
		}
	}))
	defer server.Close()
	w := newFixture(t)
	client := safehttp.New(safehttp.Options{AllowHTTP: true, AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Resolver: noNames{}})
	userinfo := strings.Replace(server.URL, "http://", "http://user:"+secret+"@", 1)
	want := map[store.ChannelRef]string{}
	for url, code := range map[string]string{
		server.URL + "/ok?token=" + secret:       "",
		server.URL + "/redirect?token=" + secret: "redirect: ",
		server.URL + "/fails?token=" + secret:    "http_status: ",
		server.URL + "/hangup?token=" + secret:   "connect_failed: ",
		server.URL + "/garbage?token=" + secret:  "connect_failed: ",
		userinfo + "/ok":                         "blocked_url: ",
		"http://127.0.0.1:1/?token=" + secret:    "connect_failed: ",
		"https" + server.URL[4:] + "/?" + secret: "tls_failed: ",
		"https://10.1.2.3/?token=" + secret:      "blocked_url: ",
		"https://name.example/?token=" + secret:  "dns_failed: ",
		"https://name.example/%zz?" + secret:     "blocked_url: ",
		"no url " + secret + "?" + secret:        "blocked_url: ",
	} {
		ref := w.channel(svcx.FormB, url)
		want[ref] = code
		w.add(&conversation{ref: ref, id: svcx.ConversationID(ref.Channel)}, 1)
	}
	_, stop := w.start(func(o *Options) { o.Post = client })
	deadline := time.Now().Add(20 * time.Second)
	for len(want) > 0 && time.Now().Before(deadline) {
		for ref, code := range want {
			for _, e := range w.events(ref) {
				delete(want, ref)
				if b := w.body(e); strings.Contains(b.Request, secret) || strings.Contains(b.Response, secret) {
					t.Errorf("kept %+v", b)
				}
				if !strings.HasPrefix(e.Error, code) || strings.Contains(e.Error, secret) || code == "" && e.Status != svcx.EventOK {
					t.Errorf("logged %q, want %q", e.Error, code)
				}
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	if len(want) > 0 {
		t.Errorf("no event log entry for %v", want)
	}
	if text := w.log.String(); strings.Contains(text, secret) {
		t.Errorf("the log shows the secret:\n%s", text)
	}
}
