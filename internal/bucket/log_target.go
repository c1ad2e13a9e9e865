package bucket

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// LogTarget allows services to deliver access logs to a bucket. S3's own access logs are always allowed.
type LogTarget struct {
	// LoadBalancers is the principal of Elastic Load Balancing in the bucket's region, the ARN of an account; nil for none.
	LoadBalancers pulumi.StringInput
	// AccountID is the account whose buckets and load balancers may deliver logs; nil for all accounts, which have to know the
	// bucket's name.
	AccountID pulumi.StringInput
}

// statements returns the statements of the bucket's policy. S3 delivers logs with a service principal and the account of the logged
// bucket (Amazon S3 user guide, "Enabling Amazon S3 server access logging"), Classic Load Balancers below AWSLogs/<account> of a prefix
// that cannot contain AWSLogs. They can deliver with an account of AWS in the regions that opened before August 2022, and with the
// service principal logdelivery.elasticloadbalancing.amazonaws.com, which AWS recommends and this policy does not allow, in all (Elastic
// Load Balancing user guide for Classic Load Balancers, "Enable access logs for your Classic Load Balancer").
func (t *LogTarget) statements(arn, loadBalancers, account string) []policy.Statement {
	if t == nil {
		return nil
	}
	s3 := policy.Statement{
		Sid: "BucketLogs", Effect: policy.Allow, Action: []string{"s3:PutObject"}, Resource: []string{arn + "/*"},
		Principal: map[string][]string{"Service": {"logging.s3.amazonaws.com"}},
	}
	elb := policy.Statement{
		Sid: "LoadBalancerLogs", Effect: policy.Allow, Action: []string{"s3:PutObject"}, Resource: []string{arn + "/*"},
		Principal: map[string][]string{"AWS": {loadBalancers}},
	}
	if account != "" {
		s3.Condition = map[string]map[string][]string{"StringEquals": {"aws:SourceAccount": {account}}}
		elb.Resource = []string{arn + "/AWSLogs/" + account + "/*", arn + "/*/AWSLogs/" + account + "/*"}
	}
	if loadBalancers == "" {
		return []policy.Statement{s3}
	}
	return []policy.Statement{s3, elb}
}

// principal returns the principal of load balancers; "" for none.
func (t *LogTarget) principal() pulumi.StringInput {
	if t == nil || t.LoadBalancers == nil {
		return pulumi.String("")
	}
	return t.LoadBalancers
}

// account returns the account that may deliver logs; "" for all.
func (t *LogTarget) account() pulumi.StringInput {
	if t == nil || t.AccountID == nil {
		return pulumi.String("")
	}
	return t.AccountID
}
