package deliver

import (
	"net/url"
	"slices"
	"strings"

	"svcx"
)

// hidden stands where a secret was.
const hidden = "[hidden]"

// minSecret is the length from which on a value in a URL's query is taken for a
// secret: hiding every "1" of a body would leave nothing to read.
const minSecret = 4

// withoutSecrets is an answer's body as the event log may show it: error pages
// like to repeat the URL that was asked for, and the query of a webhook URL may
// hold the integrator's secret (decisions 4). The body is not changed.
func withoutSecrets(body []byte, rawURL string) []byte {
	u, err := url.Parse(rawURL)
	if err != nil || u.RawQuery == "" || len(body) == 0 {
		return body
	}
	return svcx.HideSecrets(body, querySecrets(u.RawQuery), hidden)
}

// querySecrets are the query as a whole and its values, as they stand there, plain,
// and as others would write them.
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
		if plain, err := url.PathUnescape(value); err == nil { // a blank stays +
			add(plain)
		}
	}
	return secrets
}
