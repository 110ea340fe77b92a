// Package crash tests what docs/reliability.md promises: nothing that was
// acknowledged is lost or duplicated, and every event is delivered or visibly final,
// in order, whatever is killed meanwhile.
//
// The tests run the real program as a process and use only HTTP. Senders make every
// kind of write that can be repeated safely, and keep a journal: inbound messages
// with a messageId, actions, replies and ratings with an Idempotency-Key. They repeat
// what was not answered, or answered with 503, until it is acknowledged. Meanwhile
// the process is killed and restarted, or its PostgreSQL crashes, or the network to
// it fails. Receivers of events sometimes answer with an error, late, or not at all.
// Afterwards everything is read back and compared with the journals.
//
// A short run is part of go test ./...; flags start a long one:
//
//	go test ./tests/crash -run TestLong -timeout 0 -v -database sqlite -kills 1000
//	go test ./tests/crash -run TestLong -timeout 0 -v -database postgres -kills 1000 -crashes 200 -dir /dev/shm
//
//	go test ./tests/crash -run TestLongFeed -timeout 0 -v -database sqlite -readerkills 1000 -kills 50
//
// The last one tests readers of feeds: a reader is a process that reads a page,
// stores its events, and then stores its position; it is killed in between, and at
// any other point.
//
// -seed repeats the choices of a run (the timing still differs), -binary tests
// another program than the one of this source, -dir sets where the data is, -customers
// and -agents how many write to a channel at the same time.
//
// PostgreSQL is the tests' own server, with durable settings; without its programs (initdb, postgres) these tests are skipped, or
// fail with SVCX_REQUIRE_POSTGRES=1.
package crash
