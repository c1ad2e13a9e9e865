package adopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
)

// defaultGroup keeps its rules when it is imported: the provider removes them when it creates the resource (hashicorp/terraform-provider-aws
// v5.100.0 internal/service/ec2/vpc_default_security_group.go, resourceDefaultSecurityGroupCreate).
const defaultGroup = "aws:ec2/defaultSecurityGroup:DefaultSecurityGroup"

// compare adds what exists and is not in the program: what a state has, what refers to a resource of the program, such as a rule of its
// group, and rules of a default security group. Of what the program has, it adds the addresses in Terraform.
func (r *Report) compare(steps []*step, imports map[Key]string, existing []Resource) {
	known, ids := map[Key]bool{}, map[string]bool{}
	for _, s := range steps {
		id := s.importID(imports)
		known[Key{Type: s.key.Type, Name: id}], ids[id] = true, id != ""
		for _, rules := range []string{"ingress", "egress"} {
			if list, _ := s.read[rules].([]any); s.key.Type == defaultGroup && s.has(apitype.OpImport) && s.inputs[rules] == nil && len(list) > 0 {
				r.Left = append(r.Left, fmt.Sprintf("%s: %d rules of %s, which stay", s.key, len(list), rules))
			}
		}
	}
	for _, e := range existing {
		refers := slices.ContainsFunc(identifying, func(name string) bool {
			id, _ := e.Properties[name].(string)
			return ids[id] && (strings.HasSuffix(name, "Id") || strings.HasSuffix(name, "Arn") || name == "cluster" || name == "role")
		})
		switch key := (Key{Type: e.Type, Name: importid.Of(e.Type, e.ID, e.Properties)}); {
		case known[key] && e.Address != "":
			r.Terraform = append(r.Terraform, e.Address)
		case known[key]:
		case e.Address != "":
			r.Left = append(r.Left, e.Address+" "+e.ID)
		case e.URN != "" || refers:
			r.Left = append(r.Left, key.String())
		}
	}
	for _, lines := range []*[]string{&r.Left, &r.Terraform} {
		slices.Sort(*lines)
		*lines = slices.Compact(*lines)
	}
}
