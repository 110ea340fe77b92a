package demo

// customer is a customer of the sample shop.
type customer struct{ id, name, email string }

// message is a customer's message.
type message struct {
	ID, Conversation, Subject, Content string
	customer
}

// customerOf is the customer of a sample conversation.
func customerOf(conversation string) customer {
	for _, m := range messages {
		if m.Conversation == conversation {
			return m.customer
		}
	}
	for n := range pastConversations {
		if pastID(n) == conversation {
			return pastCustomer(n)
		}
	}
	return customer{id: "visitor-" + conversation, name: "Visitor"}
}

var (
	ada    = customer{"cust-1001", "Ada Winter", "ada.winter@example.com"}
	bruno  = customer{"cust-1002", "Bruno Keller", "bruno@example.net"}
	chioma = customer{"cust-1003", "Chioma Okafor", "chioma.okafor@example.org"}
	daisy  = customer{"cust-1004", "Daisy Lind", "daisy@example.com"}
	emre   = customer{"cust-1005", "Emre Yıldız", "emre.yildiz@example.com"}
	fumiko = customer{"cust-1006", "Fumiko Tanaka", "fumiko@example.jp"}
)

// messages are the sample customers' messages, in order. Their ids are fixed, so
// that a second start in the same folder adds nothing.
var messages = []message{
	{"m-1", "order-4711", "Where is my parcel?", "Hello, order 4711 was to arrive on Tuesday. The tracking page has not moved for three days. Can you have a look?", ada},
	{"m-2", "order-4698", "Wrong size", "The jacket is lovely, but M is too small for me. Can I change it for an L?", bruno},
	{"m-3", "invoice-88", "Invoice for our books", "Our accounting needs the invoice made out to Okafor Studio Ltd. Is that still possible?", chioma},
	{"m-4", "order-4711", "", "Now it says \"returned to sender\". That cannot be right, my address has not changed.", ada},
	{"m-5", "login-17", "I cannot sign in", "The page says that my password has expired, and the mail to set a new one does not come. I have looked in the spam folder.", daisy},
	{"m-6", "gift-3", "Gift card", "Does a gift card lose its value after a year? I would like to give one to my sister.", emre},
	{"m-7", "order-4702", "One cup is broken", "One of the six cups arrived in pieces. I have kept the box. What do you need from me?", fumiko},
	{"m-8", "order-4698", "", "I forgot to say: the label is still on.", bruno},
}

// replies are the agents' replies.
var replies = []struct{ conversation, author, content string }{
	{"order-4698", "Mara Lindqvist", "Of course, Bruno. I have put an L aside for you; the label for sending the M back is on its way to your mailbox."},
	{"gift-3", "Jonas Weber", "Gift cards keep their value for three years from the day you buy them, Emre."},
}

// resolved are the conversations that the agents resolve.
var resolved = []string{"gift-3"}
