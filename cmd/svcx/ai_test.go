package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"svcx/internal/assist/assisttest"
	"svcx/internal/assist/eval"
)

type evalOutput struct {
	Reports []struct {
		Model string
		Cases int
		// As in package eval.
		Operations []struct {
			Operation string
			Calls     int
			Unusable  eval.Rate
			TokensIn  int
		}
	}
}

func scripted(t *testing.T) *assisttest.Server {
	s := assisttest.New(t)
	s.By(func(r assisttest.Request) assisttest.Answer {
		return assisttest.Text("Thank you for your message.").WithUsage(assisttest.Usage{Prompt: 10, Completion: 5, Total: 15})
	})
	t.Setenv("SVCX_AI_BASE_URL", s.URL)
	t.Setenv("SVCX_AI_API_KEY", "sk-operator")
	t.Setenv("SVCX_AI_MODEL", "small")
	return s
}

// Models are measured over the synthetic conversations, without a database.
func TestEval(t *testing.T) {
	bare(t)
	folder := t.TempDir() + "/none"
	t.Setenv("SVCX_DATA_DIR", folder)
	s := scripted(t)
	got := runs(t, "ai", "eval", "--operation", "summarize,rename", "--model", "one,two", "--json")
	var out evalOutput
	if err := json.Unmarshal([]byte(got.stdout), &out); got.code != 0 || err != nil {
		t.Fatalf("%v: %+v", err, got)
	}
	if len(out.Reports) != 2 || out.Reports[1].Model != "two" || len(out.Reports[0].Operations) != 2 {
		t.Fatalf("%+v", out)
	}
	n := out.Reports[0].Cases
	for _, o := range out.Reports[0].Operations {
		unusable := 0
		if o.Operation == "summarize" {
			unusable = n
		}
		if o.Calls != n || o.TokensIn != 10*n || o.Unusable.Count != unusable {
			t.Errorf("%+v", o)
		}
	}
	if asked := s.Requests(); len(asked) != 4*n || asked[0].Model != "one" || asked[0].Key() != "sk-operator" {
		t.Errorf("%d requests, the first %+v", len(asked), asked[0])
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a data folder was made")
	}

	got = runs(t, "ai", "eval", "--operation", "rename")
	if got.code != 0 || !strings.Contains(got.stdout, "Model small; conversations: ") || !strings.Contains(got.stdout, "\nrename ") {
		t.Errorf("%+v", got)
	}
}

func TestEvalRefuses(t *testing.T) {
	bare(t)
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "SVCX_AI_BASE_URL"},
		{[]string{"--operation", "sing"}, "--operation must be some of polish, suggest"},
		{[]string{"--conversations", "0"}, "--conversations must be"},
		{[]string{"--workspace", "nope"}, "no svcx deployment"},
	} {
		if got := runs(t, append([]string{"ai", "eval"}, test.args...)...); got.code == 0 || !strings.Contains(got.stderr, test.want) {
			t.Errorf("%v: %+v", test.args, got)
		}
	}
	s := scripted(t)
	s.Always(assisttest.BadKey())
	got := runs(t, "ai", "eval")
	if got.code == 0 || len(s.Requests()) != 1 || strings.Contains(got.stdout+got.stderr, "sk-operator") {
		t.Errorf("%d requests, %+v", len(s.Requests()), got)
	}
}

// The conversations of a workspace are asked about as the operations would, without notes, and nothing is stored.
func TestEvalWorkspace(t *testing.T) {
	bare(t)
	t.Setenv("SVCX_DATA_DIR", t.TempDir()+"/data")
	s := scripted(t)
	if got := runs(t, "workspace", "create", "--slug", "acme", "--name", "Acme"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	if got := runs(t, "ai", "eval", "--workspace", "acme"); got.code == 0 || !strings.Contains(got.stderr, "has no conversations") {
		t.Errorf("%+v", got)
	}
	if len(s.Requests()) != 0 {
		t.Error("the model was asked")
	}
}
