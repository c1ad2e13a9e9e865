package storage

import (
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// LogStore stores the cluster's logs: a LokiStack on an S3 bucket, the collectors that send logs to it and, optionally, the
// logs in the web console.
//
// Two operators must be installed before: the Loki Operator, and the Red Hat OpenShift Logging Operator 6 or later in the
// namespace openshift-logging. The default of LogStoreArgs.Size requires 6.1 or later. Without their custom resource definitions, the update fails.
//
// Deleting the component deletes Loki and the collectors. The claims of Loki's volumes and the logs in the bucket stay.
type LogStore struct {
	pulumi.ResourceState

	// Name is the LokiStack's name. It depends on the LokiStack.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewLogStore registers a LogStore. It returns the problems of all invalid arguments, joined, before anything is registered. It
// requires a Kubernetes provider (pulumi.Provider).
func NewLogStore(ctx *pulumi.Context, name string, args *LogStoreArgs, opts ...pulumi.ResourceOption) (*LogStore, error) {
	filled := args.withDefaults()
	filled.Region = region.Default(ctx, filled.Region)
	filled, err := kube.Args(ctx, &filled, opts)
	if err := errors.Join(region.Require(logStorePath, filled.Region), err); err != nil {
		return nil, err
	}
	component := &LogStore{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:LogStore", name, component, opts...); err != nil {
		return nil, err
	}
	parent := pulumi.Parent(component)
	secret, err := kube.Create(ctx, name+"-logs-bucket", lokiSecret(filled), parent)
	if err != nil {
		return nil, err
	}
	// The operator reports a LokiStack without its Secret as degraded.
	object := lokiStack(filled)
	stack, err := kube.Create(ctx, name+"-logs-loki", object, parent, pulumi.DependsOn([]pulumi.Resource{secret}))
	if err != nil {
		return nil, err
	}
	if err := registerCollector(ctx, name+"-logs-collector", filled, stack, parent); err != nil {
		return nil, err
	}
	if filled.Console {
		if _, err := kube.Create(ctx, name+"-logs-console", logConsole(filled), parent); err != nil {
			return nil, err
		}
	}
	component.Name = object.NameAfter(ctx, stack)
	return component, composite.RegisterOutputs(ctx, component)
}

// registerCollector registers the collectors' service account and its role bindings, then the collectors: the operator rejects
// them without the permission to collect an input.
func registerCollector(ctx *pulumi.Context, name string, args LogStoreArgs, stack pulumi.Resource, parent pulumi.ResourceOption) error {
	account, err := kube.Create(ctx, name+"-account", collectorAccount(), parent)
	if err != nil {
		return err
	}
	dependencies := []pulumi.Resource{stack, account}
	for _, role := range collectorRoles(args) {
		binding, err := kube.Create(ctx, name+"-"+role, collectorBinding(role), parent)
		if err != nil {
			return err
		}
		dependencies = append(dependencies, binding)
	}
	_, err = kube.Create(ctx, name, logForwarder(args), parent, pulumi.DependsOn(dependencies))
	return err
}
