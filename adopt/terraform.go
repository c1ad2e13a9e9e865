package adopt

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// terraformTypes are the schemas of the resource types that the library uses, by Terraform's name.
var terraformTypes = sync.OnceValue(func() map[string]*schema.Schema {
	types := map[string]*schema.Schema{}
	for _, provider := range []struct {
		tokens   []string
		resource func(string) (*schema.Schema, bool)
	}{{aws.Tokens(), aws.Resource}, {rhcs.Tokens(), rhcs.Resource}} {
		for _, token := range provider.tokens {
			if known, ok := provider.resource(token); ok && known.Terraform != "" {
				types[known.Terraform] = known
			}
		}
	}
	return types
})

// terraformState is a state in one of two formats: that of `terraform show -json` has values, that of `terraform state pull` resources.
type terraformState struct {
	Values struct {
		RootModule terraformModule `json:"root_module"`
	} `json:"values"`
	Resources []struct {
		Mode, Type string
		Instances  []struct {
			Attributes map[string]any
		}
	} `json:"resources"`
}

type terraformModule struct {
	Resources []struct {
		Mode, Type string
		Values     map[string]any
	} `json:"resources"`
	ChildModules []terraformModule `json:"child_modules"`
}

// ReadTerraform reads the resources of a Terraform state, such as that of Red Hat's modules, as `terraform show -json` or `terraform
// state pull` prints it.
func ReadTerraform(file io.Reader) ([]Resource, error) {
	var state terraformState
	if err := json.NewDecoder(file).Decode(&state); err != nil {
		return nil, fmt.Errorf("not a valid Terraform state: %w", err)
	}
	found := ofModule(state.Values.RootModule)
	for _, r := range state.Resources {
		for _, instance := range r.Instances {
			found = append(found, ofTerraform(r.Mode, r.Type, instance.Attributes)...)
		}
	}
	return found, nil
}

func ofModule(module terraformModule) []Resource {
	var found []Resource
	for _, r := range module.Resources {
		found = append(found, ofTerraform(r.Mode, r.Type, r.Values)...)
	}
	for _, child := range module.ChildModules {
		found = append(found, ofModule(child)...)
	}
	return found
}

// ofTerraform returns a resource, none if it is a data source or the library does not use the type.
func ofTerraform(mode, name string, attributes map[string]any) []Resource {
	known, ok := terraformTypes()[name]
	id, _ := attributes["id"].(string)
	if !ok || mode != "managed" || id == "" {
		return nil
	}
	properties := map[string]any{}
	for property, each := range known.Properties {
		if value := attributes[each.Terraform]; value != nil {
			properties[property] = value
		}
	}
	return []Resource{{Type: known.Token, ID: id, Properties: properties}}
}
