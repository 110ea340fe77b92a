// Package safehttp is the only HTTP client of the program. Its targets are
// chosen by people whom the operator need not trust (webhook URLs, avatars,
// media), so it is built so that a URL cannot be made to reach the operator's
// own network, and a server cannot hold up or fill the program (W 4.7).
//
// What a request goes through:
//
//  1. The URL is read strictly (url.go). A host is an IP address in its one
//     usual spelling, or a plain DNS name; every other spelling that some
//     resolver takes for an address is refused.
//  2. The name is looked up at every attempt, and every answer of both
//     families is checked against the ranges in address.go. One refused
//     address among the answers refuses the target.
//  3. A checked address is dialled, or a connection that was dialled to it
//     before for the same name is used again (dial.go). There is no second
//     lookup, so an answer that changes in between (DNS rebinding) changes
//     nothing.
//  4. Redirects are not followed, compressed answers are neither asked for nor
//     unpacked, and time, header bytes and body bytes are bounded (answer.go).
//
// Proxy variables and every other part of the environment are ignored, no
// state is global, and only HTTP/1.1 is spoken.
package safehttp
