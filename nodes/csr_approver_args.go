package nodes

import (
	"fmt"
	"net/url"
	"regexp"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// CSRApproverArgs say whose certificate requests are approved.
type CSRApproverArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p: machines must carry its tag. Required. A change is made
	// in place.
	InfraID string
	// Region is the AWS region of the cluster, such as us-east-2. Required. A change is made in place.
	Region string
	// GroupNames are the names of the Auto Scaling groups whose machines may join: WorkerPool.GroupName. At least one.
	// Required. A change is made in place.
	GroupNames pulumi.StringArrayInput
	// LaunchWindow is how long after its launch a machine may ask for its first certificate, in whole seconds: 2 hours by
	// default, as with the cluster's own approver. A change is made in place.
	LaunchWindow time.Duration
	// NodeDomains are domains that the VPC's DHCP options give to machines, such as corp.example.com, in the place of AWS's
	// own. A change is made in place.
	NodeDomains []string
	// Image holds Python 3.6 or later. The default is the cli image stream that every cluster has, through the cluster's
	// own registry. Where that registry is removed, or has no node to run on before the first machine has joined, give the
	// image itself: what `oc adm release info --image-for=cli` prints. A change restarts the approver.
	Image pulumi.StringInput
	// EC2Endpoint is the URL of EC2's API, for private endpoints without private DNS. The default is the region's. A
	// change restarts the approver.
	EC2Endpoint string
	// HTTPSProxy is the URL of the proxy to EC2's API. None by default. A change restarts the approver.
	HTTPSProxy pulumi.StringInput
	// Namespace is made for the approver: worker-pool-approver by default. A change replaces everything.
	Namespace string
}

const (
	defaultApproverImage     = "image-registry.openshift-image-registry.svc:5000/openshift/cli:latest"
	defaultApproverNamespace = "worker-pool-approver"

	// defaultLaunchWindow is that of openshift/cluster-machine-approver pkg/controller/csr_check.go.
	defaultLaunchWindow = 2 * time.Hour

	namespaceLimit = 63
)

var (
	namespaceName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`)
	domainName    = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$`)
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *CSRApproverArgs) Validate() error {
	const path = "nodes.CSRApproverArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	checkRegion(&p, path+"Region", args.Region)
	p.Required(path+"GroupNames", args.GroupNames)
	if args.LaunchWindow < time.Minute || args.LaunchWindow%time.Second != 0 {
		p.Addf(path+"LaunchWindow", "%s leaves no time to boot; it is 1m or more, in whole seconds", args.LaunchWindow)
	}
	for i, domain := range args.NodeDomains {
		if !domainName.MatchString(domain) {
			p.Addf(fmt.Sprintf("%sNodeDomains[%d]", path, i), "%q is no domain; one looks like corp.example.com", domain)
		}
	}
	if endpoint, err := url.Parse(args.EC2Endpoint); args.EC2Endpoint != "" && (err != nil || endpoint.Scheme != "https" || endpoint.Host == "" || endpoint.RawQuery != "") {
		p.Addf(path+"EC2Endpoint", "%q is no https URL; one looks like https://ec2.us-east-2.amazonaws.com", args.EC2Endpoint)
	}
	checkNamespace(&p, path+"Namespace", args.Namespace)
	return p.Err()
}

func checkRegion(p *check.Problems, path, region string) {
	if p.Required(path, region) && !partition.IsRegion(region) {
		p.Addf(path, "%q is no region; one looks like us-east-2", region)
	}
}

// checkNamespace leaves the platform's namespaces to the platform.
func checkNamespace(p *check.Problems, path, namespace string) {
	switch {
	case len(namespace) > namespaceLimit || !namespaceName.MatchString(namespace):
		p.Addf(path, "%q is no namespace; it takes lower-case letters, digits and inner hyphens, at most %d", namespace, namespaceLimit)
	case platformNamespace.MatchString(namespace):
		p.Addf(path, "%q is in the platform's part of the names (openshift, openshift-, kube-, default); choose another", namespace)
	}
}

var platformNamespace = regexp.MustCompile(`^(openshift$|openshift-|kube-|default$)`)

func (a *CSRApproverArgs) withDefaults() *CSRApproverArgs {
	args := CSRApproverArgs{}
	if a != nil {
		args = *a
	}
	if args.LaunchWindow == 0 {
		args.LaunchWindow = defaultLaunchWindow
	}
	if args.Image == nil {
		args.Image = pulumi.String(defaultApproverImage)
	}
	if args.EC2Endpoint == "" && args.Region != "" {
		args.EC2Endpoint = "https://ec2." + args.Region + "." + partition.OfRegion(args.Region).DNSSuffix
	}
	if args.Namespace == "" {
		args.Namespace = defaultApproverNamespace
	}
	return &args
}
