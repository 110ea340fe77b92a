package bench

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// mix decides what a caller's requests say. A request is a function of the
// caller's and its own number alone: a repeat is made again byte for byte
// without being kept, two runs send the same, and what was sent can be told
// afterwards.
type mix struct {
	caller           int
	contacts         int
	newConversations int // percent
	repeats          int // percent
}

// message is what one request says.
type message struct {
	// number is that of the request which said it first.
	number  int
	repeat  bool
	fresh   bool // begins a conversation
	contact int
	content string
}

// request tells what the caller's request of that number says.
func (m *mix) request(number int) message {
	rng := rand.New(rand.NewPCG(uint64(m.caller), uint64(number)))
	if number > 0 && rng.IntN(100) < m.repeats {
		first := m.request(rng.IntN(number))
		first.repeat = true
		return first
	}
	length := minContent + rng.IntN(maxContent-minContent+1)
	start := rng.IntN(len(prose) - length)
	return message{
		number:  number,
		fresh:   rng.IntN(100) < m.newConversations,
		contact: rng.IntN(m.contacts),
		content: prose[start : start+length],
	}
}

// Bytes of content: a message as people write them to a support desk.
const (
	minContent = 200
	maxContent = 400
)

// prose holds nothing that JSON would escape.
var prose = strings.Repeat("Hello, I ordered the blue lamp last week and the parcel came today, but the shade is broken on one side. "+
	"Could you send me a new one, or should I bring it back to the shop? The order number is on the paper that I have here. "+
	"It was a present for my sister, so it would be good to have it before Friday. Thank you very much for your help! ", 8)

const (
	messagePrefix = "bench-"
	seedPrefix    = "seed-"
)

// conversationID of the message: the contact's seeded one, or one of its own.
func (m *mix) conversationID(msg message) string {
	if msg.fresh {
		return string(appendNumbers([]byte("bench-thread-"), m.caller, msg.number))
	}
	return seededConversation(msg.contact)
}

func (m *mix) messageID(msg message) string {
	return string(appendNumbers([]byte(messagePrefix), m.caller, msg.number))
}

func appendNumbers(b []byte, caller, number int) []byte {
	b = strconv.AppendInt(b, int64(caller), 10)
	b = append(b, '-')
	return strconv.AppendInt(b, int64(number), 10)
}

// parseMessageID is the reverse of messageID.
func parseMessageID(id string) (caller, number int, ok bool) {
	rest, ok := strings.CutPrefix(id, messagePrefix)
	if !ok {
		return 0, 0, false
	}
	first, second, _ := strings.Cut(rest, "-")
	caller, err := strconv.Atoi(first)
	number, err2 := strconv.Atoi(second)
	return caller, number, err == nil && err2 == nil
}

// What is known of contact i.
func contactID(i int) string { return "customer-" + strconv.Itoa(i) }
func contactName(i int) string {
	return firstNames[i%len(firstNames)] + " " + lastNames[i/7%len(lastNames)]
}
func contactEmail(i int) string       { return "customer" + strconv.Itoa(i) + "@example.com" }
func seededConversation(i int) string { return "thread-" + strconv.Itoa(i) }

var (
	firstNames = [...]string{"Ada", "Björn", "Chiara", "Dmitri", "Elif", "Farid", "Grace", "Hana", "Ivo", "Jun", "Kofi", "Lucía", "Mateo"}
	lastNames  = [...]string{"Almeida", "Brandt", "Costa", "Dubois", "Eriksen", "Fischer", "García", "Horváth", "Ito", "Jansen", "Kowalski"}
)

// appendBody writes the request's body (W 2.1). All of the members are in both
// forms.
func (m *mix) appendBody(b []byte, msg message) []byte {
	b = append(b, `{"messageId":"`...)
	b = append(appendNumbers(append(b, messagePrefix...), m.caller, msg.number), `","conversationId":"`...)
	b = append(b, m.conversationID(msg)...)
	b = append(b, `","from":{"externalId":"`...)
	b = append(b, contactID(msg.contact)...)
	b = append(b, `","name":"`...)
	b = append(b, contactName(msg.contact)...)
	b = append(b, `","email":"`...)
	b = append(b, contactEmail(msg.contact)...)
	b = append(b, `"},"content":"`...)
	b = append(b, msg.content...)
	if msg.fresh {
		b = append(b, `","subject":"`...)
		b = append(b, msg.content[:40]...)
	}
	return append(b, `"}`...)
}
