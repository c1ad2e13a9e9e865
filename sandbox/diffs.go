package sandbox

import (
	"context"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// providerServer is the SDK's server of a provider, with diffs as real providers return them. The SDK's server
// (sdk v3.250.0, plugin.NewProviderServer) does not set hasDetailedDiff, so the engine ignores the detailed diff, and it
// lists paths where Pulumi's display expects top-level properties.
type providerServer struct {
	pulumirpc.ResourceProviderServer

	provider plugin.Provider
}

func newProviderServer(provider plugin.Provider) pulumirpc.ResourceProviderServer {
	return providerServer{plugin.NewProviderServer(provider), provider}
}

// Diff returns the provider's diff.
func (s providerServer) Diff(ctx context.Context, req *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	response, err := s.ResourceProviderServer.Diff(ctx, req)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, diff := range response.GetDiffs() {
		path, err := resource.ParsePropertyPath(diff)
		if err != nil || len(path) == 0 {
			continue
		}
		if key, ok := path[0].(string); ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	response.Diffs = slices.Compact(keys)
	response.HasDetailedDiff = len(response.GetDetailedDiff()) > 0
	for _, path := range response.GetReplaces() {
		// The SDK's server does not encode that the removal of a property replaces the resource.
		if diff := response.GetDetailedDiff()[path]; diff.GetKind() == pulumirpc.PropertyDiff_DELETE {
			diff.Kind = pulumirpc.PropertyDiff_DELETE_REPLACE
		}
	}
	return response, nil
}
