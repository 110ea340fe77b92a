package docs

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/go-json-experiment/json/jsontext"

	"svcx/internal/openapi"
)

// recorded is a call that was made, and what it was answered.
type recorded struct {
	// call is the method and path, body what was sent, "" for nothing.
	call, body string
	answers    openapi.Map[*openapi.Example]
}

// examples are the recorded calls of an operation: those that were answered, and their
// bodies.
func (o operation) examples() (all []recorded) {
	bodies := map[string][]string{}
	if o.RequestBody != nil {
		for _, e := range body(o.RequestBody.Content).Examples {
			bodies[e.Value.Summary] = append(bodies[e.Value.Summary], e.Value.Text())
		}
	}
	for _, media := range success(o.Operation) {
		for _, e := range media.Value.Examples {
			one := recorded{call: e.Value.Summary, answers: openapi.Map[*openapi.Example]{e}}
			if sent := bodies[one.call]; len(sent) > 0 {
				one.body, bodies[one.call] = sent[0], sent[1:]
			}
			all = append(all, one)
		}
	}
	return all
}

// command is the call as a command for the shell; its keys are in variables.
func (o operation) command(r recorded) string {
	method, path, _ := strings.Cut(r.call, " ")
	url := "{{base}}/api/v1/{{workspace}}" + path
	auth := `"Authorization: Bearer $API_KEY"`
	switch {
	case o.takesChannelKey():
		url, auth = "{{base}}"+path, `"x-svcx-api-key: $CHANNEL_KEY"`
	case o.takesSession():
		auth = `"Cookie: svcx_session=$SESSION"`
	}
	if strings.Contains(url, "?") {
		url = "'" + url + "'"
	}
	lines := []string{"curl " + url}
	if implied := method == "GET" && r.body == "" || method == "POST" && r.body != ""; !implied {
		lines[0] = "curl -X " + method + " " + url
	}
	lines = append(lines, "-H "+auth)
	if r.body != "" {
		lines = append(lines, "-H 'Content-Type: application/json'", "-d "+quoted(strings.ReplaceAll(compact(r.body), "\n", "\n  ")))
	}
	return strings.Join(lines, " \\\n  ")
}

// compact is JSON on one line, if that is short enough to read.
func compact(text string) string {
	v := jsontext.Value(text).Clone()
	if err := v.Compact(); err != nil || len(v) > 100 {
		return text
	}
	return string(v)
}

// quoted is a word of the shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// shown is the command and the answer as blocks of code.
func (v view) shown(o operation) templ.Component {
	var b strings.Builder
	for i, r := range o.examples() {
		id := o.ID + "-" + strconv.Itoa(i)
		b.WriteString(codeBlock(id, "sh", o.command(r)))
		for _, answer := range r.answers {
			language := "json"
			if answer.Value.Value.Kind() == '"' {
				language = "text"
			}
			b.WriteString(codeBlock(id+"-answer", language+" answer", answer.Value.Text()))
		}
	}
	return templ.Raw(v.fill(b.String()))
}
