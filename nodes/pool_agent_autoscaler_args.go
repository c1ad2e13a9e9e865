package nodes

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// ClusterAutoscalerASGArgs are the arguments of a ClusterAutoscalerASG. Unless a field says otherwise, changes restart the autoscaler.
type ClusterAutoscalerASGArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: groups with its tag are resized. Required.
	InfraID string `check:"required,infra-id"`
	// Region is the AWS region of the cluster. Defaults to the region of the default AWS provider; required if there is none.
	Region string `check:"format=region"`
	// RoleARN is the role that the autoscaler assumes with its service account's token: iam.ServiceAccountRole.RoleARN. Defaults to none:
	// the autoscaler runs in the host network of a control-plane node and uses that node's role, to which iam.ServiceAccountRole can add
	// the permissions.
	RoleARN pulumi.StringPtrInput `check:"format=role-arn"`
	// Image is the image of the upstream autoscaler, with a digest or a tag other than latest. Its minor version should be that of
	// the cluster's Kubernetes. Releases without kubernetes/autoscaler PR 7897 (March 2025), such as 1.31.0, can start with an empty
	// list of pods while the API server is slow, and then remove nodes that are in use (issue 7419). Defaults to
	// registry.k8s.io/autoscaling/cluster-autoscaler:v1.31.5 by its digest, the newest known release for Kubernetes 1.31 (OpenShift
	// 4.18), of which a disconnected cluster needs a mirror.
	Image string
	// Expanders choose the group to scale up, each among the groups that the previous one selected: random, least-waste,
	// most-pods, least-nodes, priority. The autoscaler does not know AWS prices. Defaults to the autoscaler's default, random.
	Expanders []string `check:"random|least-waste|most-pods|least-nodes|priority"`
	// BalanceSimilarNodeGroups keeps groups of equal instances at equal sizes.
	BalanceSimilarNodeGroups bool
	// ScaleDown configures the removal of nodes. Defaults to removing unneeded nodes.
	ScaleDown *ScaleDownArgs
	// MaxNodesTotal is the maximum number of nodes of the cluster. Defaults to no limit.
	MaxNodesTotal *int `check:"0.."`
	// MaxNodeProvisionTime is how long an instance has to become a node. Defaults to 20m: an OpenShift node reboots once before it
	// joins.
	MaxNodeProvisionTime time.Duration `check:"0s.."`
	// SkipNodesWithLocalStorage never removes nodes with pods that use local storage. Defaults to the autoscaler's default, true.
	SkipNodesWithLocalStorage *bool
	// LogVerbosity is the log level. Defaults to the autoscaler's default.
	LogVerbosity *int `check:"0.."`
	// HTTPSProxy is the URL of the proxy for AWS's APIs. Defaults to none.
	HTTPSProxy pulumi.StringInput
	// ExtraArgs are additional command-line arguments, such as --scan-interval=30s.
	ExtraArgs []string
	// Namespace is the namespace that is created for the autoscaler. Defaults to cluster-autoscaler-asg. Changes replace all
	// objects.
	Namespace string
}

const (
	// defaultAutoscalerImage is v1.31.5 for all architectures (edgelesssys/constellation internal/versions/versions.go, whose digests of
	// v1.31.2 and v1.31.3 are those of kubernetes/k8s.io registry.k8s.io/images/k8s-staging-autoscaling/images.yaml).
	defaultAutoscalerImage = "registry.k8s.io/autoscaling/cluster-autoscaler@sha256:b90105c3470ad5059e8a7c11e2c63117dd8d499ae893d4cc76968e748a886b74"

	defaultAutoscalerNamespace = "cluster-autoscaler-asg"
	defaultNodeProvisionTime   = 20 * time.Minute
)

var (
	commandLineArg = check.NewFormat("command-line argument", "--scan-interval=30s", func(text string) bool {
		return strings.HasPrefix(text, "--")
	})
	// managedArgs are the arguments that the component sets.
	managedArgs = []string{"--nodes", "--node-group-auto-discovery", "--cloud-provider", "--namespace", "--leader-elect", "--address"}
)

const autoscalerPath = "nodes.ClusterAutoscalerASGArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. NewClusterAutoscalerASG also requires a region.
func (a *ClusterAutoscalerASGArgs) Validate() error {
	const path = autoscalerPath
	p := check.Struct(a)
	args := a.withDefaults()
	p.Format(path+".Image", args.Image, pinnedImage)
	args.ScaleDown.check(&p, path+".ScaleDown")
	checkProxy(&p, path+".HTTPSProxy", args.HTTPSProxy)
	for i, extra := range args.ExtraArgs {
		at := check.Index(path+".ExtraArgs", i)
		p.RequiredFormat(at, extra, commandLineArg)
		// The autoscaler accepts underscores for hyphens.
		name, _, _ := strings.Cut(strings.ReplaceAll(extra, "_", "-"), "=")
		if slices.Contains(managedArgs, name) {
			p.Addf(at, "must not be %s, which the component sets; groups are discovered by their tags", name)
		}
	}
	checkNamespace(&p, path+".Namespace", args.Namespace)
	return p.ErrOf(a)
}

// withDefaults returns a copy with defaults applied.
func (a *ClusterAutoscalerASGArgs) withDefaults() *ClusterAutoscalerASGArgs {
	args := ClusterAutoscalerASGArgs{}
	if a != nil {
		args = *a
	}
	args.Image = cmp.Or(args.Image, defaultAutoscalerImage)
	args.Namespace = cmp.Or(args.Namespace, defaultAutoscalerNamespace)
	args.MaxNodeProvisionTime = cmp.Or(args.MaxNodeProvisionTime, defaultNodeProvisionTime)
	return &args
}
