package fake

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// Identity is a value that only one resource of a service can have, such as the name of a role in an account.
type Identity struct {
	// Path is the property that contains the name.
	Path string
	// Name is the name, "" if it is not known yet or if several resources can share it.
	Name string
	// Kind is the kind of Name; "" for a name.
	Kind string
	// Scope is where the name exists once, such as an account and the type of the resource.
	Scope string
}

// identities are the resources that were checked, by their stacks and identities. The zero value is ready for use.
type identities struct {
	mu     sync.Mutex
	owners map[ownerKey]resource.URN
}

// ownerKey is an identity in a stack: stacks are in accounts and clusters of their own.
type ownerKey struct {
	stack    tokens.QName
	identity Identity
}

// claim returns a problem if another resource of the stack has the identity.
func (i *identities) claim(urn resource.URN, identity Identity) []schema.Problem {
	if identity.Name == "" {
		return nil
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	key := ownerKey{urn.Stack(), identity}
	owner, ok := i.owners[key]
	if ok && owner != urn {
		return []schema.Problem{{Path: identity.Path, Message: fmt.Sprintf(
			"%q is the %s of another resource of the program: %s (%s)",
			identity.Name, cmp.Or(identity.Kind, "name"), owner.Name(), owner.Type(),
		)}}
	}
	if i.owners == nil {
		i.owners = map[ownerKey]resource.URN{}
	}
	i.owners[key] = urn
	return nil
}

// Fields returns properties as text that is equal for equal values. It reports whether all of them are known.
func Fields(properties resource.PropertyMap, names ...string) (text string, known bool) {
	var lines strings.Builder
	for _, name := range names {
		value := property.RevealAll(properties[resource.PropertyKey(name)])
		if value.ContainsUnknowns() {
			return "", false
		}
		fmt.Fprintf(&lines, "%s=%v\n", name, property.Plain(value))
	}
	return lines.String(), true
}
