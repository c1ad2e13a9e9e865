package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// LogForwarder sends logs of a hosted control plane to S3 or CloudWatch. It can be created, changed and deleted while the cluster runs.
// GovCloud does not offer it (openshift/rosa cmd/create/cluster/cmd.go).
type LogForwarder struct {
	pulumi.ResourceState

	// ID is the ID of the forwarder in OCM.
	ID pulumi.StringOutput `pulumi:"forwarderId"`
}

// LogForwarderArgs are the arguments of a LogForwarder. Either S3 or CloudWatch is required, and Applications or Groups. Unless a field
// says otherwise, changes are applied in place.
type LogForwarderArgs struct {
	// ClusterID is the cluster's ID in OCM: HCP.ID. Required. A change replaces the forwarder.
	ClusterID pulumi.StringInput `rhcs:"cluster" check:"required,format=rosa-cluster-id"`
	// S3 is the bucket that receives the logs.
	S3 *LogBucketArgs `rhcs:"s3"`
	// CloudWatch is the log group that receives the logs.
	CloudWatch *LogGroupArgs `rhcs:"cloudwatch"`
	// Applications are the components of the control plane whose logs are sent, by the names in Red Hat's documentation ("Determining what
	// log groups to use"). Defaults to none.
	Applications []string `rhcs:"applications"`
	// Groups are sets of such components, by the names in the same documentation. Defaults to none.
	Groups []LogSet `rhcs:"groups"`
}

// LogBucketArgs are an S3 bucket for logs.
type LogBucketArgs struct {
	// Bucket is the name of the bucket. Required.
	Bucket pulumi.StringInput `rhcs:"bucketName" check:"required,format=bucket-name"`
	// Prefix is the prefix of the object keys. Defaults to none.
	Prefix string `rhcs:"bucketPrefix"`
}

// LogGroupArgs are a log group of CloudWatch.
type LogGroupArgs struct {
	// Name is the name of the log group. Required.
	Name pulumi.StringInput `rhcs:"logGroupName" check:"required,format=rosa-log-group"`
	// RoleARN is the ARN of the role that can write to it. Required.
	RoleARN pulumi.StringInput `rhcs:"logDistributionRoleArn" check:"required,format=role-arn"`
}

// LogSet is a set of components of the control plane, as OCM defines it.
type LogSet struct {
	// ID is the ID of the set. Required.
	ID string `rhcs:"id" check:"required"`
	// Version is the version of the set. Defaults to the newest.
	Version string `rhcs:"version"`
}

const logForwarderPath = "rosa.LogForwarderArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *LogForwarderArgs) Validate() error {
	full := valueOf(a)
	p := check.Struct(a)
	p.ExactlyOne(logForwarderPath,
		check.Choice{Field: "S3", Set: full.S3 != nil}, check.Choice{Field: "CloudWatch", Set: full.CloudWatch != nil})
	if len(full.Applications) == 0 && len(full.Groups) == 0 {
		p.Addf(logForwarderPath+".Applications", "is required unless Groups is set")
	}
	return p.ErrOf(a)
}

// NewLogForwarder registers a LogForwarder.
func NewLogForwarder(ctx *pulumi.Context, name string, args *LogForwarderArgs, opts ...pulumi.ResourceOption) (*LogForwarder, error) {
	return component.Register(ctx, name, args, opts, component.Type[LogForwarderArgs, LogForwarder]{
		Token:    "openshift-aws:rosa:LogForwarder",
		Children: registerLogForwarder,
	})
}

func registerLogForwarder(c *component.Builder[LogForwarderArgs, LogForwarder]) error {
	b := builder{Base: c.Base}
	var forwarder pulumi.CustomResourceState
	if err := b.register("LogForwarder", "forwarder", rhcs.Inputs(c.Args), &forwarder, replaceWithCluster()); err != nil {
		return err
	}
	c.Component.ID = forwarder.ID().ToStringOutput()
	return nil
}
