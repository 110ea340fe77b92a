// Package docs runs what the documentation at /docs tells its readers to run: every command
// of its articles, in both forms, against the real program, and compares what comes back with
// what stands below it. The receivers that it prints are started and called.
//
// A block of code is marked after its language:
//
//	```sh run          the reader types this; it must succeed
//	```sh background   likewise, in a terminal of its own
//	```json answer     what the command before it prints. Ids of webhooks, keys, secrets,
//	                   times and durations may differ, all else is the same
//	```json answer part   likewise, and there may be more members
//	```text answer     likewise, as text
//	```text prints     what the command in the background prints sooner or later
//	```go file=NAME    the reader saves this
//
// Readers need bash, curl, openssl, Python, and for their own receivers Node or PHP. Where one is
// missing, what needs it is skipped; with SVCX_REQUIRE_PROGRAMS=1, as in CI, it fails.
//
// The example bodies of events and calls come from the encoders, and the calls of the
// reference are recorded (internal/rest): here it is tested that its commands make these calls.
package docs
