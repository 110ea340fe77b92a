// Package clienta is a client that a public generator makes from the OpenAPI
// document of form A, as an integrator would: that it compiles and can call
// every operation is a test of the document. It omits the calls with a channel's key,
// which have another server: the generator supports only one.
package clienta

//go:generate go tool oapi-codegen -generate types,client -exclude-tags Channel -package clienta -o client_gen.go ../../../docs/openapi-a.json
