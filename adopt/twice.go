package adopt

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
)

// twice returns the resources of one type with one import ID. An import would give a resource of the account to two of the program, so
// that the removal of one from the program deletes the resource of the other.
func twice(steps []*step, imports map[Key]string) []string {
	// members are the URNs of the resources with one import ID, by its type and itself. isNew has those with a resource that is not
	// imported yet.
	members, isNew := map[string][]string{}, map[string]bool{}
	for _, s := range steps {
		id := s.importID(imports)
		if reason, _ := importid.Rejected(s.key.Type); reason != "" || id == "" || !s.custom || isProvider(s.key.Type) || s.has(apitype.OpDelete) {
			continue
		}
		message := s.key.Type + " " + id
		members[message] = append(members[message], s.urn)
		isNew[message] = isNew[message] || s.has(apitype.OpImport) || s.has(apitype.OpCreate)
	}
	var problems []string
	for _, message := range slices.Sorted(maps.Keys(members)) {
		if urns := members[message]; len(urns) > 1 && isNew[message] {
			problems = append(problems, fmt.Sprintf("%s is the import ID of %d resources; name the right ones with --ids: %s",
				message, len(urns), strings.Join(urns, ", ")))
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
