package demo

import "svcx"

var agents = []svcx.MemberDraft{
	{Name: "Mara Lindqvist", Email: "mara@shop.example", Role: svcx.RoleAgent},
	{Name: "Jonas Weber", Email: "jonas@shop.example", Role: svcx.RoleAgent},
	{Name: "Noor Haddad", Email: "noor@shop.example", Role: svcx.RoleAgent},
}

var categories = []svcx.CategoryDraft{
	{Name: "Delivery", Color: "sky", Description: "Where a parcel is, and when it comes"},
	{Name: "Returns", Color: "rose", Description: "What goes back, is exchanged or is broken"},
	{Name: "Payment", Color: "amber", Description: "Invoices, vouchers, cards"},
	{Name: "Account", Color: "violet", Description: "Signing in, addresses, newsletters"},
	{Name: "Products", Color: "emerald", Description: "Questions before somebody buys"},
}

var savedReplies = []svcx.SavedReplyDraft{
	{Title: "Where is my parcel?", Shortcut: "parcel", Content: "Hello {{contact.name}},\n\nyour parcel is with the carrier. It usually takes two more days; I keep an eye on it."},
	{Title: "Return label", Shortcut: "label", Content: "Hello {{contact.name}},\n\nthe label for your return is in your mailbox. Put it over the old one and hand the parcel in at any post office."},
	{Title: "Thank you", Shortcut: "thanks", Content: "Thank you, {{contact.name}}. Have a good day.\n\n{{agent.name}}"},
}

// cases are what customers of the sample shop write about; {order} is an order's number.
var cases = []struct {
	category, subject, asks, answers, replies string
	tags                                      []string
	rates                                     int
	comment                                   string
}{
	{"Delivery", "Order {order} has not arrived", "Hello, my order {order} was to come on Monday. Has it left your warehouse?", "It left us on Friday and is with the carrier since. They are a day behind; it should be with you tomorrow.", "It came this morning. Thank you for looking into it.", []string{"carrier"}, 5, "Quick and friendly."},
	{"Returns", "Lamp arrived broken", "The shade of the lamp from order {order} has a crack. The box was fine, so it must have been in there like this.", "I am sorry about that. A new shade is on its way; please keep the broken one until it is there.", "The new shade is perfect.", []string{"damaged"}, 5, "Replaced without a long discussion."},
	{"Payment", "Invoice with our VAT number", "Could you put our VAT number on the invoice of order {order}? Our accounting needs it.", "Done. The new invoice is attached to your order, and a copy is in your mailbox.", "Got it, thank you.", nil, 4, ""},
	{"Products", "Does the desk fit under a slope?", "How low can the standing desk go? Our ceiling slopes to 70 cm at the wall.", "Its lowest position is 62 cm, so it fits. With a lamp on it you would need some more room.", "", []string{"presale"}, 0, ""},
	{"Account", "The newsletter comes twice", "I get every newsletter twice since I changed my address.", "There were two entries with your addresses. I have removed the old one.", "", nil, 3, "Solved, but it took a day."},
	{"Delivery", "Can you deliver on a Saturday?", "I am never at home during the week. Is it possible to have order {order} delivered on Saturday?", "In your area the carrier delivers on Saturdays until noon. I have changed it for you.", "Perfect!", nil, 5, "So easy."},
	{"Returns", "Wrong colour", "I ordered the blanket in moss green and got a grey one (order {order}).", "That was our mistake. The green one leaves today, and the label for the grey one is in your mailbox.", "", []string{"wrong item"}, 4, ""},
	{"Payment", "Voucher is not accepted", "The voucher from your summer letter says that it has expired, but it was to be good until the end of the year.", "You are right, the date was wrong. It works now; I have tried it.", "It does. Thanks.", []string{"voucher"}, 4, "It should have worked the first time."},
	{"Products", "Is the oak oiled or varnished?", "Which finish does the oak shelf have? I would like to match it to a table that is oiled.", "It is oiled with hard wax, matt. I can send you a sample of the wood if you like.", "A sample would be great.", []string{"presale"}, 0, ""},
	{"Delivery", "The tracking link shows nothing", "The tracking link for order {order} leads to an empty page.", "The carrier had an outage this morning. The link works again; your parcel is in Hamburg.", "", []string{"carrier"}, 2, "The link did not work for two days."},
	{"Returns", "Refund for order {order}", "I sent back the chair two weeks ago and have not seen the money yet.", "It arrived last Thursday and I have refunded it now. It takes the bank up to three days.", "It is on my account. Thank you.", []string{"refund"}, 3, ""},
	{"Account", "I cannot change my address", "When I save my new address the page says that the postcode is wrong. It is a new street.", "Our list of postcodes was a year old. I have entered the address for you and told the team.", "", nil, 5, ""},
	{"Products", "How loud is the coffee grinder?", "Is the grinder quiet enough for an open office?", "It makes 68 dB for about ten seconds. Most offices put it into the kitchen.", "", []string{"presale"}, 0, ""},
	{"Delivery", "Parcel at a neighbour’s", "The note says that order {order} is with a neighbour, but not with which one.", "It was number 14, on the ground floor. I have asked the carrier to write that down next time.", "Found it!", []string{"carrier"}, 5, "They even called the carrier."},
	{"Payment", "Charged twice", "My card was charged twice for order {order}.", "The second one was only a reservation and goes back by itself. Your statement will show one charge.", "", nil, 4, ""},
	{"Returns", "Too big for our hallway", "The mirror is beautiful but does not fit. Can we send it back although it is unpacked?", "Of course. Two people will pick it up; which day suits you?", "Friday after 3 pm, please.", []string{"pickup"}, 5, "No fuss at all."},
}

var firstNames = []string{
	"Amara", "Björn", "Carla", "Dewi", "Elif", "Farid", "Grace", "Hugo", "Ines", "Jun", "Kofi", "Lena", "Mateo", "Nadia", "Oskar", "Priya", "Quentin", "Rosa", "Søren", "Tomás", "Uma", "Viktor", "Wen", "Yara", "Zofia",
}

var lastNames = []string{
	"Osei", "Lund", "Moreau", "Santoso", "Kaya", "Rahimi", "Okoro", "Petit", "Carvalho", "Sato", "Mensah", "Brandt", "Silva", "Novak", "Berg", "Raman", "Dubois", "Ferreira", "Holm", "Vidal", "Iyer", "Sokolov", "Zhao",
}
