package adopt

import "strings"

// Key identifies a resource of a program, as its URN does without stack and project.
type Key struct {
	// Type is the resource's, such as aws:ec2/vpc:Vpc, Name its name in the program, and Parents the types of its parents, such as
	// shop:index:Prod$openshift-aws:network:Vpc. Options.IDs without parents are of a resource below any.
	Type, Name, Parents string
}

// String returns the type and the name.
func (k Key) String() string { return k.Type + ":" + k.Name }

// keyOf returns the key of a URN, urn:pulumi:<stack>::<project>::<types of the parents$type>::<name>.
func keyOf(urn string) Key {
	parts := strings.SplitN(urn, "::", 4)
	if len(parts) < 4 {
		return Key{Name: urn}
	}
	at := strings.LastIndex(parts[2], "$")
	return Key{Type: parts[2][at+1:], Name: parts[3], Parents: parts[2][:max(0, at)]}
}

// below returns the types of the parents of a resource with this parent, which the stack is not.
func (k Key) below() string {
	if k.Type == "pulumi:pulumi:Stack" {
		return ""
	}
	return strings.TrimPrefix(k.Parents+"$"+k.Type, "$")
}
