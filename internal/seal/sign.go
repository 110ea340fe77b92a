package seal

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
)

// Sign signs message, so that the service recognizes what it has issued itself, such as
// the URL of a file. purpose is a fixed name for what is signed. Each purpose has its
// own key, derived from the master key, so that no signature is valid for another.
func (s *Sealer) Sign(purpose string, message []byte) []byte {
	return s.sign(s.current, purpose, message)
}

// Signed reports whether signature is one of message under any of the loaded
// master keys.
func (s *Sealer) Signed(purpose string, message, signature []byte) bool {
	for id := range s.keys {
		if hmac.Equal(signature, s.sign(id, purpose, message)) {
			return true
		}
	}
	return false
}

func (s *Sealer) sign(id [keyIDSize]byte, purpose string, message []byte) []byte {
	secret := s.keys[id].secret()
	derived, err := hkdf.Key(sha256.New, secret[:], nil, "svcx signature\n"+purpose, sha256.Size)
	if err != nil {
		panic(err) // only for lengths beyond the limit of HKDF
	}
	mac := hmac.New(sha256.New, derived)
	mac.Write(message)
	return mac.Sum(nil)
}
