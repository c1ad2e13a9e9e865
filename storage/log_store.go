package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// LogStore keeps the cluster's logs: a LokiStack on an S3 bucket, the collectors that send to it, and by choice the
// logs in the web console.
//
// The operators must be installed before: the Loki Operator, which makes the LokiStack, and the Red Hat OpenShift Logging
// Operator from release 6 on, in the namespace openshift-logging, which makes the collectors. Their custom resource
// definitions are not there otherwise, and the update fails.
//
// When the component goes, so do Loki and the collectors. Loki's volumes are claims that stay; the logs stay in the bucket.
type LogStore struct {
	pulumi.ResourceState

	// Name is the LokiStack's name, once it is there.
	Name pulumi.StringOutput `pulumi:"name"`
}

// NewLogStore registers a LogStore. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong arguments are
// reported together, as by Validate, before anything is registered.
func NewLogStore(ctx *pulumi.Context, name string, args *LogStoreArgs, opts ...pulumi.ResourceOption) (*LogStore, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	filled := args.withDefaults()
	component := &LogStore{}
	if err := ctx.RegisterComponentResource("openshift-aws:storage:LogStore", name, component, opts...); err != nil {
		return nil, err
	}
	parent := pulumi.Parent(component)
	secret, err := kube.Create(ctx, name+"-logs-bucket", lokiSecret(filled), parent)
	if err != nil {
		return nil, err
	}
	// The operator reports a stack without its secret as degraded.
	stack, err := kube.Create(ctx, name+"-logs-loki", lokiStack(filled), parent, pulumi.DependsOn([]pulumi.Resource{secret}))
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
	component.Name = pulumi.OutputWithDependencies(ctx.Context(), pulumi.String(lokiName).ToStringOutput(), stack).(pulumi.StringOutput)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}

// registerCollector makes the collectors' service account and its rights, and then the collectors: without a right to
// an input the operator refuses them.
func registerCollector(ctx *pulumi.Context, name string, args LogStoreArgs, stack pulumi.Resource, parent pulumi.ResourceOption) error {
	account, err := kube.Create(ctx, name+"-account", collectorAccount(), parent)
	if err != nil {
		return err
	}
	needed := []pulumi.Resource{stack, account}
	for _, role := range collectorRoles(args) {
		binding, err := kube.Create(ctx, name+"-"+role, collectorBinding(role), parent)
		if err != nil {
			return err
		}
		needed = append(needed, binding)
	}
	_, err = kube.Create(ctx, name, logForwarder(args), parent, pulumi.DependsOn(needed))
	return err
}
