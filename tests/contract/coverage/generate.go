//go:build ignore

// This program writes docs/coverage.md: which test checks which row of the
// contract. It is run by go generate in tests/contract.
package main

import (
	"fmt"
	"os"

	"svcx/tests/contract/coverage"
)

// page is seen from tests/contract, where go generate runs.
const page = "../../docs/coverage.md"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "coverage:", err)
		os.Exit(1)
	}
}

func run() error {
	text, err := coverage.Page(".")
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(text), 0o644)
}
