package iam

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/stage"
)

// Stage is the installation stage of a self-managed cluster. It is the same type as cluster.Stage.
type Stage = stage.Stage

// The installation stages of a self-managed cluster.
const (
	// StageBootstrap is the stage until `openshift-install wait-for bootstrap-complete` succeeds.
	StageBootstrap = stage.Bootstrap
	// StageCluster is the stage after it.
	StageCluster = stage.Cluster
)

// InstanceProfilesArgs are the arguments of InstanceProfiles. Unless a field says otherwise, changes are applied in place.
type InstanceProfilesArgs struct {
	// InfraID is the infrastructure ID of the cluster. Required. It begins the Name tags and names the bucket that the bootstrap
	// machine reads.
	InfraID string `check:"required,infra-id"`
	// Region is the region of the cluster, which decides the partition. Defaults to the region of the AWS provider.
	Region string `check:"format=region"`
	// OpenShiftVersion is the minor version of the cluster's release, such as 4.20. It decides the permissions: set it to the release
	// that the cluster is upgraded to before the upgrade. Defaults to none, the permissions of releases up to 4.22.
	OpenShiftVersion string `check:"format=minor-version"`
	// Stage is the installation stage, the same as in cluster.ControlPlaneArgs. Required. The bootstrap machine's profile exists
	// at StageBootstrap only.
	Stage Stage `check:"required,bootstrap|cluster"`
	// Path is the IAM path of roles and profiles. It begins and ends with a slash. Defaults to /. A change replaces them.
	Path string `check:"format=iam-path" default:"/"`
	// PermissionsBoundary is the ARN of the policy that limits the permissions of the roles. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// Tags are the tags of roles and profiles. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"iam-tags"`
}

// Validate returns all problems of the arguments, joined; nil if there are none. Without Region it does not check the partition of
// PermissionsBoundary; NewInstanceProfiles does.
func (a *InstanceProfilesArgs) Validate() error {
	a, p := check.Begin(a)
	p.ARNIn("iam.InstanceProfilesArgs.PermissionsBoundary", a.PermissionsBoundary, a.Region)
	return p.ErrOf(a)
}
