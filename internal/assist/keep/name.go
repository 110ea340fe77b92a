package keep

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"svcx/internal/assist/guard"
)

// Names are looked for where they are told from other words with a capital: in the greeting, behind a title, and, anywhere,
// given names that mean nothing else. German writes all nouns with a capital, and every language the first word of a sentence,
// products, days and months.

// titled is a name behind a title.
var titled = regexp.MustCompile(`(?:\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sr|Sra|Srta|Mme|Mlle|Herrn?|Frau|Señora?|Monsieur|Madame|Signora?|Meneer|Mevrouw)\.?)[ \x{00a0}]+((?:Dr\.[ ]|Prof\.[ ])?\p{Lu}[\pL'’-]+(?:[ ]\p{Lu}[\pL'’-]+)?)`)

// namesIn are the names of a text.
func namesIn(text string) (all []string) {
	if name := guard.Greeted(text); name != "" {
		all = append(all, name)
	}
	for _, m := range titled.FindAllStringSubmatch(text, maxItems) {
		if guard.Greeted("Dear "+m[1]) != "" { // a name, and not a word for everyone
			all = append(all, m[1])
		}
	}
	for _, w := range capitals.FindAllString(text, -1) {
		if givenNames[fold(w)] {
			all = append(all, w)
		}
	}
	return all
}

// capitals are words that begin with one and go on without.
var capitals = regexp.MustCompile(`\b\p{Lu}\p{Ll}+\b`)

// InventedNames are the names of an answer that are in none of the texts from which it was written.
func InventedNames(given, answer string, op Operation) (invented []Item) {
	said := make(map[string]bool)
	for _, w := range wordsOf(given) {
		said[w] = true
	}
	names := namesIn(answer)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if len(invented) < maxItems && !says(said, name) && !(op == Translate && isLatin(name) != isLatin(given)) {
			invented = append(invented, Item{Kind: Name, Text: name})
		}
	}
	return invented
}

// isLatin reports whether a text has Latin letters. A translation into another script may write a name in any way.
func isLatin(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
}

// says reports whether the words of a text have one of a name's: with a slip, short, or inflected.
func says(said map[string]bool, name string) bool {
	for _, w := range wordsOf(name) {
		if guard.IsTitle(w) {
			continue
		}
		if said[w] || guard.SaysName(said, w) {
			return true
		}
	}
	return false
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}

// givenNames are frequent ones that are no words, months or places of the languages in which they are written.
var givenNames = func() map[string]bool {
	all := make(map[string]bool)
	for _, n := range strings.Fields(`
		aaron adam adrian agnes ahmed alberto alejandro alessandro alexander alexandra alfred alice alicja amanda amelia amelie
		andrea andreas andrew andré angela anita anna anne anneliese annette annika anthony antoine antonio anton antje arthur
		barbara bartosz beate benjamin bernard bernd bernhard birgit brian brigitte bruno camille carina carla carlos carol caroline
		catherine cecilia christine christoph christopher claire claudia clemens cornelia cristina
		daniel daniela david deborah denise dennis dieter dominik donald dorothea doris
		edward eduardo elena elisabeth elizabeth elke ellen emanuel emily emma enrique eric erica erik esther eva evelyn
		fabian federico felipe fernando florian francesca francesco franziska franz françois fritz
		gabriel gabriele george gerald gerhard giovanni giulia giuseppe gisela greta gregory guillaume gustav
		hannah hans harald heather heike heinrich heinz helena helga helmut henri henrik holger horst hugo
		ignacio ingrid irene isabel isabella jacek jack jacob jakob jakub james jana janine jason javier jeff jennifer jens jeremy jessica
		joachim johanna johannes john jonas jonathan jorge josef joseph josé juan julia julian jürgen justin
		karen karin karl katarzyna katharina katherine kathrin katja kelly kenneth kevin kerstin klaus krzysztof kurt
		lars laura laurent leon leonie linda lisa louis louise luca lucas lucia ludwig luis luise lukas lutz
		magdalena manfred manuela marcel marcus margaret maria mariana mario marion markus marta martha martin martina mateo mathias matthew matthias maurice
		michael michaela michel michelle miguel mike monika moritz nadine natalia natalie nathalie nathan nicholas nicolas nicole niklas nina noah nora norbert
		oliver olivia pablo paola paolo pascal patricia patrick paula pavel pedro peter philipp philippe pierre piotr
		rachel rainer ralf ramón raphael rebecca reiner renate ricardo richard robert roberto roland rolf ronald ruth ryan
		sabine samantha samuel sandra sara sarah sebastian sergio silke silvia simone sofia sophie stefan stefanie stephan stephanie stephen steve steven susan susanne svenja sven sylvia
		tanja teresa theodor theresa thomas thorsten tim timo tobias tom tomás tomasz torsten ulrich ulrike ursula ute uwe
		valentina vanessa veronika vincent viktor volker waltraud walter werner wilhelm william wojciech wolfgang yannick yvonne zoe`) {
		all[n] = true
	}
	return all
}()
