package bucket

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// LogTarget allows services to deliver access logs to a bucket. S3's own access logs are always allowed.
type LogTarget struct {
	// LoadBalancers is the principal of Elastic Load Balancing in the bucket's region, the ARN of an account; nil for none.
	LoadBalancers pulumi.StringInput
}

// statements returns the statements of the bucket's policy. S3 delivers logs with a service principal (Amazon S3 user guide, "Enabling
// Amazon S3 server access logging"), Classic Load Balancers with an account of AWS (Elastic Load Balancing user guide, "Enable access
// logs for your Classic Load Balancer").
func (t *LogTarget) statements(arn, loadBalancers string) []policy.Statement {
	if t == nil {
		return nil
	}
	put := policy.Statement{Sid: "BucketLogs", Effect: policy.Allow, Action: []string{"s3:PutObject"}, Resource: []string{arn + "/*"}}
	put.Principal = map[string][]string{"Service": {"logging.s3.amazonaws.com"}}
	statements := []policy.Statement{put}
	if loadBalancers != "" {
		put.Sid, put.Principal = "LoadBalancerLogs", map[string][]string{"AWS": {loadBalancers}}
		statements = append(statements, put)
	}
	return statements
}

// principal returns the principal of load balancers; "" for none.
func (t *LogTarget) principal() pulumi.StringInput {
	if t == nil || t.LoadBalancers == nil {
		return pulumi.String("")
	}
	return t.LoadBalancers
}
