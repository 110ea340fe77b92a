package svcx

// Email is a mail that hands somebody a sign-in link (decisions 6).
type Email struct {
	To string
	// Token is the link's; no log and no error may show it.
	Token string
	// IP is where the link was asked for; "" where nobody asked by the network.
	IP string
	// Invitation is set when somebody else made the receiver a member.
	Invitation *Invitation
}

// Invitation says who made somebody a member of which workspace.
type Invitation struct {
	Workspace string // its name
	By        string
}
