package svcx

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// encodings are the ways in which a secret gets into a body: in plain text, escaped
// as a whole, in parts or at random, and escaped again in another text.
func encodings(secret string) map[string]string {
	each := func(how func(c byte) string) string {
		var out strings.Builder
		for i := range len(secret) {
			out.WriteString(how(secret[i]))
		}
		return out.String()
	}
	some := rand.New(rand.NewPCG(1, 2))
	escaped := func(format string) func(byte) string { return func(c byte) string { return fmt.Sprintf(format, c) } }
	mixed := func(c byte) string {
		how := []string{"%[2]s", `\u%04[1]x`, `\u%04[1]X`, "%%%02[1]x", "%%%02[1]X", "&#%[1]d;", "&#x%[1]x;", `\x%02[1]x`}[some.IntN(8)]
		return fmt.Sprintf(how, c, string(rune(c)))
	}
	all := map[string]string{
		"plain":                 secret,
		"first as JSON escape":  fmt.Sprintf(`\u%04x`, secret[0]) + secret[1:],
		"underscore in JSON":    strings.ReplaceAll(secret, "_", `\u005f`),
		"underscore in capital": strings.ReplaceAll(secret, "_", `\u005F`),
		"underscore in a URL":   strings.ReplaceAll(secret, "_", "%5F"),
		"all as JSON escapes":   each(escaped(`\u%04x`)),
		"all in percent":        each(escaped("%%%02X")),
		"all as entities":       each(escaped("&#%d;")),
		"all as \\x":            each(escaped(`\x%02x`)),
		"mixed":                 each(mixed),
		"JSON in JSON":          each(escaped(`\\u%04x`)),
		"JSON in JSON in JSON":  each(escaped(`\\\\u%04x`)),
		"twice in percent":      each(escaped("%%25%02x")),
		"percent in JSON":       each(escaped(`\u0025%02x`)),
		"with NUL":              secret[:7] + "\x00" + secret[7:],
		"with escaped NUL":      secret[:7] + `\u0000` + secret[7:],
		"query":                 url.QueryEscape(secret),
		"HTML":                  html.EscapeString(secret),
		"slashes":               strings.ReplaceAll(secret, "/", `\/`),
	}
	for spelling, how := range map[string]func(byte) string{
		"entities without semicolon": escaped("&#%d"), "entities with zeros": escaped("&#x00000000000000%x;"), "decimal with zeros": escaped("&#00000000%d;"),
		"entities twice": escaped("&amp;#%d;"), "entities twice without semicolon": escaped("&amp#%d;"),
		"octal": escaped(`\%03o`), "octal in JSON": escaped(`\\%03o`), "braces": escaped(`\u{%x}`), "braces in JSON": escaped(`\\u{0000%x}`),
		"braces of \\x": escaped(`\x{%x}`), "eight digits": escaped(`\U%08x`), "invisible between": escaped("%[1]c\u00ad\u200b\u2060\ufe0f"),
		"fullwidth": func(c byte) string { return string(rune(c) - '!' + '\uFF01') },
	} {
		s := each(how)
		if spelling == "invisible between" { // what is behind the last is none of it
			s = strings.TrimSuffix(s, "\u00ad\u200b\u2060\ufe0f")
		}
		if spelling == "entities without semicolon" {
			s += ";"
		}
		all[spelling] = s
	}
	all["soft hyphen"], all["escaped soft hyphen"] = secret[:3]+"\u00ad"+secret[3:], secret[:7]+`\u00ad`+secret[7:]
	all["soft hyphen as entity"], all["joiner"] = secret[:9]+"&shy;"+secret[9:], secret[:9]+"\u200d"+secret[9:]
	if under := strings.LastIndexByte(secret, '_'); under > 0 {
		all["capitals"], all["capital"] = strings.ToUpper(secret[:under])+secret[under:], strings.ToUpper(secret[:1])+secret[1:]
	}
	for i := range 3 {
		text := "user:"[:i+1] + secret
		all[fmt.Sprintf("base64 from %d", i+1)] = base64.StdEncoding.EncodeToString([]byte(text))
		all[fmt.Sprintf("base64url from %d", i+1)] = base64.RawURLEncoding.EncodeToString([]byte(text))
	}
	return all
}

func secretsForTest() []string {
	return []string{
		"svcx_" + strings.Repeat("a1c9", 10), "svcx_sk_" + strings.Repeat("b2d8", 10), "whsec_" + strings.Repeat("Zz+/", 10) + "abc=",
	}
}

// readable decodes all known escapes repeatedly, as a reader of the log might.
func readable(s string) string {
	unit := regexp.MustCompile(`\\+u[0-9a-fA-F]{4}|\\+x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}`)
	for range 8 {
		s = unit.ReplaceAllStringFunc(s, func(e string) string {
			var c rune
			fmt.Sscanf(strings.TrimLeft(e, `\ux%`), "%x", &c)
			return string(c)
		})
		s = strings.ReplaceAll(strings.ReplaceAll(html.UnescapeString(s), "\x00", ""), `\/`, "/")
	}
	return s
}

// Fault 1.8: a key written with JSON escapes was in the event log. No key of a body,
// where a sender may have put it, is logged in any encoding.
func TestLoggedBodyHidesEveryEncoding(t *testing.T) {
	bodies := map[string]string{
		"value": `{"content":"%s","n":1}`, "key": `{"%s":1,"n":2}`, "in a sentence": `{"content":"my key is %s, thanks"}`,
		"query": "https://x.example/?k=%s&n=1", "alone": "%s", "markup": "<b>%s</b>",
	}
	for _, secret := range secretsForTest() {
		for encoding, encoded := range encodings(secret) {
			for place, body := range bodies {
				full := strings.ReplaceAll(body, "%s", encoded)
				got := LoggedBody([]byte(full))
				if strings.Contains(readable(got), secret[:20]) || strings.Contains(got, encoded) || !strings.Contains(got, hiddenSecret) {
					t.Errorf("%s, %s: kept %s of %s", encoding, place, got, full)
				}
				rest := strings.Split(body, "%s")
				if want := rest[0] + hiddenSecret + rest[1]; !strings.Contains(encoding, "HTML") && got != want {
					t.Errorf("%s, %s: kept %s, want %s", encoding, place, got, want)
				}
			}
		}
	}
}

// The cut leaves no part of a secret in the log.
func TestLoggedBodyCutsNoSecret(t *testing.T) {
	for _, secret := range secretsForTest() {
		for encoding, encoded := range encodings(secret) {
			for _, early := range []string{"", encoded + " "} { // a redacted one makes room for more
				for before := MaxLoggedBody - len(encoded) - 20; before < MaxLoggedBody+len(early)+20; before += 29 {
					got := LoggedBody([]byte(early + strings.Repeat("-", before-len(early)) + encoded + strings.Repeat("-", 9000)))
					tail := strings.TrimLeft(strings.TrimPrefix(got, hiddenSecret), " -")
					if len(got) > MaxLoggedBody || strings.TrimRight(tail, "-") != "" && tail[0] != hiddenSecret[0] {
						t.Fatalf("%s, %d bytes before it: %d bytes, and %q", encoding, before, len(got), tail)
					}
				}
			}
		}
	}
}

// What is not a key stays as it is.
func TestLoggedBodyKeepsTheRest(t *testing.T) {
	for _, body := range []string{
		"", "{}", `{"content":"svcx_wrong","svcx_key":1}`, `{"prefix":"svcx_sk_0a1b2c3d"}`, `{"a":"\u005f %41 &amp; \\ \"","b":"whsec_short"}`,
		`{"id":"svcx-77"}`, `100% &c; \u12 %zz`, "ünïcödé \\ud83d\\ude00 😀", `\`, `\u`, `&`, `%`, `%4`, `\x4`, "&;", "svcx_",
		"&#", "&#x", "&#115", "&#99999999999999999999;", `\u{`, `\u{}`, `\u{73`, `\x{110000}`, `\16`, `\400`, `\U0011ffff`, "&amp", "soft\u00adhyphen ＡＢＣ １２３",
	} {
		if got := LoggedBody([]byte(body)); got != body {
			t.Errorf("%q became %q", body, got)
		}
	}
}

// Reasons and warnings are redacted too.
func TestLoggedTextsHideSecrets(t *testing.T) {
	key := secretsForTest()[0]
	encoded := strings.ReplaceAll(key, "_", `\u005f`)
	if got := (Reason{Code: ReasonValidation, Detail: "no " + encoded}).Text(); got != "validation: no (hidden)" {
		t.Errorf("a reason says %s", got)
	}
	if got := LoggedWarnings([]string{"fields." + key + ": x"}); got[0] != "fields.(hidden): x" {
		t.Errorf("a warning says %s", got[0])
	}
	if got := LoggedWarnings([]string{strings.Repeat("é", MaxLoggedWarning/2-8) + key}); strings.Contains(got[0], "a1c9") {
		t.Errorf("a cut warning ends in %s", got[0][MaxLoggedWarning-40:])
	}
}

func FuzzLoggedBody(f *testing.F) {
	for _, s := range encodings(secretsForTest()[0]) {
		f.Add([]byte(s))
	}
	f.Add([]byte("a\x00b\xff"))
	f.Add(bytes.Repeat([]byte("a\xff"), MaxLoggedBody/2)) // longer as valid text
	f.Fuzz(func(t *testing.T, body []byte) {
		got := LoggedBody(body)
		if len(got) > MaxLoggedBody || strings.Contains(got, "\x00") || strings.ToValidUTF8(got, "") != got || len(secretsIn(false)([]byte(got))) > 0 {
			t.Errorf("%q became %q", body, got)
		}
	})
}

func BenchmarkLoggedBody(b *testing.B) {
	for name, body := range map[string]string{
		"message": `{"messageId":"m1","conversationId":"c1","from":{"externalId":"u"},"content":"Hello,\nwhere is my \"parcel\"?"}`,
		"plain":   strings.Repeat("hello ", 20_000), "escapes": strings.Repeat(`\u00e9\n%41`, 20_000), "layers": "%" + strings.Repeat("25", 20_000),
		"russian": strings.Repeat("Где мой заказ? ", 2_000), "japanese": strings.Repeat("わたしの注文はどこですか。", 2_000), "underscores": strings.Repeat("a_", 20_000),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				LoggedBody([]byte(body))
			}
		})
	}
}
