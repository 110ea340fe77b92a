package form_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/form"
)

// The list has every setting of a channel, with the default of a new channel (W 2.7,
// fault 2.4).
func TestSettingListIsComplete(t *testing.T) {
	list, err := form.SettingList()
	if err != nil {
		t.Fatal(err)
	}
	body, err := form.Encode(form.EncodeSettings(svcx.DefaultSettings()))
	if err != nil {
		t.Fatal(err)
	}
	shown, err := form.ReadObject(body)
	if err != nil {
		t.Fatal(err)
	}
	checkList(t, "", shown, list)
	for _, want := range []form.SettingInfo{
		{Name: "webhookUrl", Type: "https URL, or null", Default: "null"},
		{Name: "ratingEnabled", Type: "boolean", Default: "true"},
		{Name: "aiVerificationTimeout", Type: "integer, 1 to 30", Default: "10"},
		{Name: "platformConstraints", Type: "object", Members: []form.SettingInfo{
			{Name: "canReopen", Type: "boolean", Default: "true"},
			{Name: "canReceiveFiles", Type: "boolean", Default: "true"},
			{Name: "maxMessageLength", Type: "integer from 1, or null", Default: "null"},
		}},
	} {
		i := slices.IndexFunc(list, func(s form.SettingInfo) bool { return s.Name == want.Name })
		if diff := cmp.Diff(want, list[max(i, 0)]); diff != "" {
			t.Error(diff)
		}
	}
}

// checkList compares the members of an encoded object with the list.
func checkList(t *testing.T, path string, shown *form.Object, list []form.SettingInfo) {
	var names []string
	for _, s := range list {
		names = append(names, s.Name)
		if s.Members != nil {
			checkList(t, path+s.Name+".", shown.Value(s.Name).Object(), s.Members)
		} else if want := string(shown.Value(s.Name).Raw()); s.Type == "" || s.Default != want {
			t.Errorf("%s%s is %q by default, not %q; its type is %q", path, s.Name, want, s.Default, s.Type)
		}
	}
	want := slices.Sorted(shown.Names())
	slices.Sort(names)
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("%s(-shown +listed)\n%s", path, diff)
	}
}
