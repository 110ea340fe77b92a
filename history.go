package svcx

// HistoryEntry is one system entry of a conversation: who changed what. Detail
// depends on the type: the status before, the assignee's id, the rating.
type HistoryEntry struct {
	Workspace    WorkspaceID
	Conversation ConversationID
	Type         string
	Actor        Actor
	Detail       string
	At           Time
}
