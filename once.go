package svcx

import "time"

// Once is a request that is carried out once, however often it comes
// (decisions 5, Idempotency-Key).
type Once struct {
	Workspace WorkspaceID
	// Key says which request it is, Body what it asks for; both are hashes.
	Key, Body string
	// Run is one carrying out of it, a token like that of a lease.
	Run string
}

// OnceAnswer is what a request that was carried out was answered; Status 0 says
// that it is being carried out.
type OnceAnswer struct {
	Status int
	Body   []byte
	// Run is which run is at it, where Status is 0.
	Run string
}

// Of requests that are carried out once.
const (
	// OnceLife is for how long an answer is kept.
	OnceLife = 24 * time.Hour
	// OnceLease is for how long one may run, where nothing tells that its process
	// is gone. After that the next is the first again.
	OnceLease = 2 * time.Minute
	// MaxOnceKey bounds the key in bytes.
	MaxOnceKey = 255
)
