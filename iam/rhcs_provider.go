package iam

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RHCSProvider is an explicit provider of RHCS, Red Hat's Terraform provider for OpenShift Cluster Manager (OCM). Pass it by
// pulumi.Provider to the components of this package and of package cluster/rosa, which otherwise use the default provider: release 1.7.7
// with the stack's configuration.
type RHCSProvider = rhcs.Provider

// RHCSProviderArgs are the arguments of an RHCSProvider: the release of RHCS, and the credentials for OCM. Changes of both are applied in
// place and change no resource, and so does a switch from the default provider to an explicit one, or back.
//
// Without Version, Path, Source and PluginVersion, RHCS runs in this module's plugin openshift-aws-rhcs, which the CLI downloads from the
// module's release; a clone of the module uses the one on PATH. With one of them, and in a clone without the plugin, RHCS runs under
// Pulumi's plugin terraform-provider. There a cluster whose creation fails or is interrupted is not in the stack, and what somebody deleted
// in OCM, or a schedule of upgrades, makes updates fail.
type RHCSProviderArgs struct {
	// Version is the release of RHCS. Defaults to 1.7.7, whose properties the components use. With Path it is only the version under
	// which the engine registers the provider.
	Version string
	// Path is the provider's binary on the machine that runs Pulumi, for machines without access to the registry. It is absolute or
	// begins with a dot, and ends in terraform-provider-rhcs. Excludes Source.
	Path string
	// Source is the registry address of the provider: host, namespace and name, for a mirror. Defaults to
	// registry.opentofu.org/terraform-redhat/rhcs.
	Source string
	// PluginVersion is the release of Pulumi's plugin terraform-provider. Defaults to 1.1.3. Pulumi installs it; on machines without
	// access to the internet, pulumi plugin install resource terraform-provider <version> --file <archive> does.
	PluginVersion string
	// URL is the address of OCM's API. Defaults to the configuration rhcs:url, otherwise to RHCS_URL in the environment, otherwise to
	// https://api.openshift.com.
	URL pulumi.StringInput
	// Token is an offline or access token of OCM. Defaults to the configuration rhcs:token, otherwise to RHCS_TOKEN in the environment.
	Token pulumi.StringInput `check:"secret"`
	// ClientID is the client ID of a service account, the alternative to Token. Defaults to the configuration rhcs:clientId, otherwise
	// to RHCS_CLIENT_ID in the environment.
	ClientID pulumi.StringInput `check:"not=Token"`
	// ClientSecret is the client secret of the service account. Defaults to the configuration rhcs:clientSecret, otherwise to
	// RHCS_CLIENT_SECRET in the environment.
	ClientSecret pulumi.StringInput `check:"secret"`
}

const rhcsProviderPath = "iam.RHCSProviderArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *RHCSProviderArgs) Validate() error {
	p := check.Struct(a)
	a.release().Check(&p, rhcsProviderPath)
	if a != nil && (a.ClientID == nil) != (a.ClientSecret == nil) {
		p.Addf(rhcsProviderPath+".ClientSecret", "must be set together with ClientID")
	}
	return p.ErrOf(a)
}

func (a *RHCSProviderArgs) release() rhcs.Release {
	if a == nil {
		return rhcs.Release{}
	}
	return rhcs.Release{Version: a.Version, Path: a.Path, Source: a.Source, PluginVersion: a.PluginVersion}
}

// NewRHCSProvider registers an RHCSProvider.
func NewRHCSProvider(ctx *pulumi.Context, name string, args *RHCSProviderArgs, opts ...pulumi.ResourceOption) (*RHCSProvider, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = check.Outputs(args, nil)
	provider, err := rhcs.NewProvider(ctx, name, args.release(), args.config(ctx), opts...)
	if err != nil {
		return nil, fmt.Errorf("pulumi:providers:rhcs %s: %w", name, err)
	}
	return provider, nil
}

// config returns the provider's settings. The engine passes the stack's configuration to default providers only, so it is repeated here
// (terraform-provider-rhcs provider/provider.go, Config).
func (a *RHCSProviderArgs) config(ctx *pulumi.Context) rhcs.Properties {
	config := rhcs.Properties{}
	for _, key := range []string{"url", "tokenUrl", "token", "clientId", "clientSecret", "trustedCas", "insecure"} {
		if value, ok := ctx.GetConfig("rhcs:" + key); ok {
			config[key] = value
		}
	}
	if a != nil {
		for key, value := range map[string]pulumi.StringInput{"url": a.URL, "token": a.Token, "clientId": a.ClientID, "clientSecret": a.ClientSecret} {
			if value != nil {
				config[key] = value
			}
		}
	}
	for _, key := range []string{"token", "clientSecret"} {
		if config[key] != nil {
			config[key] = pulumi.ToSecret(config[key])
		}
	}
	return config
}
