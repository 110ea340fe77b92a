package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"svcx"
)

// Sentence turns an error's message, which is written to follow a field's name or a
// colon, into a sentence.
func Sentence(message string) string {
	first, size := utf8.DecodeRuneInString(message)
	message = string(unicode.ToUpper(first)) + message[size:]
	if !strings.HasSuffix(message, ".") {
		message += "."
	}
	return message
}

func RoleName(r svcx.Role) string {
	if r == svcx.RoleAdmin {
		return "Admin"
	}
	return "Agent"
}

func PlanName(p svcx.Plan) string {
	switch p {
	case svcx.PlanPro:
		return "Pro"
	case svcx.PlanBusiness:
		return "Business"
	default:
		return "Free"
	}
}

// The browsers and systems that a user agent is searched for, the more special first:
// most of them name others too.
var (
	Browsers = [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"}, {"CriOS", "Chrome"}, {"Chrom", "Chrome"}, {"Safari", "Safari"}, {"curl", "curl"}}
	Systems  = [][2]string{{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"}, {"Mac OS", "macOS"}, {"Linux", "Linux"}}
)
