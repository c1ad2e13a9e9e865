package iam

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/tags"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
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

// NewInstanceProfiles registers InstanceProfiles. The name has at most 41 characters, because role names begin with it.
func NewInstanceProfiles(ctx *pulumi.Context, name string, args *InstanceProfilesArgs, opts ...pulumi.ResourceOption) (*InstanceProfiles, error) {
	return component.Register(ctx, name, args, opts, component.Type[InstanceProfilesArgs, InstanceProfiles]{
		Token:   "openshift-aws:iam:InstanceProfiles",
		Lasting: true,
		Fill:    func(args *InstanceProfilesArgs) { args.Region = region.Known(ctx, args.Region, opts...) },
		Check: func(*InstanceProfilesArgs) error {
			return names.CheckRole("iam.NewInstanceProfiles", name, "-bootstrap-role")
		},
		Children: func(c *component.Builder[InstanceProfilesArgs, InstanceProfiles]) error {
			b := &instanceProfilesBuilder{Builder: c}
			return component.Run(b.findRegion, b.registerControlPlane, b.registerWorker, b.registerBootstrap)
		},
	})
}

type instanceProfilesBuilder struct {
	*component.Builder[InstanceProfilesArgs, InstanceProfiles]

	region pulumi.StringOutput
}

func (b *instanceProfilesBuilder) findRegion() (err error) {
	b.region, err = region.Of(b.Ctx, b.Component, b.Args.Region)
	return err
}

func (b *instanceProfilesBuilder) registerControlPlane() error {
	profile, role, err := b.registerProfile(master, "control-plane", pulumi.String(masterPolicy(b.Args.OpenShiftVersion).JSON()))
	if err != nil {
		return err
	}
	b.Component.ControlPlane, b.Component.ControlPlaneRoleARN, b.Component.ControlPlaneRoleName = profile, role.Arn, role.Name
	return nil
}

func (b *instanceProfilesBuilder) registerWorker() error {
	profile, role, err := b.registerProfile(worker, "worker", pulumi.String(workerPolicy().JSON()))
	if err != nil {
		return err
	}
	b.Component.Worker, b.Component.WorkerRoleARN, b.Component.WorkerRoleName = profile, role.Arn, role.Name
	return nil
}

func (b *instanceProfilesBuilder) registerBootstrap() error {
	b.Component.Bootstrap, b.Component.BootstrapRoleARN = component.NilString(), component.NilString()
	if b.Args.Stage != StageBootstrap {
		return nil
	}
	document := region.InPartition(b.region, func(p partition.Partition) string { return bootstrapPolicy(p, b.Args.InfraID).JSON() })
	profile, role, err := b.registerProfile(bootstrap, "bootstrap", document)
	if err != nil {
		return err
	}
	b.Component.Bootstrap, b.Component.BootstrapRoleARN = profile.ToStringPtrOutput(), role.Arn.ToStringPtrOutput()
	return nil
}

// registerProfile registers a role, its policy and its profile. The profile's name resolves when the policy exists.
func (b *instanceProfilesBuilder) registerProfile(
	kind, description string, document pulumi.StringInput,
) (profile pulumi.StringOutput, role *iam.Role, err error) {
	role, err = iam.NewRole(b.Ctx, fmt.Sprintf("%s-%s-role", b.Name, kind), &iam.RoleArgs{
		Description:         pulumi.Sprintf("OpenShift %s machines of cluster %s", description, b.Args.InfraID),
		AssumeRolePolicy:    region.InPartition(b.region, instanceTrust),
		Path:                pulumi.String(b.Args.Path),
		PermissionsBoundary: component.OptionalString(b.Args.PermissionsBoundary),
		Tags:                b.tags(kind + "-role"),
	}, b.Parent)
	if err != nil {
		return profile, nil, err
	}
	rolePolicy, err := iam.NewRolePolicy(b.Ctx, fmt.Sprintf("%s-%s-policy", b.Name, kind), &iam.RolePolicyArgs{
		Role:   role.Name,
		Policy: document,
	}, b.Parent)
	if err != nil {
		return profile, nil, err
	}
	registered, err := iam.NewInstanceProfile(b.Ctx, fmt.Sprintf("%s-%s-profile", b.Name, kind), &iam.InstanceProfileArgs{
		Role: role.Name,
		Path: pulumi.String(b.Args.Path),
		Tags: b.tags(kind + "-profile"),
	}, b.Parent)
	if err != nil {
		return profile, nil, err
	}
	return component.After(b.Ctx.Context(), registered.Name, rolePolicy), role, nil
}

func (b *instanceProfilesBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.Args.Tags, map[string]string{"Name": b.Args.InfraID + "-" + what})
}
