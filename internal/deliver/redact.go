package deliver

import (
	"net/url"
	"slices"
	"strings"

	"svcx"
)

// redacted replaces a secret.
const redacted = "[hidden]"

// minSecret is the length from which a value in a URL's query is treated as a secret:
// with every "1" redacted a body could not be read.
const minSecret = 4

// redactSecrets returns an answer's body as the event log may show it. Error pages often
// repeat the requested URL, and the query of a webhook URL may contain a secret of the
// integrator (D 4). The body itself is not changed.
func redactSecrets(body []byte, rawURL string) []byte {
	u, err := url.Parse(rawURL)
	if err != nil || u.RawQuery == "" || len(body) == 0 {
		return body
	}
	return svcx.HideSecrets(body, querySecrets(u.RawQuery), redacted)
}

// querySecrets returns the whole query and its values: as written, decoded, and
// encoded in the standard way.
func querySecrets(query string) (secrets []string) {
	add := func(s string) {
		if len(s) >= minSecret && !slices.Contains(secrets, s) {
			secrets = append(secrets, s)
		}
	}
	add(query)
	for pair := range strings.SplitSeq(query, "&") {
		value := pair
		if _, v, named := strings.Cut(pair, "="); named {
			value = v
		}
		add(value)
		if plain, err := url.QueryUnescape(value); err == nil {
			add(plain)
			add(url.QueryEscape(plain))
		}
		if plain, err := url.PathUnescape(value); err == nil { // + is not a blank
			add(plain)
		}
	}
	return secrets
}
