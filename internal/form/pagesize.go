package form

// PageSize is how many entries a page of a list has without the parameter limit, and
// how many at most. Those of a form are in forma/pagesize.go and formb/pagesize.go;
// lists that are the same in both have theirs in rest/pagesize.go.
type PageSize struct {
	Default, Max int
}

// PageSizes are those of the lists of R 8.
type PageSizes struct {
	Conversations, Messages, Contacts PageSize
	// MessageCursor is for pages of messages before another one; zero if the form has
	// no such pages.
	MessageCursor PageSize
}
