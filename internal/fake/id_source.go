package fake

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// IDSource is the text from which all generated values of a resource derive, usually its URN: they are the same in every run, and
// differ by resource and by purpose.
type IDSource string

// Digest returns the bytes that the other methods encode.
func (s IDSource) Digest(purpose string) [sha256.Size]byte {
	return sha256.Sum256([]byte(string(s) + "\n" + purpose))
}

// Hex returns that many hex digits, at most 64.
func (s IDSource) Hex(purpose string, length int) string {
	digest := s.Digest(purpose)
	return hex.EncodeToString(digest[:])[:length]
}

// UUID returns a UUID of version 4.
func (s IDSource) UUID(purpose string) string {
	h := s.Hex(purpose, 32)
	return fmt.Sprintf("%s-%s-4%s-a%s-%s", h[:8], h[8:12], h[13:16], h[17:20], h[20:])
}

// Upper returns that many capital letters and digits, at most 32, as in the IDs of Route 53 and IAM.
func (s IDSource) Upper(purpose string, length int) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	digest := s.Digest(purpose)
	text := make([]byte, length)
	for i := range text {
		text[i] = alphabet[digest[i]%byte(len(alphabet))]
	}
	return string(text)
}

// Number returns a number below the bound.
func (s IDSource) Number(purpose string, below uint32) uint32 {
	digest := s.Digest(purpose)
	return binary.BigEndian.Uint32(digest[:4]) % below
}
