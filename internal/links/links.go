// Package links makes and reads the addresses under which this server gives out stored files
// and external media. An address of a file works for anyone until it expires. An address of
// media works for members only, and its signature proves that this server made it for a
// message, so that nobody can make the server fetch other addresses. Both are signed with a key that is derived from the master key.
//
//	file.go   stored files: /files/…
//	media.go  external media, and pictures of contacts: /media/…
//
// A message from the store has no addresses of its files: code that shows one calls
// LinkFiles or LinkAttachments.
package links

import (
	"encoding/base64"
	"time"
)

// Signer signs under the master keys of the process: a *seal.Sealer or *seal.Keyring.
type Signer interface {
	Sign(purpose string, message []byte) []byte
	Signed(purpose string, message, signature []byte) bool
}

// Purposes of signatures.
const (
	filePurpose  = "file link"
	mediaPurpose = "media link"
)

// Links is safe for concurrent use.
type Links struct {
	signer Signer
	base   func() string
	now    func() time.Time
}

// New returns the Links of a server. base is its public URL, which may be known only once it
// listens.
func New(signer Signer, base func() string, now func() time.Time) *Links {
	return &Links{signer: signer, base: base, now: now}
}

func (l *Links) sign(purpose, text string) string {
	return base64.RawURLEncoding.EncodeToString(l.signer.Sign(purpose, []byte(text)))
}

func (l *Links) signed(purpose, text, signature string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(signature)
	return err == nil && l.signer.Signed(purpose, []byte(text), raw)
}
