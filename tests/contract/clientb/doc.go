// Package clientb is a client that a public generator makes from the OpenAPI
// document of form B, as an integrator would: that it compiles and can call
// every operation is a test of the document. It omits the calls with a channel's key,
// which have another server: the generator supports only one.
package clientb

//go:generate go tool oapi-codegen -generate types,client -exclude-tags Channel -package clientb -o client_gen.go ../../../docs/openapi-b.json
