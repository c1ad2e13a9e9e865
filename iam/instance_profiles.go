package iam

import (
	"fmt"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// The machines' roles in openshift-install's words.
const (
	master    = "master"
	worker    = "worker"
	bootstrap = "bootstrap"
)

// autoNameSuffix is what Pulumi appends to a resource's name to make a physical one: a hyphen and seven digits.
const autoNameSuffix = 8

// InstanceProfiles are the instance profiles of a self-managed cluster's machines, each with a role and its policy.
//
// The profiles' names wait for their policies: a machine that uses one starts with its permissions in force.
type InstanceProfiles struct {
	pulumi.ResourceState

	// ControlPlane is the name of the control-plane machines' profile.
	ControlPlane pulumi.StringOutput `pulumi:"controlPlane"`
	// Worker is the name of all other machines' profile.
	Worker pulumi.StringOutput `pulumi:"worker"`
	// Bootstrap is the name of the bootstrap machine's profile. Without InstanceProfilesArgs.Bootstrap it is the zero output,
	// which no resource may be given. It can be handed to cluster.ControlPlane at either stage: that reads it
	// at the bootstrap stage only, and reports a zero output there as missing.
	Bootstrap pulumi.StringOutput `pulumi:"bootstrap"`
	// ControlPlaneRoleARN is the ARN of the control-plane machines' role, for policies of keys and buckets.
	ControlPlaneRoleARN pulumi.StringOutput `pulumi:"controlPlaneRoleArn"`
	// ControlPlaneRoleName is that role's name, for what else its machines may do, such as nodes.AutoscalerRoleArgs.ControlPlaneRoleName.
	ControlPlaneRoleName pulumi.StringOutput `pulumi:"controlPlaneRoleName"`
	// WorkerRoleARN is the ARN of all other machines' role.
	WorkerRoleARN pulumi.StringOutput `pulumi:"workerRoleArn"`
	// WorkerRoleName is that role's name.
	WorkerRoleName pulumi.StringOutput `pulumi:"workerRoleName"`
}

// NewInstanceProfiles registers InstanceProfiles. Wrong arguments are reported together, as by Validate,
// before anything is registered. So is a name of more than 41 characters: role names are made of it.
func NewInstanceProfiles(ctx *pulumi.Context, name string, args *InstanceProfilesArgs, opts ...pulumi.ResourceOption) (*InstanceProfiles, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	if limit := names.RoleLimit - autoNameSuffix - len("-bootstrap-role"); len(name) > limit {
		return nil, fmt.Errorf("iam.NewInstanceProfiles name: %q has %d characters; at most %d fit the names of roles", name, len(name), limit)
	}
	args = args.withDefaults()
	component := &InstanceProfiles{}
	if err := ctx.RegisterComponentResource("openshift-aws:iam:InstanceProfiles", name, component, opts...); err != nil {
		return nil, err
	}
	b := &instanceProfilesBuilder{ctx: ctx, name: name, args: args, parent: pulumi.Parent(component)}
	if err := b.register(component); err != nil {
		return nil, fmt.Errorf("openshift-aws:iam:InstanceProfiles %s: %w", name, err)
	}
	outputs := pulumi.Map{
		"controlPlane":         component.ControlPlane,
		"worker":               component.Worker,
		"controlPlaneRoleArn":  component.ControlPlaneRoleARN,
		"controlPlaneRoleName": component.ControlPlaneRoleName,
		"workerRoleArn":        component.WorkerRoleARN,
		"workerRoleName":       component.WorkerRoleName,
	}
	if args.Bootstrap {
		outputs["bootstrap"] = component.Bootstrap
	}
	return component, ctx.RegisterResourceOutputs(component, outputs)
}

type instanceProfilesBuilder struct {
	ctx    *pulumi.Context
	name   string
	args   *InstanceProfilesArgs
	parent pulumi.ResourceOption
}

func (b *instanceProfilesBuilder) register(component *InstanceProfiles) error {
	const whose = "OpenShift %s machines of cluster %s"
	name, role, err := b.profile(master, fmt.Sprintf(whose, "control-plane", b.args.InfraID), masterPolicy())
	if err != nil {
		return err
	}
	component.ControlPlane, component.ControlPlaneRoleARN, component.ControlPlaneRoleName = name, role.Arn, role.Name
	name, role, err = b.profile(worker, fmt.Sprintf(whose, "worker", b.args.InfraID), workerPolicy())
	if err != nil {
		return err
	}
	component.Worker, component.WorkerRoleARN, component.WorkerRoleName = name, role.Arn, role.Name
	component.Bootstrap = pulumi.StringOutput{}
	if b.args.Bootstrap {
		document := bootstrapPolicy(partition.OfRegion(b.args.Region), b.args.InfraID)
		component.Bootstrap, _, err = b.profile(bootstrap, fmt.Sprintf(whose, "bootstrap", b.args.InfraID), document)
	}
	return err
}

// profile registers a role, its policy and its profile. The profile's name waits for the policy.
func (b *instanceProfilesBuilder) profile(what, description string, document policy.Document) (name pulumi.StringOutput, role *iam.Role, err error) {
	role, err = iam.NewRole(b.ctx, fmt.Sprintf("%s-%s-role", b.name, what), &iam.RoleArgs{
		Description:         pulumi.String(description),
		AssumeRolePolicy:    pulumi.String(policy.AssumeRole(partition.OfRegion(b.args.Region).ServicePrincipal("ec2")).JSON()),
		Path:                pulumi.String(b.args.Path),
		PermissionsBoundary: optional(b.args.PermissionsBoundary),
		Tags:                b.tags(what + "-role"),
	}, b.parent)
	if err != nil {
		return name, nil, err
	}
	rolePolicy, err := iam.NewRolePolicy(b.ctx, fmt.Sprintf("%s-%s-policy", b.name, what), &iam.RolePolicyArgs{
		Role:   role.Name,
		Policy: pulumi.String(document.JSON()),
	}, b.parent)
	if err != nil {
		return name, nil, err
	}
	profile, err := iam.NewInstanceProfile(b.ctx, fmt.Sprintf("%s-%s-profile", b.name, what), &iam.InstanceProfileArgs{
		Role: role.Name,
		Path: pulumi.String(b.args.Path),
		Tags: b.tags(what + "-profile"),
	}, b.parent)
	if err != nil {
		return name, nil, err
	}
	return pulumi.OutputWithDependencies(b.ctx.Context(), profile.Name, rolePolicy).(pulumi.StringOutput), role, nil
}

func (b *instanceProfilesBuilder) tags(what string) pulumi.StringMap {
	return tags.Merge(b.args.Tags, map[string]string{"Name": b.args.InfraID + "-" + what})
}
