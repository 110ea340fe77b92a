package svcx

// HistoryEntry is an entry of a conversation's history: who changed what. Detail
// depends on the type: the previous status, the assignee's id, the rating.
type HistoryEntry struct {
	ID           int64
	Workspace    WorkspaceID
	Conversation ConversationID
	Type         string
	Actor        Actor
	Detail       string
	At           Time
}
