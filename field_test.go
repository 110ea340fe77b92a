package svcx

import (
	"encoding/json"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Numbers beyond 2^53 were returned as other numbers.
func TestNumbersKeepTheirDigits(t *testing.T) {
	for text, want := range map[string]string{
		"9007199254740993": "9007199254740993", "-12345678901234567890.125": "-12345678901234567890.125", "+5": "5", ".5": "0.5", "5.": "5",
		"1.50e3": "1500", "12.50": "12.5", "0.000": "0", "-0.0": "0", "007": "7", "1e21": "1000000000000000000000", "1e40": "1e+40",
		"0.00001": "0.00001", "5e-324": "5e-324", "1e-325": "", "1e-300": "1e-300", "1e308": "1e+308", "1e309": "", "1e99999999999999999999": "",
		"": "", ".": "", "-": "", "e5": "", "0x10": "", "1_0": "", "NaN": "", "Inf": "", "1e": "", "1 2": "",
	} {
		got, ok, err := (&Field{Type: FieldNumber}).Read(FieldInput{Kind: FieldInputString, Text: text})
		if got != want || ok != (want != "") || ok != (err == nil) {
			t.Errorf("%q is read as %q, %v, want %q", text, got, err, want)
		}
	}
}

// The canonical text is valid JSON, the same number, and canonical itself.
func TestNumbersAreCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[0-9]{1,30}(\.[0-9]{1,30})?(e[+-]?[0-9]{1,2})?`).Draw(t, "number")
		got, err := readNumber(FieldInput{Kind: FieldInputString, Text: text})
		if err != nil {
			t.Fatalf("%q is refused", text)
		}
		want, _ := new(big.Rat).SetString(text)
		same, parsed := new(big.Rat).SetString(got)
		if !parsed || want.Cmp(same) != 0 || !json.Valid([]byte(got)) {
			t.Errorf("%q became %q", text, got)
		}
		if again, _ := readNumber(FieldInput{Kind: FieldInputNumber, Text: got}); again != got {
			t.Errorf("%q became %q and then %q", text, got, again)
		}
	})
}
