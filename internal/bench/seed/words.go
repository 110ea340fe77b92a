package seed

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Vocabulary is what a desk's customers and agents write with: the words of people
// who write to a shop's support team, most frequent first, and then tens of thousands
// of rare ones, such as names of products. It is the same for every seed, so that a
// search knows frequent and rare words.
type Vocabulary struct {
	words []string
}

// rareWords is how many words are made up of syllables.
const rareWords = 40_000

// NewVocabulary returns the vocabulary. Making it takes some milliseconds.
func NewVocabulary() *Vocabulary {
	v := new(Vocabulary)
	known := make(map[string]bool, rareWords)
	for _, w := range strings.Fields(commonWords) {
		if !known[w] {
			known[w] = true
			v.words = append(v.words, w)
		}
	}
	const consonants, vowels = "bcdfghklmnprstvwz", "aeiou"
	rng := rand.New(rand.NewPCG(14, 1))
	for made := 0; made < rareWords; {
		var w strings.Builder
		for range 2 + rng.IntN(3) {
			w.WriteByte(consonants[rng.IntN(len(consonants))])
			w.WriteByte(vowels[rng.IntN(len(vowels))])
		}
		w.WriteByte(consonants[rng.IntN(len(consonants))])
		if word := w.String(); !known[word] {
			known[word] = true
			v.words = append(v.words, word)
			made++
		}
	}
	return v
}

// Rank returns a word by how frequent it is, 0 being the most frequent.
func (v *Vocabulary) Rank(n int) string { return v.words[n] }

// Writer writes texts of the vocabulary. Words have the frequencies of a natural
// language: the second most frequent is half as frequent as the first, and so on.
type Writer struct {
	*Vocabulary
	source *rand.PCG
	zipf   *rand.Zipf
	// Rand has the random numbers of the text that was begun last, and Text that text.
	Rand *rand.Rand
	Text []byte
}

// NewWriter returns a writer with no text begun.
func NewWriter(v *Vocabulary) *Writer {
	source := rand.NewPCG(0, 0)
	rng := rand.New(source)
	return &Writer{Vocabulary: v, source: source, Rand: rng, zipf: rand.NewZipf(rng, 1.18, 4, uint64(len(v.words)-1))}
}

// Begin starts a text that depends on the two numbers alone.
func (w *Writer) Begin(a, b uint64) {
	w.source.Seed(a, b)
	w.Text = w.Text[:0]
}

// Sentences appends n words in sentences and paragraphs.
func (w *Writer) Sentences(n int) {
	for n > 0 {
		length := min(n, 5+w.Rand.IntN(12))
		n -= length
		for i := range length {
			if len(w.Text) > 0 && w.Text[len(w.Text)-1] != '\n' {
				w.Text = append(w.Text, ' ')
			}
			at := len(w.Text)
			w.word()
			if c := w.Text[at]; i == 0 && c >= 'a' && c <= 'z' {
				w.Text[at] -= 'a' - 'A'
			}
		}
		w.Text = append(w.Text, ".?!....."[w.Rand.IntN(8)])
		if n > 0 && w.Rand.IntN(5) == 0 {
			w.Text = append(w.Text, "\n\n"...)
		}
	}
}

// word appends a word; one in fifty is a number, a price or a day.
func (w *Writer) word() {
	switch w.Rand.IntN(150) {
	case 0:
		w.Text = strconv.AppendInt(w.Text, int64(w.Rand.IntN(1000)), 10)
	case 1:
		w.Text = append(strconv.AppendInt(w.Text, int64(1+w.Rand.IntN(300)), 10), ".99"...)
	case 2:
		w.Text = append(strconv.AppendInt(w.Text, int64(1+w.Rand.IntN(12)), 10), '/')
		w.Text = strconv.AppendInt(w.Text, int64(1+w.Rand.IntN(28)), 10)
	default:
		w.Text = append(w.Text, w.words[w.zipf.Uint64()]...)
	}
}

// Subject is a title of a few words, without those that every text has.
func (w *Writer) Subject() string {
	for i := range 2 + w.Rand.IntN(5) {
		if i > 0 {
			w.Text = append(w.Text, ' ')
		}
		w.Text = append(w.Text, w.words[40+min(w.zipf.Uint64(), uint64(len(w.words)-41))]...)
	}
	if c := w.Text[0]; c >= 'a' && c <= 'z' {
		w.Text[0] -= 'a' - 'A'
	}
	return string(w.Text)
}

// commonWords are the most frequent words, in order.
const commonWords = `the i to and a my is it for you have in of not on this with can please order was me that but your be we no
hello hi thanks when at are still an if as so get from would like do thank or has help been there what will received any know
could just how one more am day they email today already back now by only account out time were did after which does then than
again send sent new yesterday since before problem about because here number all up want need payment refund delivery package
money working shipped customer service tracking card received address invoice item product days week weeks try tried trying
return information app website site page phone password login log code link click error message contact support team reply
answer question urgent possible soon wait waiting regards kind best dear sir madam cancel cancelled subscription plan month
monthly year yearly price charge charged twice double bank credit debit paypal amount euro dollars cost free trial upgrade
downgrade update change changed wrong missing broken damaged defective size color colour blue black white red green small
large medium shoes shirt jacket lamp table chair phone case charger cable battery screen display laptop computer keyboard
mouse printer camera headphones speaker watch bag box parcel shipping courier driver door neighbour post office store shop
warehouse stock available unavailable sold voucher coupon discount sale promotion gift birthday present friday monday tuesday
wednesday thursday saturday sunday morning afternoon evening night week weekend january february march april may june july
august september october november december first second third last next previous same different other another both each every
few many much most some such own too very well good bad great nice better worse happy unhappy disappointed angry sorry
apologize inconvenience understand appreciate confirm confirmed confirmation check checked checking found find look looking
see seen show shows says said tell told ask asked give given take taken make made put keep kept let leave left use used using
work works worked run open opened close closed start started stop stopped finish finished enter entered type typed copy paste
save saved download downloaded upload uploaded install installed file files photo picture image attachment attached document
pdf copy screenshot browser chrome safari firefox android iphone version device settings profile name user username sign
register registered registration verify verified verification reset delete deleted remove removed add added create created
edit view list option button menu form field data privacy policy terms conditions legal contract agreement company business
personal private public office manager department billing sales technical staff agent colleague person people man woman child
family friend wife husband mother father son daughter home house street city country post zip europe germany france spain
italy austria switzerland england america usa canada world travel flight hotel booking reservation ticket seat train bus car
taxi airport station passport visa insurance claim policy health doctor appointment medicine pharmacy school university course
class teacher student book books library read write reading writing english german french spanish italian language translate
word words text letter call called calling talk speak spoke spoken chat line busy free minute minutes hour hours later early
late long short quick quickly slow slowly fast immediately finally actually really probably maybe perhaps however although
though while until unless without within between during through under over above below near far around inside outside against
toward upon per via etc yes ok okay sure fine correct right exactly true false real strange weird normal usual usually always
never often sometimes once twice again enough almost nearly exactly quite rather instead otherwise therefore moreover besides
guarantee warranty repair repaired replace replaced replacement exchange spare part parts manual instructions guide faq
kindly regarding concerning reference attached below above mentioned following further forward hearing look response solution
issue issues case ticket status pending processing processed complete completed failed success successful unable cannot
deliver delivered arrive arrived expected estimated date dates track trace lost stolen found customs import tax vat duty fee
fees extra additional total balance due overdue reminder notice warning blocked locked suspended expired renew renewal
automatic automatically manually online offline internet wifi network connection server system software hardware bug crash
crashes freeze frozen loading load slow blank empty full half quarter double single pair set kit bundle brand model serial
quality material cotton leather plastic metal wood glass paper color pattern style design fit fits tight loose wide narrow
heavy light strong weak hot cold warm wet dry clean dirty noise loud quiet smell taste food drink water coffee tea kitchen
bathroom bedroom garden garage window floor wall roof light power electric gas heating cooling machine washing dryer fridge
oven vacuum tool tools drill screw bolt nut hammer paint brush hallo danke bitte bestellung lieferung rechnung paket leider
noch nicht und ich habe mit der die das hola gracias pedido envio factura por favor todavia bonjour merci commande livraison
facture toujours pas ciao grazie ordine spedizione fattura ancora`
