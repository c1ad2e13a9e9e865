package mocks

import (
	"encoding/json"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
)

// Export returns the resources of the last run as `pulumi stack export` writes those of a stack, for tools that read it, such
// as package topology. Secrets have no value, and the fakes choose IDs and outputs.
func (r *Recorder) Export() ([]byte, error) {
	var resources []apitype.ResourceV3
	for _, found := range r.Resources() {
		resources = append(resources, apitype.ResourceV3{
			URN:      resource.URN(found.URN),
			Type:     tokens.Type(found.Type),
			Custom:   found.Custom,
			ID:       resource.ID(found.ID),
			Inputs:   exported(found.Inputs),
			Outputs:  exported(found.Outputs),
			Parent:   resource.URN(found.Parent),
			External: found.Read,
		})
	}
	deployment, err := json.Marshal(apitype.DeploymentV3{Resources: resources})
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(apitype.UntypedDeployment{Version: 3, Deployment: deployment}, "", "  ")
}

// exported returns properties as they are in a stack's state.
func exported(properties map[string]any) map[string]any {
	state := make(map[string]any, len(properties))
	for key, value := range properties {
		state[key] = exportedValue(value)
	}
	return state
}

func exportedValue(value any) any {
	switch value := value.(type) {
	case Secret:
		return map[string]any{resource.SigKey: resource.SecretSig}
	case Unknown:
		return plugin.UnknownStringValue
	case Asset:
		return map[string]any{"path": value.Path, "text": value.Text, "uri": value.URI}
	case map[string]any:
		return exported(value)
	case []any:
		list := make([]any, 0, len(value))
		for _, element := range value {
			list = append(list, exportedValue(element))
		}
		return list
	}
	return value
}
