package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// printf prints text on standard output. Its error is the command's: a command whose
// output is lost fails.
func printf(format string, args ...any) error {
	return printed(fmt.Printf(format, args...))
}

// printed is the error of writing output, after the command has done its work.
func printed(_ int, err error) error {
	if err != nil {
		return fmt.Errorf("done, but the output could not be written: %w", err)
	}
	return nil
}

// printJSON prints one object on standard output, and nothing else.
func printJSON(v any) error { return printWire(json.Marshal(v)) }

// printWire is printJSON for an object that a form has encoded.
func printWire(body []byte, err error) error {
	if err != nil {
		return err
	}
	return printed(os.Stdout.Write(append(body, '\n')))
}
