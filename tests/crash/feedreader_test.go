package crash

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"time"
)

// A reader of a feed is this test program in another process, which can be killed at
// any time. Environment variables say what it does.
const (
	feedReaderPath = "CRASH_FEED" // the feed's address
	feedReaderKey  = "CRASH_FEED_KEY"
	// feedReaderFiles is the path of its two files: .position is the after to resume
	// from, .met is what it has read.
	feedReaderFiles = "CRASH_FEED_FILES"
	// pageMet is what it prints between storing a page and storing the position; it
	// continues when it gets an answer.
	pageMet = "page"
)

// fedEvent is an event of a feed.
type fedEvent struct {
	ID        number
	WebhookID string
	Sequence  int
	Event     envelope
}

// line is an event as a reader stores it.
func (e fedEvent) line() string {
	return fmt.Sprintf("%s %s %d %s %s", e.ID, e.WebhookID, e.Sequence, e.Event.ConversationID, e.Event.mark())
}

type feedPage struct {
	Data      []fedEvent
	NextAfter number
	HasMore   bool
}

// readFeed reads a feed from its stored position until it is killed.
func readFeed() {
	files := os.Getenv(feedReaderFiles)
	met, err := os.OpenFile(files+".met", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	check(err)
	after := "0"
	if stored, err := os.ReadFile(files + ".position"); err == nil {
		after = string(stored)
	}
	// The previous line may have been cut off.
	keep(met, "\nfrom "+after+"\n")
	answers := bufio.NewReader(os.Stdin)
	for {
		page, err := fetchFeed(after)
		if err != nil {
			time.Sleep(pause) // the service is sometimes killed
			continue
		}
		if len(page.Data) == 0 {
			continue
		}
		var lines strings.Builder
		for _, e := range page.Data {
			lines.WriteString(e.line() + "\n")
		}
		keep(met, lines.String())
		fmt.Println(pageMet)
		if _, err := answers.ReadString('\n'); err != nil {
			return // the run is over
		}
		after = string(page.NextAfter)
		check(os.WriteFile(files+".new", []byte(after), 0o644))
		check(os.Rename(files+".new", files+".position"))
	}
}

func fetchFeed(after string) (page feedPage, err error) {
	url := fmt.Sprintf("%s?after=%s&limit=%d&wait=%d", os.Getenv(feedReaderPath), after, 1+rand.IntN(20), rand.IntN(6))
	req, err := http.NewRequest("GET", url, nil)
	check(err)
	req.Header.Set("X-Svcx-Key", os.Getenv(feedReaderKey))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return page, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return page, err
	case res.StatusCode == http.StatusServiceUnavailable:
		return page, fmt.Errorf("answered %s", body)
	case res.StatusCode != http.StatusOK:
		check(fmt.Errorf("%s was answered %d %s", url, res.StatusCode, body))
	}
	return page, json.Unmarshal(body, &page)
}

// keep writes in one call, so that a kill leaves all of it or its beginning.
func keep(met *os.File, text string) {
	_, err := met.WriteString(text)
	check(err)
}

// check ends the reader, which never ends otherwise.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
