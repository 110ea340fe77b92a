package form

import (
	"slices"

	"svcx"
)

// Sends reports whether the named form has outbound events of the type.
func (s Set) Sends(name svcx.FormName, event svcx.EventType) bool { return s.Of(name).Sends(event) }

// RevealsChannelKey reports whether the named form stores channel keys encrypted as
// well as hashed.
func (s Set) RevealsChannelKey(name svcx.FormName) bool { return s.Of(name).RevealsChannelKey }

// RelaysAttachments reports whether message.created of the named form has the
// attachments of the message.
func (s Set) RelaysAttachments(name svcx.FormName) bool { return s.Of(name).RelaysAttachments }

// Knows reports whether keys of the named form may hold the scope.
func (s Set) Knows(name svcx.FormName, scope svcx.Scope) bool {
	return slices.Contains(s.Of(name).Scopes, scope)
}
