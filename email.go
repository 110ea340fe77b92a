package svcx

// Email is an e-mail with a sign-in link (D 6).
type Email struct {
	To string
	// Token is the link's; no log and no error may show it.
	Token string
	// IP is the address that the link was requested from; "" if it was not requested
	// over the network.
	IP string
	// Invitation is set if the recipient was made a member.
	Invitation *Invitation
	// Trace is that of the request that causes it, as the header traceparent has it; "" if that
	// is not traced.
	Trace string
}

// Invitation is who made the recipient a member of which workspace.
type Invitation struct {
	Workspace string // its name
	By        string
}
