package seal

import (
	"bytes"
	"testing"
)

// Under returned a sealer whose Sign panicked.
func TestSignUnderCheckValue(t *testing.T) {
	old, current := NewKey(), NewKey()
	rotated := newSealer(t, current, old)
	under, err := rotated.Under(rotated.Check())
	if err != nil {
		t.Fatal(err)
	}
	signature := under.Sign("file", []byte("7/42"))
	if !under.Signed("file", []byte("7/42"), signature) || !rotated.Signed("file", []byte("7/42"), signature) || newSealer(t, old).Signed("file", []byte("7/42"), signature) {
		t.Error("the signature is not one of the key's")
	}
}

// A signature is valid for one message, one purpose and one master key; after a rotation
// those under the old key are still valid.
func TestSignatureIsForOneMessageAndPurpose(t *testing.T) {
	before, after := NewKey(), NewKey()
	old := newSealer(t, before)
	signature := old.Sign("file", []byte("7/42"))
	if !bytes.Equal(signature, old.Sign("file", []byte("7/42"))) {
		t.Fatalf("signature %x", signature)
	}
	rotated := newSealer(t, after, before)
	for _, test := range []struct {
		name      string
		sealer    *Sealer
		purpose   string
		message   string
		signature []byte
		want      bool
	}{
		{"its own", old, "file", "7/42", signature, true},
		{"after a rotation", rotated, "file", "7/42", signature, true},
		{"a new one before the rotation", old, "file", "7/42", rotated.Sign("file", []byte("7/42")), false},
		{"the new one", rotated, "file", "7/42", rotated.Sign("file", []byte("7/42")), true},
		{"another key", newSealer(t, after), "file", "7/42", signature, false},
		{"another message", old, "file", "7/43", signature, false},
		{"another purpose", old, "media", "7/42", signature, false},
		{"a part", old, "file", "7/42", signature[:31], false},
		{"none", old, "file", "7/42", nil, false},
		{"purpose and message moved", old, "file7", "/42", signature, false},
	} {
		if got := test.sealer.Signed(test.purpose, []byte(test.message), test.signature); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
