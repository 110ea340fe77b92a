// Package contract has the black-box tests: scripts that use a running server only
// through the contract and the command line, in both forms and on both databases,
// and a few tests in Go for what a script cannot test (a killed process, many clients
// at once).
//
// README.md describes how to read, write and run them. docs/coverage.md, generated
// from the clauses that the tests name, lists what they cover.
package contract

//go:generate go run coverage/generate.go
