package rest

import (
	_ "embed"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"svcx/internal/form"
)

// recording is a call that the test tour made, with the answer that it got.
type recording struct {
	// Call is the method and the path below the workspace.
	Call   string         `json:"call"`
	Status int            `json:"status"`
	Body   jsontext.Value `json:"body,omitzero"`
	Answer jsontext.Value `json:"answer"`
}

// recordedText has the recordings of both forms by operation, and errors by
// status. Tests write it.
//
//go:generate go test -run ^TestTourHasAnExampleOfEveryOperation$ -update .
//go:generate go test -run ^(TestServedDocumentsAreThoseInGit|TestPostmanCollections)$ -update .
//go:embed examples.json
var recordedText []byte

// recordedIn returns the recordings of a form.
func recordedIn(f *form.Form) map[string][]recording {
	var all map[string]map[string][]recording
	if err := json.Unmarshal(recordedText, &all); err != nil {
		panic("examples.json is part of the program: " + err.Error())
	}
	return all[string(f.Name)]
}
