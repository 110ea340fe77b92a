package main

import (
	"encoding/json"
	"os"
)

// printJSON prints one object on standard output, and nothing else.
func printJSON(v any) error { return printWire(json.Marshal(v)) }

// printWire does the same with what a form has encoded.
func printWire(body []byte, err error) error {
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(body, '\n'))
	return err
}
