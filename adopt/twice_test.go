package adopt

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/stretchr/testify/assert"
)

// TestTwice: a resource of the account is imported as one resource of the program.
func TestTwice(t *testing.T) {
	t.Parallel()
	const (
		vpc   = "aws:ec2/vpc:Vpc"
		prod  = "urn:pulumi:s::p::shop:index:Prod$aws:ec2/vpc:Vpc::main"
		stage = "urn:pulumi:s::p::shop:index:Stage$aws:ec2/vpc:Vpc::main"
		other = "urn:pulumi:s::p::aws:ec2/vpc:Vpc::other"
		file  = "urn:pulumi:s::p::shop:index:Prod$kubernetes:core/v1:Secret::main"
		copy2 = "urn:pulumi:s::p::shop:index:Stage$kubernetes:core/v1:Secret::main"
	)
	main := Key{Type: vpc, Name: "main", Parents: "shop:index:Prod"}
	second, another := Key{Type: vpc, Name: "main", Parents: "shop:index:Stage"}, Key{Type: vpc, Name: "other"}
	imported := func(urn string) *step { return &step{urn: urn, ops: []apitype.OpType{apitype.OpImport}} }
	created := func(urn string) *step { return &step{urn: urn, ops: []apitype.OpType{apitype.OpCreate}} }
	same := func(urn, id string) *step { return &step{urn: urn, id: id, ops: []apitype.OpType{apitype.OpSame}} }
	const twoOfOneID = vpc + " vpc-1 is the import ID of 2 resources; name the right ones with --ids: "
	for _, test := range []struct {
		reason  string
		steps   []*step
		imports map[Key]string
		want    []string
	}{
		{
			reason: "a component for each environment has resources of the same names", steps: []*step{imported(prod), imported(stage)},
			imports: map[Key]string{main: "vpc-1", second: "vpc-2"},
		},
		{
			reason: "one ID for both", steps: []*step{imported(prod), imported(stage)},
			imports: map[Key]string{main: "vpc-1", second: "vpc-1"}, want: []string{twoOfOneID + prod + ", " + stage},
		},
		{reason: "no import ID is known yet", steps: []*step{created(prod), created(stage)}},
		{reason: "the stack has both", steps: []*step{same(prod, "vpc-1"), same(stage, "vpc-1")}},
		{
			reason: "two names with one ID", steps: []*step{imported(prod), imported(other)},
			imports: map[Key]string{main: "vpc-1", another: "vpc-1"}, want: []string{twoOfOneID + other + ", " + prod},
		},
		{
			reason: "the ID of a resource that the stack has", steps: []*step{same(prod, "vpc-1"), imported(other)},
			imports: map[Key]string{another: "vpc-1"}, want: []string{twoOfOneID + other + ", " + prod},
		},
		{
			reason: "two names with two IDs", steps: []*step{imported(prod), imported(other)},
			imports: map[Key]string{main: "vpc-1", another: "vpc-2"},
		},
		{reason: "objects in a cluster are not imported", steps: []*step{created(file), created(copy2)}},
	} {
		for _, s := range test.steps {
			s.key, s.custom = keyOf(s.urn), true
		}
		a := &adoption{language: &language{imports: test.imports}}
		found := &outcome{steps: map[string]*step{}}
		for _, s := range test.steps {
			found.steps[s.urn] = s
		}
		report := a.report(found)
		assert.Equal(t, test.want, report.Ambiguous, test.reason)
		if len(test.want) > 0 {
			assert.ErrorIs(t, report.err(), ErrRejected, test.reason)
		}
	}
}
