package bucket

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/policy"
)

// LogTarget allows services to deliver access logs to a bucket. S3's own access logs are always allowed.
type LogTarget struct {
	// LoadBalancers allows Elastic Load Balancing.
	LoadBalancers bool
	// AccountID is the account whose buckets and load balancers may deliver logs; nil for all accounts, which have to know the
	// bucket's name.
	AccountID pulumi.StringInput
}

// statements returns the statements of the bucket's policy. Both services deliver with a service principal: S3 on behalf of the account of
// the logged bucket (Amazon S3 user guide, "Enabling Amazon S3 server access logging"), load balancers below AWSLogs/<account> of a prefix
// that cannot contain AWSLogs. Regions that opened before August 2022 also know an account of AWS that delivers the logs of load balancers;
// AWS recommends the service principal in all of them (Elastic Load Balancing user guide for Classic Load Balancers, "Enable access logs
// for your Classic Load Balancer").
func (t *LogTarget) statements(arn, account string) []policy.Statement {
	if t == nil {
		return nil
	}
	s3 := delivery("BucketLogs", "logging.s3.amazonaws.com", arn+"/*")
	elb := delivery("LoadBalancerLogs", "logdelivery.elasticloadbalancing.amazonaws.com", arn+"/*")
	if account != "" {
		s3.Condition = map[string]map[string][]string{"StringEquals": {"aws:SourceAccount": {account}}}
		elb.Resource = []string{arn + "/AWSLogs/" + account + "/*", arn + "/*/AWSLogs/" + account + "/*"}
	}
	if !t.LoadBalancers {
		return []policy.Statement{s3}
	}
	return []policy.Statement{s3, elb}
}

func delivery(sid, service, resource string) policy.Statement {
	return policy.Statement{
		Sid: sid, Effect: policy.Allow, Action: []string{"s3:PutObject"}, Resource: []string{resource},
		Principal: map[string][]string{"Service": {service}},
	}
}

// account returns the account that may deliver logs; "" for all.
func (t *LogTarget) account() pulumi.StringInput {
	if t == nil || t.AccountID == nil {
		return pulumi.String("")
	}
	return t.AccountID
}
