package adopt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
)

// twice returns the resources that an import would take for one another: those of one type and name below different parents, which have
// one key, and those of one type with one import ID. An import of either would give a resource of the account to two of the program, so
// that the removal of one from the program deletes the resource of the other.
func twice(steps []*step, imports map[Key]string) []string {
	byKey, byID := map[Key][]*step{}, map[Key][]*step{}
	for _, s := range steps {
		if reason, _ := importid.Rejected(s.key.Type); reason != "" || !s.custom || isProvider(s.key.Type) || s.has(apitype.OpDelete) {
			continue
		}
		byKey[s.key] = append(byKey[s.key], s)
		if id := s.importID(imports); id != "" {
			of := Key{Type: s.key.Type, Name: id}
			byID[of] = append(byID[of], s)
		}
	}
	var problems []string
	for _, key := range slices.SortedFunc(maps.Keys(byKey), compare) {
		if members := byKey[key]; isTwice(members) {
			problems = append(problems, fmt.Sprintf("%s is the type and name of %d resources; give them different names: %s",
				key, len(members), urns(members)))
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(byID), compare) {
		if members := byID[key]; isTwice(members) && members[0].key != members[1].key {
			problems = append(problems, fmt.Sprintf("%s %s is the import ID of %d resources; name the right ones with --ids: %s",
				key.Type, key.Name, len(members), urns(members)))
		}
	}
	return problems
}

// importID returns the import ID with which a resource is imported, or that of a resource which the stack has already.
func (s *step) importID(imports map[Key]string) string {
	if s.has(apitype.OpImport) || s.has(apitype.OpCreate) {
		return imports[s.key]
	}
	return importid.Of(s.key.Type, s.id, s.outputs)
}

// isTwice reports whether there are two resources of which one is still to be imported: those that a stack has already stay as they are.
func isTwice(members []*step) bool {
	return len(members) > 1 && slices.ContainsFunc(members, func(s *step) bool {
		return s.has(apitype.OpImport) || s.has(apitype.OpCreate)
	})
}

func compare(a, b Key) int { return strings.Compare(a.String(), b.String()) }

func urns(steps []*step) string {
	all := make([]string, 0, len(steps))
	for _, s := range steps {
		all = append(all, s.urn)
	}
	return strings.Join(all, ", ")
}
