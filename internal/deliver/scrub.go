package deliver

import (
	"bytes"
	"html"
	"net/url"
	"slices"
	"strings"
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
	for _, secret := range querySecrets(u.RawQuery) {
		body = bytes.ReplaceAll(body, []byte(secret), []byte(hidden))
	}
	return body
}

// querySecrets are the query as a whole and its values, in the spellings that
// they are repeated in, longest first.
func querySecrets(query string) (secrets []string) {
	add := func(s string) {
		for _, spelt := range []string{s, html.EscapeString(s), strings.ReplaceAll(s, "/", `\/`)} {
			if len(spelt) >= minSecret && !slices.Contains(secrets, spelt) {
				secrets = append(secrets, spelt)
			}
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
	}
	slices.SortStableFunc(secrets, func(a, b string) int { return len(b) - len(a) })
	return secrets
}
