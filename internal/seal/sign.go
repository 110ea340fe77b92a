package seal

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
)

// SignatureSize is the length of a signature.
const SignatureSize = sha256.Size

// Sign returns a signature of message, by which the service knows again what it
// has given out itself, such as the address of a file. purpose is a fixed name
// for what is signed: each has a key of its own, derived from the master key, so
// that no signature is good for two things.
func (b *Sealer) Sign(purpose string, message []byte) []byte {
	return b.sign(b.current, purpose, message)
}

// Signed reports whether signature is one of message under any of the loaded
// master keys.
func (b *Sealer) Signed(purpose string, message, signature []byte) bool {
	for id := range b.keys {
		if hmac.Equal(signature, b.sign(id, purpose, message)) {
			return true
		}
	}
	return false
}

func (b *Sealer) sign(id [keyIDSize]byte, purpose string, message []byte) []byte {
	secret := b.keys[id].secret()
	derived, err := hkdf.Key(sha256.New, secret[:], nil, "svcx signature\n"+purpose, sha256.Size)
	if err != nil {
		panic(err) // only for lengths beyond HKDF's
	}
	mac := hmac.New(sha256.New, derived)
	mac.Write(message)
	return mac.Sum(nil)
}
