package page

import (
	"net/http"
	"strings"

	"svcx/internal/web/texts"
)

// commandsPage is GET /app/{org}/commands: what the command menu offers a member.
func (h *Site) commandsPage(w http.ResponseWriter, r *http.Request, s *Viewer) error {
	return Show(w, r, http.StatusOK, commandList(Frame{Viewer: s}))
}

// command is what the command menu offers, with the key that does the same.
type command struct {
	// Key is what scripts/keys.js knows it by: characters that are typed, with blanks
	// between them.
	Key string
	// id is its text's, after "command.".
	id string
	// group is where the list of keys has it.
	group string
}

// commands are in the order of the menu.
var commands = []command{
	{"j", "next", keysMove}, {"k", "previous", keysMove}, {"o", "open", keysMove}, {"u", "back", keysMove}, {"J", "nextMessage", keysMove}, {"K", "previousMessage", keysMove},
	{"r", "reply", keysWrite}, {"n", "note", keysWrite}, {"s", "saved", keysWrite}, {"Ctrl+Enter", "send", keysWrite}, {"Ctrl+Shift+Enter", "sendAndResolve", keysWrite},
	{"e", "resolve", keysSet}, {"E", "close", keysSet}, {"m", "mine", keysSet}, {"a", "assign", keysSet}, {"c", "category", keysSet}, {"p", "priority", keysSet}, {"t", "tags", keysSet},
	{"x", "select", keysSelect}, {"X", "selectTo", keysSelect}, {"*", "selectAll", keysSelect}, {"z", "undo", keysShow},
	{"[", "details", keysShow}, {"]", "list", keysShow}, {"/", "search", keysShow},
	{"g m", "goMine", keysGo}, {"g n", "goMentions", keysGo}, {"g u", "goUnassigned", keysGo}, {"g o", "goOpen", keysGo}, {"g d", "goUndelivered", keysGo}, {"g r", "goResolved", keysGo}, {"g c", "goClosed", keysGo}, {"g p", "goContacts", keysGo}, {"g a", "goRatings", keysGo}, {"g e", "goReports", keysGo}, {"g s", "goSettings", keysGo},
	{"?", "keys", keysShow},
}

// The groups that keys are listed in, by their texts after "keys.".
const (
	keysMove   = "move"
	keysWrite  = "write"
	keysSet    = "set"
	keysSelect = "select"
	keysShow   = "show"
	keysGo     = "go"
)

var keyGroups = []string{keysMove, keysSet, keysWrite, keysSelect, keysShow, keysGo}

// keysPage is GET /app/{org}/keys: every key, for the list that a script shows.
func (h *Site) keysPage(w http.ResponseWriter, r *http.Request, s *Viewer) error {
	return Show(w, r, http.StatusOK, keyList(Frame{Viewer: s}))
}

func (c command) text(p *texts.Printer) string { return p.T("command." + c.id) }

// keys are the keys as they stand on a keyboard.
func (c command) keys(p *texts.Printer) []string {
	all := strings.Fields(c.Key)
	for i, key := range all {
		switch {
		case strings.Contains(key, "+"):
			all[i] = strings.ReplaceAll(key, "+", " ")
		case len(all) == 1 && key != strings.ToLower(key):
			all[i] = p.T("key.shift", "Key", key)
		default:
			all[i] = strings.ToUpper(key)
		}
	}
	return all
}
