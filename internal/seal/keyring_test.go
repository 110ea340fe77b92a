package seal

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A keyring loads the next key when it first needs it, and still opens values sealed
// under the previous one.
func TestKeyringReloadsDuringRotation(t *testing.T) {
	old, next := NewKey(), NewKey()
	given := Keys{Current: old}
	keyring, err := NewKeyring(func() (Keys, error) { return given, nil })
	if err != nil {
		t.Fatal(err)
	}
	sealer, err := NewSealer(next, old)
	if err != nil {
		t.Fatal(err)
	}
	seal := func(s *Sealer) []byte {
		t.Helper()
		sealed, err := s.Seal([]byte("plain"), "row")
		if err != nil {
			t.Fatal(err)
		}
		return sealed
	}
	before, err := keyring.Under(keyring.Check())
	if err != nil {
		t.Fatal(err)
	}
	early, late := seal(before), seal(sealer)
	if _, err := keyring.Open(late, "row"); !errors.Is(err, ErrWrongMasterKey) {
		t.Errorf("a key that was never given: %v", err)
	}
	if _, err := keyring.Under(sealer.Check()); !errors.Is(err, ErrWrongMasterKey) {
		t.Errorf("under a key that was never given: %v", err)
	}
	given = Keys{Current: next} // as after the end of a rotation
	for _, sealed := range [][]byte{late, early} {
		if plain, err := keyring.Open(sealed, "row"); err != nil || string(plain) != "plain" {
			t.Errorf("%q, %v", plain, err)
		}
		if _, err := keyring.Open(sealed, "another"); !errors.Is(err, ErrDamaged) {
			t.Errorf("another row: %v", err)
		}
	}
	under, err := keyring.Under(sealer.Check())
	if err != nil || under.KeyID() != next.ID() || !under.Stale(early) || under.Stale(late) {
		t.Errorf("under the new key: %v", err)
	}
	if under, err = keyring.Under(before.Check()); err != nil || under.KeyID() != old.ID() {
		t.Errorf("under the old key: %v", err)
	}
}

// The next key takes the place of the current one, which is kept.
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
