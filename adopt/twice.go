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
	// members are the URNs of the resources with one key or import ID, by the message about them. isNew has the messages about a
	// resource that is not imported yet.
	members, isNew, keys := map[string][]string{}, map[string]bool{}, map[Key]bool{}
	for _, s := range steps {
		if reason, _ := importid.Rejected(s.key.Type); reason != "" || !s.custom || isProvider(s.key.Type) || s.has(apitype.OpDelete) {
			continue
		}
		both := []string{s.key.String() + " is the type and name of %d resources; give them different names: %s"}
		if id := s.importID(imports); id != "" && !keys[s.key] { // Two resources with one key are reported once.
			both = append(both, s.key.Type+" "+strings.ReplaceAll(id, "%", "%%")+" is the import ID of %d resources; name the right ones with --ids: %s")
		}
		keys[s.key] = true
		for _, message := range both {
			members[message] = append(members[message], s.urn)
			isNew[message] = isNew[message] || s.has(apitype.OpImport) || s.has(apitype.OpCreate)
		}
	}
	var problems []string
	for _, message := range slices.Sorted(maps.Keys(members)) {
		if urns := members[message]; len(urns) > 1 && isNew[message] {
			problems = append(problems, fmt.Sprintf(message, len(urns), strings.Join(urns, ", ")))
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
