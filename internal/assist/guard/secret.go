package guard

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// keyShape is the shape of a kind of key. A text that has none of the literals, in lower case, has no such key: most texts.
type keyShape struct {
	name     string
	literals []string
	pattern  *regexp.Regexp
}

func shape(name, literals, pattern string) keyShape {
	return keyShape{name, strings.Fields(literals), regexp.MustCompile(pattern)}
}

func hasAny(text string, literals []string) bool {
	return slices.ContainsFunc(literals, func(l string) bool { return strings.Contains(text, l) })
}

// keyShapes are the keys that are known by their form. The group is the key, if there is one.
var keyShapes = []keyShape{
	shape("a key of this service", "svcx_", `(?i:svcx_(?:sk_)?)[0-9a-fA-F]{12,}`),
	shape("a signing secret", "whsec_", `(?i:whsec_)[A-Za-z0-9+/=_-]{16,}`),
	shape(privateKey, "private", `-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----`),
	shape("an AWS access key", "akia asia", `\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`),
	shape("a GitHub token", "gh", `\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{30,}`),
	shape("a GitLab token", "glpat-", `\bglpat-[A-Za-z0-9_-]{20,}`),
	shape("a Slack token", "xox xapp- hooks.slack", `\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-[0-9]-[A-Za-z0-9-]{10,}|https://hooks\.slack\.com/services/T[A-Za-z0-9]+/B[A-Za-z0-9]+/[A-Za-z0-9]{16,}`),
	shape("a Stripe key", "k_live_ k_test_", `\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}`),
	shape("an API key", "sk-", `\bsk-(?:proj-|ant-|svcacct-|or-)?[A-Za-z0-9_-]{20,}`),
	shape("a Google key", "aiza ya29. gocspx-", `\bAIza[A-Za-z0-9_-]{35}|\bya29\.[A-Za-z0-9_-]{20,}|\bGOCSPX-[A-Za-z0-9_-]{20,}`),
	shape("a SendGrid key", "sg.", `\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{20,}`),
	shape("an npm token", "npm_", `\bnpm_[A-Za-z0-9]{30,}`),
	shape("a Docker token", "dckr_", `\bdckr_pat_[A-Za-z0-9_-]{20,}`),
	shape("a Shopify token", "shp", `\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`),
	shape("a signed token (JWT)", "eyj", `\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`),
	shape("an access token", "bearer authorization", `(?i:\b(?:authorization\s*:\s*)(?:bearer|basic|token)\s+)([A-Za-z0-9+/=._~-]{12,})|(?i:\bbearer\s+)([A-Za-z0-9+/=._~-]{20,})`),
	shape("a password in an address", "://", `\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,100}:([^\s/:@]{3,100})@`),
	shape("a key", "key token secret schlüssel", `(?i:(?:api|access|secret|private|auth|client|bearer|encryption|license)[ _-]?(?:access[ _-]?)?(?:key|token|secret|schlüssel)(?:["'`+"`"+`]{0,3}\s{0,3}[:=]|\s(?:is|ist|lautet|est|es|è|é):?\s)["'`+"`"+`\s]{0,4})([A-Za-z0-9+/=._~-]{16,})`),
}

// example is in keys that documentation shows.
var example = regexp.MustCompile(`(?i)example|your[_-]?|xxxx|\.\.\.|placeholder|0123456789abcdef|redacted|dummy`)

// keys finds keys and tokens that give access to something.
func keys(text string) (found []Finding) {
	lower := strings.ToLower(text)
	for _, s := range keyShapes {
		if !hasAny(lower, s.literals) {
			continue
		}
		for _, at := range s.pattern.FindAllStringSubmatchIndex(text, -1) {
			from, to := at[0], at[1]
			for g := 2; g < len(at); g += 2 {
				if at[g] >= 0 {
					from, to = at[g], at[g+1]
				}
			}
			value := text[from:to]
			if s.name == privateKey {
				to = endOfPEM(text, to)
			} else {
				value = strings.TrimRight(value, ".")
				to = from + len(value)
				if example.MatchString(value) || !random(value) && s.name != "a password in an address" {
					continue
				}
			}
			found = append(found, Finding{Key, "The text has " + s.name + ".",
				"Remove it. If it was sent before, revoke it.", from, to})
		}
	}
	return found
}

const privateKey = "a private key"

// endOfPEM is where a key in PEM ends whose first line ends at a place.
func endOfPEM(text string, at int) int {
	rest := text[at:min(len(text), at+20_000)]
	if next := strings.Index(rest, "-----BEGIN "); next >= 0 {
		rest = rest[:next]
	}
	if end := pemEnd.FindStringIndex(rest); end != nil {
		return at + end[1]
	}
	return at
}

var pemEnd = regexp.MustCompile(`-----END [A-Z0-9 ]{0,60}-----`)

// random reports whether a value may be made by chance: one of letters alone, or of few different characters, is a name or an
// example.
func random(value string) bool {
	counts := make(map[rune]int)
	digits, n := 0, 0
	for _, r := range value {
		counts[r]++
		n++
		if unicode.IsDigit(r) {
			digits++
		}
	}
	entropy := 0.0
	for _, c := range counts {
		p := float64(c) / float64(n)
		entropy -= p * math.Log2(p)
	}
	return entropy > 2.5 && (digits > 0 || entropy > 4 && strings.ToLower(value) != value)
}

// passwordLabel is a word for a password, and what leads to its value: a sign, or a verb.
var passwordLabel = regexp.MustCompile(`(?i)(?:^|[^\pL\pN_])(pass ?words?|passwd|pwd|passphrase|passcode|(?:login|wifi|wlan|admin|root|initial)?-?(?:passwort|kennwort)|zugangscode|mot de passe|mdp|contraseña|clave de acceso|clave|senha|palavra[- ]passe|wachtwoord|hasło|hasłem|lösenord|adgangskode|passord|salasana|heslo|jelszó|parola|parolă|şifre|пароль|密码|パスワード)((?:[ \t]+(?:for|für|pour|para|per|voor|do|to|von|der|your|ihr|zum|the|wlan|wifi|wi-fi|account|konto|login)(?:[ \t]+[\pL\pN@.-]{1,40}){0,3})?["'*_` + "`" + `]{0,4}[ \t\x{00a0}]*(?:([:=：])|(?:[ \t](?:now |jetzt |nun |ahora |maintenant |ora |nu |teraz )?(?:is|lautet|ist|est|es|é|è|to|wurde auf|auf|geändert in|à|a|naar|to jest|brzmi)(?:[ \t]now|[ \t]jetzt|[ \t]set to)?[ \t:]))[ \t\x{00a0}]*\n?[ \t]*)(\S{3,100})`)

// passwordLiterals are in the words of passwordLabel.
var passwordLiterals = strings.Fields("pass pw wort woord zugangscode mdp contrase clave senha hasł lösen adgang sala heslo jelsz parol şifre пароль 密码 パスワード")

// passwords finds passwords that are written behind the word.
func passwords(text string) (found []Finding) {
	if !hasAny(strings.ToLower(text), passwordLiterals) {
		return nil
	}
	for start := 0; start < len(text); {
		at := passwordLabel.FindStringSubmatchIndex(text[start:])
		if at == nil {
			return found
		}
		for i := range at {
			if at[i] >= 0 {
				at[i] += start
			}
		}
		sign := at[6] >= 0 || strings.HasSuffix(strings.TrimSpace(text[at[4]:at[5]]), ":")
		from, to := trimValue(text, at[8], at[9])
		start = at[5]
		if rest := lineAfter(text, at[9]); isPassword(text[from:to], text[at[8]:from] != "", sign, rest) {
			found = append(found, passwordAt(from, to))
			start = to
		}
	}
	return found
}

func passwordAt(from, to int) Finding {
	return Finding{Password, "The text has a password.", "Remove it. Send a link to set a new one instead.", from, to}
}

// shortLabel matches a short word for a password, followed by a colon and the password.
var shortLabel = regexp.MustCompile(`(?i)(?:^|[^\pL\pN_?&-])(pass|pw)["'*_` + "`" + `]{0,4}[ \t\x{00a0}]*[:=：][ \t\x{00a0}]*(\S{6,100})`)

var shortLiterals = []string{"pass", "pw"}

// shortPasswords finds passwords behind a short word. "pass" is a ticket too: behind another word ("boarding pass: QX7Z2K") its
// value must have marks.
func shortPasswords(text string) (found []Finding) {
	if !hasAny(strings.ToLower(text), shortLiterals) {
		return nil
	}
	for _, at := range shortLabel.FindAllStringSubmatchIndex(text, -1) {
		from, to := trimValue(text, at[4], at[5])
		value := text[from:to]
		hasLetter, isNumber := strings.ContainsFunc(value, unicode.IsLetter), strings.Trim(value, "0123456789") == ""
		isWord := strings.IndexFunc(value, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) < 0
		if !hasLetter && !isNumber || isWord || !isPassword(value, false, true, lineAfter(text, at[5])) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text[:at[2]], " \t\u00a0"))
		ticket := strings.EqualFold(text[at[2]:at[3]], "pass") && (unicode.IsLetter(before) || unicode.IsDigit(before))
		if !ticket || strings.ContainsAny(value, "!#$%&*+=?@^~") {
			found = append(found, passwordAt(from, to))
		}
	}
	return found
}

// pin is a PIN. One of six digits behind a colon or "PIN code" is a place in India.
var pin = regexp.MustCompile(`(?i)(?:^|[^\pL\pN_-])pin(?:([ -]?(?:code|number|nummer))?["'*_]{0,3}(?:[ \t]?([:=：])|[ \t](?:is|lautet|ist|est|es|é|è|to)(?:[ \t](?:now|jetzt))?:?[ \t]))[ \t]*\n?[ \t]*["'*_“„«]{0,3}([0-9]{4,8})(?:["'*_”“»)]{0,3})(?:[ \t]*(?:$|[\n(–—])|[.,;!?](?:\s|$)|[ \t]+(?:and|or|for|und|oder|für|et|pour|y|para|e|per|en|voor)[ \t])`)

// knownPINs are those that devices are delivered with.
var knownPINs = []string{"0000", "1111", "1234"}

// pins finds PINs, but no counts ("the PIN is 1000 characters long").
func pins(text string) (found []Finding) {
	if !strings.Contains(strings.ToLower(text), "pin") {
		return nil
	}
	for _, at := range pin.FindAllStringSubmatchIndex(text, -1) {
		from, to := at[6], at[7]
		place := to-from == 6 && (at[2] >= 0 || at[4] >= 0)
		if !place && !slices.Contains(knownPINs, text[from:to]) {
			found = append(found, passwordAt(from, to))
		}
	}
	return found
}

// trimValue leaves out quotes and marks around a value, and the full stop behind it.
func trimValue(text string, from, to int) (int, int) {
	const around = "\"'`“”„«»‘’*_()"
	trimmed := strings.TrimLeft(text[from:to], around)
	from = to - len(trimmed)
	trimmed = strings.TrimRight(trimmed, around+".,;")
	return from, from + len(trimmed)
}

func lineAfter(text string, at int) string {
	line, _, _ := strings.Cut(text[at:], "\n")
	return strings.TrimSpace(line)
}

// isPassword reports whether a value behind the word is one, and not the next word of a sentence. sign says that a colon or
// an equals sign leads to it; rest is what follows it in its line.
func isPassword(value string, quoted, sign bool, rest string) bool {
	var lower, upper, digits, marks, all int
	for _, r := range value {
		all++
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLetter(r):
			lower++
		case r != '-' && r != '\'' && r != '’':
			marks++
		}
	}
	hidden := strings.Trim(value, "*•xX.-_…") == "" || strings.ContainsAny(value, "[]{}<>") || strings.Contains(value, "://") ||
		strings.HasPrefix(value, "http") || strings.HasPrefix(value, "/")
	switch {
	case hidden, all < 4, sign && strings.ContainsAny(value[:1], "-"):
		return false
	case digits == all:
		// A number is a code if nothing says what it counts: "password: 8 to 20 characters".
		return sign && rest == "" && all >= 4
	case digits > 0 && lower+upper > 0:
		return all >= 5 || sign && rest == ""
	case marks > 0 && lower+upper > 0 && all >= 6:
		return !strings.ContainsAny(value, "/") && (sign || quoted)
	case quoted:
		return all >= 5 && !proseWords[strings.ToLower(value)]
	}
	// Letters alone are a password at the end of the line, behind a sign.
	return sign && rest == "" && all >= 5 && !proseWords[strings.ToLower(value)]
}

// proseWords stand behind "password:" in forms and settings.
var proseWords = func() map[string]bool {
	all := make(map[string]bool)
	for _, w := range strings.Fields(`required optional changed reset unchanged invalid incorrect wrong correct missing hidden empty blank none
		same default unknown expired secret strong weak enabled disabled minimum please enter string text field length case-sensitive here below above forgotten
		erforderlich optional geändert zurückgesetzt falsch ungültig vergessen leer keines unverändert pflichtfeld
		obligatoire oublié incorrect requis modifié vide facultatif obligatoria requerida olvidada incorrecta cambiada vacía
		obrigatória esquecida incorreta alterada obbligatoria dimenticata errata modificata vuota
		verplicht vergeten onjuist gewijzigd leeg wymagane nieprawidłowe zmienione password passwort confirm`) {
		all[w] = true
	}
	return all
}()
