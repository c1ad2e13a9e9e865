package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
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

// NewLogStore registers a LogStore. It
// requires a Kubernetes provider (pulumi.Provider).
func NewLogStore(ctx *pulumi.Context, name string, args *LogStoreArgs, opts ...pulumi.ResourceOption) (*LogStore, error) {
	return component.Register(ctx, name, args, opts, component.Type[LogStoreArgs, LogStore]{
		Token:     "openshift-aws:storage:LogStore",
		InCluster: true,
		Fill:      func(args *LogStoreArgs) { args.Region = region.Default(ctx, args.Region) },
		Check:     func(args *LogStoreArgs) error { return region.Require(logStorePath, args.Region) },
		Defaults:  (*LogStoreArgs).setDefaults,
		Children:  registerLogStore,
	})
}

func registerLogStore(b *component.Builder[LogStoreArgs, LogStore]) error {
	args := b.Args
	secret, err := kube.Create(b.Ctx, b.Name+"-logs-bucket", lokiSecret(b.Move, args), b.Parent)
	if err != nil {
		return err
	}
	// The operator reports a LokiStack without its Secret as degraded.
	object := lokiStack(args)
	stack, err := kube.Create(b.Ctx, b.Name+"-logs-loki", object, b.Parent, pulumi.DependsOn([]pulumi.Resource{secret}))
	if err != nil {
		return err
	}
	if err := registerCollector(b.Ctx, b.Name+"-logs-collector", args, stack, b.Parent); err != nil {
		return err
	}
	if args.Console {
		if _, err := kube.Create(b.Ctx, b.Name+"-logs-console", logConsole(args), b.Parent); err != nil {
			return err
		}
	}
	b.Component.Name = object.NameAfter(b.Ctx, stack)
	return nil
}

// registerCollector registers the collectors' service account and its role bindings, then the collectors: the operator rejects
// them without the permission to collect an input.
func registerCollector(ctx *pulumi.Context, name string, args *LogStoreArgs, stack pulumi.Resource, parent pulumi.ResourceOption) error {
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
