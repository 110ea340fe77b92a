// Package contract holds the black-box tests: scripts that drive a running
// server through exactly what the contract and the outer surface say, in both
// forms and on both databases, and a few tests in Go for what a script cannot
// show (a killed process, many callers at once).
//
// README.md says how to read, write and run them. docs/coverage.md, which is
// generated from the clauses that the tests name, says what they cover.
package contract

//go:generate go run coverage/generate.go
