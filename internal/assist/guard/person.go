package guard

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"svcx"
)

var mailAddress = regexp.MustCompile(`[\pL\pN._%+'-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`)

// Addresses are the e-mail addresses in a text, as they are compared (svcx.EmailKey), each once: those whose contacts belong
// in Reply.Others.
func Addresses(text string) (all []string) {
	for _, found := range mailAddress.FindAllString(text, -1) {
		if key := svcx.EmailKey(found); !slices.Contains(all, key) {
			all = append(all, key)
		}
	}
	return all
}

// strangers finds another customer: by an address or a full name of one of those that are given, or by a greeting.
func strangers(r Reply) (found []Finding) {
	known := slices.Concat([]Person{r.Contact}, r.Known)
	add := func(from, to int, description string) {
		found = append(found, Finding{OtherCustomer, description, "Check whom the reply is for.", from, to})
	}
	said := strings.Join(r.Customer, "\n")
	saidAddresses := Addresses(said)
	for _, at := range mailAddress.FindAllStringIndex(r.Text, -1) {
		key := svcx.EmailKey(r.Text[at[0]:at[1]])
		if !hasAddress(known, key) && hasAddress(r.Others, key) && !slices.Contains(saidAddresses, key) {
			add(at[0], at[1], "The text has the e-mail address of another customer.")
		}
	}
	saidWords := wordSet(said)
	for _, other := range r.Others {
		name := namesIn(other.Name)
		if len(name) < 2 || isCompany(other.Name) || slices.ContainsFunc(known, func(p Person) bool { return sharesNames(name, namesIn(p.Name)) }) ||
			all(name, func(n string) bool { return saidWords[n] }) {
			continue
		}
		for _, at := range findName(r.Text, name) {
			add(at.from, at.to, "The text has the name of another customer.")
		}
	}
	if from, to := greeted(r.Text); to > from && !isKnown(r, namesIn(r.Text[from:to]), saidWords) {
		add(from, to, "The reply greets someone else than the customer.")
	}
	return found
}

func all(names []string, met func(string) bool) bool {
	return !slices.ContainsFunc(names, func(n string) bool { return !met(n) })
}

func hasAddress(people []Person, key string) bool {
	return slices.ContainsFunc(people, func(p Person) bool {
		return slices.ContainsFunc(p.Emails, func(e string) bool { return svcx.EmailKey(e) == key })
	})
}

// plain is a word as names are compared: without case and accents.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'ł':
			return 'l'
		case r == 'ø':
			return 'o'
		}
		return r
	}, norm.NFD.String(svcx.FoldCase(s)))
}

// titles are no part of a name, and words of these stand in greetings for no name.
var titles = set(`mr mrs ms miss mx dr prof professor sir madam ma'am herr herrn frau fräulein monsieur madame mademoiselle m mme mlle señor señora
	señorita senor senora sr sra srta don doña senhor senhora dom dona signor signora signorina sig sigra dott dottor dottoressa ing dipl
	de heer mevrouw meneer mevr dhr pan pani panie pana państwo jr`)

// generic are greeted where no name is known.
var generic = set(`team all everyone everybody there customer customers client user users member folks guys sir madam sirs friend friends support service
	world again reader guest visitor colleagues colleague partner sales admin developers developer ladies gentlemen both valued
	damen herren zusammen alle kunde kundin kundenservice interessent interessentin nutzer leute kollege kollegin kollegen kolleginnen familie
	tous toutes client cliente équipe collègue collègues cher chère messieurs mesdames
	todos todas cliente equipo amigo amiga usuario usuaria señores compañeros
	todos cliente equipe amigos usuário utente tutti team clienti amico
	allemaal klant iedereen collega collega's gebruiker
	klient kliencie klientko wszystkich wszyscy zespole państwa państwo drodzy szanowni
	merry happy thanks thank christmas new monday tuesday wednesday thursday friday saturday sunday`)

func set(words string) map[string]bool {
	all := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		all[plain(w)] = true
	}
	return all
}

// namesIn are the words of a name, as they are compared, without titles.
func namesIn(name string) (names []string) {
	for _, w := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’' }) {
		if w = plain(strings.Trim(w, "'’")); !titles[w] && utf8.RuneCountInString(w) > 1 {
			names = append(names, w)
		}
	}
	return names
}

func wordSet(text string) map[string]bool {
	all := make(map[string]bool)
	for _, w := range namesIn(text) {
		all[w] = true
	}
	return all
}

// greeting begins a reply. The names that it may be about follow.
var greeting = regexp.MustCompile(`^(?i:[\s*_>#-]*(?:hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening|day)|greetings|hallo|hi|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|moin|servus|grüß (?:gott|dich|sie)|grüezi|bonjour|bonsoir|salut|ch(?:er|ère)|coucou|hola|buenos días|buenas (?:tardes|noches)|estimad[oa]|querid[oa]|apreciad[oa]|olá|oi|bom dia|boa (?:tarde|noite)|prezad[oa]|car[oa]|ciao|salve|buongiorno|buonasera|gentile|gentilissim[oa]|egregio|beste|geachte|goede(?:morgen|middag|navond| morgen| middag|navond)|goedemiddag|dag|hoi|dzień dobry|cześć|witam|witaj|szanown[ya]|drog[ia]|hej|hei|kära|kære|kjære|dobrý den|ahoj|vážen[ýá]|bună(?: ziua)?|merhaba|sayın|здравствуйте|привет|добрый день|уважаем(?:ый|ая))[ \t,]+)`)

// Greeted is the name by which a reply greets its reader, with titles; "" if it names nobody.
func Greeted(text string) string {
	from, to := greeted(text)
	return text[from:to]
}

// IsTitle reports whether a word of a name is a title, such as Ms or Herr.
func IsTitle(word string) bool { return titles[plain(word)] }

// greeted is where a reply names whom it greets: words in capitals between the greeting and the end of its line or a comma.
func greeted(text string) (from, to int) {
	at := 0
	for range 3 {
		line, _, _ := strings.Cut(text[at:], "\n")
		if strings.TrimSpace(line) == "" && at+len(line) < len(text) {
			at += len(line) + 1
			continue
		}
		begin := greeting.FindString(line)
		if begin == "" {
			return 0, 0
		}
		rest := line[len(begin):]
		if i := strings.IndexAny(rest, ",!:.–—\r"); i >= 0 {
			rest = fullName(rest, i)
		}
		rest = strings.TrimRight(rest, " \t*_😊👋")
		if !isName(rest) {
			return 0, 0
		}
		return at + len(begin), at + len(begin) + len(rest)
	}
	return 0, 0
}

// fullName is the beginning of a text up to the sign at end; a full stop behind a title does not end it.
func fullName(text string, end int) string {
	for text[end] == '.' && titles[plain(lastWord(text[:end]))] {
		next := strings.IndexAny(text[end+1:], ",!:.–—\r")
		if next < 0 {
			return text
		}
		end += 1 + next
	}
	return text[:end]
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// isName reports whether all words of a text are written like names, and none of them is for everyone.
func isName(text string) bool {
	words := strings.Fields(text)
	names := 0
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(w)
		lower := strings.Trim(plain(w), ".")
		switch {
		case generic[lower] || isCompanyWord(lower):
			return false
		case titles[lower] || particles[lower]:
			continue
		case !unicode.IsUpper(first) || strings.ContainsFunc(w, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-'’.", r)
		}):
			return false
		case strings.ToUpper(w) == w && utf8.RuneCountInString(w) > 1 && len(words) == 1 && utf8.RuneCountInString(w) < 4:
			return false // an abbreviation
		}
		names++
	}
	return names > 0 && names <= 4
}

var (
	particles = set("von van der den de del della di da dos das du la le ter ten zu und and y e et & al el bin ibn")
	companies = set(`gmbh ag kg ohg ug ltd limited inc llc corp corporation company co sa sas sarl srl spa bv nv ab oy plc ev gbr zoo
		shop store team support service services group verein praxis hotel restaurant studio agency agentur office info website visitor guest unknown anonymous
		customer user test kunde gast client société sociedad società sociedade firma verlag werkstatt bäckerei apotheke
		schule school university universität media digital solutions systems consulting partners international trading design logistics tech`)
)

func isCompanyWord(w string) bool { return companies[w] }

func isCompany(name string) bool {
	return strings.ContainsAny(name, "0123456789@&/") || slices.ContainsFunc(strings.Fields(name), func(w string) bool {
		return companies[strings.ReplaceAll(strings.Trim(plain(w), ".,()"), ".", "")]
	})
}

// isKnown reports whether a name may be the customer's, or that of someone who is known, or whether it cannot be said.
func isKnown(r Reply, greeted []string, said map[string]bool) bool {
	contact := namesIn(r.Contact.Name)
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(r.Contact.Name))
	if len(contact) == 0 || isCompany(r.Contact.Name) || !unicode.IsUpper(first) || len(greeted) == 0 {
		return true // who the customer is, is not known
	}
	if script(greeted[0]) != script(contact[0]) {
		return true
	}
	if isCompanyAt(contact, r.Contact.Emails) || slices.ContainsFunc(greeted, func(g string) bool { return particles[g] || saysName(said, g) }) {
		return true // so signs the customer, or may
	}
	for _, p := range slices.Concat([]Person{r.Contact}, r.Known) {
		if sharesNames(greeted, namesIn(p.Name)) {
			return true
		}
		for _, e := range p.Emails {
			local, _, _ := strings.Cut(plain(e), "@")
			if slices.ContainsFunc(greeted, func(g string) bool { return strings.Contains(local, g) }) {
				return true
			}
		}
	}
	return false
}

// isCompanyAt reports whether a name is that of its addresses' domain, or the addresses are not one person's.
func isCompanyAt(name, emails []string) bool {
	return slices.ContainsFunc(emails, func(e string) bool {
		local, domain, _ := strings.Cut(plain(e), "@")
		return companies[local] || local == "sales" || local == "contact" || local == "kontakt" ||
			slices.ContainsFunc(name, func(n string) bool { return strings.HasPrefix(domain, n) && !strings.Contains(local, n) })
	})
}

// saysName reports whether a text has a name, perhaps inflected.
func saysName(said map[string]bool, name string) bool {
	if said[name] {
		return true
	}
	for w := range said {
		if commonPrefix(w, name) >= 3 && sameName(w, name) {
			return true
		}
	}
	return false
}

func script(name string) *unicode.RangeTable {
	r, _ := utf8.DecodeRuneInString(name)
	for _, s := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek} {
		if unicode.Is(s, r) {
			return s
		}
	}
	return nil
}

func sharesNames(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool {
		return slices.ContainsFunc(b, func(y string) bool { return sameName(x, y) })
	})
}

// sameName reports whether two words may be one name: with a slip, transcribed, short, or inflected (Polish, Czech).
func sameName(a, b string) bool {
	a, b = transcribed(a), transcribed(b)
	n, m := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	if a == b || min(n, m) >= 2 && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) {
		return true
	}
	if min(n, m) >= 4 && (distance(a, b) <= 1 || commonPrefix(a, b) >= max(n, m)-2 && commonPrefix(a, b) >= 3) {
		return true
	}
	return nicknames[a+" "+b] || nicknames[b+" "+a]
}

func transcribed(s string) string {
	return strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "ä", "a", "ö", "o", "ü", "u", "ß", "ss", "ph", "f", "th", "t").Replace(s)
}

func commonPrefix(a, b string) (n int) {
	x, y := []rune(a), []rune(b)
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// distance is how many letters must be changed, inserted or removed.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}

// SaysName reports whether one of the words of a text, in small letters, may be a name: with a slip, short or inflected.
func SaysName(said map[string]bool, name string) bool {
	name = transcribed(plain(name))
	if said[name] {
		return true
	}
	for pair := range nicknames {
		short, long, _ := strings.Cut(pair, " ")
		if short == name && said[long] || long == name && said[short] {
			return true
		}
	}
	if utf8.RuneCountInString(name) < 4 {
		return false // another word may begin with it
	}
	for w := range said {
		if utf8.RuneCountInString(w) >= 4 && commonPrefix(w, name) >= 1 && sameName(w, name) {
			return true
		}
	}
	return false
}

// nicknames are short forms that do not begin like the name.
var nicknames = func() map[string]bool {
	all := make(map[string]bool)
	for line := range strings.Lines(`bob robert
		bill william
		will william
		liz elizabeth
		beth elizabeth
		betty elizabeth
		dick richard
		rick richard
		peggy margaret
		jack john
		johnny john
		jim james
		ted edward
		ned edward
		tony antony
		tony antonio
		tony anthony
		kate catherine
		kate katherine
		kathy catherine
		tom tomas
		mike michael
		micha michael
		hans johannes
		hannes johannes
		sepp josef
		joe josef
		pepe jose
		paco francisco
		pancho francisco
		nacho ignacio
		lola dolores
		kasia katarzyna
		gosia malgorzata
		asia joanna
		basia barbara
		wojtek wojciech
		tomek tomasz
		gigi luigi
		beppe giuseppe
		pepe giuseppe
		sascha alexander
		sasha alexander
		sandro alessandro
		toni antonia
		nele cornelia
		uli ulrich
		resi teresa
		lena helena
		lena magdalena
		tina christina
		tina martina
		nina antonina
		klaus nikolaus
		ben benjamin
		gabi gabriele
		steffi stefanie
		zé josé
		ze jose
		chico francisco
		bram abraham
		kees cornelis
		jan johannes
		piet pieter
		harry henry
		larry lawrence
		meg margaret
		molly mary
		polly mary
		sally sarah
		nancy anne
		drew andrew
		chuck charles`) {
		short, long, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[transcribed(short)+" "+transcribed(long)] = true
	}
	return all
}()

// findName finds the words of a name beside each other, in capitals.
func findName(text string, name []string) (found []part) {
	var words []part
	from := -1
	for i, r := range text + " " {
		isLetter := unicode.IsLetter(r) || unicode.IsMark(r)
		if isLetter && from < 0 {
			from = i
		}
		if !isLetter && from >= 0 {
			words = append(words, part{from, i})
			from = -1
		}
	}
	for i := range words {
		if i+len(name) > len(words) {
			break
		}
		matched := true
		for j, n := range name {
			w := words[i+j]
			first, _ := utf8.DecodeRuneInString(text[w.from:])
			gap := j > 0 && strings.Trim(text[words[i+j-1].to:w.from], " -\u00a0'’.") != ""
			if gap || unicode.IsLower(first) || plain(text[w.from:w.to]) != n {
				matched = false
				break
			}
		}
		if matched {
			found = append(found, part{words[i].from, words[i+len(name)-1].to})
		}
	}
	return found
}
