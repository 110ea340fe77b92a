package svcx

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
	AuditKeyRegenerate       AuditAction = "channel.key.regenerate"
	AuditKeyReveal           AuditAction = "channel.key.reveal"
	AuditSigningSecretCreate AuditAction = "channel.signing_secret.create"
	AuditSigningSecretDelete AuditAction = "channel.signing_secret.delete"
	AuditRedeliver           AuditAction = "channel.redeliver"
	AuditMemberAdd           AuditAction = "member.add"
	AuditMemberUpdate        AuditAction = "member.update"
	AuditMemberRemove        AuditAction = "member.remove"
	AuditMemberInvite        AuditAction = "member.invite"
	AuditWorkspaceCreate     AuditAction = "workspace.create"
	AuditWorkspaceUpdate     AuditAction = "workspace.update"
	AuditWorkspaceExport     AuditAction = "workspace.export"
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
