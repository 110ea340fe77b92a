// Package browser has journeys through the pages in a real Chromium: what people do with
// the product, with and without scripts, and what axe says of each page.
//
// Without Chromium they are skipped; with SVCX_REQUIRE_BROWSER=1, as in CI, they fail. An
// error in a browser's console fails a journey, and so does a request to anywhere else.
//
//	server_test.go   the service, in the test's process
//	line_test.go     the network between them, which can be cut
//	tab_test.go      a tab: what a journey does and expects in it
//	journey_test.go  journeys; those of one part of the pages are in a file of its name
//	nodes_test.go    journeys in which something happens on another node
//	outage_test.go   what is lost, missed or long
//	attack_test.go   every attack of internal/richtext/vectors, through all pages
//	day_test.go      by keys alone, by touch, in other time zones
//	axe_test.go      accessibility of pages and states, in both themes
package browser
