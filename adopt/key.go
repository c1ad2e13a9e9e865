package adopt

import "strings"

// Key identifies a resource of a program: its type, such as aws:ec2/vpc:Vpc, and its name in the program.
type Key struct {
	Type, Name string
}

// String returns the type and the name.
func (k Key) String() string { return k.Type + ":" + k.Name }

// keyOf returns the key of a URN, urn:pulumi:<stack>::<project>::<types of the parents$type>::<name>.
func keyOf(urn string) Key {
	parts := strings.SplitN(urn, "::", 4)
	if len(parts) < 4 {
		return Key{Name: urn}
	}
	types := strings.Split(parts[2], "$")
	return Key{Type: types[len(types)-1], Name: parts[3]}
}
