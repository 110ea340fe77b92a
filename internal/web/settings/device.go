package settings

import (
	"strings"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// The browsers and systems that a user agent is searched for, the more special first:
// most of them name others too.
var (
	browsers = [][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"}, {"CriOS", "Chrome"}, {"Chrom", "Chrome"}, {"Safari", "Safari"}, {"curl", "curl"}}
	systems  = [][2]string{{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"}, {"Mac OS", "macOS"}, {"Linux", "Linux"}}
)

// device names the browser and the system of a session, as far as the user agent says.
func device(s *page.Viewer, session *svcx.Session) string {
	in := func(known [][2]string) string {
		for _, k := range known {
			if strings.Contains(session.UserAgent, k[0]) {
				return k[1]
			}
		}
		return ""
	}
	browser, system := in(browsers), in(systems)
	switch {
	case browser != "" && system != "":
		return s.T("session.device", "Browser", browser, "System", system)
	case browser+system != "":
		return browser + system
	case session.UserAgent == "":
		return s.T("session.unknown")
	}
	return richtext.Name(shorten(session.UserAgent, 60))
}
