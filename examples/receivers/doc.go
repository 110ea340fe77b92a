// Package receivers has small programs, in several languages, that take what svcx sends; the test runs them.
// See README.md.
package receivers
