package guard

import (
	"strings"

	"svcx/internal/assist/language"
)

// wrongLanguage finds a reply in another language than all that the customer wrote. It is silent where either is short or
// unclear, where the reply is in both, and where the customer speaks of languages.
func wrongLanguage(r Reply) []Finding {
	reply := ownWords(r.Text)
	is := language.Of(reply)
	if is == "" || len(r.Customer) == 0 {
		return nil
	}
	var texts []string
	for _, text := range r.Customer {
		own := ownWords(text)
		if language.Related(language.Of(own), is) {
			return nil
		}
		texts = append(texts, own)
	}
	all := strings.Join(texts, "\n\n")
	asked := language.Of(all)
	if asked == "" || language.Related(asked, is) || namesLanguage(all, is) {
		return nil
	}
	for line := range strings.Lines(reply) {
		if language.Related(language.Of(line), asked) {
			return nil
		}
	}
	return []Finding{{WrongLanguage, "The reply is in " + nameOf(is) + ", and the customer writes in " + nameOf(asked) + ".",
		"Write it in " + nameOf(asked) + ", or have it translated.", 0, len(r.Text)}}
}

// namesLanguage reports whether a text has the name of a language: perhaps the customer asks for it.
func namesLanguage(text, tag string) bool {
	text = strings.ToLower(text)
	for _, name := range strings.Fields(languageNames[tag]) {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

func nameOf(tag string) string {
	name, _, _ := strings.Cut(languageNames[tag], " ")
	if name == "" {
		return "another language"
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// languageNames are the names of languages, the English one first, then beginnings of those in other languages.
var languageNames = map[string]string{
	"en": "english englisch anglais inglés inglese inglês ingles engels angiels engels engelsk englanti anglič angol englez ingiliz engles английск англійськ 英語 英语",
	"de": "german deutsch allemand alemán alemão tedesco duits niemiec tysk saksa němč nemč német alman немецк",
	"fr": "french französisch français francés francês francese frans francus fransk ranska francouz francia fransız французск",
	"es": "spanish spanisch espagnol español espanhol spagnolo spaans hiszpań spansk espanja španěl spanyol ispanyol испанск castellano",
	"pt": "portuguese portugiesisch portugais portugués português portoghese portugees portugal portugis португальск",
	"it": "italian italienisch italien italiano italiaans włosk italiensk italia italšt olasz итальянск",
	"nl": "dutch niederländisch holländisch néerlandais neerlandés holandés holandês olandese nederlands niderland нидерландск", "pl": "polish polnisch polonais polaco polonês polacco pools polski polsku polsk польск",
	"sv": "swedish schwedisch suédois sueco svedese zweeds svensk szwedz", "da": "danish dänisch danois danés danese deens dansk duńsk",
	"nb": "norwegian norwegisch norvégien noruego norvegese noors norsk norwes", "fi": "finnish finnisch finnois finlandés fins suomi suomeksi fińsk",
	"cs": "czech tschechisch tchèque checo ceco česk czesk", "sk": "slovak slowakisch slovaque eslovaco slovacco slovensk słowack",
	"hu": "hungarian ungarisch hongrois húngaro ungherese hongaars magyar węgier", "ro": "romanian rumänisch roumain rumano rumeno roemeens român rumuńsk",
	"tr": "turkish türkisch turc turco turks türkçe tureck", "hr": "croatian kroatisch croate croata hrvatski chorwac", "sl": "slovenian slowenisch",
	"ca": "catalan katalanisch català catalán", "id": "indonesian indonesisch bahasa", "vi": "vietnamese vietnamesisch tiếng",
	"ru": "russian russisch russe ruso russo russisch русск rosyjsk", "uk": "ukrainian ukrainisch українськ украинск ukraińsk", "bg": "bulgarian bulgarisch българск",
	"sr": "serbian serbisch српск srpski", "el": "greek griechisch ελληνικ", "he": "hebrew עברית", "ar": "arabic arabisch العربية عربي", "fa": "persian فارسی",
	"ja": "japanese japanisch 日本語", "zh": "chinese chinesisch 中文", "ko": "korean koreanisch 한국어", "th": "thai ไทย", "hi": "hindi हिन्दी हिंदी",
	"ka": "georgian", "hy": "armenian", "bn": "bengali", "ta": "tamil",
}
