package nodes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// ClusterAutoscalerASG runs the upstream Kubernetes cluster-autoscaler, which resizes the Auto Scaling groups of WorkerPool: it
// launches instances for pending pods, and drains and terminates unneeded ones. OpenShift's own autoscaler (ClusterAutoscaler)
// manages only MachineSets, and neither removes the other's nodes. But a pending pod that fits in the groups of both makes both
// scale up: separate their pods by taints. Groups are discovered by the tags that WorkerPoolArgs.Autoscaling sets.
//
// The expander priority reads the ConfigMap cluster-autoscaler-priority-expander in the namespace, which the component does not
// create. When the component is deleted, groups keep their size.
type ClusterAutoscalerASG struct {
	pulumi.ResourceState

	// Namespace is the autoscaler's namespace. It depends on the deployment.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

// autoscalerAccount is the name of the service account, the deployment and the container.
const autoscalerAccount = "cluster-autoscaler"

// NewClusterAutoscalerASG registers a ClusterAutoscalerASG. It requires a Kubernetes provider (pulumi.Provider).
func NewClusterAutoscalerASG(
	ctx *pulumi.Context, name string, args *ClusterAutoscalerASGArgs, opts ...pulumi.ResourceOption,
) (*ClusterAutoscalerASG, error) {
	return component.Register(ctx, name, args, opts, component.Type[ClusterAutoscalerASGArgs, ClusterAutoscalerASG]{
		Token:     "openshift-aws:nodes:ClusterAutoscalerASG",
		InCluster: true,
		Fill:      func(args *ClusterAutoscalerASGArgs) { args.Region = region.Default(ctx, args.Region) },
		Check:     func(args *ClusterAutoscalerASGArgs) error { return region.Require(autoscalerPath, args.Region) },
		Children: func(b *component.Builder[ClusterAutoscalerASGArgs, ClusterAutoscalerASG]) (err error) {
			b.Component.Namespace, err = desiredAutoscaler(b.Move, b.Args).register(b.Base)
			return err
		},
	})
}

func desiredAutoscaler(move check.Move, args *ClusterAutoscalerASGArgs) agent {
	autoscaler := agent{
		namespace:    args.Namespace,
		name:         autoscalerAccount,
		clusterRules: autoscalerClusterRules(),
		rules:        autoscalerRules(),
		image:        args.Image,
		env:          []any{map[string]any{"name": "AWS_REGION", "value": args.Region}},
		cpu:          "100m",
		memory:       "300Mi",
		proxy:        args.HTTPSProxy,
		agentRole: newAgentRole(move, autoscalerPath, "autoscaler", args.RoleARN, args.Role,
			roleDefaults(args.InfraID, args.Namespace, autoscalerAccount, AutoscalerPolicy(args.InfraID))),
	}
	autoscaler.command = autoscalerCommand(args, autoscaler.onHostNetwork)
	autoscaler.liveness = autoscalerHealth(autoscaler.onHostNetwork)
	return autoscaler
}

const (
	autoscalerHost = "127.0.0.1"
	autoscalerPort = 8085
)

// autoscalerHealth returns the probe of the endpoint that fails when no loop has ended for --max-inactivity, or none without an
// error for --max-failing-time (kubernetes/autoscaler cluster-autoscaler-1.31.5 cluster-autoscaler/metrics/liveness.go).
func autoscalerHealth(onHostNetwork bool) map[string]any {
	request := map[string]any{"path": "/health-check", "port": autoscalerPort}
	if onHostNetwork {
		request["host"] = autoscalerHost
	}
	return map[string]any{"httpGet": request}
}

// autoscalerCommand returns the command line. Leader election is off: there is never more than one pod.
func autoscalerCommand(args *ClusterAutoscalerASGArgs, onHostNetwork bool) []string {
	command := []string{
		"./cluster-autoscaler", "--cloud-provider=aws", "--namespace=" + args.Namespace, "--leader-elect=false",
		fmt.Sprintf("--node-group-auto-discovery=asg:tag=%s,%s%s", autoscalerEnabled, autoscalerPrefix, args.InfraID),
		"--max-node-provision-time=" + check.Short(args.MaxNodeProvisionTime),
	}
	flag := func(name, value string) {
		if value != "" {
			command = append(command, "--"+name+"="+value)
		}
	}
	if onHostNetwork {
		// In the host network, metrics and health would listen on every address of a control-plane node.
		flag("address", autoscalerHost+":"+strconv.Itoa(autoscalerPort))
	}
	flag("expander", strings.Join(args.Expanders, ","))
	if args.BalanceSimilarNodeGroups {
		flag("balance-similar-node-groups", "true")
	}
	flag("max-nodes-total", optionalInt(args.MaxNodesTotal))
	if args.SkipNodesWithLocalStorage != nil {
		flag("skip-nodes-with-local-storage", strconv.FormatBool(*args.SkipNodesWithLocalStorage))
	}
	if down := args.ScaleDown; down != nil {
		flag("scale-down-enabled", strconv.FormatBool(*down.Enabled))
		for _, delay := range []struct {
			name  string
			value time.Duration
		}{
			{"scale-down-delay-after-add", down.DelayAfterAdd},
			{"scale-down-delay-after-delete", down.DelayAfterDelete},
			{"scale-down-delay-after-failure", down.DelayAfterFailure},
			{"scale-down-unneeded-time", down.UnneededTime},
		} {
			flag(delay.name, optionalDuration(delay.value))
		}
		if down.UtilizationThreshold > 0 {
			flag("scale-down-utilization-threshold", fraction(down.UtilizationThreshold))
		}
		if down.CordonBeforeTerminating {
			flag("cordon-node-before-terminating", "true")
		}
	}
	flag("v", optionalInt(args.LogVerbosity))
	return append(command, args.ExtraArgs...)
}

func optionalInt(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// autoscalerClusterRules returns the upstream rules, without those for leader election (kubernetes/autoscaler
// cluster-autoscaler/cloudprovider/aws/examples/cluster-autoscaler-autodiscover.yaml and the chart's clusterrole.yaml).
//
// They include those of 1.29 to 1.35, the versions of OpenShift 4.16 to 4.22. It always lists deployments, resource quotas and the objects of
// dynamic resource allocation (kubernetes/autoscaler issue 9244, PR 10278), and does not start before all its caches are
// synchronized (PR 7897): without one of the rules it never scales.
func autoscalerClusterRules() []any {
	return []any{
		rule([]string{""}, []string{"events"}, nil, "create", "patch"),
		rule([]string{""}, []string{"pods/eviction"}, nil, "create"),
		rule([]string{""}, []string{"pods/status"}, nil, "update"),
		rule([]string{""}, []string{"nodes"}, nil, "watch", "list", "get", "update"),
		rule([]string{""}, []string{
			"namespaces", "pods", "services", "replicationcontrollers", "persistentvolumeclaims", "persistentvolumes",
			"resourcequotas", "podtemplates",
		}, nil, "watch", "list", "get"),
		rule([]string{"policy"}, []string{"poddisruptionbudgets"}, nil, "watch", "list"),
		rule([]string{"apps"}, []string{"statefulsets", "replicasets", "daemonsets", "deployments"}, nil, "watch", "list", "get"),
		rule([]string{"storage.k8s.io"}, []string{
			"storageclasses", "csinodes", "csidrivers", "csistoragecapacities", "volumeattachments",
		}, nil, "watch", "list", "get"),
		rule([]string{"batch"}, []string{"jobs"}, nil, "get", "list", "watch"),
		rule([]string{"resource.k8s.io"}, []string{"deviceclasses", "resourceslices", "resourceclaims"}, nil, "get", "list", "watch"),
	}
}

// autoscalerRules returns the rules for its status and for the ConfigMap of the expander priority.
func autoscalerRules() []any {
	return []any{
		rule([]string{""}, []string{"configmaps"}, nil, "create", "list", "watch"),
		rule([]string{""}, []string{"configmaps"}, []string{
			"cluster-autoscaler-status", "cluster-autoscaler-priority-expander",
		}, "delete", "get", "update", "watch"),
	}
}

func optionalDuration(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return check.Short(d)
}

// ClusterAutoscalerASGArgs are the arguments of a ClusterAutoscalerASG. Unless a field says otherwise, changes restart the autoscaler.
type ClusterAutoscalerASGArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: groups with its tag are resized. Required.
	InfraID string `check:"required,infra-id"`
	// Region is the AWS region of the cluster. Defaults to the region of the default AWS provider; required if there is none.
	Region string `check:"format=region"`
	// Role is registered with the autoscaler: its OIDCProviderARN is enough, or, in a cluster without an OIDC provider, its
	// ControlPlaneRoleName. Unless its fields say otherwise, it has the permissions of AutoscalerPolicy, the autoscaler's service account,
	// cluster-autoscaler in Namespace, and InfraID. Must not be set together with RoleARN. Defaults to none.
	Role *iam.ServiceAccountRoleArgs `check:"part,not=RoleARN"`
	// RoleARN is an existing role with these permissions, which the autoscaler assumes with its service account's token. Without
	// [Role] and RoleARN, the autoscaler runs in the host network of a control-plane node and uses that node's role, which needs
	// the permissions. Defaults to none.
	RoleARN pulumi.StringPtrInput `check:"format=role-arn"`
	// Image is the image of the upstream autoscaler, with a digest or a tag other than latest. Its minor version should be that of
	// the cluster's Kubernetes. Releases without kubernetes/autoscaler PR 7897 (March 2025), such as 1.31.0, can start with an empty
	// list of pods while the API server is slow, and then remove nodes that are in use (issue 7419). Defaults to
	// registry.k8s.io/autoscaling/cluster-autoscaler:v1.31.5 by its digest, the newest known release for Kubernetes 1.31 (OpenShift
	// 4.18), of which a disconnected cluster needs a mirror.
	Image pulumi.StringInput `check:"format=pinned-image" default:"registry.k8s.io/autoscaling/cluster-autoscaler@sha256:b90105c3470ad5059e8a7c11e2c63117dd8d499ae893d4cc76968e748a886b74"`
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
	MaxNodeProvisionTime time.Duration `check:"0s.." default:"20m"`
	// SkipNodesWithLocalStorage never removes nodes with pods that use local storage. Defaults to the autoscaler's default, true.
	SkipNodesWithLocalStorage *bool
	// LogVerbosity is the log level. Defaults to the autoscaler's default.
	LogVerbosity *int `check:"0..2147483647"`
	// HTTPSProxy is the URL of the proxy for AWS's APIs. Defaults to none.
	HTTPSProxy pulumi.StringInput `check:"secret"`
	// ExtraArgs are additional command-line arguments, such as --scan-interval=30s.
	ExtraArgs []string
	// Namespace is the namespace that is created for the autoscaler. Defaults to cluster-autoscaler-asg. Changes replace all
	// objects.
	Namespace string `default:"cluster-autoscaler-asg"`
}

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
	args, p := check.Begin(a)
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
	checkRole(&p, path, args.InfraID, args.Namespace, autoscalerAccount, args.Role)
	return p.ErrOf(a)
}
