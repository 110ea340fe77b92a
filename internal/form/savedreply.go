package form

import "svcx"

type savedReply struct {
	ID       any     `json:"id"`
	Title    string  `json:"title"`
	Content  string  `json:"content"`
	Shortcut *string `json:"shortcut"`
}

// SavedReply encodes a saved reply: {id, title, content, shortcut}. shortcut may be
// null.
func (f *Form) SavedReply(r *svcx.SavedReply) any {
	return savedReply{f.ID(int64(r.ID)), r.Title, r.Content, OptionalString(r.Shortcut)}
}

// DecodeSavedReply reads the body of POST /saved-replies: {title, content,
// shortcut?}. title has 1 to 255 characters and content 1 to 50,000, not all white
// space; shortcut has at most 64, without white space and invisible characters, and
// counts as absent if empty.
func (f *Form) DecodeSavedReply(body []byte) (svcx.SavedReplyDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.SavedReplyDraft{}, err
	}
	draft := svcx.SavedReplyDraft{Title: o.Label("title", svcx.MaxName), Content: o.Label("content", svcx.MaxContent), Shortcut: o.shortcut()}
	return checked(o, draft)
}

// DecodeSavedReplyPatch reads the body of PATCH /saved-replies/{id}: any of
// {title, content, shortcut}. Only shortcut can be null, which clears it.
func (f *Form) DecodeSavedReplyPatch(body []byte) (svcx.SavedReplyPatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.SavedReplyPatch{}, err
	}
	patch := svcx.SavedReplyPatch{Title: o.LabelPatch("title", svcx.MaxName), Content: o.LabelPatch("content", svcx.MaxContent)}
	if o.Value("shortcut").present() {
		s := o.shortcut()
		patch.Shortcut = &s
	}
	return checked(o, patch)
}

func (o *Object) shortcut() string {
	s := o.OptionalText("shortcut", svcx.MaxShortcut)
	if !svcx.IsShortcut(s) {
		o.Refuse("shortcut", "must be without white space and invisible characters")
	}
	return s
}
