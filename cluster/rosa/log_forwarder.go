package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// LogForwarder sends logs of a hosted control plane to S3 or CloudWatch. It requires either S3 or CloudWatch, and Applications or Groups.
// Changes replace the cluster.
type LogForwarder struct {
	// S3 is the bucket that receives the logs.
	S3 *LogBucketArgs
	// CloudWatch is the log group that receives the logs.
	CloudWatch *LogGroupArgs
	// Applications are the components of the control plane whose logs are sent, by the names in Red Hat's documentation ("Determining what
	// log groups to use"). Defaults to none.
	Applications []string
	// Groups are sets of such components, by the names in the same documentation. Defaults to none.
	Groups []LogSet
}

// LogBucketArgs are an S3 bucket for logs.
type LogBucketArgs struct {
	// Bucket is the name of the bucket. Required.
	Bucket pulumi.StringInput
	// Prefix is the prefix of the object keys. Defaults to none.
	Prefix string
}

// LogGroupArgs are a log group of CloudWatch.
type LogGroupArgs struct {
	// Name is the name of the log group. Required.
	Name pulumi.StringInput
	// RoleARN is the ARN of the role that can write to it. Required.
	RoleARN pulumi.StringInput
}

// LogSet is a set of components of the control plane, as OCM defines it.
type LogSet struct {
	// ID is the ID of the set. Required.
	ID string
	// Version is the version of the set. Defaults to the newest.
	Version string
}

func (f LogForwarder) check(p *check.Problems, path, region string) {
	p.ExactlyOne(path, check.Choice{Field: "S3", Set: f.S3 != nil}, check.Choice{Field: "CloudWatch", Set: f.CloudWatch != nil})
	if len(f.Applications) == 0 && len(f.Groups) == 0 {
		p.Addf(path+".Applications", "is required unless Groups is set")
	}
	if f.S3 != nil {
		p.Required(path+".S3.Bucket", f.S3.Bucket)
	}
	if f.CloudWatch != nil {
		p.Required(path+".CloudWatch.Name", f.CloudWatch.Name)
		checkRole(p, path+".CloudWatch.RoleARN", f.CloudWatch.RoleARN, region, "")
	}
	for i, group := range f.Groups {
		p.Required(check.Index(path+".Groups", i)+".ID", group.ID)
	}
}

func (f LogForwarder) inputs() pulumi.Input {
	fields := pulumi.Map{"applications": texts(f.Applications)}
	if f.S3 != nil {
		fields["s3"] = object(pulumi.Map{"bucketName": f.S3.Bucket, "bucketPrefix": text(f.S3.Prefix)})
	}
	if f.CloudWatch != nil {
		fields["cloudwatch"] = pulumi.Map{"logGroupName": f.CloudWatch.Name, "logDistributionRoleArn": f.CloudWatch.RoleARN}
	}
	if len(f.Groups) > 0 {
		groups := pulumi.Array{}
		for _, group := range f.Groups {
			groups = append(groups, object(pulumi.Map{"id": pulumi.String(group.ID), "version": text(group.Version)}))
		}
		fields["groups"] = groups
	}
	return object(fields)
}

func logForwarders(forwarders []LogForwarder) pulumi.Input {
	if len(forwarders) == 0 {
		return nil
	}
	list := pulumi.Array{}
	for _, forwarder := range forwarders {
		list = append(list, forwarder.inputs())
	}
	return list
}
