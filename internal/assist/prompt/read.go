package prompt

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"svcx"
)

// The errors of Read. Their texts are for the agent who asked.
var (
	errEmpty = errors.New("the model answered nothing")
	errLong  = errors.New("the model's answer is too long")
	errShape = errors.New("the model did not answer in the expected form")
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
