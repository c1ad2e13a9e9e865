package bucket

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/policy"
)

// LogTarget lets a bucket take the access logs of others.
type LogTarget struct {
	// LoadBalancers is the principal by which Elastic Load Balancing delivers logs in the bucket's region, an account's
	// ARN; nil for none. S3's own logs are taken in any case.
	LoadBalancers pulumi.StringInput
}

// statements of the bucket's policy. S3's logs come by a service principal (Amazon S3 user guide, "Enabling Amazon S3
// server access logging"), those of classic load balancers by an account of AWS's (Elastic Load Balancing user guide,
// "Enable access logs for your Classic Load Balancer").
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

// principal is empty when there is none.
func (t *LogTarget) principal() pulumi.StringInput {
	if t == nil || t.LoadBalancers == nil {
		return pulumi.String("")
	}
	return t.LoadBalancers
}
