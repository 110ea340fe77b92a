package bench

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// The receiver accepts what the library of Standard Webhooks signs, and counts what is
// not signed.
func TestReceiver(t *testing.T) {
	hooks, err := listenWebhooks()
	if err != nil {
		t.Fatal(err)
	}
	defer hooks.close()
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	if err := hooks.secret(0, secret); err != nil {
		t.Fatal(err)
	}
	signer, err := standard.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	r := &replier{phase: phase{waits: true, delivers: true}, arrived: make(chan int, 1), answered: []bool{true}, received: []int{0}}
	hooks.expect(r)
	post := func(id string) {
		body, at := []byte(`{"data":{"content":"`+replyMark+`0-0. Hello"}}`), time.Now()
		signature, err := signer.Sign("msg_1", at, body)
		if err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequest(http.MethodPost, hooks.url(0), bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("webhook-id", id)
		request.Header.Set("webhook-timestamp", strconv.FormatInt(at.Unix(), 10))
		request.Header.Set("webhook-signature", "v1,AAAA "+signature)
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	post("msg_2")
	if missing, _ := r.missing(); hooks.unsigned != 1 || missing != 1 {
		t.Errorf("with another call's signature: %d unsigned, %d missing", hooks.unsigned, missing)
	}
	post("msg_1")
	if missing, _ := r.missing(); hooks.unsigned != 1 || missing != 0 || !r.wait(0) {
		t.Errorf("signed: %d unsigned, %d missing", hooks.unsigned, missing)
	}
}

// Answers in chunks are put together.
func TestClientReadsChunks(t *testing.T) {
	want := strings.Repeat("a long answer ", 5000)
	to := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		for part := range slices.Chunk([]byte(want), 9999) {
			w.Write(part)
			w.(http.Flusher).Flush()
		}
	})
	c, err := connect(to.address, time.Now().Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	for range 2 {
		status, answer, err := c.send([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
		if err != nil || status != 200 || string(answer) != want {
			t.Fatalf("got %d with %d bytes: %v", status, len(answer), err)
		}
	}
}
