// Package openapi holds an OpenAPI 3.1 document as Go values: as much of it as
// ours need. What stands in them is told by packages form and rest.
package openapi

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Version of the specification.
const Version = "3.1.0"

// Document is a whole description of an API.
type Document struct {
	OpenAPI    string         `json:"openapi"`
	Info       Info           `json:"info"`
	Servers    []Server       `json:"servers"`
	Security   []Requirement  `json:"security"`
	Tags       []Tag          `json:"tags"`
	Paths      Map[*PathItem] `json:"paths"`
	Components Components     `json:"components"`
}

// Info heads a document.
type Info struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Summary     string `json:"summary,omitzero"`
	Description string `json:"description"`
}

// Server is an address with variables in braces.
type Server struct {
	URL         string         `json:"url"`
	Description string         `json:"description"`
	Variables   Map[*Variable] `json:"variables,omitempty"`
}

// Variable of a server's address.
type Variable struct {
	Default     string `json:"default"`
	Description string `json:"description"`
}

// Requirement names a security scheme that suffices.
type Requirement map[string][]string

// Tag is a group of operations.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// PathItem has the operations of a path by method, in lower case.
type PathItem = Map[*Operation]

// Operation is one method of one path. Scope is what a key needs for it, Role what
// who is signed in must have; Servers are there where they are not the document's.
type Operation struct {
	ID          string         `json:"operationId"`
	Tags        []string       `json:"tags"`
	Summary     string         `json:"summary"`
	Description string         `json:"description"`
	Scope       string         `json:"x-scope,omitzero"`
	Role        string         `json:"x-role,omitzero"`
	Security    []Requirement  `json:"security,omitempty"`
	Parameters  []*Parameter   `json:"parameters,omitempty"`
	RequestBody *Body          `json:"requestBody,omitzero"`
	Responses   Map[*Response] `json:"responses"`
	Servers     []Server       `json:"servers,omitempty"`
}

// Parameter of a path, a query or the header.
type Parameter struct {
	Name        string  `json:"name"`
	In          string  `json:"in"`
	Description string  `json:"description"`
	Required    bool    `json:"required,omitzero"`
	Schema      *Schema `json:"schema"`
}

// Body of a request.
type Body struct {
	Required bool        `json:"required"`
	Content  Map[*Media] `json:"content"`
}

// Response is what comes back with one status.
type Response struct {
	Ref         string       `json:"$ref,omitzero"`
	Description string       `json:"description,omitzero"`
	Headers     Map[*Header] `json:"headers,omitempty"`
	Content     Map[*Media]  `json:"content,omitempty"`
}

// Header of a response.
type Header struct {
	Description string  `json:"description"`
	Schema      *Schema `json:"schema"`
}

// Media is a body of one content type with examples.
type Media struct {
	Schema   *Schema       `json:"schema"`
	Examples Map[*Example] `json:"examples,omitempty"`
}

// Example is a recorded body.
type Example struct {
	Summary string         `json:"summary,omitzero"`
	Value   jsontext.Value `json:"value"`
}

// Components are what a document refers to by name.
type Components struct {
	SecuritySchemes Map[*SecurityScheme] `json:"securitySchemes"`
	Schemas         Map[*Schema]         `json:"schemas"`
	Responses       Map[*Response]       `json:"responses"`
}

// SecurityScheme is a way to say who one is.
type SecurityScheme struct {
	Type        string `json:"type"`
	Scheme      string `json:"scheme,omitzero"`
	In          string `json:"in,omitzero"`
	Name        string `json:"name,omitzero"`
	Description string `json:"description"`
}

// Encode is the document's JSON, indented, with a newline at its end.
func (d *Document) Encode() ([]byte, error) {
	text, err := json.Marshal(d, json.Deterministic(true), jsontext.WithIndent("  "))
	return append(text, '\n'), err
}

// Text is the example for people. One that is a string is of a body that is text.
func (e *Example) Text() string {
	if e.Value.Kind() == '"' {
		text, err := jsontext.AppendUnquote(nil, e.Value)
		if err == nil {
			return string(text)
		}
	}
	v := e.Value.Clone()
	if err := v.Indent(jsontext.WithIndent("  ")); err != nil {
		return string(e.Value)
	}
	return string(v)
}
