// Package safehttp is the only HTTP client of the program. Its targets (webhook
// URLs, avatars, media) are chosen by users whom the operator need not trust. So a
// URL cannot reach the operator's own network, and a server cannot block the
// program or exhaust its memory (W 4.7).
//
// The steps of a request:
//
//  1. The URL is parsed strictly (url.go). A host is an IP address in its one
//     usual spelling, or a plain DNS name; every other spelling that some
//     resolver takes for an address is refused.
//  2. The name is looked up at every attempt, and every answer of both
//     families is checked against the ranges in address.go. One refused
//     address among the answers refuses the target.
//  3. A checked address is dialed, or a connection that was dialed to it before
//     for the same name is reused (dial.go). There is no second lookup, so an
//     answer that changes in between (DNS rebinding) has no effect.
//  4. Redirects are not followed, compressed answers are neither requested nor
//     decoded, and time, header bytes and body bytes are bounded (answer.go).
//
// Proxy variables and the rest of the environment are ignored, there is no global
// state, and only HTTP/1.1 is used.
package safehttp
