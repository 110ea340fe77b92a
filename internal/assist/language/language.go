// Package language says in which language a text is written, or that it is not sure.
//
// It counts the short words that every text has (the, und, est, para) and the letters that only some languages have, and
// knows the rest by their script. That needs no model and no table of a megabyte, and it is hardly ever wrong about texts of
// some sentences. It is made for one question: whether an answer is in another language than the question. So short texts,
// mixed ones, and those of languages that it does not know are "", never a guess.
package language

import (
	"strings"
	"unicode"
)

const (
	// minWords and minRunes are how long a text must be at least: in scripts with spaces between words, and in others.
	minWords = 6
	minRunes = 12
	// minHits are the words of a language that a text must have, minCover their part of all words.
	minHits  = 3
	minCover = 0.2
	// lead is how many times the score of the second language the first one must have.
	lead = 1.5
)

// Of is the language of a text as a tag, such as "en"; "" if it is not clear. Addresses, code and numbers are no words.
func Of(text string) string {
	words := wordsOf(text)
	if tag, ok := byScript(words); ok {
		return tag
	}
	if len(words) < minWords {
		return ""
	}
	s := scoresOf(words)
	best, second := s.first(nil), ""
	if best == "" {
		return ""
	}
	second = s.first(func(tag string) bool { return !Related(tag, best) })
	switch {
	case s.hits[best] < minHits, s.cover(best) < minCover, s.score[best] < lead*s.score[second]:
		return ""
	}
	return best
}

// Related reports whether two languages are so close that this package may take one for the other, or the same.
// A language that is not known, "", is related to none.
func Related(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if a == b {
		return true
	}
	for _, group := range related {
		if strings.Contains(group, a) && strings.Contains(group, b) {
			return true
		}
	}
	return false
}

var related = []string{"da nb sv", "cs sk", "hr sl sr", "ru uk bg sr", "es ca gl", "pt gl", "nl af", "id ms", "ar fa", "zh ja"}

type scores struct {
	words int
	hits  map[string]int
	// score weighs each word by how few languages have it.
	score map[string]float64
}

func (s scores) cover(tag string) float64 { return float64(s.hits[tag]) / float64(s.words) }

// first is the language with the highest score of those that are meant.
func (s scores) first(meant func(tag string) bool) (best string) {
	for _, tag := range tags {
		if (meant == nil || meant(tag)) && s.score[tag] > s.score[best] {
			best = tag
		}
	}
	return best
}

func scoresOf(words []string) scores {
	s := scores{words: len(words), hits: make(map[string]int), score: make(map[string]float64)}
	for _, w := range words {
		of := common[w]
		for _, tag := range of {
			s.hits[tag]++
			s.score[tag] += 1 / float64(len(of))
		}
		if len(of) > 0 {
			continue
		}
		for _, l := range letters {
			if strings.ContainsAny(w, l.letters) {
				for _, tag := range strings.Fields(l.tags) {
					s.hits[tag]++
					s.score[tag] += 1 / float64(len(strings.Fields(l.tags)))
				}
				break
			}
		}
	}
	return s
}

// wordsOf cuts a text into words in lower case. What has digits or signs inside (addresses, file names, order numbers, code)
// is left out, and so are spans of code.
func wordsOf(text string) (words []string) {
	for i, span := range strings.Split(strings.ReplaceAll(text, "```", "`"), "`") {
		if i%2 == 1 && len(strings.Fields(span)) < 40 {
			continue
		}
		for _, field := range strings.Fields(span) {
			if strings.ContainsAny(field, "@/_<>{}=|\\#0123456789") {
				continue
			}
			for _, w := range strings.FieldsFunc(strings.ToLower(field), func(r rune) bool {
				return !unicode.IsLetter(r) && !unicode.IsMark(r)
			}) {
				words = append(words, w)
			}
		}
	}
	return words
}

// byScript knows a language by its script, if the text is not in Latin letters.
func byScript(words []string) (tag string, other bool) {
	var latin, han, kana, all int
	counts := make(map[string]int)
	for _, w := range words {
		for _, r := range w {
			switch {
			case unicode.IsMark(r):
				continue
			case unicode.Is(unicode.Latin, r):
				latin++
			case unicode.Is(unicode.Han, r):
				han++
			case unicode.In(r, unicode.Hiragana, unicode.Katakana):
				kana++
			default:
				for _, s := range scripts {
					if unicode.Is(s.table, r) {
						counts[s.tag]++
						break
					}
				}
			}
			all++
		}
	}
	if han+kana > all*6/10 {
		counts["zh"] = han
		if kana*10 > han {
			counts["zh"], counts["ja"] = 0, han+kana
		}
	}
	for _, n := range counts {
		other = other || n > latin/2 // a text in Latin letters names little in others
	}
	for found, n := range counts {
		if n > all*6/10 && n >= minRunes {
			tag = found
		}
	}
	switch tag {
	case "ru":
		tag = cyrillic(words)
	case "ar":
		if strings.ContainsAny(strings.Join(words, ""), "پچژگ") {
			tag = "fa"
		}
	}
	return tag, other
}

var scripts = []struct {
	table *unicode.RangeTable
	tag   string
}{
	{unicode.Cyrillic, "ru"}, {unicode.Greek, "el"}, {unicode.Hebrew, "he"}, {unicode.Arabic, "ar"}, {unicode.Hangul, "ko"},
	{unicode.Thai, "th"}, {unicode.Devanagari, "hi"}, {unicode.Georgian, "ka"}, {unicode.Armenian, "hy"}, {unicode.Bengali, "bn"},
	{unicode.Tamil, "ta"},
}

// cyrillic tells the languages apart that are written in Cyrillic letters.
func cyrillic(words []string) string {
	all := strings.Join(words, "")
	switch {
	case strings.ContainsAny(all, "іїєґ"):
		return "uk"
	case strings.ContainsAny(all, "јљњћђџ"):
		return "sr"
	case strings.ContainsAny(all, "ыэё"):
		return "ru"
	case strings.Contains(all, "ъ") && strings.Count(all, "ъ")*60 > len(words):
		return "bg"
	}
	return "ru"
}
