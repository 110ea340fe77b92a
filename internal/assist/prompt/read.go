package prompt

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"svcx"
	"svcx/internal/assist/keep"
	"svcx/internal/assist/language"
	"svcx/internal/richtext"
)

// Reason is why an answer cannot be used.
type Reason string

// The reasons.
const (
	Empty    Reason = "empty"
	Long     Reason = "long"
	Shape    Reason = "shape"
	Language Reason = "language" // a text that should have stayed in its language
	Changed  Reason = "changed"  // a rewrite that lost or invented something
)

// Unusable is the error of an answer that cannot be used. Its text is for the agent who asked.
type Unusable struct {
	Reason Reason
	// Changes are what a rewrite lost and invented.
	Changes keep.Changes
}

func (u *Unusable) Error() string {
	if u.Reason == Changed {
		return "the model's answer was refused: it " + u.Changes.String()
	}
	return reasonWords[u.Reason]
}

var reasonWords = map[Reason]string{
	Empty:    "the model answered nothing",
	Long:     "the model's answer is too long",
	Shape:    "the model did not answer in the expected form",
	Language: "the model's answer was refused: it is in another language",
}

// The errors of Read that need no more than their reason.
var (
	errEmpty    = &Unusable{Reason: Empty}
	errLong     = &Unusable{Reason: Long}
	errShape    = &Unusable{Reason: Shape}
	errLanguage = &Unusable{Reason: Language}
)

// thought is what models that reason aloud write before their answer.
var thought = regexp.MustCompile(`(?s)^\s*<think(?:ing)?>.*?</think(?:ing)?>`)

// fence is a code fence around all of an answer.
var fence = regexp.MustCompile("(?s)^```[a-zA-Z]*\n(.*)\n```$")

// bare is an answer without what models put around one.
func bare(answer string) string {
	answer = strings.TrimSpace(thought.ReplaceAllString(clean(answer), ""))
	if in := fence.FindStringSubmatch(answer); in != nil {
		answer = strings.TrimSpace(in[1])
	}
	return answer
}

// readText reads an answer that is a text.
func readText(answer string) (string, error) {
	text := bare(answer)
	switch {
	case text == "":
		return "", errEmpty
	case utf8.RuneCountInString(text) > svcx.MaxContent:
		return "", errLong
	}
	return text, nil
}

// openFence begins an answer whose code fence does not end, or stands in its line.
var openFence = regexp.MustCompile("^```(?:[a-zA-Z]*\n)?")

// isJSON reports whether a text is JSON, or the beginning of an object, and so the answer to another question.
func isJSON(text string) bool {
	text = strings.Trim(openFence.ReplaceAllString(text, ""), " \t\n`")
	text = strings.TrimSpace(strings.TrimPrefix(text, "json"))
	return objectStart.MatchString(text) || strings.HasPrefix(text, "[") && json.Valid([]byte(text))
}

var objectStart = regexp.MustCompile(`^\{\s*["}]`)

// refusals are how models decline. "I cannot log in" is none: customers say so.
var refusals = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^(?:i(?:['’]m| am) (?:\w+ )?sorry|(?:very |so )?sorry|(?:i|my) apolog\w+|unfortunately)[^\n]{0,30}\bi(?:['’]m| am)? (?:can(?:['’]t|not| not)|unable|not able|won['’]t)`),
	regexp.MustCompile(`(?i)^i(?:['’]m| am)? (?:can(?:['’]t|not| not)|unable to|not able to|won['’]t) (?:\w+ )?(?:help|assist|comply|fulfil|fulfill|respond|answer)(?: you)?(?: with| to)? (?:that|this|your request|the request|such)`),
	regexp.MustCompile(`(?i)\bas an? (?:ai\b|artificial intelligence|(?:large )?language model)`),
	regexp.MustCompile(`(?i)^(?:es )?tut mir (?:sehr )?leid[^\n]{0,30}\b(?:ich kann|kann ich)\b|\bals (?:ki\b|ki-|(?:großes )?sprachmodell)`),
	regexp.MustCompile(`(?i)^(?:je suis )?désolée?[^\n]{0,30}\bje ne (?:peux|suis)|\ben tant (?:qu['’](?:ia\b|intelligence artificielle)|que modèle)`),
	regexp.MustCompile(`(?i)^lo siento[^\n]{0,30}\bno puedo|\bcomo (?:una? )?(?:ia\b|modelo de lenguaje|inteligencia artificial)`),
}

// isRefusal reports whether a model declines in place of an answer.
func isRefusal(text string) bool {
	return slices.ContainsFunc(refusals, func(r *regexp.Regexp) bool { return r.MatchString(text) })
}

// translated reports whether a text was rewritten in another language. It is silent where either language is unclear, and
// where the text is in both; what it quotes does not count.
func translated(before, after string) bool {
	var own strings.Builder
	for line := range strings.Lines(before[:len(richtext.Own(before))]) {
		if strings.HasPrefix(strings.TrimSpace(line), ">") {
			continue
		}
		own.WriteString(line)
	}
	was, is := language.Of(own.String()), language.Of(after)
	if was == "" || is == "" || language.Related(was, is) {
		return false
	}
	for line := range strings.Lines(own.String()) {
		if tag := language.Of(line); tag != "" && language.Related(tag, is) {
			return false
		}
	}
	return true
}

// line reads a text of one line, as a subject is, and cuts it at a number of characters.
func line(text string, most int) string {
	text = svcx.OneLine(text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:most-1])) + "…"
}

// object is the JSON object of an answer; what stands around it does not count.
func object(answer string) ([]byte, error) {
	answer = bare(answer)
	from, to := strings.IndexByte(answer, '{'), strings.LastIndexByte(answer, '}')
	if from < 0 || to < from {
		return nil, errShape
	}
	return []byte(answer[from : to+1]), nil
}
