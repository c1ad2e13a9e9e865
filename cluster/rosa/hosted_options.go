package cluster

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RosaSharedVpcArgs let a cluster with a hosted control plane live in subnets that another account shares with its own. Needs
// BaseDNSDomain. A change replaces the cluster.
type RosaSharedVpcArgs struct {
	// IngressZoneID is the id of the private hosted zone rosa.<cluster>.<base domain> in the VPC owner's account. Required.
	IngressZoneID pulumi.StringInput
	// InternalZoneID is the id of the private hosted zone <cluster>.hypershift.local in the VPC owner's account. Required: without it
	// the provider would drop the others too.
	InternalZoneID pulumi.StringInput
	// Route53RoleARN is the ARN of the owner's role that may write records into both zones. Required.
	Route53RoleARN pulumi.StringInput
	// VpcEndpointRoleARN is the ARN of the owner's role that may make the API's endpoint. Required.
	VpcEndpointRoleARN pulumi.StringInput
}

func (s *RosaSharedVpcArgs) check(p *check.Problems, path, region string) {
	if s == nil {
		return
	}
	rosaCheckZoneID(p, path+".IngressZoneID", s.IngressZoneID)
	rosaCheckZoneID(p, path+".InternalZoneID", s.InternalZoneID)
	for _, role := range []struct {
		name string
		arn  pulumi.StringInput
	}{{".Route53RoleARN", s.Route53RoleARN}, {".VpcEndpointRoleARN", s.VpcEndpointRoleARN}} {
		if p.Required(path+role.name, role.arn) {
			rosaCheckRole(p, path+role.name, role.arn, region, "")
		}
	}
}

func rosaCheckZoneID(p *check.Problems, path string, zone pulumi.Input) {
	if !p.Required(path, zone) {
		return
	}
	if id, known := rosaKnown(zone); known && !rosaHostedZone.MatchString(id) {
		p.Addf(path, "%q is no hosted zone's id; one looks like Z05646003S02O1ENCDCSN", id)
	}
}

func (s *RosaSharedVpcArgs) inputs() pulumi.Input {
	if s == nil {
		return nil
	}
	return pulumi.Map{
		"ingressPrivateHostedZoneId":               s.IngressZoneID,
		"internalCommunicationPrivateHostedZoneId": s.InternalZoneID,
		"route53RoleArn":                           s.Route53RoleARN,
		"vpceRoleArn":                              s.VpcEndpointRoleARN,
	}
}

// RosaAutoNodeArgs turn on AutoNode: Karpenter, run by the service, chooses and makes machines as pods need them. It cannot be
// turned off again.
type RosaAutoNodeArgs struct {
	// RoleARN is the ARN of the role that Karpenter takes. Required. A change is made in place.
	RoleARN pulumi.StringInput
}

func (a *RosaAutoNodeArgs) check(p *check.Problems, path, region, account string) {
	if a != nil && p.Required(path+".RoleARN", a.RoleARN) {
		rosaCheckRole(p, path+".RoleARN", a.RoleARN, region, account)
	}
}

func (a *RosaAutoNodeArgs) inputs() pulumi.Input {
	if a == nil {
		return nil
	}
	return pulumi.Map{"mode": pulumi.String("enabled"), "roleArn": a.RoleARN}
}

// RosaLogForwarderArgs send logs of the hosted control plane to a bucket or to CloudWatch: one of S3 and CloudWatch, and
// Applications or Groups. They are set when the cluster is made; a change replaces it.
type RosaLogForwarderArgs struct {
	// S3 is the bucket that logs go to.
	S3 *RosaLogBucketArgs
	// CloudWatch is the log group that logs go to.
	CloudWatch *RosaLogGroupArgs
	// Applications are parts of the control plane whose logs are sent, by the names of Red Hat's documentation ("Determining what log groups to use").
	Applications []string
	// Groups are sets of such parts, by the names of the same page.
	Groups []RosaLogSetArgs
}

// RosaLogBucketArgs name a bucket for logs.
type RosaLogBucketArgs struct {
	// Bucket is the bucket's name. Required.
	Bucket pulumi.StringInput
	// Prefix begins the objects' keys. Default none.
	Prefix string
}

// RosaLogGroupArgs name a log group of CloudWatch.
type RosaLogGroupArgs struct {
	// Name is the group's name. Required.
	Name pulumi.StringInput
	// RoleARN is the ARN of the role that may write to it. Required.
	RoleARN pulumi.StringInput
}

// RosaLogSetArgs name a set of parts of the control plane, as OCM defines it.
type RosaLogSetArgs struct {
	// ID is the set's id. Required.
	ID string
	// Version is the set's version. Default: the newest.
	Version string
}

func (f RosaLogForwarderArgs) check(p *check.Problems, path, region string) {
	if (f.S3 == nil) == (f.CloudWatch == nil) {
		p.Addf(path, "must have one of S3 and CloudWatch")
	}
	if len(f.Applications) == 0 && len(f.Groups) == 0 {
		p.Addf(path+".Applications", "is empty and Groups is too; name what is to be sent")
	}
	if f.S3 != nil {
		p.Required(path+".S3.Bucket", f.S3.Bucket)
	}
	if f.CloudWatch != nil {
		p.Required(path+".CloudWatch.Name", f.CloudWatch.Name)
		if p.Required(path+".CloudWatch.RoleARN", f.CloudWatch.RoleARN) {
			rosaCheckRole(p, path+".CloudWatch.RoleARN", f.CloudWatch.RoleARN, region, "")
		}
	}
	for i, group := range f.Groups {
		p.Required(rosaIndex(path+".Groups", i)+".ID", group.ID)
	}
}

func (f RosaLogForwarderArgs) inputs() pulumi.Input {
	fields := pulumi.Map{"applications": rosaTexts(f.Applications)}
	if f.S3 != nil {
		fields["s3"] = rosaObject(pulumi.Map{"bucketName": f.S3.Bucket, "bucketPrefix": rosaText(f.S3.Prefix)})
	}
	if f.CloudWatch != nil {
		fields["cloudwatch"] = pulumi.Map{"logGroupName": f.CloudWatch.Name, "logDistributionRoleArn": f.CloudWatch.RoleARN}
	}
	if len(f.Groups) > 0 {
		groups := pulumi.Array{}
		for _, group := range f.Groups {
			groups = append(groups, rosaObject(pulumi.Map{"id": pulumi.String(group.ID), "version": rosaText(group.Version)}))
		}
		fields["groups"] = groups
	}
	return rosaObject(fields)
}

func rosaLogForwarders(forwarders []RosaLogForwarderArgs) pulumi.Input {
	if len(forwarders) == 0 {
		return nil
	}
	list := pulumi.Array{}
	for _, forwarder := range forwarders {
		list = append(list, forwarder.inputs())
	}
	return list
}
