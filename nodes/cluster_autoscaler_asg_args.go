package nodes

import (
	"regexp"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
)

// ClusterAutoscalerASGArgs say how the upstream autoscaler resizes Auto Scaling groups. All changes restart it.
type ClusterAutoscalerASGArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p: groups with its tag are resized. Required.
	InfraID string
	// Region is the AWS region of the cluster, such as us-east-2. Required.
	Region string
	// RoleARN is the role that the autoscaler takes by its service account's token: AutoscalerRole.RoleARN. Left out, it
	// runs in the network of a control-plane machine and acts by that machine's role, which AutoscalerRole can give the
	// permissions.
	RoleARN pulumi.StringInput
	// Image is the upstream autoscaler, pinned by a tag or a digest: that of Kubernetes 1.31 (OpenShift 4.18) by default.
	// Its minor version should be the cluster's.
	Image string
	// Expander chooses the group that grows: random (the autoscaler's default), least-waste, most-pods, least-nodes or
	// priority; or several with commas, each among the groups that the one before leaves over, such as
	// priority,least-waste. The autoscaler has no prices of AWS.
	Expander string
	// BalanceSimilarNodeGroups keeps groups of equal machines at equal sizes.
	BalanceSimilarNodeGroups bool
	// ScaleDown says when nodes are removed. Left out, they are when they are not needed.
	ScaleDown *ScaleDownArgs
	// MaxNodesTotal is the most nodes that the cluster may have. No bound by default.
	MaxNodesTotal *int
	// MaxNodeProvisionTime is how long a machine may take to become a node: 20 minutes by default, since a machine of
	// OpenShift reboots once before it joins.
	MaxNodeProvisionTime time.Duration
	// SkipNodesWithLocalStorage keeps nodes whose pods have local storage; true is the autoscaler's default.
	SkipNodesWithLocalStorage *bool
	// LogVerbosity is the level of the log, 1 by default.
	LogVerbosity *int
	// HTTPSProxy is the URL of the proxy to AWS's APIs. None by default.
	HTTPSProxy pulumi.StringInput
	// ExtraArgs are further arguments, such as --scan-interval=30s.
	ExtraArgs []string
	// Namespace is made for the autoscaler: cluster-autoscaler-asg by default. A change replaces everything.
	Namespace string
}

const (
	defaultAutoscalerImage     = "registry.k8s.io/autoscaling/cluster-autoscaler:v1.31.0"
	defaultAutoscalerNamespace = "cluster-autoscaler-asg"
	defaultNodeProvisionTime   = 20 * time.Minute
)

// ownArgs are set by fields, and by the component itself.
var ownArgs = regexp.MustCompile(`^--(nodes|node-group-auto-discovery|cloud-provider|namespace|leader-elect)(=|$)`)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *ClusterAutoscalerASGArgs) Validate() error {
	const path = "nodes.ClusterAutoscalerASGArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	checkRegion(&p, path+"Region", args.Region)
	checkPinned(&p, path+"Image", args.Image)
	if args.Expander != "" {
		checkSet(&p, func(int) string { return path + "Expander" }, strings.Split(args.Expander, ","), "random", "least-waste", "most-pods", "least-nodes", "priority")
	}
	args.ScaleDown.check(&p, path+"ScaleDown")
	checkCount(&p, path+"MaxNodesTotal", args.MaxNodesTotal, "number of nodes")
	checkDuration(&p, path+"MaxNodeProvisionTime", args.MaxNodeProvisionTime)
	checkCount(&p, path+"LogVerbosity", args.LogVerbosity, "level")
	for _, extra := range args.ExtraArgs {
		switch {
		case !strings.HasPrefix(extra, "--"):
			p.Addf(path+"ExtraArgs", "%q is no argument; one looks like --scan-interval=30s", extra)
		case ownArgs.MatchString(extra):
			p.Addf(path+"ExtraArgs", "%q is the component's own; the groups are found by their tags", extra)
		}
	}
	checkNamespace(&p, path+"Namespace", args.Namespace)
	return p.Err()
}

func checkPinned(p *check.Problems, path, image string) {
	if !pinned(image) {
		p.Addf(path, "%q is not pinned; give a tag other than latest, or a digest", image)
	}
}

// pinned tells whether an image's name has a digest, or a tag after its last slash that does not move.
func pinned(image string) bool {
	if strings.Contains(image, "@sha256:") {
		return true
	}
	_, tag, tagged := strings.Cut(image[strings.LastIndex(image, "/")+1:], ":")
	return tagged && tag != "" && tag != "latest"
}

func (a *ClusterAutoscalerASGArgs) withDefaults() *ClusterAutoscalerASGArgs {
	args := ClusterAutoscalerASGArgs{}
	if a != nil {
		args = *a
	}
	if args.Image == "" {
		args.Image = defaultAutoscalerImage
	}
	if args.Namespace == "" {
		args.Namespace = defaultAutoscalerNamespace
	}
	if args.MaxNodeProvisionTime == 0 {
		args.MaxNodeProvisionTime = defaultNodeProvisionTime
	}
	return &args
}
