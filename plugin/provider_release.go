package plugin

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/structpb"
)

const providerPrefix = "pulumi:providers:"

// releases are the major releases of the providers in whose schemas the components register their children.
var releases = map[string]uint64{"aws": 6, "kubernetes": 4}

// checkProviders reports providers of another major release, which would receive the children's inputs in the wrong schema. It is given
// their URNs, by the paths of the arguments; a provider of the resource options has no path.
func checkProviders(ctx context.Context, monitor string, urns map[string]resource.URN) (found problems, err error) {
	maps.DeleteFunc(urns, func(_ string, urn resource.URN) bool { return releases[packageOf(urn)] == 0 })
	if len(urns) == 0 {
		return nil, nil
	}
	connection, err := grpc.NewClient(monitor, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer func() { _ = connection.Close() }()
	client := pulumirpc.NewResourceMonitorClient(connection)
	for _, at := range slices.Sorted(maps.Keys(urns)) {
		name, want := packageOf(urns[at]), releases[packageOf(urns[at])]
		release, err := releaseOf(ctx, client, urns[at])
		if err != nil {
			return nil, err
		}
		if release != "" && !strings.HasPrefix(release, fmt.Sprintf("%d.", want)) {
			path, _, _ := strings.Cut(at, " ")
			found.addf(path, "the provider %s is of release %s of pulumi-%s, and the component's resources are of v%d: "+
				"pass a provider of v%d, which can be created with the resource option version", urns[at].Name(), release, name, want, want)
		}
	}
	return found, nil
}

// packageOf returns the name of a provider's package; empty if the resource is not a provider.
func packageOf(urn resource.URN) string {
	name, ok := strings.CutPrefix(string(urn.Type()), providerPrefix)
	if !ok {
		return ""
	}
	return name
}

// releaseOf returns the release of a provider that the program has registered; empty if it is not fixed.
func releaseOf(ctx context.Context, client pulumirpc.ResourceMonitorClient, urn resource.URN) (string, error) {
	arguments, err := structpb.NewStruct(map[string]any{"urn": string(urn)})
	if err != nil {
		return "", err
	}
	response, err := client.Invoke(ctx, &pulumirpc.ResourceInvokeRequest{Tok: "pulumi:pulumi:getResource", Args: arguments})
	if err != nil {
		return "", fmt.Errorf("the provider %s: %w", urn.Name(), err)
	}
	release := response.GetReturn().GetFields()["state"].GetStructValue().GetFields()["version"].GetStringValue()
	if _, err := semver.ParseTolerant(release); err != nil {
		return "", nil //nolint:nilerr // it is unknown
	}
	return release, nil
}

// providersOf returns the URNs of the providers of a component: those of its options, and those that are arguments.
func (c *construction) providersOf(req *pulumirpc.ConstructRequest) map[string]resource.URN {
	urns := map[string]resource.URN{}
	for name, reference := range req.GetProviders() {
		if end := strings.LastIndex(reference, resource.URNNameDelimiter); end > 0 {
			urns[" "+name] = resource.URN(reference[:end])
		}
	}
	for _, leaf := range c.leaves {
		if leaf.value.IsResourceReference() {
			urns[leaf.path] = leaf.value.ResourceReferenceValue().URN
		}
	}
	return urns
}
