package seal

import (
	"errors"
	"sync"
)

// Keys are the master keys of a process: the current one and, during a rotation, the
// previous or the next ones.
type Keys struct {
	Current Key
	Others  []Key
}

// Keyring opens values under any of the process's master keys. It reloads the keys when
// it meets a value that none of them has sealed, so that a rotation needs no restart.
// It is safe for concurrent use.
type Keyring struct {
	load func() (Keys, error)

	mu     sync.RWMutex
	sealer *Sealer
	keys   Keys
}

// NewKeyring returns a Keyring of the keys that load returns. It calls load again when
// it needs another key.
func NewKeyring(load func() (Keys, error)) (*Keyring, error) {
	r := &Keyring{load: load}
	return r, r.reload()
}

// reload adds the keys that load returns now to the previous ones, which may still be
// needed: values read before the end of a rotation are opened after it.
func (r *Keyring) reload() error {
	keys, err := r.load()
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sealer != nil {
		keys.Others = append(keys.Others, r.keys.Current)
		keys.Others = append(keys.Others, r.keys.Others...)
	}
	known := map[string]bool{keys.Current.ID(): true}
	var others []Key
	for _, k := range keys.Others {
		if !known[k.ID()] {
			known[k.ID()] = true
			others = append(others, k)
		}
	}
	keys.Others = others
	sealer, err := NewSealer(keys.Current, keys.Others...)
	if err == nil {
		r.sealer, r.keys = sealer, keys
	}
	return err
}

func (r *Keyring) current() *Sealer {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.sealer
}

// with calls fn and, if a key is missing, reloads the keys and calls it again.
func (r *Keyring) with(fn func(*Sealer) error) error {
	err := fn(r.current())
	if !errors.Is(err, ErrWrongMasterKey) || r.reload() != nil {
		return err
	}
	return fn(r.current())
}

// Open is Sealer.Open.
func (r *Keyring) Open(sealed []byte, row string) (plain []byte, err error) {
	err = r.with(func(s *Sealer) error { plain, err = s.Open(sealed, row); return err })
	return plain, err
}

// Under is Sealer.Under.
func (r *Keyring) Under(check []byte) (s *Sealer, err error) {
	err = r.with(func(current *Sealer) error { s, err = current.Under(check); return err })
	return s, err
}

// Check is Sealer.Check under the current key.
func (r *Keyring) Check() []byte { return r.current().Check() }

// Sign is Sealer.Sign under the current key.
func (r *Keyring) Sign(purpose string, message []byte) []byte {
	return r.current().Sign(purpose, message)
}

// Signed is Sealer.Signed under any of the keys. It does not reload them: a signature
// under a new key is valid once the key has been loaded for another reason.
func (r *Keyring) Signed(purpose string, message, signature []byte) bool {
	return r.current().Signed(purpose, message, signature)
}
