package docs

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"
)

// secret is the one in the articles.
const secret = "whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQuLi4="

// The receivers that verify signatures take what svcx signs, and nothing else.
func TestReceivers(t *testing.T) {
	for _, b := range blocksOf(t, "signatures.md", "B") {
		if b.file() == "" {
			continue
		}
		t.Run(b.language, func(t *testing.T) {
			t.Parallel()
			d := &desk{T: t, dir: t.TempDir(), port: freePort(t), env: append(os.Environ(), "SIGNING_SECRET="+secret)}
			text, file := d.text(b), filepath.Join(d.dir, b.file())
			program, arguments := "", []string{file}
			switch b.language {
			case "go":
				program, arguments = filepath.Join(d.dir, "receiver"), nil
			case "python":
				program = "python3"
			case "php":
				program, arguments = "php", []string{"-S", "127.0.0.1:" + d.port, file}
			case "ts":
				// Node removes the types by itself from version 22 on.
				program, file = "node", filepath.Join(d.dir, "receiver.mjs")
				arguments = []string{file}
				stripped := api.Transform(text, api.TransformOptions{Loader: api.LoaderTS})
				for _, problem := range stripped.Errors {
					t.Error(problem.Text)
				}
				text = string(stripped.Code)
			default:
				t.Fatalf("nothing runs %s", b.language)
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if b.language == "go" {
				d.command("go", "build", "-o", program, file)
			} else {
				needs(t, program)
			}
			d.start(program, arguments...)
			d.callReceiver()
		})
	}
}

// callReceiver calls a receiver as svcx does, and as others might.
func (d *desk) callReceiver() {
	d.Helper()
	const body = `{"conversationId":"order-4711","content":"Grüße"}`
	now := time.Now()
	for name, c := range map[string]struct {
		at         time.Time
		signatures []string
		body       string
		status     int
	}{
		"genuine":               {now, []string{signed(secret, now, body)}, body, 204},
		"during a rotation":     {now, []string{signed("whsec_b3RoZXI=", now, body), signed(secret, now, body)}, body, 204},
		"another secret":        {now, []string{signed("whsec_b3RoZXI=", now, body)}, body, 401},
		"another body":          {now, []string{signed(secret, now, body)}, body + " ", 401},
		"no signature":          {now, nil, body, 401},
		"an old call":           {now.Add(-6 * time.Minute), []string{signed(secret, now.Add(-6*time.Minute), body)}, body, 401},
		"a call to come":        {now.Add(6 * time.Minute), []string{signed(secret, now.Add(6*time.Minute), body)}, body, 401},
		"another time":          {now.Add(time.Second), []string{signed(secret, now, body)}, body, 401},
		"a shorter signature":   {now, []string{signed(secret, now, body)[:20]}, body, 401},
		"a signature of no use": {now, []string{"v1,"}, body, 401},
	} {
		r, err := http.NewRequest("POST", "http://127.0.0.1:"+d.port+"/", strings.NewReader(c.body))
		if err != nil {
			d.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("webhook-id", id)
		r.Header.Set("webhook-timestamp", strconv.FormatInt(c.at.Unix(), 10))
		if c.signatures != nil {
			r.Header.Set("webhook-signature", strings.Join(c.signatures, " "))
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			d.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != c.status {
			d.Errorf("%s is answered %d", name, answer.StatusCode)
		}
	}
}

const id = "msg_1c7a6ba08a58483c2fecc0978fa3eb49"

func signed(secret string, at time.Time, body string) string {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		panic(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "." + body))
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}
