package rest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/channel"
	"svcx/internal/openapi"
)

// channelTag groups the operations that take a channel's key.
const channelTag = "Channel"

// channelServer is the base of the channel endpoints' paths, which are not below
// v1.
const channelServer = "/api"

// addChannel describes a channel endpoint.
func (d *describer) addChannel(document *openapi.Document, described channel.Description) {
	o := &openapi.Operation{
		ID: described.Name, Tags: []string{channelTag}, Summary: described.Summary, Description: described.Text + " Requires the channel's key.",
		Parameters: described.Parameters, Security: []openapi.Requirement{{channelScheme: {}}},
		Servers: []openapi.Server{{URL: channelServer, Description: "This server."}},
	}
	if described.Body != nil {
		o.RequestBody = &openapi.Body{Required: true, Content: jsonOf(&openapi.Media{Schema: described.Body, Examples: d.sent(described.Name)})}
	}
	kinds := append([]svcx.Kind{svcx.KindUnauthorized, svcx.KindRateLimited, svcx.KindUnavailable, svcx.KindInternal}, described.Errors...)
	response := &openapi.Response{Description: "Success.", Content: jsonOf(&openapi.Media{Schema: described.Answer, Examples: d.answered(described.Name, described.Status)})}
	o.Responses.Add(strconv.Itoa(described.Status), response)
	if described.Inbound {
		kinds = d.describeTexts(o, response, kinds)
	}
	d.fail(o, kinds)
	place(document, strings.TrimPrefix(described.Path, channelServer), described.Method, o)
	if document.Components.SecuritySchemes.Get(channelScheme) == nil {
		document.Components.SecuritySchemes.Add(channelScheme, &openapi.SecurityScheme{
			Type: "apiKey", In: "header", Name: "x-svcx-api-key", Description: "The key of a channel, which is shown when the channel is created. The header `X-Svcx-Key` is equivalent.",
		})
	}
	if !slices.ContainsFunc(document.Tags, func(t openapi.Tag) bool { return t.Name == channelTag }) {
		document.Tags = append(document.Tags, openapi.Tag{Name: channelTag, Description: "What integrators call with the key of a channel."})
	}
}

// describeTexts adds the plain-text answers of the inbound endpoint and returns the
// kinds of errors that remain to be described.
func (d *describer) describeTexts(o *openapi.Operation, success *openapi.Response, kinds []svcx.Kind) []svcx.Kind {
	asText := func(m *openapi.Media) openapi.Map[*openapi.Media] {
		return openapi.Map[*openapi.Media]{{Name: "text/plain", Value: m}}
	}
	ok := &openapi.Media{Schema: openapi.OneOf("ok")}
	dry := success.Content[0].Value
	for _, e := range dry.Examples {
		if e.Value.Value.Kind() == '"' {
			ok.Examples = openapi.Map[*openapi.Example]{e}
		}
	}
	dry.Examples = slices.DeleteFunc(dry.Examples, func(e openapi.Entry[*openapi.Example]) bool { return e.Value.Value.Kind() == '"' })
	success.Content = append(asText(ok), success.Content...)
	cut := &openapi.Response{Description: "The body could not be read to its end; the text describes the error.", Content: asText(&openapi.Media{Schema: openapi.Text(0)})}
	o.Responses.Add(strconv.Itoa(http.StatusBadRequest), cut)
	if status, code := d.form.ErrorCode(svcx.KindValidation); status == http.StatusBadRequest {
		cut.Description += " With `" + code + "`: the query is invalid."
		cut.Content = append(cut.Content, jsonOf(&openapi.Media{Schema: &openapi.Schema{Ref: "#/components/schemas/Error"}})...)
		kinds = slices.DeleteFunc(kinds, func(k svcx.Kind) bool { return k == svcx.KindValidation })
	}
	return kinds
}
