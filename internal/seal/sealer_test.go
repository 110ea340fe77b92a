package seal

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func newSealer(t testing.TB, current Key, old ...Key) *Sealer {
	t.Helper()
	b, err := NewSealer(current, old...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustSeal(t testing.TB, b *Sealer, plain, row string) []byte {
	t.Helper()
	sealed, err := b.Seal([]byte(plain), row)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestSealAndOpen(t *testing.T) {
	b := newSealer(t, NewKey())
	rapid.Check(t, func(t *rapid.T) {
		plain := rapid.SliceOf(rapid.Byte()).Draw(t, "plain")
		row := rapid.StringN(1, -1, -1).Draw(t, "row")
		kept := bytes.Clone(plain)
		sealed, err := b.Seal(plain, row)
		if err != nil || len(sealed) != len(plain)+Overhead {
			t.Fatalf("%d bytes, %v", len(sealed), err)
		}
		before := bytes.Clone(sealed)
		got, err := b.Open(sealed, row)
		if err != nil || !bytes.Equal(got, plain) {
			t.Fatalf("%x, %v", got, err)
		}
		if !bytes.Equal(plain, kept) || !bytes.Equal(sealed, before) {
			t.Fatal("an argument was changed")
		}
		if other, err := b.Open(sealed, row+"x"); !errors.Is(err, ErrDamaged) {
			t.Fatalf("opens for another row: %x, %v", other, err)
		}
	})
}

func TestSealedValuesDiffer(t *testing.T) {
	b := newSealer(t, NewKey())
	if bytes.Equal(mustSeal(t, b, "text", "row"), mustSeal(t, b, "text", "row")) {
		t.Error("the nonce is used twice")
	}
}

func TestChangedValueIsNotOpened(t *testing.T) {
	b := newSealer(t, NewKey(), NewKey())
	sealed := mustSeal(t, b, "the secret", "secret/7/42")
	for i := range sealed {
		for bit := range 8 {
			bad := bytes.Clone(sealed)
			bad[i] ^= 1 << bit
			plain, err := b.Open(bad, "secret/7/42")
			want := ErrDamaged
			if i >= 1 && i < headerSize {
				want = ErrWrongMasterKey
			}
			if plain != nil || !errors.Is(err, want) {
				t.Fatalf("byte %d, bit %d: %q, %v", i, bit, plain, err)
			}
		}
	}
	for n := range sealed {
		if plain, err := b.Open(sealed[:n], "secret/7/42"); plain != nil || !errors.Is(err, ErrDamaged) {
			t.Fatalf("cut to %d bytes: %q, %v", n, plain, err)
		}
	}
	if _, err := b.Open(append(bytes.Clone(sealed), 0), "secret/7/42"); !errors.Is(err, ErrDamaged) {
		t.Errorf("one byte more: %v", err)
	}
	for _, row := range []string{"", "secret/7/4", "secret/7/43", "secret/7/42 ", "Secret/7/42"} {
		if _, err := b.Open(sealed, row); !errors.Is(err, ErrDamaged) {
			t.Errorf("row %q: %v", row, err)
		}
	}
	if _, err := b.Seal([]byte("text"), ""); err == nil {
		t.Error("seals for no row")
	}
}

// Another key with the same id must not open the value.
func TestKeyWithSameIDDoesNotOpen(t *testing.T) {
	a, b := newSealer(t, NewKey()), newSealer(t, NewKey())
	sealed := mustSeal(t, a, "text", "row")
	copy(sealed[1:headerSize], b.current[:])
	if _, err := b.Open(sealed, "row"); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

func TestSealerDuringRotation(t *testing.T) {
	oldKey, newKey := NewKey(), NewKey()
	before, during, after := newSealer(t, oldKey), newSealer(t, newKey, oldKey), newSealer(t, newKey)
	sealed := mustSeal(t, before, "text", "row")

	if plain, err := during.Open(sealed, "row"); err != nil || string(plain) != "text" {
		t.Fatalf("with the old key loaded: %q, %v", plain, err)
	}
	if !during.Stale(sealed) || before.Stale(sealed) || during.Stale(nil) {
		t.Error("Stale does not know its keys")
	}
	if _, err := after.Open(sealed, "row"); !errors.Is(err, ErrWrongMasterKey) {
		t.Errorf("without the old key: %v", err)
	}
	again := mustSeal(t, during, "text", "row")
	if plain, err := after.Open(again, "row"); err != nil || string(plain) != "text" {
		t.Errorf("after rotation: %q, %v", plain, err)
	}
	if during.Stale(again) || during.KeyID() != newKey.ID() || before.KeyID() != oldKey.ID() {
		t.Error("sealed under the wrong key")
	}
}

func TestVerifyCheckValue(t *testing.T) {
	oldKey, newKey := NewKey(), NewKey()
	check := newSealer(t, oldKey).Check()
	for _, b := range []*Sealer{newSealer(t, oldKey), newSealer(t, newKey, oldKey), newSealer(t, oldKey, newKey)} {
		if err := b.Verify(check); err != nil {
			t.Error(err)
		}
	}
	if err := newSealer(t, newKey).Verify(check); !errors.Is(err, ErrWrongMasterKey) {
		t.Errorf("another key: %v", err)
	}
	b := newSealer(t, oldKey)
	for name, bad := range map[string][]byte{
		"none": nil, "short": check[:20], "another row's": mustSeal(t, b, checkText, "row"), "another text": mustSeal(t, b, "x", checkRow),
	} {
		if err := b.Verify(bad); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNewSealerWithoutKey(t *testing.T) {
	if _, err := NewSealer(Key{}); err == nil {
		t.Error("no key at all")
	}
	if _, err := NewSealer(NewKey(), Key{}); err == nil {
		t.Error("no old key")
	}
}

// A value sealed by version 1, which all later versions must open.
const (
	exampleSealed = "0187ece7c3ffcc65c292b1ff53457ee5b8ab1ef6f06440021e5aaab23b54dbc56d" +
		"93ae1cb9074896d93485f7736b25ff551e"
	examplePlain = "kept for good"
	exampleRow   = "secret/7/42"
)

func exampleKey(t testing.TB) Key {
	t.Helper()
	k, err := ParseKey(base64.StdEncoding.EncodeToString([]byte("an example of thirty-two bytes..")))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestOpensValueOfVersion1(t *testing.T) {
	sealed, err := hex.DecodeString(exampleSealed)
	if err != nil {
		t.Fatal(err)
	}
	if plain, err := newSealer(t, exampleKey(t)).Open(sealed, exampleRow); err != nil || string(plain) != examplePlain {
		t.Errorf("%q, %v", plain, err)
	}
}

// The seed is a constant: otherwise each process of the fuzzer would seal its own.
func FuzzOpen(f *testing.F) {
	b := newSealer(f, exampleKey(f))
	good, err := hex.DecodeString(exampleSealed)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good, exampleRow)
	f.Add(good[:Overhead], exampleRow)
	f.Add(good, "")
	f.Add([]byte{}, exampleRow)
	f.Add(append([]byte{sealVersion + 1}, good[1:]...), exampleRow)
	f.Fuzz(func(t *testing.T, sealed []byte, row string) {
		plain, err := b.Open(sealed, row)
		isGood := bytes.Equal(sealed, good) && row == exampleRow
		switch {
		case isGood != (err == nil), isGood && string(plain) != examplePlain:
			t.Fatalf("opened %x for %q: %q, %v", sealed, row, plain, err)
		case isGood:
		case plain != nil, !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrWrongMasterKey):
			t.Fatalf("%q, %v", plain, err)
		}
		b.Stale(sealed)
		if b.Verify(sealed) == nil {
			t.Fatalf("accepted as a check value: %x", sealed)
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	sealer := newSealer(b, NewKey())
	sealed := mustSeal(b, sealer, NewAPIKey(), "channel/7/42/key")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sealer.Open(sealed, "channel/7/42/key"); err != nil {
			b.Fatal(err)
		}
	}
}
