package page

import (
	"strconv"

	"github.com/a-h/templ"
)

// describedBy is the id of what stands under a field: the error, or else the hint.
func describedBy(name, wrong string) string {
	if wrong != "" {
		return "error-" + name
	}
	return "hint-" + name
}

// PostAttributes are the attributes of a form that changes something: it is sent as a page's
// form, or by htmx if there are scripts.
func PostAttributes(to string) templ.Attributes {
	return templ.Attributes{"method": "post", "action": to, "hx-post": to, "hx-swap": "none", "hx-disabled-elt": "find button:not([type=button])"}
}

// ProblemAttributes mark a field of a form with which something is wrong; id is what says so.
func ProblemAttributes(problem, id string) templ.Attributes {
	if problem == "" {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": id}
}

// Current marks a link to where the page is. An attribute without a value says that it is not.
func Current(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "page"}
}

// BoolText is a boolean for an attribute.
func BoolText(b bool) string { return strconv.FormatBool(b) }

// Option is a value that may be chosen in a form.
type Option struct {
	Value, Name, Color string
	Chosen             bool
}

// Chosen marks the option with a value as chosen.
func Chosen(all []Option, value string) []Option {
	for i := range all {
		all[i].Chosen = all[i].Value == value
	}
	return all
}

// NonZero is a pointer to an id; nil for 0.
func NonZero[T ~int64](id T) *T {
	if id == 0 {
		return nil
	}
	return &id
}
