package nodes

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// CSRApproverArgs are the arguments of a CSRApprover. Unless a field says otherwise, changes restart the approver.
type CSRApproverArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: instances must have its tag. Required.
	InfraID string `check:"required,infra-id"`
	// Region is the AWS region of the cluster. Defaults to the region of the default AWS provider; required if there is none.
	Region string `check:"format=region"`
	// GroupNames are the names of the Auto Scaling groups whose instances may join: WorkerPool.GroupName. At least one. Required.
	GroupNames pulumi.StringArrayInput
	// VpcID is the ID of the VPC in which the instances must be. Defaults to any VPC.
	VpcID pulumi.StringInput `check:"format=vpc-id"`
	// InstanceProfiles are the names of the instance profiles of which the instances must have one: WorkerPoolArgs.InstanceProfile of
	// each pool. Defaults to any.
	InstanceProfiles pulumi.StringArrayInput
	// ProofRoleARNs are the ARNs of the roles of InstanceProfiles. If set, a client certificate is approved only with the proof of
	// WorkerPoolArgs.ProveIdentity, signed by one of these roles on the instance itself: set ProveIdentity for all pools of GroupNames
	// first. Only EC2 may be trusted to assume these roles. Defaults to none: no proof is required.
	ProofRoleARNs pulumi.StringArrayInput
	// LaunchWindow is how long after its first launch an instance may request its first certificate: at least 1m, in whole seconds. A
	// stop and a start do not begin it again. Defaults to 2h, as in the cluster's own approver.
	LaunchWindow time.Duration `check:"1m../1s"`
	// NodeDomains are the domains that the VPC's DHCP options assign to instances instead of AWS's, such as corp.example.com.
	NodeDomains []string `check:"format=node-domain"`
	// Image is an image with Python 3.6 or later. Defaults to the cli image stream of every cluster, in the cluster's own registry.
	// If that registry is removed, or has no node to run on before the first instance has joined, set the output of
	// `oc adm release info --image-for=cli`.
	Image pulumi.StringInput `check:"format=agent-image"`
	// EC2Endpoint is the URL of EC2's API, for VPC endpoints without private DNS: https:// and the name of a host. Defaults to the
	// region's endpoint.
	EC2Endpoint string `check:"format=host-url"`
	// RoleARN is the role that the approver assumes with its service account's token: iam.ServiceAccountRole.RoleARN. Defaults to none:
	// the approver runs in the host network of a control-plane node and uses that node's role.
	RoleARN pulumi.StringPtrInput `check:"format=role-arn"`
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
)

var (
	// groupName is the name of an Auto Scaling group (Amazon EC2 Auto Scaling API Reference, CreateAutoScalingGroup).
	groupName = check.NewFormat("Auto Scaling group name", "demo-x7k2p-worker", func(text string) bool {
		return !strings.ContainsAny(text, ":\r\n")
	}).AtMost(255)

	// hostURL has nothing that Signature Version 4 normalizes, and a host whose certificate TLS can verify.
	_ = check.Named("host-url", check.NewFormat("https URL of a host name", "https://ec2.us-east-2.amazonaws.com", func(text string) bool {
		host, found := strings.CutPrefix(strings.TrimSuffix(text, "/"), "https://")
		name, port, ported := strings.Cut(host, ":")
		_, err := strconv.ParseUint(port, 10, 16)
		return found && check.Domain.Match(name) && strings.Trim(name, ".0123456789") != "" && (!ported || err == nil)
	}))

	_ = check.Named("node-domain", check.Domain.WithExample("corp.example.com"))
)

const approverPath = "nodes.CSRApproverArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. NewCSRApprover also requires a region.
func (a *CSRApproverArgs) Validate() error {
	const path = approverPath
	p := check.Struct(a)
	args := a.withDefaults()
	// Pools can share a profile or a role, so that these lists may have one twice.
	p.Required(path+".GroupNames", args.GroupNames)
	checkNames(&p, path+".GroupNames", args.GroupNames, groupName)
	checkNames(&p, path+".InstanceProfiles", args.InstanceProfiles, check.InstanceProfileName)
	if args.ProofRoleARNs != nil {
		p.Required(path+".ProofRoleARNs", args.ProofRoleARNs)
	}
	checkNames(&p, path+".ProofRoleARNs", args.ProofRoleARNs, check.RoleARN)
	checkProxy(&p, path+".HTTPSProxy", args.HTTPSProxy)
	checkNamespace(&p, path+".Namespace", args.Namespace)
	return p.ErrOf(a)
}

// checkNames reports the invalid names of a list, and zero outputs. A list that is not known yet passes.
func checkNames(p *check.Problems, path string, list pulumi.StringArrayInput, form check.Format) {
	known, _ := list.(pulumi.StringArray)
	for i, name := range known {
		p.RequiredFormat(check.Index(path, i), name, form)
	}
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
