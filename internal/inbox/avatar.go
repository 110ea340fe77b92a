package inbox

import (
	"net/url"
	"strings"

	"svcx"
)

// CheckAvatarURL refuses URLs that cannot be an avatar's (R 4.3, D 5). "", which clears
// it, is valid. The image itself is not checked here.
func (core *Core) CheckAvatarURL(raw string) error {
	if raw == "" {
		return nil
	}
	if !strings.HasPrefix(strings.ToLower(raw), "https://") {
		return svcx.Invalid("", "must be an https URL")
	}
	// checkURL refuses what cannot be parsed. parsed.Path is unescaped.
	parsed, err := url.Parse(raw)
	if err == nil && (hasEnding(parsed.Path, ".svg") || hasEnding(parsed.Path, ".svgz")) {
		return svcx.Invalid("", "must not be an SVG image")
	}
	if err := core.checkURL(raw); err != nil {
		return svcx.Invalid("", "must be a public https URL")
	}
	return nil
}

func hasEnding(path, ending string) bool { return strings.HasSuffix(strings.ToLower(path), ending) }
