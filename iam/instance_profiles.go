package iam

import (
	"errors"
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/composite"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
)

// Kinds of machines, as openshift-install names them.
const (
	master    = "master"
	worker    = "worker"
	bootstrap = "bootstrap"
)

// InstanceProfiles are the instance profiles of a self-managed cluster's machines, each with a role and its policy.
//
// The name of a profile resolves when its policy exists, so that machines start with their permissions.
type InstanceProfiles struct {
	pulumi.ResourceState

	// ControlPlane is the name of the control-plane machines' profile.
	ControlPlane pulumi.StringOutput `pulumi:"controlPlane"`
	// Worker is the name of the profile of all other machines.
	Worker pulumi.StringOutput `pulumi:"worker"`
	// Bootstrap is the name of the bootstrap machine's profile. Nil at StageCluster.
	Bootstrap pulumi.StringPtrOutput `pulumi:"bootstrap"`
	// ControlPlaneRoleARN is the ARN of the control-plane machines' role, for policies of keys and buckets.
	ControlPlaneRoleARN pulumi.StringOutput `pulumi:"controlPlaneRoleArn"`
	// ControlPlaneRoleName is the name of that role, for additional policies such as that of
	// ServiceAccountRoleArgs.ControlPlaneRoleName.
	ControlPlaneRoleName pulumi.StringOutput `pulumi:"controlPlaneRoleName"`
	// BootstrapRoleARN is the ARN of the bootstrap machine's role, for cluster.ControlPlaneArgs.BootstrapIgnitionReaderARNs; nil at
	// StageCluster.
	BootstrapRoleARN pulumi.StringPtrOutput `pulumi:"bootstrapRoleArn"`
	// WorkerRoleARN is the ARN of the role of all other machines.
	WorkerRoleARN pulumi.StringOutput `pulumi:"workerRoleArn"`
	// WorkerRoleName is the name of that role.
	WorkerRoleName pulumi.StringOutput `pulumi:"workerRoleName"`
}

// NewInstanceProfiles registers InstanceProfiles. It returns the problems of all invalid arguments, joined, before anything is
// registered. The name has at most 41 characters, because role names begin with it.
func NewInstanceProfiles(ctx *pulumi.Context, name string, args *InstanceProfilesArgs, opts ...pulumi.ResourceOption) (*InstanceProfiles, error) {
	args = args.withDefaults()
	if err := errors.Join(names.CheckRole("iam.NewInstanceProfiles", name, "-bootstrap-role"), args.check(region.Known(ctx, args.Region, opts...))); err != nil {
		return nil, err
	}
	args = check.Outputs(args)
	component := &InstanceProfiles{}
	b := &instanceProfilesBuilder{ctx: ctx, name: name, args: args, component: component, parent: pulumi.Parent(component)}
	if err := composite.Register(ctx, "openshift-aws:iam:InstanceProfiles", name, component, opts,
		b.findRegion, b.registerControlPlane, b.registerWorker, b.registerBootstrap,
	); err != nil {
		return nil, err
	}
	return component, composite.RegisterOutputs(ctx, component)
}

type instanceProfilesBuilder struct {
	ctx       *pulumi.Context
	name      string
	args      *InstanceProfilesArgs
	component *InstanceProfiles
	parent    pulumi.ResourceOption
	region    pulumi.StringOutput
}

func (b *instanceProfilesBuilder) findRegion() (err error) {
	b.region, err = region.Of(b.ctx, b.component, b.args.Region)
	return err
}

func (b *instanceProfilesBuilder) registerControlPlane() error {
	profile, role, err := b.registerProfile(master, "control-plane", pulumi.String(masterPolicy().JSON()))
	if err != nil {
		return err
	}
	b.component.ControlPlane, b.component.ControlPlaneRoleARN, b.component.ControlPlaneRoleName = profile, role.Arn, role.Name
	return nil
}

func (b *instanceProfilesBuilder) registerWorker() error {
	profile, role, err := b.registerProfile(worker, "worker", pulumi.String(workerPolicy().JSON()))
	if err != nil {
		return err
	}
	b.component.Worker, b.component.WorkerRoleARN, b.component.WorkerRoleName = profile, role.Arn, role.Name
	return nil
}

func (b *instanceProfilesBuilder) registerBootstrap() error {
	b.component.Bootstrap, b.component.BootstrapRoleARN = outputs.NilString(), outputs.NilString()
	if b.args.Stage != StageBootstrap {
		return nil
	}
	document := region.InPartition(b.region, func(p partition.Partition) string { return bootstrapPolicy(p, b.args.InfraID).JSON() })
	profile, role, err := b.registerProfile(bootstrap, "bootstrap", document)
	if err != nil {
		return err
	}
	b.component.Bootstrap, b.component.BootstrapRoleARN = profile.ToStringPtrOutput(), role.Arn.ToStringPtrOutput()
	return nil
}

// registerProfile registers a role, its policy and its profile. The profile's name resolves when the policy exists.
func (b *instanceProfilesBuilder) registerProfile(
	kind, description string, document pulumi.StringInput,
) (profile pulumi.StringOutput, role *iam.Role, err error) {
	role, err = iam.NewRole(b.ctx, fmt.Sprintf("%s-%s-role", b.name, kind), &iam.RoleArgs{
		Description:         pulumi.Sprintf("OpenShift %s machines of cluster %s", description, b.args.InfraID),
		AssumeRolePolicy:    region.InPartition(b.region, instanceTrust),
		Path:                pulumi.String(b.args.Path),
		PermissionsBoundary: outputs.OptionalString(b.args.PermissionsBoundary),
		Tags:                b.tags(kind + "-role"),
	}, b.parent)
	if err != nil {
		return profile, nil, err
	}
	rolePolicy, err := iam.NewRolePolicy(b.ctx, fmt.Sprintf("%s-%s-policy", b.name, kind), &iam.RolePolicyArgs{
		Role:   role.Name,
		Policy: document,
	}, b.parent)
	if err != nil {
		return profile, nil, err
	}
	registered, err := iam.NewInstanceProfile(b.ctx, fmt.Sprintf("%s-%s-profile", b.name, kind), &iam.InstanceProfileArgs{
		Role: role.Name,
		Path: pulumi.String(b.args.Path),
		Tags: b.tags(kind + "-profile"),
	}, b.parent)
	if err != nil {
		return profile, nil, err
	}
	return outputs.After(b.ctx.Context(), registered.Name, rolePolicy), role, nil
}

func (b *instanceProfilesBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.args.Tags, map[string]string{"Name": b.args.InfraID + "-" + what})
}
