package adopt

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
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

// stateVersion is the version of the format of `terraform state pull`.
const stateVersion = 4

// terraformState is a state in one of two formats: that of `terraform show -json` has values, that of `terraform state pull` resources.
type terraformState struct {
	Values *struct {
		RootModule terraformModule `json:"root_module"`
	} `json:"values"`
	Version   int `json:"version"`
	Resources []struct {
		Mode, Module, Type, Name string
		Instances                []struct {
			IndexKey   any `json:"index_key"`
			Attributes map[string]any
		}
	} `json:"resources"`
}

type terraformModule struct {
	Resources []struct {
		Mode, Type, Address string
		Values              map[string]any
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
	if state.Values != nil {
		return ofModule(state.Values.RootModule), nil
	}
	if state.Version != stateVersion {
		return nil, fmt.Errorf("not a valid Terraform state: it has neither values nor the version %d", stateVersion)
	}
	var found []Resource
	for _, r := range state.Resources {
		for _, instance := range r.Instances {
			address := strings.TrimPrefix(r.Module+"."+r.Type+"."+r.Name, ".")
			if key, err := json.Marshal(instance.IndexKey); err == nil && instance.IndexKey != nil {
				address += "[" + string(key) + "]"
			}
			found = append(found, ofTerraform(r.Mode, r.Type, address, instance.Attributes)...)
		}
	}
	return found, nil
}

func ofModule(module terraformModule) []Resource {
	var found []Resource
	for _, r := range module.Resources {
		found = append(found, ofTerraform(r.Mode, r.Type, r.Address, r.Values)...)
	}
	for _, child := range module.ChildModules {
		found = append(found, ofModule(child)...)
	}
	return found
}

// ofTerraform returns a resource, none if it is a data source. One of a type that the library does not use has Terraform's type.
func ofTerraform(mode, name, address string, attributes map[string]any) []Resource {
	id, _ := attributes["id"].(string)
	if mode != "managed" || id == "" {
		return nil
	}
	r := Resource{Type: name, ID: id, Address: address, Properties: map[string]any{}}
	if known, ok := terraformTypes()[name]; ok {
		r.Type = known.Token
		for property, each := range known.Properties {
			if value := attributes[each.Terraform]; value != nil {
				r.Properties[property] = value
			}
		}
	}
	return []Resource{r}
}
