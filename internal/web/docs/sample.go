package docs

import (
	"github.com/go-json-experiment/json/jsontext"

	"svcx"
	"svcx/internal/form"
)

// eventSample is the body of an event, as the form encodes it.
func eventSample(f *form.Form, t svcx.EventType) (string, error) { return indented(f.SampleEvent(t)) }

// callSample is the body of a call that is no event.
func callSample(t string) (string, error) { return indented(form.SampleCall(t)) }

func indented(body []byte, err error) (string, error) {
	if err != nil {
		return "", err
	}
	v := jsontext.Value(body)
	err = v.Indent(jsontext.WithIndent("  "))
	return string(v), err
}
