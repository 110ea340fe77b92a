package inbox

import (
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// maxContactChanges bounds the conversations on the live stream when their contact
// changes: the newest ones.
const maxContactChanges = 20

// StoreContact stores a contact and publishes changes of its conversations.
func (core *Core) StoreContact(tx *store.Tx, c *svcx.Contact) error {
	if err := tx.UpdateContact(c); err != nil {
		return err
	}
	conversations, err := tx.ConversationsOfContact(c.Workspace, c.ID, maxContactChanges)
	if err != nil {
		return err
	}
	return core.ShowConversations(tx, c.Workspace, conversations...)
}

// SameContact reports whether two states of a contact differ in nothing that a patch changes.
func SameContact(a, b *svcx.Contact) bool {
	return a.ExternalID == b.ExternalID && a.Name == b.Name && a.Email == b.Email && slices.Equal(a.Tags, b.Tags)
}

// CheckAvatarURL refuses URLs that cannot be an avatar's (R 4.3, D 5). "", which clears
// it, is valid. The image itself is not checked here.
func (core *Core) CheckAvatarURL(raw string) error {
	if raw == "" {
		return nil
	}
	if !svcx.IsHTTPS(raw) {
		return svcx.Invalid("", "must be an https URL")
	}
	// checkURL refuses what cannot be parsed. parsed.Path is unescaped.
	parsed, err := url.Parse(raw)
	if err == nil && (hasEnding(parsed.Path, ".svg") || hasEnding(parsed.Path, ".svgz")) {
		return svcx.Invalid("", "must not be an SVG image")
	}
	if err := core.checkURL(raw); err != nil {
		return svcx.Invalid("", "must be a public https URL")
	}
	return nil
}

func hasEnding(path, ending string) bool { return strings.HasSuffix(strings.ToLower(path), ending) }
