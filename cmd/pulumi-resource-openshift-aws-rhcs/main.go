// Command pulumi-resource-openshift-aws-rhcs is the Pulumi plugin of RHCS, Red Hat's Terraform provider for OpenShift Cluster Manager
// (OCM). RHCS is a library in it, behind Pulumi's bridge: no other process runs. The resources have the type tokens, names and states that
// they have under Pulumi's plugin terraform-provider, so that a stack continues with either.
//
// What it adds to RHCS is in lifecycle.go: a cluster whose installation fails, takes long or is interrupted stays in the stack, and the
// next update continues; what does not exist in OCM any more is gone for every type; recurring upgrades do not make updates fail.
//
// The Pulumi CLI downloads and starts it. With -version it prints the version of its release.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// version is the version of the release, set by -ldflags "-X main.version=1.2.3".
var version = "0.0.1-dev"

func main() {
	if slices.Equal(os.Args[1:], []string{"-version"}) {
		fmt.Println(version)
		return
	}
	err := provider.Main(pluginName, func(host *provider.HostClient) (pulumirpc.ResourceProviderServer, error) {
		return newServer(context.Background(), logs{host})
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// sink receives the logs of a provider. The engine's is one.
type sink interface {
	Log(ctx context.Context, severity diag.Severity, urn resource.URN, message string) error
	LogStatus(ctx context.Context, severity diag.Severity, urn resource.URN, message string) error
}

// logs lowers errors in the logs to the level of debugging. RHCS logs as errors what it survives, such as "cannot get thumbprint", and an
// update with an error in its logs counts as failed. The errors that an operation returns do not depend on the logs.
type logs struct{ sink }

func (l logs) Log(ctx context.Context, severity diag.Severity, urn resource.URN, message string) error {
	if severity == diag.Error {
		severity = diag.Debug
	}
	return l.sink.Log(ctx, severity, urn, message)
}
