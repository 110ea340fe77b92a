package setting

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

// values are what a program keeps of its settings.
type values struct {
	addr, url string
	on        bool
	limit     int
	wait      time.Duration
	networks  []string
}

func newSet() (*values, *Set) {
	v := new(values)
	return v, New(Group{Title: "Network", Settings: []Setting{
		{Flag: "addr", Env: "T_ADDR", Default: ":80", To: &v.addr},
		{Flag: "url", Env: "T_URL", To: &v.url},
		{Flag: "networks", Env: "T_NETWORKS", To: &v.networks},
	}}, Group{Title: "Work", Settings: []Setting{
		{Flag: "on", Env: "T_ON", Default: "true", To: &v.on},
		{Flag: "limit", Env: "T_LIMIT", Default: "16", To: &v.limit},
		{Flag: "wait", Env: "T_WAIT", Default: "5m", To: &v.wait},
	}})
}

func lookup(pairs ...string) func(string) string {
	return func(env string) string {
		for _, pair := range pairs {
			if name, value, _ := strings.Cut(pair, "="); name == env {
				return value
			}
		}
		return ""
	}
}

func TestFlagWinsOverWhatIsReadFirst(t *testing.T) {
	v, s := newSet()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.AddTo(flags)
	if err := flags.Parse([]string{"--addr", ":1", "--networks=a,b", "--networks", "c"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Read(lookup("T_ADDR=:2", "T_LIMIT=2", "T_NETWORKS=d", "T_ON=")); err != nil {
		t.Fatal(err)
	}
	if err := s.Read(lookup("T_ADDR=:3", "T_LIMIT=3", "T_WAIT=3s")); err != nil {
		t.Fatal(err)
	}
	if v.addr != ":1" || v.limit != 2 || v.wait != 3*time.Second || !v.on || !slices.Equal(v.networks, []string{"a", "b", "c"}) {
		t.Errorf("%+v", v)
	}
	for flag, want := range map[string]bool{"addr": true, "limit": true, "wait": true, "networks": true, "on": false, "url": false, "none": false} {
		if got := s.Given(flag); got != want {
			t.Errorf("%s given: %t", flag, got)
		}
	}
}

// An empty value is none, except for texts without a default.
func TestEmptyValues(t *testing.T) {
	v, s := newSet()
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	s.AddTo(flags)
	if err := flags.Parse([]string{"--addr=", "--limit", "", "--on=", "--wait=", "--url="}); err != nil {
		t.Fatal(err)
	}
	if err := s.Read(lookup("T_LIMIT=2", "T_URL=http://x")); err != nil {
		t.Fatal(err)
	}
	if v.addr != ":80" || v.limit != 2 || !v.on || v.wait != 5*time.Minute || v.url != "" || !s.Given("url") || s.Given("addr") {
		t.Errorf("%+v", v)
	}
}

func TestNegatedFlag(t *testing.T) {
	for args, want := range map[string]bool{"--no-on": false, "--no-on=true": false, "--no-on=false": true, "--on=false": false, "--on": true} {
		v, s := newSet()
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		s.AddTo(flags)
		if err := flags.Parse([]string{args}); err != nil || v.on != want || !s.Given("on") {
			t.Errorf("%s: %t, %v", args, v.on, err)
		}
	}
}

// The error says what was expected, in our words.
func TestMalformedValue(t *testing.T) {
	for pair, want := range map[string]string{
		"T_LIMIT=x": `T_LIMIT (--limit) must be a whole number, not "x"`,
		"T_ON=x":    `T_ON (--on) must be true or false, not "x"`,
		"T_WAIT=5":  `T_WAIT (--wait) must be a duration such as 30s, 5m or 720h, not "5"`,
	} {
		_, s := newSet()
		if err := s.Read(lookup(pair)); err == nil || err.Error() != want {
			t.Errorf("%s: %v", pair, err)
		}
	}
}
