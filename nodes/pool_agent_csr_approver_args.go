package nodes

import (
	"cmp"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// CSRApproverArgs configures CSRApprover. Unless a field says otherwise, changes restart the approver.
type CSRApproverArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: instances must have its tag. Required.
	InfraID string
	// Region is the AWS region of the cluster. Defaults to the region of the default AWS provider; required if there is none.
	Region string
	// GroupNames are the names of the Auto Scaling groups whose instances may join: WorkerPool.GroupName. At least one. Required.
	GroupNames pulumi.StringArrayInput
	// LaunchWindow is how long after its launch an instance may request its first certificate: at least 1m, in whole seconds.
	// Defaults to 2h, as in the cluster's own approver.
	LaunchWindow time.Duration
	// NodeDomains are the domains that the VPC's DHCP options assign to instances instead of AWS's, such as corp.example.com.
	NodeDomains []string
	// Image is an image with Python 3.6 or later. Defaults to the cli image stream of every cluster, in the cluster's own registry.
	// If that registry is removed, or has no node to run on before the first instance has joined, set the output of
	// `oc adm release info --image-for=cli`.
	Image pulumi.StringInput
	// EC2Endpoint is the URL of EC2's API, for VPC endpoints without private DNS. Defaults to the region's endpoint.
	EC2Endpoint string
	// RoleARN is the role that the approver assumes with its service account's token: CSRApproverRole.RoleARN. Defaults to none:
	// the approver runs in the host network of a control-plane node and uses that node's role.
	RoleARN pulumi.StringPtrInput
	// HTTPSProxy is the URL of the proxy for AWS's APIs. Defaults to none.
	HTTPSProxy pulumi.StringInput
	// Namespace is the namespace that is created for the approver. Defaults to worker-pool-approver. Changes replace all objects.
	Namespace string
}

const (
	defaultApproverImage     = "image-registry.openshift-image-registry.svc:5000/openshift/cli:latest"
	defaultApproverNamespace = "worker-pool-approver"

	// defaultLaunchWindow is that of openshift/cluster-machine-approver pkg/controller/csr_check.go.
	defaultLaunchWindow = 2 * time.Hour
	minLaunchWindow     = time.Minute
)

const approverPath = "nodes.CSRApproverArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. NewCSRApprover also requires a region.
func (a *CSRApproverArgs) Validate() error {
	const path = approverPath
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+".InfraID", args.InfraID)
	p.Form(path+".Region", args.Region, check.Region)
	p.Required(path+".GroupNames", args.GroupNames)
	if p.PositiveDuration(path+".LaunchWindow", args.LaunchWindow, time.Second) && args.LaunchWindow < minLaunchWindow {
		p.Addf(path+".LaunchWindow", "must be at least %s, in which an instance boots (got %s)",
			check.Short(minLaunchWindow), check.Short(args.LaunchWindow))
	}
	p.Forms(path+".NodeDomains", args.NodeDomains, check.Domain.Like("corp.example.com"))
	p.Form(path+".EC2Endpoint", args.EC2Endpoint, check.HTTPSURL.Like("https://ec2.us-east-2.amazonaws.com"))
	if strings.ContainsAny(args.EC2Endpoint, "?@") {
		p.Addf(path+".EC2Endpoint", "must not have a user or a query, which break the signature")
	}
	p.Form(path+".RoleARN", args.RoleARN, check.RoleARN)
	p.Form(path+".HTTPSProxy", args.HTTPSProxy, check.HTTPURL)
	checkNamespace(&p, path+".Namespace", args.Namespace)
	return p.Err()
}

// withDefaults returns a copy with defaults applied.
func (a *CSRApproverArgs) withDefaults() *CSRApproverArgs {
	args := CSRApproverArgs{}
	if a != nil {
		args = *a
	}
	args.LaunchWindow = cmp.Or(args.LaunchWindow, defaultLaunchWindow)
	if args.Image == nil {
		args.Image = pulumi.String(defaultApproverImage)
	}
	args.Namespace = cmp.Or(args.Namespace, defaultApproverNamespace)
	return &args
}

// endpoint returns the URL of EC2's API.
func (a *CSRApproverArgs) endpoint() string {
	return cmp.Or(a.EC2Endpoint, "https://ec2."+a.Region+"."+partition.OfRegion(a.Region).DNSSuffix)
}
