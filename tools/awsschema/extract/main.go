// Command extract prints the schema of the resources in resources.go, as the Terraform AWS provider has them
// and Pulumi's Terraform bridge shows them. Package awsschema builds and runs it: the provider in ./tfaws is a trimmed copy.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-provider-aws/xpprovider"
	pfbridge "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim"
	shimv2 "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim/sdk-v2"
)

// property is the schema of one property, in the form of internal/fake/schema.Property.
type property struct {
	Terraform     string               `json:"tf"`
	Type          string               `json:"type"`
	Object        bool                 `json:"object,omitempty"`
	Required      bool                 `json:"required,omitempty"`
	Optional      bool                 `json:"optional,omitempty"`
	Computed      bool                 `json:"computed,omitempty"`
	ForceNew      bool                 `json:"forceNew,omitempty"`
	ConflictsWith []string             `json:"conflictsWith,omitempty"`
	ExactlyOneOf  []string             `json:"exactlyOneOf,omitempty"`
	Elem          map[string]*property `json:"elem,omitempty"`
}

// entry is the schema of one resource.
type entry struct {
	Terraform  string               `json:"tf"`
	Properties map[string]*property `json:"props"`
}

func main() {
	ctx := context.Background()
	framework, sdk, err := xpprovider.GetProvider(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	plan := shimv2.WithPlanResourceChange(func(string) bool { return true })
	provider := pfbridge.MuxShimWithDisjointgPF(ctx, shimv2.NewProvider(sdk, plan), framework)
	tables := map[string]map[string]entry{"resources": {}}
	for _, line := range resources {
		f := strings.Fields(line)
		token := "aws:" + f[1] + "/" + lowerFirst(f[2]) + ":" + f[2]
		infos := overrides[f[0]]
		tables["resources"][token] = entry{f[0], properties(provider.ResourcesMap().Get(f[0]).Schema(), infos)}
	}
	if err := json.NewEncoder(os.Stdout).Encode(tables); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func lowerFirst(name string) string {
	return string(unicode.ToLower(rune(name[0]))) + name[1:]
}

func properties(schemas shim.SchemaMap, infos map[string]*tfbridge.SchemaInfo) map[string]*property {
	found := map[string]*property{}
	schemas.Range(func(key string, s shim.Schema) bool {
		p := &property{
			Terraform: key, Type: s.Type().String(), Required: s.Required(), Optional: s.Optional(), Computed: s.Computed(),
		}
		// Resources built on Terraform's plugin framework panic here: there, these are code.
		try(func() { p.ForceNew = s.ForceNew() })
		try(func() { p.ConflictsWith = s.ConflictsWith() })
		try(func() { p.ExactlyOneOf = s.ExactlyOneOf() })
		try(func() { p.Object = tfbridge.IsMaxItemsOne(s, infos[key]) })
		if r, ok := s.Elem().(shim.Resource); ok {
			p.Elem = properties(r.Schema(), nil)
		}
		found[tfbridge.TerraformToPulumiNameV2(key, schemas, infos)] = p
		return true
	})
	return found
}

func try(f func()) {
	defer func() { _ = recover() }()
	f()
}
