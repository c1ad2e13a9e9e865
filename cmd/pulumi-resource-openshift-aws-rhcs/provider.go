package main

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/proto"
	bridge "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge/tokens"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// The names of the plugin and of the package that it serves.
const (
	pluginName  = rhcs.PluginName
	packageName = "rhcs"
)

// newInfo describes the resources of a server of Terraform's protocol. It has the prefix, the tokens and the names that
// pulumi/pulumi-terraform-bridge v3.136.0 dynamic/info.go gives to any provider.
func newInfo(ctx context.Context, server tfprotov6.ProviderServer) (tfbridge.ProviderInfo, error) {
	info := tfbridge.ProviderInfo{
		P:              proto.New(ctx, server),
		Name:           packageName,
		Version:        rhcs.DefaultVersion,
		ResourcePrefix: packageName,
		MetadataInfo:   &tfbridge.MetadataInfo{Data: tfbridge.ProviderMetadata(nil)},
	}
	standard := tokens.MakeStandard(packageName)
	module := tokens.SingleModule(info.GetResourcePrefix(), "index", standard)
	err := info.ComputeTokens(tokens.WithCaseInsensitiveDedup(module, standard, info.MetadataInfo.Data))
	info.SetAutonaming(255, "-")
	return info, err
}

// newBridge returns Pulumi's bridge to a server of Terraform's protocol.
func newBridge(ctx context.Context, logs sink, server tfprotov6.ProviderServer) (pulumirpc.ResourceProviderServer, error) {
	info, err := newInfo(ctx, server)
	if err != nil {
		return nil, err
	}
	// The engine asks for no schema of resources that programs in Go and components register.
	return bridge.NewProviderServer(ctx, logs, info, bridge.ProviderMetadata{PackageSchema: []byte("{}")})
}

// newTerraformServer returns RHCS with the lifecycle of this plugin.
func newTerraformServer(stop context.Context) *lifecycle {
	ocm := &configured{Provider: newRHCS()}
	return &lifecycle{ProviderServer: providerserver.NewProtocol6(ocm)(), ocm: ocm, stop: stop, minute: time.Minute}
}
