package openapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// postmanSchema names the format of Postman's collections, version 2.1.
const postmanSchema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

// The parts of a collection that are used.
type (
	collection struct {
		Info struct {
			Name        string `json:"name"`
			Description string `json:"description"`
			Schema      string `json:"schema"`
		} `json:"info"`
		Item     []folder       `json:"item"`
		Auth     *postmanAuth   `json:"auth"`
		Variable []postmanValue `json:"variable"`
	}
	folder struct {
		Name        string        `json:"name"`
		Description string        `json:"description"`
		Item        []postmanItem `json:"item"`
	}
	postmanItem struct {
		Name    string         `json:"name"`
		Request postmanRequest `json:"request"`
	}
	postmanRequest struct {
		Method      string         `json:"method"`
		Description string         `json:"description"`
		Auth        *postmanAuth   `json:"auth,omitzero"`
		Header      []postmanValue `json:"header"`
		URL         postmanURL     `json:"url"`
		Body        *postmanBody   `json:"body,omitzero"`
	}
	postmanURL struct {
		Raw      string         `json:"raw"`
		Host     []string       `json:"host"`
		Path     []string       `json:"path"`
		Query    []postmanValue `json:"query,omitempty"`
		Variable []postmanValue `json:"variable,omitempty"`
	}
	postmanBody struct {
		Mode    string         `json:"mode"`
		Raw     string         `json:"raw"`
		Options map[string]any `json:"options"`
	}
	postmanValue struct {
		Key         string `json:"key"`
		Value       string `json:"value"`
		Type        string `json:"type,omitzero"`
		Description string `json:"description,omitzero"`
		Disabled    bool   `json:"disabled,omitzero"`
	}
	postmanAuth struct {
		Type   string         `json:"type"`
		Bearer []postmanValue `json:"bearer,omitempty"`
		APIKey []postmanValue `json:"apikey,omitempty"`
	}
)

// Postman returns the document's operations as a Postman collection: a folder for each tag,
// with the recorded bodies. What differs between servers are its variables: baseUrl, org,
// apiKey, channelKey and channelId.
func (d *Document) Postman() ([]byte, error) {
	c := collection{
		Auth: &postmanAuth{Type: "bearer", Bearer: []postmanValue{{Key: "token", Value: "{{apiKey}}", Type: "string"}}},
		Variable: []postmanValue{
			{Key: "baseUrl", Value: "http://127.0.0.1:8080", Type: "string"}, {Key: "org", Value: "main", Type: "string", Description: "The workspace's slug."},
			{Key: "apiKey", Type: "string"}, {Key: "channelKey", Type: "string"}, {Key: "channelId", Value: "1", Type: "string"},
		},
	}
	c.Info.Name, c.Info.Schema = d.Info.Title, postmanSchema
	c.Info.Description = d.Info.Summary + " Set the collection's variables first."
	for _, t := range d.Tags {
		f := folder{Name: t.Name, Description: t.Description}
		for _, path := range d.Paths {
			for _, method := range *path.Value {
				if slices.Contains(method.Value.Tags, t.Name) {
					f.Item = append(f.Item, d.postmanItem(path.Name, strings.ToUpper(method.Name), method.Value))
				}
			}
		}
		if len(f.Item) > 0 { // not the calls to integrators
			c.Item = append(c.Item, f)
		}
	}
	text, err := json.Marshal(c, json.Deterministic(true), jsontext.WithIndent("  "))
	return append(text, '\n'), err
}

func (d *Document) postmanItem(path, method string, o *Operation) postmanItem {
	server := d.Servers[0].URL
	if len(o.Servers) > 0 {
		server = o.Servers[0].URL
	}
	r := postmanRequest{Method: method, Description: o.Description, Header: []postmanValue{}, URL: postmanURL{Host: []string{"{{baseUrl}}"}}}
	raw := "{{baseUrl}}"
	for segment := range strings.SplitSeq(strings.Trim(server+path, "/"), "/") {
		if name, is := strings.CutPrefix(segment, "{"); is {
			name = strings.TrimSuffix(name, "}")
			segment = ":" + name
			if name == "org" {
				segment = "{{org}}"
			}
		}
		r.URL.Path, raw = append(r.URL.Path, segment), raw+"/"+segment
	}
	for _, p := range o.Parameters {
		switch p.In {
		case "path":
			value := "1"
			if p.Name == "channelId" {
				value = "{{channelId}}"
			} else if p.Name == "name" {
				value = "crm.token"
			}
			r.URL.Variable = append(r.URL.Variable, postmanValue{Key: p.Name, Value: value, Description: p.Description})
		case "query":
			r.URL.Query = append(r.URL.Query, postmanValue{Key: p.Name, Value: "", Description: p.Description, Disabled: !p.Required})
		case "header":
			r.Header = append(r.Header, postmanValue{Key: p.Name, Value: "", Description: p.Description, Disabled: !p.Required})
		}
	}
	for i, q := range r.URL.Query {
		if !q.Disabled {
			r.URL.Query[i].Value = "1"
			raw += "?" + q.Key + "=1"
		}
	}
	r.URL.Raw = raw
	r.Auth = d.postmanAuth(o)
	if o.RequestBody != nil {
		r.Header = append(r.Header, postmanValue{Key: "Content-Type", Value: "application/json"})
		r.Body = &postmanBody{Mode: "raw", Raw: "{}", Options: map[string]any{"raw": map[string]string{"language": "json"}}}
		if media := o.RequestBody.Content.Get("application/json"); media != nil && len(media.Examples) > 0 {
			body := media.Examples[0].Value.Value.Clone()
			if body.Indent(jsontext.WithIndent("  ")) == nil {
				r.Body.Raw = string(body)
			}
		}
	}
	return postmanItem{Name: cmp.Or(o.Summary, o.ID), Request: r}
}

// postmanAuth is how an operation is called if not with the API key.
func (d *Document) postmanAuth(o *Operation) *postmanAuth {
	if len(o.Security) == 0 {
		return nil
	}
	for name := range o.Security[0] {
		if scheme := d.Components.SecuritySchemes.Get(name); scheme != nil && scheme.In == "header" {
			return &postmanAuth{Type: "apikey", APIKey: []postmanValue{
				{Key: "key", Value: scheme.Name, Type: "string"}, {Key: "value", Value: "{{channelKey}}", Type: "string"}, {Key: "in", Value: "header", Type: "string"},
			}}
		}
	}
	return &postmanAuth{Type: "noauth"} // a session's cookie, which Postman keeps by itself
}
