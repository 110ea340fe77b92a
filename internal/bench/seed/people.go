package seed

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"svcx"
)

// person is a contact of a desk, computed from its number.
type person struct {
	name, email, externalID string
	// defaulted is set if the sender gives no external id, so that the address is
	// used.
	defaulted bool
}

// customer returns the contact with a number. Of 20 contacts 7 have an address at one
// host, 8 at another large one and 3 at a company; two have none.
func (d *Desk) customer(number int) person {
	rng := rand.New(rand.NewPCG(d.seed^customerStream, uint64(number)))
	first, last := pick(rng, firstNames[:]), pick(rng, lastNames[:])
	p := person{name: first + " " + last}
	if rng.IntN(25) == 0 {
		p.name = ""
	}
	share := rng.IntN(20)
	if share < 18 {
		p.email = mailbox(rng, first, last, number) + "@" + hoster(rng, share)
	}
	if p.defaulted = p.email != "" && rng.IntN(4) == 0; p.defaulted {
		p.externalID = p.email
	} else {
		p.externalID = "cus_" + scrambled(number)
	}
	return p
}

func mailbox(rng *rand.Rand, first, last string, number int) string {
	first, last = ascii(first), ascii(last)
	// The number makes it unique.
	n := strconv.Itoa(number)
	switch rng.IntN(4) {
	case 0:
		return first + last[:1] + n
	case 1:
		return first[:1] + "." + last + n
	default:
		return first + "." + last + n
	}
}

// hoster returns a domain; share is below 18.
func hoster(rng *rand.Rand, share int) string {
	switch {
	case share < 7:
		return "gmail.com"
	case share < 15:
		return pick(rng, hosters[:])
	default:
		return fmt.Sprintf("company%d.example", rng.IntN(1+rng.IntN(5000)))
	}
}

// ascii replaces the letters that addresses do not have.
func ascii(name string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, unaccented.Replace(strings.ToLower(name)))
}

var unaccented = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "é", "e", "í", "i", "á", "a", "ó", "o", "ú", "u", "ã", "a", "ê", "e", "ø", "o",
	"ş", "s", "ı", "i", "ś", "s", "ń", "n")

// scrambled is an id that is unique and in no order, as other systems' ids are.
func scrambled(number int) string {
	// An odd factor makes the product unique modulo 2^40.
	return strconv.FormatUint(uint64(number+1)*0x9E3779B97F%(1<<40), 36)
}

func pick[T any](rng *rand.Rand, all []T) T { return all[rng.IntN(len(all))] }

// skewed picks early ones more often.
func skewed[T any](rng *rand.Rand, all []T) T { return all[rng.IntN(1+rng.IntN(len(all)))] }

// Name is a person's name.
func Name(rng *rand.Rand) string { return pick(rng, firstNames[:]) + " " + pick(rng, lastNames[:]) }

// NameOf is a person's name by number, the same in every run.
func NameOf(number int) string {
	return firstNames[number%len(firstNames)] + " " + lastNames[number/7%len(lastNames)]
}

// Agents are a desk's members, the busiest first.
func Agents() []svcx.MemberDraft {
	all := make([]svcx.MemberDraft, 24)
	for i := range all {
		first, last := firstNames[i*5%len(firstNames)], lastNames[i*7%len(lastNames)]
		all[i] = svcx.MemberDraft{Name: first + " " + last, Email: fmt.Sprintf("agent%d@desk.example", i+1), Role: svcx.RoleAgent}
	}
	return all
}

var hosters = [...]string{
	"yahoo.com", "outlook.com", "hotmail.com", "icloud.com", "gmx.de", "web.de", "t-online.de", "aol.com", "live.com", "orange.fr", "free.fr",
	"libero.it", "qq.com", "mail.ru", "yandex.ru", "proton.me", "gmx.net", "hotmail.co.uk", "btinternet.com", "comcast.net",
}

var (
	firstNames = [...]string{
		"Ada", "Björn", "Chiara", "Dmitri", "Elif", "Farid", "Grace", "Hana", "Ivo", "Jun", "Kofi", "Lucía", "Mateo", "Anna", "Maria", "John",
		"James", "Mary", "Robert", "Patricia", "Michael", "Linda", "David", "Susan", "Thomas", "Sarah", "Daniel", "Laura", "Peter", "Julia",
		"Stefan", "Katharina", "Andreas", "Sabine", "Martin", "Claudia", "Jürgen", "Petra", "Markus", "Monika", "Pierre", "Camille", "Luc",
		"Élodie", "Antoine", "Sophie", "Marco", "Giulia", "Luca", "Francesca", "Carlos", "Carmen", "José", "Isabel", "Javier", "Marta", "João",
		"Beatriz", "Pedro", "Inês", "Piotr", "Agnieszka", "Tomasz", "Magdalena", "Jakub", "Zofia", "Lars", "Ingrid", "Søren", "Astrid", "Mehmet",
		"Ayşe", "Mustafa", "Fatma", "Ali", "Leila", "Omar", "Yasmin", "Ravi", "Priya", "Arjun", "Anjali", "Wei", "Li", "Mei", "Hiroshi", "Yuki",
		"Kenji", "Min", "Ji", "Olga", "Sergei", "Natalia", "Ivan", "Alexandra", "Viktor", "Emma", "Noah", "Olivia", "Liam", "Mia", "Lukas",
		"Hannah", "Felix", "Lena", "Paul", "Clara", "Max", "Nina", "Jan", "Eva", "Oscar", "Alice", "Henry", "Amelia", "Jack", "Chloe",
	}
	lastNames = [...]string{
		"Almeida", "Brandt", "Costa", "Dubois", "Eriksen", "Fischer", "García", "Horváth", "Ito", "Jansen", "Kowalski", "Smith", "Johnson",
		"Williams", "Brown", "Jones", "Miller", "Davis", "Wilson", "Taylor", "Anderson", "Thomas", "Moore", "Martin", "Lee", "Thompson", "White",
		"Harris", "Clark", "Lewis", "Robinson", "Walker", "Young", "King", "Wright", "Müller", "Schmidt", "Schneider", "Weber", "Meyer", "Wagner",
		"Becker", "Schulz", "Hoffmann", "Koch", "Bauer", "Richter", "Klein", "Wolf", "Schröder", "Neumann", "Schwarz", "Zimmermann", "Braun",
		"Krüger", "Bernard", "Petit", "Robert", "Durand", "Leroy", "Moreau", "Simon", "Laurent", "Lefebvre", "Rossi", "Russo", "Ferrari",
		"Esposito", "Bianchi", "Romano", "Colombo", "Ricci", "Rodríguez", "Fernández", "López", "Martínez", "Sánchez", "Pérez", "Gómez", "Ruiz",
		"Silva", "Santos", "Ferreira", "Pereira", "Oliveira", "Nowak", "Wiśniewski", "Wójcik", "Kamiński", "Novák", "Svoboda", "Nielsen",
		"Hansen", "Pedersen", "Larsen", "Olsen", "Johansson", "Andersson", "Karlsson", "Nilsson", "Virtanen", "Yılmaz", "Kaya", "Demir",
		"Haddad", "Khan", "Patel", "Singh", "Kumar", "Sharma", "Wang", "Zhang", "Chen", "Liu", "Tanaka", "Suzuki", "Sato", "Kim", "Park",
		"Ivanov", "Petrov", "Smirnov", "Popov", "O'Brien", "Murphy", "Kelly", "Van den Berg", "De Vries", "Bakker", "Visser",
	}
)
