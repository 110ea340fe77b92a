package rest

import (
	"net/http"
	"strings"

	"svcx/internal/form"
	"svcx/internal/openapi"
)

// webhookTag groups the calls to integrators.
const webhookTag = "Webhooks"

// addWebhooks describes the calls that svcx makes to integrators. Each is a POST to the
// channel's webhook URL.
func (d *describer) addWebhooks(doc *openapi.Document) {
	all, err := d.form.Webhooks(d.schemas)
	if err != nil {
		panic(err) // a sample that cannot be encoded
	}
	for _, w := range all {
		item := new(openapi.PathItem)
		item.Add(strings.ToLower(http.MethodPost), webhook(w))
		doc.Webhooks.Add(w.Name, item)
	}
	doc.Tags = append(doc.Tags, openapi.Tag{Name: webhookTag, Description: "Calls of svcx to the webhook URL of a channel."})
}

func webhook(w form.Webhook) *openapi.Operation {
	o := &openapi.Operation{
		ID: "on" + camel(w.Name), Tags: []string{webhookTag}, Summary: w.Summary, Description: w.Text,
		// Nothing that this API's callers hold: the signature is in the parameters.
		Security: []openapi.Requirement{{}},
		Parameters: []*openapi.Parameter{
			inHeader("webhook-id", true, openapi.Text(0), "The same for every attempt: drop what you have had."),
			inHeader("webhook-timestamp", true, form.WholeNumber(0), "The time of this attempt, in Unix seconds."),
			inHeader("webhook-signature", false, openapi.Text(0), "With a signing secret: signatures by the scheme of Standard Webhooks, separated by blanks, of which one must be right."),
		},
		RequestBody: &openapi.Body{Required: true, Content: jsonOf(&openapi.Media{Schema: w.Body, Examples: exampleOf(w.Sample)})},
	}
	if w.Event {
		o.Parameters = append(o.Parameters, inHeader("svcx-sequence", true, form.WholeNumber(1), "Numbers the deliveries of a conversation, from 1."))
	}
	success := &openapi.Response{Description: "Confirmed."}
	if w.Answer != nil {
		success = &openapi.Response{Description: "The answer.", Content: jsonOf(&openapi.Media{Schema: w.Answer})}
	}
	o.Responses.Add("200", success)
	if w.Answer == nil || strings.HasPrefix(w.Name, "query.") {
		text := "Confirmed."
		if w.Answer != nil {
			text = "Unknown."
		}
		o.Responses.Add("204", &openapi.Response{Description: text})
	}
	o.Responses.Add("401", &openapi.Response{Description: "The signature is wrong."})
	return o
}

func inHeader(name string, required bool, schema *openapi.Schema, text string) *openapi.Parameter {
	return &openapi.Parameter{Name: name, In: "header", Required: required, Schema: schema, Description: text}
}

func exampleOf(body []byte) (all openapi.Map[*openapi.Example]) {
	all.Add("example1", &openapi.Example{Value: body})
	return all
}

// camel is a type as a part of a name: message.created is MessageCreated.
func camel(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, ".") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}
