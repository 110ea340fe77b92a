package svcx_test

import (
	"testing"

	"svcx"
)

// Fault 2.12, D 6: the address of a member never leaves the workspace. Names of
// external authors are left alone.
func TestAddressOfAMemberIsNoPublicName(t *testing.T) {
	member := svcx.UserID(7)
	for _, c := range []struct {
		author svcx.Author
		want   string
	}{
		{svcx.Author{User: &member, Name: "Ann", Email: "ann@acme.test"}, "Ann"},
		{svcx.Author{User: &member, Name: "ann@acme.test", Email: "ann@acme.test"}, "Agent"},
		{svcx.Author{User: &member, Name: "admin@localhost"}, "Agent"},
		{svcx.Author{User: &member, Name: "Ann@ACME.test", Email: "ann@acme.test"}, "Agent"},
		{svcx.Author{User: &member, Email: "ann@acme.test"}, "Agent"},
		{svcx.Author{User: &member, Name: "Ann @ Acme"}, "Ann @ Acme"},
		{svcx.Author{User: &member, Name: "@ann"}, "@ann"},
		{svcx.Author{User: &member, Name: " ann@acme.test "}, "Agent"},
		{svcx.Author{User: &member, Name: "<ann@acme.test>"}, "Agent"},
		{svcx.Author{User: &member, Name: "Ann <ann@acme.test>"}, "Agent"},
		{svcx.Author{User: &member, Name: "ann@acme.test, Support"}, "Agent"},
		{svcx.Author{User: &member, Name: "mailto:ann@acme.test"}, "Agent"},
		{svcx.Author{User: &member, Name: "\u200bann\u200b@\u00adacme.test"}, "Agent"},
		{svcx.Author{User: &member, Name: "ann＠acme.test"}, "Agent"},
		{svcx.Author{User: &member, Name: "\u00ad\u202e"}, "Agent"},
		{svcx.Author{Name: "bot@shop.example", Email: "bot@shop.example"}, "bot@shop.example"},
		{svcx.Author{}, ""},
	} {
		if got := c.author.PublicName(); got != c.want {
			t.Errorf("%+v is called %q, want %q", c.author, got, c.want)
		}
	}
}
