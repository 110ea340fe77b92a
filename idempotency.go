package svcx

import "time"

// IdempotencyKey identifies a request that is carried out once, however often it is
// sent (D 5, Idempotency-Key).
type IdempotencyKey struct {
	Workspace WorkspaceID
	// Key identifies the request, Body its content; both are hashes.
	Key, Body string
	// Run identifies one execution, as a token like that of a lease.
	Run string
}

// StoredResponse is the response to a request that was carried out. Status 0 means
// that it is still running.
type StoredResponse struct {
	Status int
	Body   []byte
	// Run is the running execution if Status is 0.
	Run string
}

// Bounds of idempotency keys.
const (
	// IdempotencyRetention is how long a response is kept.
	IdempotencyRetention = 24 * time.Hour
	// IdempotencyLease is how long an execution may take if it is not known that its
	// process is gone. After that the next request is carried out.
	IdempotencyLease = 2 * time.Minute
	// MaxIdempotencyKey bounds the key in bytes.
	MaxIdempotencyKey = 255
)
