package contract

import (
	"fmt"
	"net/http"
	"reflect"
)

// outcomeMembers are those of a log record that a dry run tells before.
var outcomeMembers = []string{"status", "eventType", "error", "warnings"}

// foretell makes a dry run of a request to the inbound endpoint and returns the
// outcome that it tells; nil for a request that has no key, and where the service
// is not there.
func (w *world) foretell(s sent, path string) (map[string]any, error) {
	body := s.body
	if len(s.words) == 3 {
		expanded, err := w.expandJSON(s.words[2])
		if err != nil {
			return nil, err
		}
		body = []byte(expanded)
	}
	header := s.header.Clone()
	s.header = header
	s.fill("Content-Type", "application/json")
	res, err := w.send(request{"POST", path + "?dryRun=1", header, body})
	if err != nil {
		return nil, err
	}
	switch res.status {
	case http.StatusUnauthorized, http.StatusServiceUnavailable:
		return nil, nil
	case http.StatusOK:
	default:
		return nil, fmt.Errorf("a dry run is answered %d: %s", res.status, res.body)
	}
	document, err := parseJSON(res.body)
	if err != nil {
		return nil, err
	}
	found, _ := lookUp(document, "data.outcome")
	if len(found) != 1 {
		return nil, fmt.Errorf("a dry run tells no outcome: %s", res.body)
	}
	outcome, _ := found[0].(map[string]any)
	return outcome, nil
}

// cameTrue wants the newest record of an inbound request to say what was foretold.
func (w *world) cameTrue(s *sent, path string, foretold map[string]any) error {
	if foretold == nil {
		return nil
	}
	var newest map[string]any
	for more := true; more; {
		res, err := w.send(request{"GET", fmt.Sprintf("%s/events?limit=100&after=%s", path, text(w.after(path))), s.header, nil})
		if err != nil {
			return err
		}
		document, err := parseJSON(res.body)
		if err != nil {
			return err
		}
		page, _ := document.(map[string]any)
		records, _ := page["data"].([]any)
		for _, record := range records {
			if r, _ := record.(map[string]any); r["direction"] == "inbound" {
				newest = r
			}
		}
		w.logRead[path] = page["nextAfter"]
		more = page["hasMore"] == true
	}
	for _, name := range outcomeMembers {
		if newest == nil || !reflect.DeepEqual(newest[name], foretold[name]) {
			return fmt.Errorf("the dry run said %s, the event log says %s", text(foretold), text(newest))
		}
	}
	return nil
}

// after is the id of the last record of a channel's log that was read.
func (w *world) after(path string) any {
	if id := w.logRead[path]; id != nil {
		return id
	}
	return "0"
}
