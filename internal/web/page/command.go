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
}

// commands are in the order of the menu.
var commands = []command{
	{"j", "next"}, {"k", "previous"}, {"o", "open"}, {"u", "back"}, {"J", "nextMessage"}, {"K", "previousMessage"},
	{"r", "reply"}, {"n", "note"}, {"s", "saved"}, {"Ctrl+Enter", "send"}, {"Ctrl+Shift+Enter", "sendAndResolve"}, {"e", "resolve"}, {"E", "close"}, {"m", "mine"}, {"a", "assign"}, {"c", "category"}, {"p", "priority"}, {"t", "tags"},
	{"x", "select"}, {"X", "selectTo"}, {"*", "selectAll"}, {"z", "undo"},
	{"[", "details"}, {"]", "list"}, {"/", "search"}, {"g m", "goMine"}, {"g u", "goUnassigned"}, {"g o", "goOpen"}, {"g d", "goUndelivered"}, {"g r", "goResolved"}, {"g c", "goClosed"}, {"g p", "goContacts"}, {"g a", "goRatings"}, {"g e", "goReports"}, {"g s", "goSettings"}, {"?", "keys"},
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
