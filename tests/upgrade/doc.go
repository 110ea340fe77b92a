// Package upgrade proves that the databases of earlier versions open and work.
//
// For each such version testdata has what it left on SQLite and on PostgreSQL when it
// was killed after the calls of calls.txt, and what it had answered. The tests open
// that with the current program, compare the answers, and see that what was cut off
// in the middle comes to its end. To add a version, build it and run
//
//	go test ./tests/upgrade -run Fill -program path/to/svcx -version NAME
package upgrade
