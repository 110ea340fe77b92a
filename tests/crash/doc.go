// Package crash proves by experiment what docs/reliability.md promises: nothing
// that was acknowledged is lost or doubled, and every event is delivered or
// visibly final, in order, whatever is killed meanwhile.
//
// The tests drive the real program as a process, over HTTP alone. Senders write
// in every way that a repeat is harmless for, and keep a journal: inbound messages
// with a messageId, actions, replies and ratings with an Idempotency-Key. They
// repeat what was not answered, or answered with 503, until it is acknowledged.
// Meanwhile the process is killed and started again, or its PostgreSQL crashes, or
// the network to it does. Receivers of events answer now and then with an error,
// late, or not at all. Afterwards all is read back and compared with the journals.
//
// A short run is part of go test ./...; a long one is asked for by its flags:
//
//	go test ./tests/crash -run TestLong -timeout 0 -v -database sqlite -kills 1000
//	go test ./tests/crash -run TestLong -timeout 0 -v -database postgres -kills 1000 -crashes 200 -dir /dev/shm
//
//	go test ./tests/crash -run TestLongFeed -timeout 0 -v -database sqlite -readerkills 1000 -kills 50
//
// The last one is of those who fetch events from feeds: a reader is a process that
// reads a page, keeps what it met, and then stores its position; it is killed in
// between, and wherever else it may be.
//
// -seed repeats the choices of a run (the timing differs all the same), -binary
// takes another program than the one of this source, -dir says where the data
// lies, -customers and -agents how many write at the same time to a channel.
//
// PostgreSQL is a server of the tests' own, with the settings that make it
// durable; without its programs (initdb, postgres) these tests are skipped, or
// fail with SVCX_REQUIRE_POSTGRES=1.
package crash
