package form_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/form"
)

// The list has every setting that a channel shows, with the default of a new one
// (W 2.7, fault 2.4).
func TestSettingList(t *testing.T) {
	list, err := form.SettingList()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range list {
		names = append(names, s.Name)
		if s.Type == "" || s.Default == "" {
			t.Errorf("%+v", s)
		}
	}
	body, err := form.Encode(form.EncodeSettings(svcx.DefaultSettings()))
	if err != nil {
		t.Fatal(err)
	}
	shown, err := form.ReadObject(body)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for name := range shown.Names() {
		if name != "platformConstraints" {
			want = append(want, name)
			continue
		}
		for member := range shown.Value(name).Object().Names() {
			want = append(want, name+"."+member)
		}
	}
	slices.Sort(names)
	slices.Sort(want)
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-shown +listed)\n%s", diff)
	}
	for _, want := range []form.SettingInfo{
		{Name: "webhookUrl", Type: "https URL, or null", Default: "null"},
		{Name: "ratingEnabled", Type: "boolean", Default: "true"},
		{Name: "aiVerificationTimeout", Type: "integer, 1 to 30", Default: "10"},
		{Name: "platformConstraints.canReopen", Type: "boolean", Default: "true"},
		{Name: "platformConstraints.maxMessageLength", Type: "integer from 1, or null", Default: "null"},
		{Name: "inboundActions", Type: "object of booleans", Default: "all true", Toggles: svcx.ActionTypes[:]},
	} {
		i := slices.IndexFunc(list, func(s form.SettingInfo) bool { return s.Name == want.Name })
		if diff := cmp.Diff(want, list[max(i, 0)]); diff != "" {
			t.Error(diff)
		}
	}
}
