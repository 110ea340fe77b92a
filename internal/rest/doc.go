package rest

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// doc documents what an operation's row does not say. The rest follows from the
// row: path, ids, scope, status, and the errors common to all operations.
type doc struct {
	// summary is a few words; text is everything else there is to know.
	summary, text string
	// query lists the parameters in the order in which they are read.
	query []param
	// body describes the request body; nil for an operation without one.
	body func(*form.Form) *openapi.Schema
	// answer describes the successful response.
	answer answer
	// also is a second success status with the same answer; 0 for none.
	also int
	// errors lists errors beyond those that follow from the row (see errorsOf).
	errors []svcx.Kind
}

// param returns a query parameter, or nil in a form that does not have it.
type param func(*form.Form) *openapi.Parameter

// answer returns the schema of a successful response.
type answer func(*form.Schemas, *form.Form) *openapi.Schema

// resource returns a zero value of a wire type, whose schema is wanted.
type resource func(*form.Form) any

// one answers {data: resource}.
func one(what resource) answer {
	return func(s *form.Schemas, f *form.Form) *openapi.Schema {
		return openapi.Object(openapi.Need("data", s.Of(what(f))))
	}
}

// bare answers the resource without an envelope (R 4.2).
func bare(what resource) answer {
	return func(s *form.Schemas, f *form.Form) *openapi.Schema { return s.Of(what(f)) }
}

// many answers the list envelope (R 2.10).
func many(what resource) answer { return envelope(what, listing{}) }

// envelope answers a list in an envelope other than that of many.
func envelope(what resource, wire any) answer {
	return func(s *form.Schemas, f *form.Form) *openapi.Schema {
		return openapi.Object(append(
			[]openapi.Member{openapi.Need("data", openapi.Array(s.Of(what(f)), 0))},
			s.Members(wire)...)...)
	}
}

// messagesEnvelope is manyAfter, plus the cursor's envelope in a form that has a cursor
// (R 4.2).
func messagesEnvelope(what resource) answer {
	return func(s *form.Schemas, f *form.Form) *openapi.Schema {
		without, after := "Without `after`.", envelope(what, afterListing{})(s, f)
		var cursor []*openapi.Schema
		if f.Pages.MessageCursor.Max > 0 {
			without = "Without `before` and `after`."
			cursor = append(cursor, s.Name("CursorPage", envelope(what, cursorListing{})(s, f).As("With `before`.")))
		}
		return &openapi.Schema{OneOf: append(append([]*openapi.Schema{
			s.Name("Page", many(what)(s, f).As(without))}, cursor...),
			s.Name("FollowingMessages", after.As("With `after`.")))}
	}
}

// manyAfter is many, plus the envelope of a page after a position. The names of the two
// begin with a prefix.
func manyAfter(prefix string, what resource) answer {
	return func(s *form.Schemas, f *form.Form) *openapi.Schema {
		return &openapi.Schema{OneOf: []*openapi.Schema{
			s.Name("Listed"+prefix, many(what)(s, f).As("Without `after`.")),
			s.Name("Following"+prefix, envelope(what, afterListing{})(s, f).As("With `after`.")),
		}}
	}
}

// query is a parameter that both forms have.
func query(name, text string, schema *openapi.Schema) param {
	return func(*form.Form) *openapi.Parameter {
		return &openapi.Parameter{Name: name, In: "query", Description: text, Schema: schema}
	}
}

// queryID is a query parameter that takes an id.
func queryID(name, text string) param {
	return func(f *form.Form) *openapi.Parameter { return query(name, text, f.IDSchema())(f) }
}

// needID is a required queryID.
func needID(name, text string) param {
	return func(f *form.Form) *openapi.Parameter {
		p := queryID(name, text)(f)
		p.Required = true
		return p
	}
}

// queryAfter is the position that a page follows; text says what a reader gains.
func queryAfter(text string) param {
	return query("after", "Pages that follow each other, in place of `offset`: empty for the first page, then the `nextAfter` of the page before. "+text, &openapi.Schema{Type: openapi.Types{"string"}})
}

// queryBefore is the cursor, in a form that has one.
func queryBefore(name, text string) param {
	return func(f *form.Form) *openapi.Parameter {
		if f.Pages.MessageCursor.Max == 0 {
			return nil
		}
		return queryID(name, text)(f)
	}
}

// paged returns limit and offset with the bounds of the list.
func paged(of func(*form.Form) form.PageSize) []param {
	return []param{
		func(f *form.Form) *openapi.Parameter {
			bounds := of(f)
			return query("limit", "The maximum number of items to return.", openapi.Int(1, bounds.Max).Or(bounds.Default))(f)
		},
		query("offset", "The number of items to skip.", openapi.Int(0, maxOffset).Or(0)),
	}
}

// Bounds of lists, for paged.
func conversationPages(f *form.Form) form.PageSize { return f.Pages.Conversations }
func messagePages(f *form.Form) form.PageSize      { return f.Pages.Messages }
func contactPages(f *form.Form) form.PageSize      { return f.Pages.Contacts }
func wholePages(*form.Form) form.PageSize          { return form.DefinitionPages }

// Resources by name. Only the types matter; the values are empty.
func conversation(f *form.Form) any        { return f.Conversation(new(svcx.Conversation)) }
func conversationStatus(f *form.Form) any  { return f.ConversationStatus(new(svcx.Conversation)) }
func conversationPatched(f *form.Form) any { return f.ConversationPatched(new(svcx.Conversation)) }
func message(f *form.Form) any             { return f.Message(new(svcx.Message)) }
func contact(f *form.Form) any             { return f.Contact(new(svcx.Contact)) }
func category(f *form.Form) any            { return f.Category(new(svcx.Category)) }
func field(f *form.Form) any               { return f.Field(new(svcx.Field)) }
func fieldValue(f *form.Form) any          { return f.FieldValue(svcx.FieldValue{Field: new(svcx.Field)}) }
func participant(f *form.Form) any         { return f.Participant(new(svcx.Participant)) }
func rating(f *form.Form) any              { return f.Rating(new(svcx.Rating)) }
func key(f *form.Form) any                 { return f.Key(new(svcx.Key), "") }
func staffLink(f *form.Form) any           { return f.StaffLink(new(svcx.StaffLink)) }
func edited(f *form.Form) any              { return f.Edited(new(svcx.Message)) }
func messageRead(f *form.Form) any         { return f.MessageRead(new(svcx.Message)) }
func importResult(f *form.Form) any        { return f.ImportResult(svcx.ImportResult{}) }
func conversationRead(*form.Form) any      { return form.ConversationRead(0) }
func typingSet(*form.Form) any             { return form.TypingSet(0) }
func acceptedContent(*form.Form) any       { return form.AcceptedContent(nil) }
func secret(*form.Form) any                { return form.Secret(new(svcx.Secret)) }
func secretValue(*form.Form) any           { return form.SecretValue(new(svcx.Secret), "") }
func revoked(*form.Form) any               { return form.Revoked() }
func deleted(*form.Form) any               { return deletion{} }
