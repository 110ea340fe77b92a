package svcx

import (
	"slices"
	"strings"
)

// AuditEntry is an entry of a workspace's audit log: who did what to what.
type AuditEntry struct {
	ID        int64
	Workspace WorkspaceID
	// Actor is who did it; Actor.IP is the address it was done from.
	Actor  Actor
	Action AuditAction
	// Target names what it was done to, such as "channel/7".
	Target string
	At     Time
}

// AuditAction is what was done.
type AuditAction string

// The actions in the audit log.
const (
	AuditChannelCreate       AuditAction = "channel.create"
	AuditChannelUpdate       AuditAction = "channel.update"
	AuditChannelDelete       AuditAction = "channel.delete"
	AuditChannelTest         AuditAction = "channel.test"
	AuditChannelPause        AuditAction = "channel.pause"
	AuditChannelResume       AuditAction = "channel.resume"
	AuditKeyRegenerate       AuditAction = "channel.key.regenerate"
	AuditKeyReveal           AuditAction = "channel.key.reveal"
	AuditSigningSecretCreate AuditAction = "channel.signing_secret.create"
	AuditSigningSecretDelete AuditAction = "channel.signing_secret.delete"
	AuditRedeliver           AuditAction = "channel.redeliver"
	AuditRunAgain            AuditAction = "channel.run_again"
	AuditMemberAdd           AuditAction = "member.add"
	AuditMemberUpdate        AuditAction = "member.update"
	AuditMemberRemove        AuditAction = "member.remove"
	AuditMemberInvite        AuditAction = "member.invite"
	AuditMemberLink          AuditAction = "member.link"
	AuditWorkspaceCreate     AuditAction = "workspace.create"
	AuditWorkspaceUpdate     AuditAction = "workspace.update"
	AuditWorkspaceExport     AuditAction = "workspace.export"
	AuditWorkspaceAI         AuditAction = "workspace.ai"
	AuditAPIKeyCreate        AuditAction = "key.create"
	AuditAPIKeyRevoke        AuditAction = "key.revoke"
	AuditSecretCreate        AuditAction = "secret.create"
	AuditSecretUpdate        AuditAction = "secret.update"
	AuditSecretDelete        AuditAction = "secret.delete"
	AuditSecretRead          AuditAction = "secret.read"
	AuditCategoryCreate      AuditAction = "category.create"
	AuditCategoryUpdate      AuditAction = "category.update"
	AuditCategoryDelete      AuditAction = "category.delete"
	AuditFieldCreate         AuditAction = "field.create"
	AuditFieldUpdate         AuditAction = "field.update"
	AuditFieldDelete         AuditAction = "field.delete"
	AuditConversationDelete  AuditAction = "conversation.delete"
	AuditConversationAI      AuditAction = "conversation.ai"
	AuditContactMerge        AuditAction = "contact.merge"
	AuditContactUnmerge      AuditAction = "contact.unmerge"
	AuditContactBlock        AuditAction = "contact.block"
	AuditContactUnblock      AuditAction = "contact.unblock"
	AuditContactErase        AuditAction = "contact.erase"
	AuditStaffLinkCreate     AuditAction = "staff_link.create"
	AuditStaffLinkUpdate     AuditAction = "staff_link.update"
	AuditStaffLinkDelete     AuditAction = "staff_link.delete"
	AuditImportConversations AuditAction = "import.conversations"
	AuditImportMessages      AuditAction = "import.messages"
)

// AuditActions are all actions, those of the same kind of target together.
var AuditActions = []AuditAction{
	AuditChannelCreate,
	AuditChannelUpdate,
	AuditChannelDelete,
	AuditChannelTest,
	AuditChannelPause,
	AuditChannelResume,
	AuditKeyRegenerate,
	AuditKeyReveal,
	AuditSigningSecretCreate,
	AuditSigningSecretDelete,
	AuditRedeliver,
	AuditRunAgain,
	AuditMemberAdd,
	AuditMemberUpdate,
	AuditMemberRemove,
	AuditMemberInvite,
	AuditMemberLink,
	AuditWorkspaceCreate,
	AuditWorkspaceUpdate,
	AuditWorkspaceExport,
	AuditWorkspaceAI,
	AuditAPIKeyCreate,
	AuditAPIKeyRevoke,
	AuditSecretCreate,
	AuditSecretUpdate,
	AuditSecretDelete,
	AuditSecretRead,
	AuditCategoryCreate,
	AuditCategoryUpdate,
	AuditCategoryDelete,
	AuditFieldCreate,
	AuditFieldUpdate,
	AuditFieldDelete,
	AuditConversationDelete,
	AuditConversationAI,
	AuditContactMerge,
	AuditContactUnmerge,
	AuditContactBlock,
	AuditContactUnblock,
	AuditContactErase,
	AuditStaffLinkCreate,
	AuditStaffLinkUpdate,
	AuditStaffLinkDelete,
	AuditImportConversations,
	AuditImportMessages,
}

// AuditBelow are actions whose targets name something within a target of a kind, such as
// "channel/7/delivery/9".
var AuditBelow = map[string][]AuditAction{
	"channel":      {AuditRedeliver, AuditRunAgain},
	"contact":      {AuditContactMerge, AuditContactUnmerge},
	"conversation": {AuditConversationAI},
}

// AuditFilter selects entries of the audit log; what is not set does not matter.
type AuditFilter struct {
	// ActorKind and ActorID are who did it.
	ActorKind ActorKind
	ActorID   int64
	// Actions are what was done, one of them.
	Actions []AuditAction
	// Target is what it was done to, or something within it.
	Target string
	// From is when the entries begin, To when they end; To itself is not in them.
	From, To *Time
}

// Plain reports whether the filter has at most one condition besides times.
func (f AuditFilter) Plain() bool {
	n := 0
	for _, is := range []bool{f.ActorKind != "", len(f.Actions) > 0, f.Target != ""} {
		if is {
			n++
		}
	}
	return n < 2 && AuditBelow[f.Kind()] == nil
}

// Kind is the kind of the target; "" without one.
func (f AuditFilter) Kind() string {
	kind, _, _ := strings.Cut(f.Target, "/")
	return kind
}

// Matches reports whether the filter selects an entry.
func (f AuditFilter) Matches(e *AuditEntry) bool {
	return (f.ActorKind == "" || e.Actor.Kind == f.ActorKind && e.Actor.ID == f.ActorID) &&
		(len(f.Actions) == 0 || slices.Contains(f.Actions, e.Action)) &&
		(f.Target == "" || e.Target == f.Target || strings.HasPrefix(e.Target, f.Target+"/")) &&
		(f.From == nil || e.At >= *f.From) && (f.To == nil || e.At < *f.To)
}
