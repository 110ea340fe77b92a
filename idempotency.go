package svcx

import "time"

// IdempotencyKey is a request that is carried out once, however often it comes
// (decisions 5, Idempotency-Key).
type IdempotencyKey struct {
	Workspace WorkspaceID
	// Key says which request it is, Body what it asks for; both are hashes.
	Key, Body string
	// Run is one carrying out of it, a token like that of a lease.
	Run string
}

// StoredResponse is what a request that was carried out was answered; Status 0 says
// that it is being carried out.
type StoredResponse struct {
	Status int
	Body   []byte
	// Run is which run is at it, where Status is 0.
	Run string
}

// Of requests that are carried out once.
const (
	// IdempotencyRetention is for how long an answer is kept.
	IdempotencyRetention = 24 * time.Hour
	// IdempotencyLease is for how long one may run, where nothing tells that its process
	// is gone. After that the next is the first again.
	IdempotencyLease = 2 * time.Minute
	// MaxIdempotencyKey bounds the key in bytes.
	MaxIdempotencyKey = 255
)
