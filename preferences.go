package svcx

// Theme is how the pages look; "" is as the browser's system has it.
type Theme string

// The themes.
const (
	ThemeSystem Theme = ""
	ThemeLight  Theme = "light"
	ThemeDark   Theme = "dark"
)

// Preferences are what a user has chosen for the pages of all workspaces. The zero value
// is what a new user has. The tags are a format on disk.
type Preferences struct {
	Theme Theme `json:"theme,omitempty"`
	// Zone is the name of a time zone; "" is the browser's.
	Zone string `json:"zone,omitempty"`
	// Notify is about which conversations the user is notified, Signs how.
	Notify NotifyAbout `json:"notify,omitzero"`
	Signs  NotifySigns `json:"signs,omitzero"`
	// NoKeys switches keys off that are a single character (WCAG 2.1.4).
	NoKeys bool `json:"noKeys,omitempty"`
	// UndoSend has a reply wait some seconds for "Undo" before it is sent.
	UndoSend bool `json:"undoSend,omitempty"`
}

// NotifyAbout are the conversations whose new messages a user is notified of.
type NotifyAbout struct {
	Mine       bool `json:"mine,omitempty"`
	Unassigned bool `json:"unassigned,omitempty"`
	Others     bool `json:"others,omitempty"`
}

// NotifySigns are the ways in which a user is notified.
type NotifySigns struct {
	Count   bool `json:"count,omitempty"`
	Sound   bool `json:"sound,omitempty"`
	Desktop bool `json:"desktop,omitempty"`
}
