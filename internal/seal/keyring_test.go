package seal

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A process finds the key that a rotation goes to when it meets it, and goes on
// opening what the one before has sealed.
func TestRing(t *testing.T) {
	old, next := NewKey(), NewKey()
	given := Keys{Current: old}
	ring, err := NewKeyring(func() (Keys, error) { return given, nil })
	if err != nil {
		t.Fatal(err)
	}
	box, err := NewSealer(next, old)
	if err != nil {
		t.Fatal(err)
	}
	seal := func(b *Sealer) []byte {
		t.Helper()
		sealed, err := b.Seal([]byte("plain"), "row")
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	before, err := ring.Under(ring.Check())
	if err != nil {
		t.Fatal(err)
	}
	early, late := seal(before), seal(box)
	if _, err := ring.Open(late, "row"); !errors.Is(err, ErrWrongMasterKey) {
		t.Errorf("a key that was never given: %v", err)
	}
	if _, err := ring.Under(box.Check()); !errors.Is(err, ErrWrongMasterKey) {
		t.Errorf("under a key that was never given: %v", err)
	}
	given = Keys{Current: next} // as after the end of a rotation
	for _, sealed := range [][]byte{late, early} {
		if plain, err := ring.Open(sealed, "row"); err != nil || string(plain) != "plain" {
			t.Errorf("%q, %v", plain, err)
		}
		if _, err := ring.Open(sealed, "another"); !errors.Is(err, ErrDamaged) {
			t.Errorf("another row: %v", err)
		}
	}
	under, err := ring.Under(box.Check())
	if err != nil || under.KeyID() != next.ID() || !under.Stale(early) || under.Stale(late) {
		t.Errorf("under the new key: %v", err)
	}
	if under, err = ring.Under(before.Check()); err != nil || under.KeyID() != old.ID() {
		t.Errorf("under the old key: %v", err)
	}
}

// At each moment there is a whole key; the one before stays.
func TestReplaceKeyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.key")
	before, _, err := LoadOrCreateKeyFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if old, err := ReplaceKeyFile(path, path+".next"); old != "" || err != nil {
		t.Errorf("without a next one: %q, %v", old, err)
	}
	next, _, err := LoadOrCreateKeyFile(path + ".next")
	if err != nil {
		t.Fatal(err)
	}
	old, err := ReplaceKeyFile(path, path+".next")
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]Key{path: next, old: before} {
		if got, err := LoadKeyFile(file); err != nil || got.ID() != want.ID() {
			t.Errorf("%s has %s, want %s: %v", file, got.ID(), want.ID(), err)
		}
	}
	if _, err := os.Stat(path + ".next"); !os.IsNotExist(err) {
		t.Errorf("the next one is still there: %v", err)
	}
}
