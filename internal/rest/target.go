package rest

// The targets of operations. Each finds what the path names; its error is what the
// operation answers in place of any error of the query or the body.

func conversationTarget(r *request) (err error) {
	r.named, err = r.api.Messaging.Conversation(r.http.Context(), r.workspace, r.conversationID())
	return err
}

func messageTarget(r *request) error {
	_, err := r.api.Messaging.Message(r.http.Context(), r.workspace, r.conversationID(), r.messageID())
	return err
}

// typingTarget also requires that the conversation's channel shows who is typing.
func typingTarget(r *request) error {
	_, err := r.api.Messaging.CheckTyping(r.http.Context(), r.workspace, r.conversationID())
	return err
}

func contactTarget(r *request) error {
	_, err := r.api.Directory.Contact(r.http.Context(), r.workspace, r.contactID())
	return err
}

func channelTarget(r *request) error {
	_, err := r.api.Admin.Channel(r.http.Context(), r.workspace, r.channelID())
	return err
}

func categoryTarget(r *request) error {
	_, err := r.api.Admin.Category(r.http.Context(), r.workspace, r.categoryID())
	return err
}

func fieldTarget(r *request) error {
	_, err := r.api.Admin.Field(r.http.Context(), r.workspace, r.fieldID())
	return err
}

func memberTarget(r *request) error {
	_, err := r.api.Identity.Member(r.http.Context(), r.workspace, r.memberID())
	return err
}

func savedReplyTarget(r *request) error {
	_, err := r.api.Admin.SavedReply(r.http.Context(), r.workspace, r.savedReplyID())
	return err
}

func secretTarget(r *request) error {
	_, err := r.api.Admin.Secret(r.http.Context(), r.workspace, r.secretKey())
	return err
}

// workspaceTarget is the workspace that an admin of the admin workspace names.
func workspaceTarget(r *request) error {
	_, err := r.api.Admin.Workspace(r.http.Context(), r.http.PathValue("name"))
	return err
}
