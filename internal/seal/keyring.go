package seal

import (
	"errors"
	"sync"
)

// Keys are the master keys that a process is given: the current one and, during
// a rotation, others that may have sealed what it reads or are to seal what it
// writes.
type Keys struct {
	Current Key
	Others  []Key
}

// Keyring opens under any of the keys that the process was given, and looks whether
// it was given another when it meets a value that none of them has sealed: a
// rotation needs no restart. It is safe for concurrent use.
type Keyring struct {
	load func() (Keys, error)

	mu   sync.RWMutex
	box  *Sealer
	keys Keys
}

// NewKeyring makes a Ring of what load gives, which is asked again at need.
func NewKeyring(load func() (Keys, error)) (*Keyring, error) {
	r := &Keyring{load: load}
	return r, r.reload()
}

// reload adds the keys that are given now to those that were: what was read from
// the database before a rotation ended is opened after it.
func (r *Keyring) reload() error {
	keys, err := r.load()
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.box != nil {
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
	box, err := NewSealer(keys.Current, keys.Others...)
	if err == nil {
		r.box, r.keys = box, keys
	}
	return err
}

func (r *Keyring) now() *Sealer {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.box
}

// with runs fn on the keys, and once more on those that are given now if the
// first lack the one that is needed.
func (r *Keyring) with(fn func(*Sealer) error) error {
	err := fn(r.now())
	if !errors.Is(err, ErrWrongMasterKey) || r.reload() != nil {
		return err
	}
	return fn(r.now())
}

// Open is Box.Open.
func (r *Keyring) Open(sealed []byte, row string) (plain []byte, err error) {
	err = r.with(func(b *Sealer) error { plain, err = b.Open(sealed, row); return err })
	return plain, err
}

// Under is Box.Under.
func (r *Keyring) Under(check []byte) (box *Sealer, err error) {
	err = r.with(func(b *Sealer) error { box, err = b.Under(check); return err })
	return box, err
}

// Check is Box.Check under the current key.
func (r *Keyring) Check() []byte { return r.now().Check() }

// Sign is Box.Sign under the current key.
func (r *Keyring) Sign(purpose string, message []byte) []byte { return r.now().Sign(purpose, message) }

// Signed is Box.Signed under any of the keys. A signature of a key that this
// process has not met yet counts once it was given that key for another reason.
func (r *Keyring) Signed(purpose string, message, signature []byte) bool {
	return r.now().Signed(purpose, message, signature)
}
