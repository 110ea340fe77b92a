// Package openapi represents an OpenAPI 3.1 document as Go values, as far as svcx
// needs it. Packages form and rest fill it in.
package openapi

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Version is the version of the OpenAPI specification.
const Version = "3.1.0"

// Document is an OpenAPI document.
type Document struct {
	OpenAPI    string         `json:"openapi"`
	Info       Info           `json:"info"`
	Servers    []Server       `json:"servers"`
	Security   []Requirement  `json:"security"`
	Tags       []Tag          `json:"tags"`
	Paths      Map[*PathItem] `json:"paths"`
	Webhooks   Map[*PathItem] `json:"webhooks,omitempty"`
	Components Components     `json:"components"`
}

// Info is the metadata of a document.
type Info struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Summary     string `json:"summary,omitzero"`
	Description string `json:"description"`
}

// Server is a base URL with variables in braces.
type Server struct {
	URL         string         `json:"url"`
	Description string         `json:"description"`
	Variables   Map[*Variable] `json:"variables,omitempty"`
}

// Variable is a variable of a server's URL.
type Variable struct {
	Default     string `json:"default"`
	Description string `json:"description"`
}

// Requirement names a sufficient security scheme.
type Requirement map[string][]string

// Tag is a group of operations.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// PathItem has the operations of a path by lower-case method.
type PathItem = Map[*Operation]

// Operation is a method of a path. Scope is the scope that a key needs, Role the role
// that a signed-in user needs. Servers overrides those of the document.
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

// Parameter is a path, query or header parameter.
type Parameter struct {
	Name        string  `json:"name"`
	In          string  `json:"in"`
	Description string  `json:"description"`
	Required    bool    `json:"required,omitzero"`
	Schema      *Schema `json:"schema"`
}

// Body is the body of a request.
type Body struct {
	Required bool        `json:"required"`
	Content  Map[*Media] `json:"content"`
}

// Response describes the responses with a status.
type Response struct {
	Ref         string       `json:"$ref,omitzero"`
	Description string       `json:"description,omitzero"`
	Headers     Map[*Header] `json:"headers,omitempty"`
	Content     Map[*Media]  `json:"content,omitempty"`
}

// Header is a header of a response.
type Header struct {
	Description string  `json:"description"`
	Schema      *Schema `json:"schema"`
}

// Media describes a body of a content type, with examples.
type Media struct {
	Schema   *Schema       `json:"schema"`
	Examples Map[*Example] `json:"examples,omitempty"`
}

// Example is a recorded body.
type Example struct {
	Summary string         `json:"summary,omitzero"`
	Value   jsontext.Value `json:"value"`
}

// Components has what a document refers to by name.
type Components struct {
	SecuritySchemes Map[*SecurityScheme] `json:"securitySchemes"`
	Schemas         Map[*Schema]         `json:"schemas"`
	Responses       Map[*Response]       `json:"responses"`
}

// SecurityScheme is a way to authenticate.
type SecurityScheme struct {
	Type        string `json:"type"`
	Scheme      string `json:"scheme,omitzero"`
	In          string `json:"in,omitzero"`
	Name        string `json:"name,omitzero"`
	Description string `json:"description"`
}

// Encode returns the document's JSON, indented, with a final newline.
func (d *Document) Encode() ([]byte, error) {
	text, err := json.Marshal(d, json.Deterministic(true), jsontext.WithIndent("  "))
	return append(text, '\n'), err
}

// Text returns the example for display. A string is the example of a text body.
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
