package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// message is an inbound message. Form A requires messageId, conversationId,
// from.externalId and content, and accepts name, email, contentType, subject and
// sentAt. Form B requires only content and accepts all members.
type message struct {
	MessageID      string         `json:"messageId,omitempty"`
	ConversationID string         `json:"conversationId,omitempty"`
	From           *from          `json:"from,omitempty"`
	Content        string         `json:"content"`
	ContentType    string         `json:"contentType,omitempty"`
	Subject        string         `json:"subject,omitempty"`
	SentAt         string         `json:"sentAt,omitempty"`
	Participants   []participant  `json:"participants,omitempty"`
	CategoryID     int64          `json:"categoryId,omitempty"`
	Fields         map[string]any `json:"fields,omitempty"`
	Attachments    []attachment   `json:"attachments,omitempty"`
}

type from struct {
	ExternalID string `json:"externalId,omitempty"`
	Name       string `json:"name,omitempty"`
	Email      string `json:"email,omitempty"`
	Type       string `json:"type,omitempty"` // customer, staff, bot
}

type participant struct {
	Name       string `json:"name,omitempty"`
	Email      string `json:"email,omitempty"`
	ExternalID string `json:"externalId,omitempty"`
	Role       string `json:"role"` // cc, observer
}

type attachment struct {
	URL      string `json:"url"`
	Filename string `json:"filename,omitempty"`
	MimeType string `json:"mimeType,omitempty"`
}

// action and intent are sent to the same address as messages. Their members depend on
// the type, so they are built where they are sent.
type (
	action map[string]any
	intent map[string]any
)

// definitions are the answer of field discovery.
type definitions struct {
	Categories []struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
	} `json:"categories"`
	Fields []struct {
		Key        string   `json:"key"`
		Type       string   `json:"type"` // text, number, select, boolean, date
		CategoryID *int64   `json:"categoryId"`
		Options    []string `json:"options"`
	} `json:"fields"`
}

// record is an entry of the event log.
type record struct {
	ID             int64     `json:"id"`
	EventType      string    `json:"eventType"`
	Status         string    `json:"status"`
	Error          string    `json:"error"`
	ConversationID string    `json:"conversationId"`
	CreatedAt      time.Time `json:"createdAt"`
}

type sender struct {
	inbound, key string
	client       *http.Client
}

func newSender(inbound, key string) *sender {
	return &sender{inbound, key, &http.Client{Timeout: 30 * time.Second}}
}

// post sends a message, an action or an intent.
//
// "ok" means that the request is stored, not that it was understood: the event log
// shows whether it was (see replay). Anything else means that it may not have been
// stored, so it is sent again. A message keeps its messageId, and if it was stored
// the first time, the repeat changes nothing. Neither does repeating an action or
// intent, except that a rating is sent, or asked for, once more.
func (s *sender) post(ctx context.Context, body any) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		status, header, answer, err := s.do(ctx, "POST", s.inbound, "x-svcx-api-key", encoded)
		if err == nil && status == http.StatusOK && string(answer) == "ok" {
			return nil
		}
		if err == nil {
			err = fmt.Errorf("POST %s: %d %s", s.inbound, status, answer)
		}
		if try == 5 {
			return err
		}
		// 429 and 503 have a Retry-After.
		pause := time.Duration(try) * time.Second
		if seconds, err := strconv.Atoi(header.Get("Retry-After")); err == nil {
			pause = time.Duration(seconds) * time.Second
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// heartbeat reports that this system is alive, and returns the service's time.
func (s *sender) heartbeat(ctx context.Context) (time.Time, error) {
	var answer struct {
		OK         bool      `json:"ok"`
		ReceivedAt time.Time `json:"receivedAt"`
	}
	err := s.call(ctx, "POST", "/heartbeat", "X-Svcx-Key", &answer)
	if err == nil && (!answer.OK || answer.ReceivedAt.IsZero()) {
		err = fmt.Errorf("the heartbeat's answer is %+v", answer)
	}
	return answer.ReceivedAt, err
}

// discover reads the categories and custom fields that a message may set.
func (s *sender) discover(ctx context.Context) (definitions, error) {
	var answer definitions
	err := s.call(ctx, "GET", "/fields", "x-svcx-api-key", &answer)
	if err == nil && (answer.Categories == nil || answer.Fields == nil) {
		err = fmt.Errorf("field discovery answers without its lists")
	}
	return answer, err
}

// replay reads the event log since a time: the outcome of every request that was sent
// and of every delivery here. It reads page by page with "after", which skips and
// repeats nothing, however much is written in the meantime.
func (s *sender) replay(ctx context.Context, since time.Time, each func(record)) error {
	query := url.Values{"since": {since.UTC().Format(time.RFC3339Nano)}, "limit": {"10"}}
	for last := int64(0); ; {
		var page struct {
			Data      []record `json:"data"`
			Limit     int      `json:"limit"`
			NextAfter *int64   `json:"nextAfter"`
			HasMore   bool     `json:"hasMore"`
		}
		if err := s.call(ctx, "GET", "/events?"+query.Encode(), "X-Svcx-Key", &page); err != nil {
			return err
		}
		if page.Limit != 10 || len(page.Data) > 10 {
			return fmt.Errorf("a page of at most 10 records has %d and says %d", len(page.Data), page.Limit)
		}
		for _, r := range page.Data {
			if r.ID <= last {
				return fmt.Errorf("the replay has record %d after %d", r.ID, last)
			}
			last = r.ID
			each(r)
		}
		if !page.HasMore {
			return nil
		}
		if page.NextAfter == nil || *page.NextAfter != last {
			return fmt.Errorf("the replay has more after %d but does not say so", last)
		}
		query.Set("after", strconv.FormatInt(last, 10))
	}
}

// call makes one of the channel's other calls and decodes its answer.
func (s *sender) call(ctx context.Context, method, path, keyHeader string, into any) error {
	status, _, answer, err := s.do(ctx, method, s.inbound+path, keyHeader, nil)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s %s: %d %s", method, path, status, answer)
	}
	return json.Unmarshal(answer, into)
}

func (s *sender) do(ctx context.Context, method, url, keyHeader string, body []byte) (int, http.Header, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil, err
	}
	req.Header.Set(keyHeader, s.key)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := s.client.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, 4<<20))
	return res.StatusCode, res.Header, answer, err
}
