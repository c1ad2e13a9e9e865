package awsanswers

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// Seed is what everything invented for a resource derives from, its URN as a rule: the same in every run, and different
// for every resource and purpose.
type Seed string

func (s Seed) digest(purpose string) [sha256.Size]byte {
	return sha256.Sum256([]byte(string(s) + "\n" + purpose))
}

// Hex returns as many hex digits as asked for, at most 64.
func (s Seed) Hex(purpose string, length int) string {
	digest := s.digest(purpose)
	return hex.EncodeToString(digest[:])[:length]
}

// UUID returns a UUID of version 4.
func (s Seed) UUID(purpose string) string {
	h := s.Hex(purpose, 32)
	return fmt.Sprintf("%s-%s-4%s-a%s-%s", h[:8], h[8:12], h[13:16], h[17:20], h[20:])
}

// upper returns at most 32 capital letters and digits, as in the ids of Route 53 and IAM.
func (s Seed) upper(purpose string, length int) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	digest := s.digest(purpose)
	text := make([]byte, length)
	for i := range text {
		text[i] = alphabet[digest[i]%byte(len(alphabet))]
	}
	return string(text)
}

// number returns a number below the bound.
func (s Seed) number(purpose string, below uint32) uint32 {
	digest := s.digest(purpose)
	return binary.BigEndian.Uint32(digest[:4]) % below
}

// ec2ID returns an id as EC2 makes them: the prefix, 0 and 16 hex digits.
func (s Seed) ec2ID(prefix, purpose string) string {
	return prefix + "-0" + s.Hex(purpose, 16)
}
