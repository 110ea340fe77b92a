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

// channelTag is the group of what a channel's key is for.
const channelTag = "Channel"

// channelServer is what the paths of a channel's endpoints are below: they lie
// beside v1.
const channelServer = "/api"

// addChannel describes an endpoint of a channel.
func (d *describer) addChannel(document *openapi.Document, described channel.Description) {
	o := &openapi.Operation{
		ID: described.Name, Tags: []string{channelTag}, Summary: described.Summary, Description: described.Text + " Needs the channel's key.",
		Parameters: described.Parameters, Security: []openapi.Requirement{{channelScheme: {}}},
		Servers: []openapi.Server{{URL: channelServer, Description: "This server."}},
	}
	if described.Body != nil {
		o.RequestBody = &openapi.Body{Required: true, Content: jsonOf(&openapi.Media{Schema: described.Body, Examples: d.sent(described.Name)})}
	}
	media := &openapi.Media{Schema: described.Answer, Examples: d.answered(described.Name, described.Status)}
	content := jsonOf(media)
	if described.Answer == nil {
		media.Schema, media.Examples = openapi.OneOf("ok"), media.Examples[:min(1, len(media.Examples))]
		content[0].Name = "text/plain"
	}
	o.Responses.Add(strconv.Itoa(described.Status), &openapi.Response{Description: "Done.", Content: content})
	kinds := append([]svcx.Kind{svcx.KindRateLimited, svcx.KindUnavailable, svcx.KindInternal}, described.Errors...)
	if described.KeylessOK {
		o.Responses.Add(strconv.Itoa(http.StatusBadRequest), &openapi.Response{
			Description: "The body did not arrive whole; the text says what was met.",
			Content:     openapi.Map[*openapi.Media]{{Name: "text/plain", Value: &openapi.Media{Schema: openapi.Text(0)}}},
		})
	} else {
		kinds = append(kinds, svcx.KindUnauthorized)
	}
	d.fail(o, kinds)
	place(document, strings.TrimPrefix(described.Path, channelServer), described.Method, o)
	if document.Components.SecuritySchemes.Get(channelScheme) == nil {
		document.Components.SecuritySchemes.Add(channelScheme, &openapi.SecurityScheme{
			Type: "apiKey", In: "header", Name: "x-svcx-api-key", Description: "The key of a channel, shown when the channel is made. The header X-Svcx-Key does the same.",
		})
	}
	if !slices.ContainsFunc(document.Tags, func(t openapi.Tag) bool { return t.Name == channelTag }) {
		document.Tags = append(document.Tags, openapi.Tag{Name: channelTag, Description: "What an integrator does with the key of a channel."})
	}
}
